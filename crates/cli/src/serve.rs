//! `damier serve`: the web app and the API, until somebody stops it. `damier` by itself does the
//! same with nothing asked for.

mod settings;

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Parser;
use damier_core::{Lang, Phrase, phrase};
use damier_protocol::Oracles;
use damier_server::config::Config;
use damier_server::home::{DataDir, LockOutcome};
use damier_server::{Place, Server, Store, local_link, run};

use crate::common::{complain, print};
use crate::store::StoreArgs;
use settings::{KeepArgs, LimitArgs, LogArgs, ProxyArgs};

/// As many sockets as the limits allow need as many files, and some more.
const FILES: u64 = 1 << 17;

#[derive(clap::Args, Clone, Default)]
pub(crate) struct Args {
    /// The port; by default 6464, or the next free one
    #[arg(long, value_name = "N", env = "DAMIER_PORT")]
    port: Option<u16>,

    /// The address to listen on; 0.0.0.0 lets others in the local network join
    #[arg(long, value_name = "ADDRESS", value_parser = address, env = "DAMIER_HOST")]
    host: Option<IpAddr>,

    /// The folder of live games; by default in the user's data folder
    #[arg(long, value_name = "DIR", env = "DAMIER_DATA")]
    data: Option<PathBuf>,

    /// Keep live games in memory only
    #[arg(long, conflicts_with = "data")]
    memory: bool,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Stop when standard input ends, and so together with the program that holds its other end
    #[arg(long)]
    stop_at_eof: bool,

    /// Answer to this host name as well, for instance behind a proxy; may be repeated
    #[arg(long, value_name = "NAME", env = "DAMIER_ALLOW_HOST", value_delimiter = ',')]
    allow_host: Vec<String>,

    #[command(flatten)]
    proxies: ProxyArgs,

    #[command(flatten)]
    keep: KeepArgs,

    #[command(flatten)]
    log: LogArgs,

    /// Serve the pages of this folder instead of those in the program, for working on them
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,

    #[command(flatten)]
    tables: StoreArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The program without a command: what the environment says still holds.
#[derive(Parser)]
struct Ordinary {
    #[command(flatten)]
    args: Args,
}

impl Args {
    /// Whether a server that says it is at this address is what is asked for.
    fn asks_for(&self, address: &str) -> bool {
        let port = |port: u16| address.rsplit(':').next() == Some(port.to_string().as_str());
        self.host.is_none_or(|host| host.is_loopback()) && self.port.is_none_or(port)
    }
}

/// Reads an address; `localhost` is one for people.
fn address(text: &str) -> Result<IpAddr, String> {
    match text {
        "localhost" => Ok(Ipv4Addr::LOCALHOST.into()),
        _ => text.parse().map_err(|_| "an address such as 127.0.0.1 or 0.0.0.0".to_string()),
    }
}

const AT: Phrase = phrase!("cli.serve.at");
const OTHERS: Phrase = phrase!("cli.serve.others");
const ELSEWHERE: Phrase = phrase!("cli.serve.elsewhere");
const RUNNING: Phrase = phrase!("cli.serve.running");
const NOT_THERE: Phrase = phrase!("cli.serve.not-there");
const HELD: Phrase = phrase!("cli.serve.held");
const UNANNOUNCED: Phrase = phrase!("cli.serve.unannounced");
const STOP: Phrase = phrase!("cli.serve.stop");
const STOPPED: Phrase = phrase!("cli.serve.stopped");
const NO_PAGES: Phrase = phrase!("cli.serve.no-pages");

/// Serves with nothing asked for.
pub(crate) fn ordinary(lang: Lang) -> anyhow::Result<()> {
    run(&Ordinary::parse_from(["damier"]).args, lang)
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.log.start()?;
    // Failing that, there is room for fewer players.
    let _ = rlimit::increase_nofile_limit(FILES);
    let home = match args.memory {
        true => None,
        false => match home(args)? {
            LockOutcome::Ours(home) => Some(home),
            LockOutcome::Running(Some(address)) => {
                if !args.asks_for(&address) {
                    bail!(NOT_THERE.with(address.as_str()).text(lang));
                }
                print(&RUNNING.with(address.as_str()).text(lang))?;
                open(args, &address);
                return Ok(());
            }
            LockOutcome::Running(None) => bail!(HELD.text(lang)),
        },
    };
    let runtime = tokio::runtime::Runtime::new().context("starting threads")?;
    runtime.block_on(serve(args, lang, home))?;
    print(STOPPED.text(lang))
}

/// Asks for the data folder.
fn home(args: &Args) -> anyhow::Result<LockOutcome> {
    let usual = || {
        let dirs = directories::ProjectDirs::from("", "", "damier");
        dirs.map(|dirs| dirs.data_dir().to_path_buf())
    };
    let folder = args.data.clone().or_else(usual);
    let folder = folder.context("there is no data folder: name one with --data DIR")?;
    DataDir::lock(&folder).with_context(|| format!("the data folder {}", folder.display()))
}

async fn serve(args: &Args, lang: Lang, home: Option<DataDir>) -> anyhow::Result<()> {
    let host = args.host.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let listener = run::listen(host, args.port).await;
    let listener = listener.map_err(|no_port| anyhow::anyhow!(no_port.message().text(lang)))?;
    let port = listener.local_addr().context("the address")?.port();
    let place = home.as_ref().map_or(Place::Memory, |home| Place::Folder(home.folder().into()));
    let store = Store::open(&place).await;
    let store = store.map_err(|why| anyhow::anyhow!(why.message().text(lang)))?;
    let kept = args.tables.store(lang)?;
    let config = config(args, host, port, Some(kept.folder().into()));
    let server = Server::new(config, store, Arc::new(tables(&kept)?));
    let address = local_link(host, port);
    if let Some(home) = &home {
        // A full disk is no reason not to serve what is on it.
        if let Err(why) = home.announce(&address) {
            complain(&UNANNOUNCED.with(why.to_string()).text(lang));
        }
    }
    if !server.has_pages() {
        complain(NO_PAGES.text(lang));
    }
    print(&greeting(args, &server, host, port).text_in(lang))?;
    open(args, &address);
    run::serve(listener, server, stop(args.stop_at_eof)).await;
    Ok(())
}

/// Waits until the server is to stop.
async fn stop(at_eof: bool) {
    tokio::select! {
        () = run::signal() => {}
        () = end_of_input(), if at_eof => {}
    }
}

/// Waits until there is nothing more to read, which takes a thread of its own: the runtime would wait
/// for one of its own before it ends.
async fn end_of_input() {
    let (ended, wait) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        // An error is an end, too.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        let _ = ended.send(());
    });
    let _ = wait.await;
}

fn config(args: &Args, host: IpAddr, port: u16, tables: Option<PathBuf>) -> Config {
    let mut config = Config {
        listen: (host, port),
        hosts: args.allow_host.clone(),
        proxies: args.proxies.proxies(),
        web: args.web.clone(),
        tables,
        ..Config::default()
    };
    args.keep.set(&mut config);
    args.limits.set(&mut config);
    config
}

/// The tables of the program and those on this machine. One that is no good is said and left out.
fn tables(store: &damier_solve::store::Store) -> anyhow::Result<Oracles> {
    let oracles = Oracles::new();
    for (file, table) in store.list()? {
        let added = table.map_err(|why| why.to_string()).and_then(|table| {
            oracles.add(table).map_err(|refused| format!("{}: {refused}", file.display()))
        });
        if let Err(why) = added {
            complain(&format!("damier: {why}"));
        }
    }
    Ok(oracles)
}

/// What is said at the beginning, line by line.
struct Greeting(Vec<damier_core::Message>);

impl Greeting {
    fn text_in(&self, lang: Lang) -> String {
        self.0.iter().map(|message| message.text(lang)).collect()
    }
}

fn greeting(args: &Args, server: &Server, host: IpAddr, port: u16) -> Greeting {
    let mut lines = Vec::new();
    if args.port.is_none() && port != run::DEFAULT_PORT {
        lines.push(ELSEWHERE.with(u32::from(run::DEFAULT_PORT)).with(u32::from(port)));
    }
    lines.push(AT.with(local_link(host, port)));
    if host.is_unspecified() {
        lines.extend(server.addresses().into_iter().map(|address| OTHERS.with(address)));
    }
    lines.push(STOP.say());
    Greeting(lines)
}

/// Opens the page in the browser, where there is a screen to open it on.
fn open(args: &Args, address: &str) {
    let screen = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if screen && !args.no_open {
        // The address has been printed; whoever has no browser can use it elsewhere.
        let _ = open::that_detached(address);
    }
}
