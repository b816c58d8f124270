//! `damier engine`: the Universal Game Interface on standard input and output.

use damier_arena::ugi;
use damier_core::Lang;
use damier_core::any::Opened;
use damier_games::Visitor;
use damier_index::Solvable;

use crate::common::{GameArgs, Given};
use crate::store::{StoreArgs, tables_for};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    store: StoreArgs,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Given { args, lang }, lang)?
}

impl Visitor for Given<'_, Args> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let (store, lang) = (self.args.store.store(self.lang)?, self.lang);
        let load = Box::new(move |opened: &Opened<G>| tables_for(opened, &store, lang));
        Ok(ugi::serve(opened, load, lang)?)
    }
}
