//! `tirada pack`: builds a reproducible `.zip` from a folder.

use std::io::{Cursor, Write as _};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use super::bundle::{Bundle, kilobytes};
use super::inspection::look;
use super::installed::Installed;
use super::is_about_a_file;
use super::tell_findings;
use crate::cli::args::PackArgs;
use crate::cli::saving::{self, SaveError, Saving};
use crate::cli::{CommandContext, FILES, FINE, WRONG, cannot_read};
use crate::diagnostic::{Args, Code, Diagnostic};
use crate::report::schema::FOLDER;

pub(in crate::cli) fn pack(context: &mut CommandContext, wanted: &PackArgs) -> u8 {
    let complain = |context: &CommandContext, error: &Diagnostic, code| {
        context.complain_alone(error);
        code
    };
    if let Err(error) = std::fs::read_dir(&wanted.folder) {
        return complain(context, &cannot_read(&wanted.folder, &error), FILES);
    }
    let bundle = match Bundle::of_folder(&wanted.folder) {
        Ok(bundle) => bundle,
        Err(error) => {
            let code = if is_about_a_file(error.code) { FILES } else { WRONG };
            return complain(context, &error, code);
        }
    };
    let mut looked = look(bundle, &Installed::all());
    context.speak_in(looked.language.as_deref());
    if let Some(pack) = &looked.pack {
        // What was made here before, and what is written anew for editors, is no part of it.
        let made = |name: &String| {
            let rest = name.strip_prefix(&pack.id.text).and_then(|rest| rest.strip_prefix('-'));
            let version = rest.and_then(|rest| rest.strip_suffix(".zip"));
            version.is_some_and(|version| semver::Version::parse(version).is_ok())
        };
        let schemas = |name: &String| name.split('/').any(|part| part == FOLDER);
        looked.bundle.left.retain(|name| !made(name) && !schemas(name));
    }
    tell_findings(context, &looked);
    let Some(pack) = looked.pack.as_ref().filter(|_| looked.is_sound()) else { return WRONG };
    let name = format!("{}-{}.zip", pack.id.text, pack.version);
    let path = Path::new(&name);
    let bytes = match zipped(&looked.bundle, &pack.id.text) {
        Ok(bytes) => bytes,
        Err(error) => return complain(context, &not_packed(path, &error), FILES),
    };
    if let Err((error, code)) = written(path, &bytes, wanted.force) {
        return complain(context, &error, code);
    }
    let cases: usize = looked.rulesets.iter().map(|one| one.passed).sum();
    let args: Args = vec![
        ("path", name.into()),
        ("files", looked.bundle.files.len().into()),
        ("size", kilobytes(bytes.len() as u64).into()),
        ("rulesets", looked.rulesets.len().into()),
        ("cases", cases.into()),
    ];
    context.output.print(&context.output.catalogue.text("pack-made", &args));
    FINE
}

fn not_packed(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::PackNotWritten, None).arg("path", path.display().to_string()).arg("why", saving::why(error))
}

/// Puts the `.zip` into its place, unless another one of that name is there.
fn written(path: &Path, bytes: &[u8], force: bool) -> Result<(), (Diagnostic, u8)> {
    let failed = |failed: SaveError| (failed.diagnostic(), FILES);
    let mut saving = Saving::begin([path]).map_err(failed)?;
    let there = saving::bytes(path).map_err(|error| (cannot_read(path, &error), FILES))?;
    if !force && there.is_some_and(|there| there != bytes) {
        return Err((Diagnostic::error(Code::PackExists, None).arg("path", path.display().to_string()), WRONG));
    }
    saving.put(path, bytes).map_err(failed)?;
    saving.commit().map_err(failed)
}

/// The bytes of the `.zip`: names in order below one folder, no times, no owners.
fn zipped(bundle: &Bundle, id: &str) -> std::io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default())
        .system(System::Unix)
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in &bundle.files {
        writer.start_file(format!("{id}/{name}"), options)?;
        writer.write_all(text.as_bytes())?;
    }
    Ok(writer.finish()?.into_inner())
}
