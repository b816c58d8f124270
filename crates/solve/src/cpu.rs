//! Fast instructions where the machine has them: counting and finding bits takes a dozen ordinary
//! instructions or one of these, and solvers do little else.

/// Runs `work` compiled for processors with POPCNT, BMI1, BMI2 and LZCNT if this is one, and for
/// any processor otherwise. Only what is inlined into `work` profits.
#[inline]
pub(crate) fn fast<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("popcnt") && has!("bmi1") && has!("bmi2") && has!("lzcnt") {
            // SAFETY: the processor has all features that `with_bits` asks for.
            #[allow(unsafe_code)]
            return unsafe { with_bits(work) };
        }
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
fn with_bits<T>(work: impl FnOnce() -> T) -> T {
    work()
}
