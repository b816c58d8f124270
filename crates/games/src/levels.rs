//! How strong the opponents of the games are, unless a game says otherwise.

use damier_core::Level;

/// Each sees a little more than the one below.
pub(crate) const LADDER: [Level; 6] = [
    Level { nodes: 200, depth: 1, blunder_permille: 400, eval_noise: 200 },
    Level { nodes: 600, depth: 2, blunder_permille: 250, eval_noise: 120 },
    Level { nodes: 2_000, depth: 3, blunder_permille: 150, eval_noise: 80 },
    Level { nodes: 6_000, depth: 4, blunder_permille: 60, eval_noise: 40 },
    Level { nodes: 12_000, depth: 6, blunder_permille: 10, eval_noise: 20 },
    Level { nodes: 50_000, depth: 14, blunder_permille: 0, eval_noise: 5 },
];
