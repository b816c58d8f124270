//! A small learned evaluation: one hidden layer over the cells of the player to move and of the
//! opponent, in whole numbers, so that it is the same everywhere. What the hidden values are worth
//! depends on how many pawns are left. `crates/train` makes the weights; a game includes them as
//! bytes.
//!
//! ```text
//! for each cell, first of the player to move, then of the opponent:  HIDDEN weights
//! HIDDEN biases
//! for each phase: HIDDEN output weights, the output bias             all i16, little-endian
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
pub const ONE: i16 = 255;

/// An output weight of 1.
pub const OUTPUT: i32 = 64;

/// An output of 1, in hundredths of a pawn.
pub const POINTS: i32 = 300;

/// The weights for a board of `INPUTS / 2` bits.
pub struct Net<const INPUTS: usize> {
    input: [[i16; HIDDEN]; INPUTS],
    bias: [i16; HIDDEN],
    output: [[i16; HIDDEN]; PHASES],
    output_bias: [i16; PHASES],
}

/// How many bytes the weights of so many inputs take.
#[must_use]
pub const fn size(inputs: usize) -> usize {
    2 * (HIDDEN * (inputs + 1) + (HIDDEN + 1) * PHASES)
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
                net.input[i][h] = word(bytes, i * HIDDEN + h);
                i += 1;
            }
            net.bias[h] = word(bytes, INPUTS * HIDDEN + h);
            let mut p = 0;
            while p < PHASES {
                let first = (INPUTS + 1) * HIDDEN + p * (HIDDEN + 1);
                net.output[p][h] = word(bytes, first + h);
                net.output_bias[p] = word(bytes, first + HIDDEN);
                p += 1;
            }
            h += 1;
        }
        net
    }

    /// How well the player with the pawns `own` stands, who is to move, in hundredths of a pawn.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, own: u64, enemy: u64) -> i32 {
        let mut hidden = self.bias;
        let half = INPUTS / 2;
        for bit in damier_core::bits::bits(own) {
            add(&mut hidden, &self.input[bit as usize % half]);
        }
        for bit in damier_core::bits::bits(enemy) {
            add(&mut hidden, &self.input[half + bit as usize % half]);
        }
        let phase = phase((own | enemy).count_ones());
        let pairs = hidden.iter().zip(&self.output[phase]);
        let sum: i32 = pairs.map(|(h, w)| i32::from((*h).clamp(0, ONE)) * i32::from(*w)).sum();
        let whole = i64::from(sum + i32::from(self.output_bias[phase]) * i32::from(ONE));
        (whole * i64::from(POINTS) / i64::from(i32::from(ONE) * OUTPUT)) as i32
    }
}

const fn word(bytes: &[u8], i: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])
}

#[inline]
fn add(hidden: &mut [i16; HIDDEN], weights: &[i16; HIDDEN]) {
    for (h, w) in hidden.iter_mut().zip(weights) {
        *h = h.wrapping_add(*w);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layers_are_summed_as_documented() {
        let mut words = vec![0i16; size(4) / 2];
        // Hidden 0 sees own cell 1 (weight 100) and enemy cell 0 (weight -30), bias 20.
        words[HIDDEN] = 100;
        words[2 * HIDDEN] = -30;
        words[4 * HIDDEN] = 20;
        // Two pawns are the last phase.
        let last = 5 * HIDDEN + (PHASES - 1) * (HIDDEN + 1);
        words[last] = 64;
        words[last + HIDDEN] = -10;
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let net = Net::<4>::read(&bytes);
        let points = |hidden: i32| (hidden * 64 - 10 * 255) * POINTS / (255 * OUTPUT);
        assert_eq!(net.evaluate(0b10, 0b01), points(90));
        assert_eq!(net.evaluate(0b01, 0b01), points(0), "hidden values are not negative");
    }
}
