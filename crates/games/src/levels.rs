//! How strong the opponents of the games are, unless a game says otherwise.

use damier_core::Level;

/// Each sees a little more than the one below.
pub(crate) const LADDER: [Level; 8] = [
    Level { nodes: 200, depth: 1, overlooks: 400, misjudges: 200 },
    Level { nodes: 600, depth: 2, overlooks: 250, misjudges: 120 },
    Level { nodes: 2_000, depth: 3, overlooks: 150, misjudges: 80 },
    Level { nodes: 5_000, depth: 4, overlooks: 80, misjudges: 50 },
    Level { nodes: 12_000, depth: 6, overlooks: 20, misjudges: 25 },
    Level { nodes: 30_000, depth: 12, overlooks: 0, misjudges: 10 },
    Level { nodes: 75_000, depth: 60, overlooks: 0, misjudges: 0 },
    Level { nodes: 200_000, depth: 60, overlooks: 0, misjudges: 0 },
];
