//! Positions as 64 bits, for tables of positions and for finding repetitions. The same on every
//! machine, so that node counts are.

use std::hash::{Hash, Hasher};

/// The key of a position.
#[inline]
pub fn key<P: Hash>(position: &P) -> u64 {
    let mut mixer = Mixer(0x243F_6A88_85A3_08D3);
    position.hash(&mut mixer);
    scramble(mixer.0)
}

/// Spreads what the bits say over all of them.
#[inline]
#[must_use]
pub const fn scramble(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    bits = (bits ^ (bits >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    bits ^ (bits >> 32)
}

struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        let wide = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (wide as u64) ^ (wide >> 64) as u64;
        self.0 = self.0.rotate_left(23).wrapping_add(word);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    // Lengths and the numbers of enum variants: as wide everywhere.
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.mix(n as i64 as u64);
    }
}
