//! core
pub mod side;
pub mod cell;
