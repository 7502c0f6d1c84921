//! `tirada update`: fetches packs again from their sources.

use std::path::Path;

use super::installed::Installed;
use super::{Agreed, Ended, FetchedPack, bring, installed_pack, is_address, needs_of, newest_beside, read};
use crate::cli::args::UpdateArgs;
use crate::cli::{CommandContext, FINE, WRONG};
use crate::diagnostic::{Args, Code, Diagnostic};

pub(in crate::cli) fn update(context: &mut CommandContext, wanted: &UpdateArgs) -> u8 {
    let installed = Installed::all();
    let mut worst = FINE;
    let chosen: Vec<&Installed> = if wanted.packs.is_empty() {
        installed.iter().filter(|one| one.record.is_some()).collect()
    } else {
        let mut chosen = Vec::new();
        for id in &wanted.packs {
            match installed_pack(&installed, id) {
                Ok(pack) => chosen.push(pack),
                Err(error) => {
                    context.complain_alone(&error);
                    worst = WRONG;
                }
            }
        }
        chosen
    };
    context.speak_from_now_on(chosen.first().map(|one| one.pack.language.as_str()));
    if installed.is_empty() && wanted.packs.is_empty() {
        context.output.print(&context.output.catalogue.say("pack-none"));
    }
    let mut news: Vec<(&Installed, FetchedPack)> = Vec::new();
    for pack in chosen {
        match found(pack) {
            Ok(Some(read)) => news.push((pack, read)),
            Ok(None) => {
                let args: Args = vec![("id", pack.id().into()), ("version", pack.pack.version.to_string().into())];
                context.output.print(&context.output.catalogue.text("pack-up-to-date", &args));
            }
            Err((error, code)) => {
                context.complain_alone(&error);
                worst = worst.max(code);
            }
        }
    }
    // What others need comes first.
    while !news.is_empty() {
        let ids: Vec<String> = news.iter().map(|(pack, _)| pack.id().to_owned()).collect();
        let ready = news.iter().position(|(pack, read)| {
            needs_of(&read.bundle).iter().all(|need| need == pack.id() || !ids.contains(need))
        });
        let (_, read) = news.remove(ready.unwrap_or(0));
        if let Err(code) = bring(context, read, Agreed { yes: wanted.yes, older: false }, None) {
            worst = worst.max(code);
        }
    }
    worst
}

/// What there is where a pack came from; nothing if that is what is installed, or older.
fn found(pack: &Installed) -> Result<Option<FetchedPack>, Ended> {
    let Some(record) = &pack.record else {
        return Err((Diagnostic::error(Code::PackWithoutRecord, None).arg("name", pack.id()), WRONG));
    };
    let source = if is_address(&record.source) {
        record.source.clone()
    } else {
        let newest = newest_beside(Path::new(&record.source), pack.id());
        newest.map_or_else(|| record.source.clone(), |path| path.display().to_string())
    };
    let read = read(&source)?;
    let Some(version) = version_of(&read) else { return Ok(Some(read)) };
    if version.0 != pack.id() {
        let error = Diagnostic::error(Code::PackAnotherId, None).arg("name", pack.id()).arg("other", version.0);
        return Err((error.arg("source", source), WRONG));
    }
    let same = version.1 == pack.pack.version && read.bundle.fingerprint() == record.fingerprint && !pack.is_changed();
    Ok(if same || version.1 < pack.pack.version { None } else { Some(read) })
}

/// The id and the version of what was read; nothing if it does not say them, which is
/// reported when it is looked into.
fn version_of(read: &FetchedPack) -> Option<(String, semver::Version)> {
    let file = read.bundle.file(crate::ruleset::PACK_FILE)?;
    let mut sources = crate::source::Sources::new();
    let id = sources.add(file.name, file.text);
    let (tree, _) = crate::yaml::parse(&sources, id, &crate::yaml::YamlLimits::default());
    let pack = crate::ruleset::read_pack(&tree, &sources).0?;
    Some((pack.id.text, pack.version))
}
