# Packs and the lock file: the commands, what they show, and what can be wrong. The key of an
# error is its code; `.label` is printed under the place.

## The command line

cli-pack = Makes a pack, NAME-VERSION.zip in this folder, from a folder with a `pack.yml`
cli-pack-folder = The folder
cli-pack-force = Overwrites a file that already has that name
cli-import = Checks a pack and its cases, shows what it contains, and installs it if you agree
cli-import-path = A folder, a .zip, or the address of one (https://…)
cli-import-yes = Does not ask
cli-import-downgrade = Also replaces a newer version by an older one
cli-import-locked = Exactly what `tirada.lock` says and nothing else; without a path, everything in it that is not installed
cli-remove = Removes an installed pack
cli-remove-pack = The pack, by its id
cli-remove-yes = Does not ask
cli-update = Fetches packs again from where they came
cli-update-packs = Packs, by id; none: all that were imported
cli-update-yes = Does not ask
cli-lock = Records in `tirada.lock` exactly which rulesets this table plays
cli-lock-rulesets = Rulesets, by id; none: those of the lock file and of the characters in this folder, or else the default one
cli-lock-check = Only compares, for scripts: exit code 1 if something differs
cli-lock-force = Writes it again even if the existing one cannot be understood

## What is shown

list-pack = pack { $name } { $version }
pack-authors = By { $authors }
pack-licence = Licence: { $licence }
pack-language = Language: { $language }
pack-needs-program = Needs { $id } { $range }: { $version }, comes with tirada
pack-needs-pack = Needs { $id } { $range }: { $version }, installed
pack-files = { $files ->
    [one] One file, { $size }
   *[other] { $files } files, { $size }
  }
pack-characters = Characters: { $names }
pack-from = From { $source }
pack-to = Goes to { $path }
pack-folder = Is in { $path }
pack-replaces = Replaces version { $old } in { $path }: { $old } → { $new }
pack-replaces-same = Replaces version { $old } in { $path } with different files of the same version
pack-replaces-newer = Replaces the newer version { $old } in { $path }: { $old } → { $new }
pack-takes-away = Removes: { $names }
pack-was-changed = The installed files were changed by hand: those changes are lost
pack-column-ruleset = ruleset
pack-column-name = name
pack-column-extends = extends
pack-column-cases = cases
pack-cases = { $passed } passed, { $failed } failed
pack-ask-install = Install it? [y/N]
pack-ask-older = It is older than what it replaces. Install it all the same? [y/N]
pack-ask-remove = Remove it? [y/N]
pack-installed = Installed: { $id } { $version } in { $path }
    Play with `-r { $ruleset }`.
pack-not-installed = Nothing was installed.
pack-removed = Removed: { $id } { $version }
pack-not-removed = Nothing was removed.
pack-already-there = { $id } { $version } is installed already, exactly like this.
pack-up-to-date = { $id } { $version } is up to date.
pack-none = No packs are installed.
pack-made = { $rulesets ->
    [one] One ruleset
   *[other] { $rulesets } rulesets
  }, { $cases ->
    [one] one case passed
   *[other] { $cases } cases passed
  }, { $files ->
    [one] one file
   *[other] { $files } files
  }, { $size }: { $path }
lock-column-version = version
lock-column-sum = fingerprint
lock-by-hand = kept by hand
lock-written = Written: { $path }
lock-holds = { $count ->
    [one] The ruleset is as { $path } says.
   *[other] All { $count } rulesets are as { $path } says.
  }

## pack.yml

pack-without-file = There is no pack.yml in { $path }, so it is not a pack.
help-pack-file = a pack.yml begins like this:
    tirada pack: 1
    id: { $id }
    version: 1.0.0
    authors: [Your name]
    licence: CC-BY-4.0
    language: en
    needs: {"{}"}
pack-without-ruleset = This pack contains no ruleset.
    .label = neither its folder nor a folder in it has rules

## What is in a pack

pack-name-not-text = The name “{ $name }” is not written in UTF-8, so it would not be the same everywhere.
pack-link = “{ $name }” is a link. A pack contains files only, because a link could lead out of it.
pack-special-file = “{ $name }” is not a regular file, and a pack contains nothing else.
pack-bad-path = { $what ->
    [absolute] “{ $name }” leads out of the pack: it begins at the root of a disk.
    [outside] “{ $name }” leads out of the pack by `..`.
    [backslash] “{ $name }” has a `\`, which separates folders on some systems; write `/`.
    [long] “{ $name }” is too long for the name of a file with its folders.
    [deep] “{ $name }” is in too many folders inside one another.
   *[strange] “{ $name }” cannot be the name of a file on every system.
  }
pack-name-twice = “{ $name }” is there twice; on many systems, names that differ only in capitals are one.
pack-file-too-large = “{ $name }” is too large: { $limit } at most.
pack-too-large = The files of this pack are too large together: { $limit } at most.
pack-too-many-files = There are too many files in this pack: { $limit } at most.
pack-too-many-cases = There are too many cases in this pack: { $limit } at most.
    .label = in this pack
pack-zip-too-large = { $name } is too large for a pack: { $limit } at most.
pack-zip-broken = { $what ->
    [password] { $name } is protected by a password; a pack has to be open to all.
    [method] { $name } is packed in a way that not every system knows; pack it with `tirada pack`, or as a plain .zip (“deflate”).
    [twice] { $name } has two files with the same name.
   *[broken] { $name } is not a .zip that can be read to the end.
  }
pack-left-behind = Left out, because a pack contains only .yml, .md, .txt, a LICENSE and the like: { $names }
pack-ruleset-id = The `id` of this ruleset is “{ $id }”, but it would be found as “{ $folder }”: give both the same name. (If the rules are beside pack.yml, that is the id of the pack.)
    .label = these rules
pack-case-failed = The case “{ $name }” fails: { $what } is { $found }, and { $expected } was expected.
    .label = expected here

## Ids, and needs

pack-clash = { $what ->
    [program] “{ $name }” is the program itself; call the pack something else.
    [shipped] A ruleset “{ $name }” comes with the program; call yours something else.
    [pack] The installed pack “{ $other }” has a ruleset “{ $name }” already.
    [own] There is a ruleset “{ $name }” already, in { $other }, which is in no pack: move it somewhere else, or call yours something else.
   *[folder] There is something already where the pack “{ $name }” would go: { $other }.
  }
    .label = the id is taken
pack-hidden = The ruleset “{ $name }” will not be found by its id: TIRADA_PATH has another one, in { $path }, which goes before it.
pack-need-missing = This pack needs “{ $name }”, which is not installed.
    .label = not there
pack-need-version = This pack needs “{ $name }” in version { $range }, and { $version } is there.
    .label = not this version
pack-need-circle = Packs cannot need each other in a circle: { $path }.
    .label = back to the beginning
pack-need-unsaid = The ruleset extends “{ $name }”, and the pack does not say that it needs it.
    .label = from outside of the pack
help-import-need = import it first: `tirada import` takes a folder, a .zip or an address
help-update-need = `tirada update { $name }` brings a newer one, if there is one
help-update-program = it comes with the program: get another version of tirada
help-write-need = write under `needs:` in pack.yml: { $need }
pack-breaks-need = The installed pack “{ $name }” needs “{ $id }” in version { $range }, and this is { $version }.
    .label = not for “{ $name }”
pack-breaks-ruleset = With this “{ $id }”, the ruleset “{ $ruleset }” of the installed pack “{ $name }” would not work any more.
pack-is-needed = “{ $name }” cannot be removed: it is needed by { $names }.
pack-unknown = No pack called “{ $name }” is installed.
help-in-pack = it is a ruleset of the pack “{ $name }”
help-comes-with-program = it comes with the program, and stays
pack-without-record = There is no record of where “{ $name }” came from: it was put there by hand. Import it once, and it can be updated.
pack-another-id = Where “{ $name }” came from there is now another pack, “{ $other }”: { $source }

## Fetching and writing

pack-bad-address = { $what ->
    [scheme] “{ $address }” is not an address to fetch a pack from: it begins with https:// or http://.
    [password] An address with a name or a password in it would be written down in records; fetch the .zip yourself and import that.
   *[address] “{ $address }” is not an address.
  }
pack-not-fetched = { $what ->
    [status] { $address } answers with the error { $status }.
    [time] { $address } takes longer than { $seconds } seconds.
    [host] The server of { $address } cannot be found.
    [redirects] { $address } leads to other addresses more than { $redirects } times, or to none that can be used.
    [unsafe] { $address } leads to an address without https.
    [large] What is at { $address } is too large for a pack: { $limit } at most.
   *[connection] { $address } cannot be reached, or breaks off.
  }
pack-not-written = { $path } cannot be written: { $why ->
    [missing] its folder is not there
    [forbidden] you are not allowed to
    [there] something is already there
    [full] the disk is full
    [large] it would be larger than is allowed
    [read-only] the disk can only be read
    [no-folder] part of its path is not a folder
    [folder] it is a folder
    [name] no file can have this name
    [busy] another program is using it
    [text] it contains something that is not UTF-8 text
   *[other] system error { $why }
}.
pack-no-data-folder = There is no folder for data: set HOME.
pack-exists = { $path } already exists and is a different one. People who have it would take the new one for the same: raise the version in pack.yml, or use --force.
pack-is-older = “{ $name }” { $old } is installed, and { $new } is older; there is no terminal to ask whether to replace it.
help-downgrade = `--downgrade` lets an older version replace a newer one
pack-nobody-to-ask = There is no terminal to ask at: use --yes to go on without the question.

## The lock file

lock-not-there = There is no tirada.lock in this folder; `tirada lock` writes one.
bad-lock = { $path } cannot be understood; `tirada lock --force` writes it again.
lock-ruleset-missing = tirada.lock says that “{ $name }” ({ $locked }) is played here, and it is not installed.
lock-ruleset-differs = “{ $name }” is not the one that tirada.lock says: it says { $locked }, and { $found } is installed.
lock-pack-changed = The files of the installed pack “{ $name }” { $version } are no longer those that were installed and locked.
help-lock-changed = if you changed them on purpose, give the pack another version and lock that
help-ignore-lock = `--ignore-lock` plays all the same
lock-program-differs = This table was locked with tirada { $locked }, and this is { $found }. The rules are the same.
lock-pack-differs = “{ $name }” of this pack (version { $version }) is not the one that tirada.lock says (version { $locked }).
lock-without-pack = tirada.lock says nothing of a pack “{ $name }”.
lock-without-source = tirada.lock does not say where the pack “{ $name }” comes from; get it with `tirada import --locked PATH`.
help-import-locked = `tirada import --locked` fetches what it says
help-locked-program = it comes with tirada { $version }: get that version
help-locked-folder = it is kept by hand: put back the files as they were
help-lock-anew = if this is what you play from now on, `tirada lock` records it
