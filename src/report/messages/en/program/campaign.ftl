# Campaigns and their logs.
cli-campaign = Keeps a campaign in one file: its characters, everything that was done, and the log
cli-campaign-new = Begins a campaign: makes the file NAME.tirada
cli-campaign-new-name = What it is called; its file is NAME.tirada
cli-campaign-play = Plays on where the last session ended; `tirada NAME.tirada` does the same
cli-campaign-show = Shows who is in a campaign, and its sessions
cli-campaign-show-json = Writes it as JSON
cli-campaign-import = Adds characters from their files
cli-campaign-import-files = The files of the characters
cli-campaign-export = Writes each character into a file of its own
cli-campaign-export-dir = The folder for the files
cli-campaign-export-force = Also overwrites files that are there already
cli-campaign-backup = Copies a campaign into one new file, even while it is being played
cli-campaign-backup-copy = The new file
cli-log = Writes the log of a campaign: what was rolled and done, when, and by whom
cli-log-session = Only this session
cli-log-players = Leaves out what only the game master may see
cli-any-campaign = The file of the campaign
cli-value-campaign = CAMPAIGN
cli-value-copy = COPY

campaign-begun = { $path } is ready, with the rules of { $game }. `tirada { $typed }` opens it.
campaign-opened = Session { $session } of { $name }{ $count ->
    [0] {""}
   *[other] {": "}{ $people }
}. Everything is kept as you go.
campaign-made = Begun on { $when }
campaign-session = Session { $number } · { $when } · { $count ->
    [one] one line
   *[other] { $count } lines
}
log-session = Session { $number } · { $when }
log-now = Now
log-empty = Nothing has happened yet.
log-hidden = hidden
log-private = private: { $names }
prompt-note = writes a note into the log
prompt-kept-anyway = There is nothing to save: the campaign keeps everything as you go. `tirada campaign export` writes the characters into files.

# What can be wrong.
not-a-campaign = { $path } is not a campaign.
help-campaign-new = `tirada campaign new NAME -r RULESET` begins a campaign
campaign-newer = { $path } belongs to a newer program: tirada { $program } wrote it (tables of version { $version }).
help-campaign-newer = use tirada { $program } or a later version; the file was not changed
campaign-linked = { $path } has a second name (a hard link), and what is written by one name is missing by the other
help-campaign-linked = copy it into a file of its own (`cp`), delete the other names, and open the copy
campaign-remains = there is no { $path }, but { $log } is there: what a program that was killed had not yet written into the campaign of that name
help-campaign-remains = if that campaign was moved, move { $log } beside it, under its new name with `-wal`, and open it there; if it was deleted, delete { $log } as well
campaign-damaged = { $path } is damaged: what it holds cannot be read ({ $what }).
help-campaign-damaged = the file was not changed; go on with a copy that `tirada campaign backup` made
campaign-taken = { $known ->
    [no] { $path } is open already in another program.
   *[yes] { $path } is open already: process { $pid } on { $host } has had it since { $since }.
}
help-campaign-taken = only one program at a time writes a campaign; `tirada log` and `tirada campaign backup` read it meanwhile
help-campaign-served = players and game master find it at { $address }
prompt-served = { $path } is served at { $address }: what you type is done there, and `quit` ends only this prompt.
prompt-served-gone = The server at { $address } no longer answers. What it said was done is kept.
campaign-uses = A campaign is played by one ruleset, and cannot change to another.
campaign-rules-new = The rules of { $name } have changed since the last session, and everything fits them: the campaign goes on with the new rules. What was done before can no longer be undone.
campaign-rules-old = { $why ->
    [changed] The rules of { $name } have changed since the last session, and not everything fits them
    [wrong] The rules of { $name } cannot be used as they are now
   *[missing] The rules of { $name } cannot be found
}: the campaign goes on with the rules that it keeps in its file.
help-campaign-saved = these saved rolls do not fit the new rules; save them again with `let`: { $names }
help-campaign-misfit = this does not fit: { $what }
help-not-kept = this line has changed nothing
no-such-session = There is no session { $number }: { $count ->
    [0] none has begun yet.
    [one] there is only session 1.
   *[other] the sessions are 1 to { $count }.
}
journal-left = An earlier session ended before it saved { $names }. `load { $path }` goes on with it; delete the file if you do not want it.
journal-not-kept = What is not saved cannot be kept in { $path }: if the program is killed, it is lost.
campaign-not-loaded = { $path } is a campaign, not the file of a character.
log-image = Image
