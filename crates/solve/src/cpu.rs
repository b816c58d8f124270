//! Fast instructions where the machine has them: counting and finding bits takes a dozen ordinary
//! instructions or one of these, and solvers do little else.

/// Something to be done as fast as the machine can. `run` must be `#[inline(always)]`, and so must
/// what it calls: only what is inlined is compiled for the instructions at hand.
pub(crate) trait Work {
    /// What it yields.
    type Output;
    /// Does it.
    fn run(self) -> Self::Output;
}

impl<T, F: FnOnce() -> T> Work for F {
    type Output = T;

    #[inline(always)]
    fn run(self) -> T {
        self()
    }
}

/// Does some work, compiled for processors with POPCNT, BMI1, BMI2 and LZCNT if this is one, and
/// for any processor otherwise.
#[inline(always)]
pub(crate) fn fast<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("popcnt") && has!("bmi1") && has!("bmi2") && has!("lzcnt") {
            // SAFETY: the processor has all features that `with_bits` asks for.
            #[allow(unsafe_code)]
            return unsafe { with_bits(work) };
        }
    }
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
fn with_bits<W: Work>(work: W) -> W::Output {
    work.run()
}
