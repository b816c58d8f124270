//! What others wrote: under licences that `deny.toml` allows, from the registry and nowhere else.
//! Known faults (advisories) are in a database that is not ours; they are asked for where
//! `cargo deny` is installed and the database can be reached.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::{Expression, LicenseReq, ParseMode};

const RULES: &str = "deny.toml";

/// The part of `deny.toml` that is read here; `cargo deny` knows the rest.
#[derive(Deserialize)]
struct Rules {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

/// What `cargo metadata` says of all packages.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// None for our own.
    source: Option<String>,
}

/// Checks every package that Cargo.lock names.
pub(crate) fn check() -> Result<()> {
    println!("\n== dependencies: {RULES}");
    let rules = std::fs::read_to_string(RULES).context(RULES)?;
    let rules: Rules = toml::from_str(&rules).context(RULES)?;
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run `cargo metadata`")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed");
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let faults: Vec<String> =
        metadata.packages.iter().filter_map(|package| fault(package, &rules)).collect();
    if !faults.is_empty() {
        bail!("dependencies that {RULES} does not allow:\n{}", faults.join("\n"));
    }
    println!("== dependencies: {} packages, all allowed", metadata.packages.len());
    advisories()
}

/// What is wrong with a package.
fn fault(package: &Package, rules: &Rules) -> Option<String> {
    let why = match (&package.source, &package.license) {
        (Some(source), _) if !source.starts_with("registry+") => format!("comes from {source}"),
        (_, None) => "names no licence".to_string(),
        (_, Some(license)) => match allowed(license, &rules.licenses.allow) {
            Ok(true) => return None,
            Ok(false) => format!("is under {license}"),
            Err(why) => format!("names a licence that cannot be read: {why}"),
        },
    };
    Some(format!("{} {} {why}", package.name, package.version))
}

/// Whether a licence, as in `MIT OR Apache-2.0`, can be met with those that are allowed.
fn allowed(license: &str, allow: &[String]) -> Result<bool> {
    // Older packages write a slash for `OR`.
    let expression = Expression::parse_mode(license, ParseMode::LAX)?;
    let has = |wanted: &LicenseReq| allow.iter().any(|one| *one == wanted.to_string());
    Ok(expression.evaluate(has))
}

/// Asks for known faults, if that is possible here.
fn advisories() -> Result<()> {
    let deny = |words: &[&str], errors: Stdio| {
        Command::new("cargo").arg("deny").args(words).stdout(Stdio::null()).stderr(errors).status()
    };
    let there = |words: &[&str]| deny(words, Stdio::null()).is_ok_and(|status| status.success());
    if !there(&["--version"]) {
        println!("== advisories: skipped, since cargo-deny is not installed");
        return Ok(());
    }
    if !there(&["fetch", "db"]) {
        println!("== advisories: skipped, since their database cannot be reached");
        return Ok(());
    }
    match deny(&["check", "advisories"], Stdio::inherit())?.success() {
        true => println!("== advisories: none"),
        false => bail!("a dependency has a known fault: see above"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(license: Option<&str>, source: Option<&str>) -> Package {
        let text = |text: &str| text.to_string();
        Package {
            name: "one".into(),
            version: "1.0.0".into(),
            license: license.map(text),
            source: source.map(text),
        }
    }

    #[test]
    fn only_what_is_allowed() {
        let rules = Rules { licenses: Licenses { allow: vec!["MIT".into(), "Zlib".into()] } };
        let fault = |license, source| fault(&package(license, source), &rules);
        let registry = Some("registry+somewhere");
        for good in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "MIT AND Zlib"] {
            assert_eq!(fault(Some(good), registry), None, "{good}");
        }
        for bad in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0 WITH LLVM-exception", "??"]
        {
            assert!(fault(Some(bad), registry).is_some(), "{bad}");
        }
        assert!(fault(None, registry).is_some());
        assert!(fault(Some("MIT"), Some("git+somewhere")).is_some());
        assert_eq!(fault(Some("MIT"), None), None, "our own");
    }
}
