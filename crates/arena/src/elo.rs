//! What results say about strength: the score by pairs, Elo with its error, and the sequential
//! probability ratio test.
//!
//! The two games of an opening depend on each other, so a *pair* is what is counted: it gives 0,
//! ½, 1, 1½ or 2 points (the pentanomial model). The test is the generalised one, which compares
//! the most likely distributions of pairs under either hypothesis, as fishtest does.

/// How many pairs gave 0, ½, 1, 1½ and 2 points.
pub type Pairs = [u64; 5];

/// The share of the points that each kind of pair gives.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// 95 % of a normal distribution lie within so many deviations.
const CONFIDENT: f64 = 1.959_963_985;

/// How many pairs there are.
fn count(pairs: &Pairs) -> f64 {
    pairs.iter().sum::<u64>() as f64
}

/// The share of points won and the variance of a pair's.
fn mean_and_variance(pairs: &Pairs) -> (f64, f64) {
    let all = count(pairs).max(1.0);
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        SHARES.iter().zip(pairs).map(|(share, n)| of(*share) * *n as f64).sum::<f64>() / all
    };
    let mean = sum(&|share| share);
    (mean, sum(&|share| (share - mean).powi(2)))
}

/// The Elo difference at which this share of the points is expected.
pub(crate) fn elo_of(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of the points that is expected at this Elo difference.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An estimate of the difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The share of points.
    pub share: f64,
    /// Its error, with 95 % confidence.
    pub share_error: f64,
    /// The difference in Elo: infinite if one side won everything.
    pub elo: f64,
    /// Its error; not a number if it cannot be told.
    pub elo_error: f64,
}

impl Estimate {
    /// What these pairs say; `None` without any.
    pub fn of(pairs: &Pairs) -> Option<Estimate> {
        let all = count(pairs);
        if all == 0.0 {
            return None;
        }
        let (share, variance) = mean_and_variance(pairs);
        let share_error = CONFIDENT * (variance / all).sqrt();
        // A share outside 0..1 is as far as one can go.
        let bound = |share: f64| elo_of(share.clamp(1e-9, 1.0 - 1e-9));
        let elo_error = (bound(share + share_error) - bound(share - share_error)) / 2.0;
        let one_sided = share == 0.0 || share == 1.0;
        Some(Estimate {
            share,
            share_error,
            // Zero has no sign.
            elo: elo_of(share) + 0.0,
            elo_error: if one_sided { f64::NAN } else { elo_error },
        })
    }

    /// `+55.6 ± 27.7`, or what can be said where one side won everything.
    pub fn text(&self) -> String {
        match self.elo_error.is_nan() {
            true => format!("{}∞", if self.elo > 0.0 { '+' } else { '−' }),
            false => format!("{:+.0} ± {:.0}", self.elo, self.elo_error),
        }
    }
}

/// A sequential test of two hypotheses about the difference in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in Elo of the first hypothesis.
    pub elo0: f64,
    /// That of the second.
    pub elo1: f64,
    /// How often the second may be accepted though the first is true.
    pub alpha: f64,
    /// How often the first may be accepted though the second is true.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The first hypothesis is accepted.
    First,
    /// The second hypothesis is accepted.
    Second,
    /// Neither yet.
    Open,
}

impl Sprt {
    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`.
    pub fn read(text: &str) -> Option<Sprt> {
        let numbers: Option<Vec<f64>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
        let (elo0, elo1, alpha, beta) = match numbers?[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return None,
        };
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let sound = elo0 < elo1 && elo0.abs() < 2000.0 && elo1.abs() < 2000.0;
        (sound && rate(alpha) && rate(beta)).then_some(Sprt { elo0, elo1, alpha, beta })
    }

    /// Below the first bound the first hypothesis is accepted, above the second the second.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The logarithm of the ratio of likelihoods.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if count(pairs) == 0.0 {
            return 0.0;
        }
        // Kinds of pairs that have not occurred are unlikely, not impossible.
        let seen = pairs.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let all: f64 = seen.iter().sum();
        let shares = seen.map(|n| n / all);
        let [first, second] = [self.elo0, self.elo1].map(|elo| likeliest(&shares, share_of(elo)));
        all * (0..5).map(|i| shares[i] * (second[i] / first[i]).ln()).sum::<f64>()
    }

    /// What these pairs decide.
    pub fn decide(&self, pairs: &Pairs) -> Decision {
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio <= lower => Decision::First,
            ratio if ratio >= upper => Decision::Second,
            _ => Decision::Open,
        }
    }
}

/// The distribution with this mean under which what was seen is most likely: each probability
/// divided by 1 + x·(share − mean), for the x that makes the mean right.
fn likeliest(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let tilted =
        |x: f64| -> [f64; 5] { std::array::from_fn(|i| seen[i] / (1.0 + x * (SHARES[i] - mean))) };
    let off = |x: f64| -> f64 { tilted(x).iter().zip(SHARES).map(|(p, s)| p * (s - mean)).sum() };
    // The sum falls from +∞ to −∞ between the places where a denominator vanishes.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        match off(middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    tilted((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() <= 0.01 * b.abs().max(0.01), "{a} is not {b}");
    }

    #[test]
    fn elo_of_well_known_shares() {
        // From the definition: 10:1 odds are 400, 3:1 are 190.85.
        near(elo_of(10.0 / 11.0), 400.0);
        near(elo_of(0.75), 190.848);
        near(elo_of(0.6), 70.437);
        assert_eq!(elo_of(0.5), 0.0);
        assert_eq!(elo_of(1.0), f64::INFINITY);
        near(share_of(200.0), 0.7597);
    }

    /// Numbers of fastchess's own tests (its two kinds of even pairs added up).
    #[test]
    fn estimates_agree_with_fastchess() {
        for (pairs, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
        ] {
            let estimate = Estimate::of(&pairs).unwrap();
            near(estimate.elo, elo);
            near(estimate.elo_error, error);
        }
    }

    #[test]
    fn ratios_agree_with_fastchess() {
        let sprt = |elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        near(sprt(0.5, 2.5).ratio(&[223, 9863, 20279 + 1000, 10037, 246]), -3.07);
        near(sprt(0.0, 2.0).ratio(&[871, 26175, 55003 + 980, 26678, 821]), -4.98);
    }

    #[test]
    fn the_test_decides() {
        let sprt = Sprt::read("0,10").unwrap();
        let (lower, upper) = sprt.bounds();
        near(upper, 2.944);
        near(lower, -2.944);
        assert_eq!(sprt.decide(&[0; 5]), Decision::Open);
        assert_eq!(sprt.decide(&[10, 50, 100, 50, 10]), Decision::Open);
        assert_eq!(sprt.decide(&[10, 50, 100, 200, 300]), Decision::Second);
        assert_eq!(sprt.decide(&[300, 200, 100, 50, 10]), Decision::First);
        assert_eq!(sprt.decide(&[0, 0, 0, 0, 1000]), Decision::Second);
        assert_eq!(Sprt::read("0,5,0.1,0.2").unwrap().beta, 0.2);
        for text in ["", "5", "5,0", "0,5,0.1", "0,5,0,0", "a,b", "0,5,0.1,0.6", "0,inf", "nan,1"] {
            assert_eq!(Sprt::read(text), None, "{text}");
        }
    }

    #[test]
    fn all_won_is_without_bounds() {
        let estimate = Estimate::of(&[0, 0, 0, 0, 7]).unwrap();
        assert_eq!((estimate.share, estimate.text().as_str()), (1.0, "+∞"));
        assert_eq!(Estimate::of(&[3, 0, 0, 0, 0]).unwrap().text(), "−∞");
        assert_eq!(Estimate::of(&[0; 5]), None);
    }
}
