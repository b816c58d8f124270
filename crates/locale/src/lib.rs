//! Everything Damier says to people. What the rules, readers and refusals give back is a
//! [`Message`]: the id of a sentence with its arguments. The sentences are data, one file for each
//! language in the folder `locales` (CONTRIBUTING.md says how to add one); the build checks them and
//! writes them into this crate, and [`phrase!`] finds one by its id while the program is compiled.
//! So terminal and page say the same thing, and the language is chosen last.

mod format;
mod lang;
mod list;
mod message;
mod phrase;

pub use lang::{Direction, Lang};
pub use list::List;
pub use message::{Argument, Message, decimal};
pub use phrase::{Phrase, find};

#[cfg(test)]
mod tests;
