//! A position with what is known about it, 20 bytes in a file.

use std::io::{self, Read, Write};

/// A position, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sample {
    /// The pawns of the player to move.
    pub(crate) own: u64,
    /// The opponent's.
    pub(crate) enemy: u64,
    /// What the search said, in hundredths of a pawn.
    pub(crate) score: i16,
    /// What came of it: 2 won, 1 drawn, 0 lost.
    pub(crate) result: u8,
}

impl Sample {
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.own.to_le_bytes())?;
        out.write_all(&self.enemy.to_le_bytes())?;
        out.write_all(&self.score.to_le_bytes())?;
        out.write_all(&[self.result, 0])
    }

    pub(crate) fn read(bytes: &[u8; 20]) -> Sample {
        let word = |i: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[i..i + 8]);
            u64::from_le_bytes(word)
        };
        Sample {
            own: word(0),
            enemy: word(8),
            score: i16::from_le_bytes([bytes[16], bytes[17]]),
            result: bytes[18],
        }
    }
}

/// All samples of a file.
pub(crate) fn read_all(mut file: impl Read) -> io::Result<Vec<Sample>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes.as_chunks().0.iter().map(Sample::read).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_survive_their_file() {
        let samples = [
            Sample { own: 1 << 44 | 3, enemy: 0, score: -30_000, result: 0 },
            Sample { own: 0, enemy: u64::MAX >> 19, score: 12_345, result: 2 },
        ];
        let mut file = Vec::new();
        samples.iter().for_each(|sample| sample.write(&mut file).unwrap());
        assert_eq!(file.len(), 40);
        assert_eq!(read_all(&file[..]).unwrap(), samples);
        assert_eq!(read_all(&file[..39]).unwrap(), samples[..1], "half a sample is none");
    }
}
