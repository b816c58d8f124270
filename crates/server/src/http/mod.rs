//! Live games over the network: plain requests ([`live`]) and sockets.

pub(crate) mod live;
mod socket;
