//! The terminal itself: taking it over, giving it back whatever happens, and the loop between.
//!
//! "Whatever happens" is four things: the game ends, drawing or reading fails, some thread panics,
//! or a signal ends the process. In the last case nothing of ours would run any more, so a thread
//! of its own waits for signals, gives the terminal back and lets the signal do what it would have
//! done.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{LeaveAlternateScreen, disable_raw_mode};

use super::app::App;
use super::files;

/// How often it is looked whether a computer has answered.
const GLANCE: Duration = Duration::from_millis(30);

/// Runs the program on the terminal until it is done.
pub(super) fn run(app: &mut App) -> io::Result<()> {
    run_with(app, App::tick)
}

/// As [`run`]; `tick` is done each time before the screen is drawn.
pub(super) fn run_with(app: &mut App, tick: impl FnMut(&mut App)) -> io::Result<()> {
    signals::watch()?;
    let mut terminal = ratatui::try_init()?;
    note_panics();
    let result =
        execute!(io::stdout(), EnableMouseCapture).and_then(|()| events(&mut terminal, app, tick));
    let restored = restore(&mut io::stdout().lock());
    result.and(restored)
}

/// Gives the terminal back: the screen that was there before, the cursor, the mouse and the keys.
fn restore(out: &mut impl Write) -> io::Result<()> {
    let screen = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    // The keys even if nothing can be written any more.
    disable_raw_mode().and(screen)
}

/// Whether some thread has panicked. The terminal has been given back then and must not be drawn
/// on any more.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// The hook that ratatui has installed gives the screen back, but knows nothing of the mouse, nor
/// that other threads go on.
fn note_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICKED.store(true, Relaxed);
        let _ = execute!(io::stdout(), DisableMouseCapture, Show);
        before(panic);
    }));
}

fn events(
    terminal: &mut DefaultTerminal,
    app: &mut App,
    mut tick: impl FnMut(&mut App),
) -> io::Result<()> {
    while !app.done {
        tick(app);
        if PANICKED.load(Relaxed) {
            return Err(io::Error::other("a computer failed"));
        }
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

#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// How long giving the terminal back may take: one that is stopped takes no more output.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Waits for the signals that end programs, in a thread of its own.
    pub(super) fn watch() -> io::Result<()> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                give_back();
                // Ends the process as the signal would have; its parent sees no difference.
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(())
    }

    /// Gives the terminal back, and lets nobody draw on it any more.
    fn give_back() {
        let (done, wait) = channel();
        thread::spawn(move || {
            let mut out = io::stdout().lock();
            let _ = super::restore(&mut out);
            let _ = done.send(());
            // Whoever draws waits for the lock, until the process ends.
            loop {
                thread::park();
            }
        });
        let _ = wait.recv_timeout(PATIENCE);
    }
}

#[cfg(not(unix))]
mod signals {
    /// Other systems send no signals, or the console gives itself back.
    pub(super) fn watch() -> std::io::Result<()> {
        Ok(())
    }
}
