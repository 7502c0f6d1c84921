//! `tirada update`: fetches packs again from their sources.

use std::path::Path;

use super::installed::Installed;
use super::{
    Agreed, FetchedPack, PackError, bring, installed_pack, is_address, newest_beside, next_ready, pack_of, read,
};
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
    let mut news: Vec<(String, FetchedPack)> = Vec::new();
    for pack in chosen {
        match found(pack) {
            Ok(Some(read)) => news.push((pack.id().to_owned(), read)),
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
        let read = next_ready(&mut news);
        if let Err(code) = bring(context, read, Agreed { yes: wanted.yes, older: false }, None) {
            worst = worst.max(code);
        }
    }
    worst
}

/// What there is where a pack came from; nothing if that is what is installed, or older.
fn found(pack: &Installed) -> Result<Option<FetchedPack>, PackError> {
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
    let Some(there) = pack_of(&read.bundle) else { return Ok(Some(read)) };
    if there.id.text != pack.id() {
        let error = Diagnostic::error(Code::PackAnotherId, None).arg("name", pack.id()).arg("other", there.id.text);
        return Err((error.arg("source", source), WRONG));
    }
    let same =
        there.version == pack.pack.version && read.bundle.fingerprint() == record.fingerprint && !pack.is_changed();
    Ok(if same || there.version < pack.pack.version { None } else { Some(read) })
}
