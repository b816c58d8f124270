//! How strong the opponents of the games are, unless a game says otherwise.

use damier_core::Level;

/// Each sees a little more than the one below.
pub(crate) const LADDER: [Level; 6] = [
    Level { nodes: 200, depth: 1, overlooks: 400, misjudges: 200 },
    Level { nodes: 600, depth: 2, overlooks: 250, misjudges: 120 },
    Level { nodes: 2_000, depth: 3, overlooks: 150, misjudges: 80 },
    Level { nodes: 6_000, depth: 4, overlooks: 60, misjudges: 40 },
    Level { nodes: 12_000, depth: 6, overlooks: 10, misjudges: 20 },
    Level { nodes: 50_000, depth: 14, overlooks: 0, misjudges: 5 },
];
