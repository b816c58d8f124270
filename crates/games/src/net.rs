//! A small learned evaluation: one hidden layer over sets of cells, in whole numbers, so that it is
//! the same everywhere. The first two sets are the pawns of the player to move and of the opponent;
//! a game may show others (`Learned::inputs`). What the hidden values are worth depends on how many pawns are
//! left. `crates/train` makes the weights; a game includes them as bytes.
//!
//! ```text
//! for each set, for each cell:  HIDDEN weights            i8
//! HIDDEN biases                                           i16, little-endian
//! for each phase: HIDDEN output weights, the output bias  i16, little-endian
//! ```

/// The size of the hidden layer.
pub const HIDDEN: usize = 48;

/// Up to how many pawns each phase of a game but the first lasts.
const PHASE_ENDS: [u32; PHASES - 1] = [20, 13, 9, 6];

/// The number of phases.
pub const PHASES: usize = 5;

/// The phase of a game with so many pawns on the board.
#[inline]
#[must_use]
pub fn phase(pawns: u32) -> usize {
    PHASE_ENDS.iter().filter(|end| pawns <= **end).count()
}

/// A hidden value of 1, and the greatest one.
pub const ONE: i16 = 32;

/// An output weight of 1.
pub const OUTPUT: i32 = 64;

/// An output of 1, in hundredths of a pawn.
pub const POINTS: i32 = 300;

/// The weights for so many sets and bits of the board together.
pub struct Net<const INPUTS: usize> {
    input: [[i8; HIDDEN]; INPUTS],
    bias: [i16; HIDDEN],
    output: [[i16; HIDDEN]; PHASES],
    output_bias: [i16; PHASES],
}

/// How many bytes the weights of so many inputs take.
#[must_use]
pub const fn size(inputs: usize) -> usize {
    HIDDEN * inputs + 2 * (HIDDEN + (HIDDEN + 1) * PHASES)
}

impl<const INPUTS: usize> Net<INPUTS> {
    /// The weights in these bytes, of which there must be [`size`].
    #[must_use]
    pub const fn read(bytes: &[u8]) -> Net<INPUTS> {
        assert!(bytes.len() == size(INPUTS), "weights of another network");
        let mut net = Net {
            input: [[0; HIDDEN]; INPUTS],
            bias: [0; HIDDEN],
            output: [[0; HIDDEN]; PHASES],
            output_bias: [0; PHASES],
        };
        let mut h = 0;
        while h < HIDDEN {
            let mut i = 0;
            while i < INPUTS {
                net.input[i][h] = bytes[i * HIDDEN + h] as i8;
                i += 1;
            }
            net.bias[h] = word(bytes, INPUTS, h);
            let mut p = 0;
            while p < PHASES {
                let first = HIDDEN + p * (HIDDEN + 1);
                net.output[p][h] = word(bytes, INPUTS, first + h);
                net.output_bias[p] = word(bytes, INPUTS, first + HIDDEN);
                p += 1;
            }
            h += 1;
        }
        net
    }

    /// How well the player to move stands to whom these sets are shown, in hundredths of a pawn.
    #[inline]
    #[must_use]
    pub fn evaluate<const SETS: usize>(&self, sets: [u64; SETS]) -> i32 {
        let mut hidden = self.bias;
        let cells = INPUTS / SETS;
        for (i, set) in sets.into_iter().enumerate() {
            for bit in damier_core::bits::bits(set) {
                add(&mut hidden, &self.input[i * cells + bit as usize % cells]);
            }
        }
        let phase = phase((sets[0] | sets[1]).count_ones());
        let pairs = hidden.iter().zip(&self.output[phase]);
        let sum: i32 = pairs.map(|(h, w)| i32::from((*h).clamp(0, ONE)) * i32::from(*w)).sum();
        let whole = i64::from(sum + i32::from(self.output_bias[phase]) * i32::from(ONE));
        (whole * i64::from(POINTS) / i64::from(i32::from(ONE) * OUTPUT)) as i32
    }
}

/// A word behind the weights of the inputs.
const fn word(bytes: &[u8], inputs: usize, i: usize) -> i16 {
    let at = inputs * HIDDEN + 2 * i;
    i16::from_le_bytes([bytes[at], bytes[at + 1]])
}

#[inline]
fn add(hidden: &mut [i16; HIDDEN], weights: &[i8; HIDDEN]) {
    for (h, w) in hidden.iter_mut().zip(weights) {
        *h = h.wrapping_add(i16::from(*w));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layers_are_summed_as_documented() {
        // Hidden 0 sees own cell 1 (weight 20) and enemy cell 0 (weight -6), bias 4.
        let mut bytes = vec![0; 4 * HIDDEN];
        bytes[HIDDEN] = 20;
        bytes[2 * HIDDEN] = -6i8 as u8;
        let mut words = vec![0i16; (size(4) - bytes.len()) / 2];
        words[0] = 4;
        // Two pawns are the last phase.
        let last = HIDDEN + (PHASES - 1) * (HIDDEN + 1);
        words[last] = 64;
        words[last + HIDDEN] = -10;
        bytes.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        let net = Net::<4>::read(&bytes);
        let one = i32::from(ONE);
        let points = |hidden: i32| (hidden * 64 - 10 * one) * POINTS / (one * OUTPUT);
        assert_eq!(net.evaluate([0b10, 0b01]), points(18));
        assert_eq!(net.evaluate([0b10, 0b10]), points(24), "this enemy cell counts for nothing");
        assert_eq!(net.evaluate([0b01, 0b01]), points(0), "hidden values are not negative");
    }
}
