//! The terminal itself: taking it over, giving it back whatever happens, and the loop between.

use std::io;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind,
};
use ratatui::crossterm::execute;

use super::app::App;
use super::files;

/// How often it is looked whether a computer has answered.
const GLANCE: Duration = Duration::from_millis(30);

/// Runs the program on the terminal until it is done.
pub(super) fn run(app: &mut App) -> anyhow::Result<()> {
    let mut terminal = ratatui::try_init()?;
    give_mouse_back_on_panic();
    let result =
        execute!(io::stdout(), EnableMouseCapture).and_then(|()| events(&mut terminal, app));
    let mouse = execute!(io::stdout(), DisableMouseCapture);
    ratatui::try_restore()?;
    Ok(result.and(mouse)?)
}

/// The hook that ratatui has installed gives the screen back, but knows nothing of the mouse.
fn give_mouse_back_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        before(panic);
    }));
}

fn events(terminal: &mut DefaultTerminal, app: &mut App) -> io::Result<()> {
    while !app.done {
        app.tick();
        terminal.draw(|frame| app.draw(frame))?;
        // While a computer thinks, the screen is looked after in between.
        if app.busy() && !event::poll(GLANCE)? {
            continue;
        }
        let work = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
            Event::Mouse(mouse) => app.mouse(mouse),
            _ => None,
        };
        if let Some(work) = work {
            files::work(app, work);
        }
    }
    Ok(())
}
