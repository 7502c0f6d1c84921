# `tirada serve`: the command line and the pages.

## The command line

cli-serve = Opens a table in the browser: a page for the GM and one for each player
cli-serve-files = A campaign (.tirada), a folder of campaigns, or files of characters, which sit down at the table
cli-serve-port = The port; 0 takes a free one
cli-serve-lan = Lets other machines in, such as phones; without it, only this machine can connect
cli-serve-url = The address under which a proxy shows the pages (https://…)
cli-serve-idle = Closes a campaign of a folder when nobody has been there for so many seconds (600)
cli-serve-no_open = Does not open the browser
serve-started = { $game }
    GM: { $link }
serve-link-of = { $name }: { $link }
serve-commitment = SHA-256 of the secret that the dice are derived from: { $hash }
    Ctrl-C stops the server.
serve-folder = Ctrl-C stops the server. A table opens when someone comes with a link, and closes when nobody is there.
serve-stopped = The server has stopped. The secret that the dice were derived from: { $secret }
serve-not-closed = The session could not be closed, because the table did not answer. The secret of the dice is not told; the next start goes on with this session.
serve-not-opened = No program opens the browser here: open the address of the GM yourself.
campaign-alone = A campaign brings its ruleset and its characters: name its file alone.
idle-without-folder = `--idle` is for a folder of campaigns: one table stays open until the server stops.
cannot-listen = The server cannot listen on port { $port }: { $why ->
        [busy] another program is using it
        [forbidden] you are not allowed to
       *[other] system error { $why }
    }.
    Choose another one with `--port`; `--port 0` takes a free one.
not-an-address = “{ $text }” is not the address of a page; it begins with https:// or http://.

## The pages

serve-tables = Tables
serve-gm = GM
serve-people = People
serve-sheet = Sheet
serve-do = Actions
serve-log = Log
serve-parts = Parts of the page
serve-skip = Go to the input line
serve-live = live
serve-stale = not connected – what you see may be out of date
serve-again = connecting again – what you see may be out of date
serve-gone = This link no longer works. Ask the GM for a new one.
serve-lost = The server does not answer. Nothing was sent; try again when the page is connected.
serve-open-your-link = Open the link that you were given, with everything behind the #.
serve-unknown-link = This link is not valid, or not valid any more. Ask the GM for a new one.
serve-needs-script = This page needs JavaScript.
serve-others = Also there:
serve-left = Your character has left the table.
serve-traits = Traits
serve-less = { $name }: one less
serve-more = { $name }: one more
serve-box = box
serve-free = free
serve-pass = Time passes
serve-begin-turns = Act in turn
serve-who-acts = Who takes part
serve-who-acts-all = If you choose no one, everyone who can act takes part.
serve-your-turn = It is your turn
serve-order = The order of turns
serve-cannot-act = cannot act
serve-next-turn = Next
serve-end-turns = End
serve-join-turns = Join the order of turns
serve-who-joins = Who joins
serve-add = Add characters
serve-template = Made of
serve-how-many = How many
serve-add-npc = Add from the template
serve-new-name = Name of a new character
serve-new-about = It gets a link of its own. Whoever opens it fills in the sheet; so can you.
serve-add-own = Add a new character
serve-fill = What is missing on this sheet
serve-fill-about = Once all that has to be there is there, only the GM can change it.
serve-fill-in = Write it on the sheet
serve-members = One to a line, with a number ({ $range })
serve-tags = One to a line
serve-tags-with = One to a line, with { $what } after a colon: { $words }
serve-bad-member = “{ $text }” is not a name with a number.
serve-tell = Private message or handout
serve-tell-to = Who can read it
serve-tell-gm = The GM can read it, too. If you choose no one, only the GM can.
serve-text = Text
serve-undo = Undo
serve-undo-arrival = ({ $more ->
    [0] { $name }
   *[other] { $name } and { $more } more
} will no longer be there)
serve-redo = Redo
serve-dice = Dice on the table
serve-rolled = rolled for you
serve-hidden = Only the GM sees it
serve-by-the-rules = as the rules say
serve-intervene = You can intervene:
serve-intervene-in = You can intervene in: { $what }
serve-where = Where
serve-waits-for = Waiting for { $who } …
serve-the-gm = the GM
serve-sent = Sent. Waiting for the table …
serve-proposed = { $who } proposes: { $answer }
serve-propose = The GM is asked for: { $names }. You can propose an answer.
serve-pick = Tick as many as you want:
serve-none = none
serve-put-to = For { $who }:
serve-answer = Answer
serve-pass-on = Leave it at that
serve-pass-on-all = Leave everything at that
serve-leave-it = Do not do it
serve-type = What you do, or dice
serve-send = Send
serve-found = Suggestions
serve-note = Send as a note
serve-undone = undone
serve-only-for-gm = only for the GM
serve-only-for = only for { $who }
serve-reveal = Show to everyone
serve-decides = { $who } decides
serve-odds = Odds
serve-odds-last = Odds of what was rolled
serve-odds-now = What each would change
serve-rolls = Save the rolls, to verify them
serve-nonce = The number of this browser:
serve-secret = The server has stopped. The secret of the dice:
serve-links = Links for the players
serve-links-about = Each link opens the page of one character. Everyone who has the link can use it: give it only to that player. A new link makes the old one invalid.
serve-links-here = These links work on this computer alone, and no phone can use the codes. Start the server with `tirada serve --lan` for that.
serve-back = Back to the table
serve-renew = New link
serve-revoke = Withdraw the link
serve-hand-to = To the player of
serve-hand = Hand over
serve-no-link = There is no link: nobody can come in as this character.

## Why something is not done

serve-moved-on = The table has moved on since this was shown. Look at the log and try again.
serve-only-gm = Only the GM can do this.
serve-not-yours = You can act only for your own character.
serve-not-for-players = { $by ->
    [none] “{ $name }” is done only by other actions, not by itself.
   *[other] “{ $name }” is only for { $by } to do.
}
serve-no-prying = The sheets of the others are hidden, so a line of yours cannot read them.
serve-no-looking = Commands that only show something are for the GM. Your sheet and the log are on this page.
serve-no-laying = Dice that lie on your table go into the field for dice of what you do, and not into a line.
serve-not-your-move = You can undo only what you did last yourself, and only while nothing has come after it.
serve-not-on-a-page = Files and the choice of the game belong to the machine that runs the server, not to a page.
serve-not-your-question = This question is for someone else.
serve-question-gone = This question is no longer open.
serve-no-answer = That does not answer the question.
serve-no-answer-to = That does not answer “{ $name }”.
serve-given-up = It was given up, and nothing was done.
serve-waiting = The table is waiting for an answer. Go on once it is given.
serve-bad-dice = Dice are numbers: 3, 7, 8.
serve-bad-text = “{ $text }” cannot be sent: it has quotation marks or an equals sign.
serve-unknown-field = The request has a field “{ $name }”, which means nothing there. Nothing was done; leave it out, or write the name as docs/serving.md does.
serve-bad-request = The page sent something that the server does not understand. Load the page again.
serve-bad-nonce = The number of a browser consists of at most 64 of the characters 0 to 9 and a to f.
serve-too-long = The text is empty or too long.
serve-too-slow = The request did not arrive in time. Nothing was done.
serve-too-large = This is too much: a request holds at most 64 KB, an image 2 MB. Nothing was done.
serve-too-fast = Too many requests at once. Wait a moment.
serve-busy = The table is busy. Try again in a moment.
serve-ended = The table has ended. What was acknowledged is kept if it is a campaign; start the server again.

## Verifying dice

cli-verify = Verifies that the dice of a table fell as its secret says
cli-verify-file = The rolls, as a page saves them; `-` reads them from standard input
cli-verify-secret = The secret that the server told when it stopped
cli-verify-nonce = The number that your own browser added, as its page shows it: rolls without it are told
verify-typed = typed by hand
verify-good = as the secret says
verify-bad = not what the secret says
verify-other-dice = not the dice that this line throws
verify-other-line = not the line that was said
verify-other-nonce = thrown without the number of that browser
verify-open = its secret is not told yet
verify-sum = { $good } as the secret says, { $bad } not, { $typed } typed by hand
verify-unsealed =
    { $count ->
        [one] One line has no seal: what it says is not verified.
       *[other] { $count } lines have no seal: what they say is not verified.
    }
verify-sum-open = { $open } cannot be verified yet: give the secret with `--secret`.
not-rolls = { $path } holds no rolls as a page saves them: line { $line }, column { $column }.
not-a-secret = “{ $text }” is not a secret; it has 64 digits from 0 to 9 and a to f.
other-secret = The secret is not the one that the table announced: its hash is not { $hash }.
serve-image = Image
serve-image-about = PNG, JPEG, GIF or WebP, at most 2 MB
serve-not-an-image = this is no image, or none that can be shown: PNG, JPEG, GIF or WebP, at most 2 MB
serve-too-many-images = there are 200 images already
serve-dice-not-needed = The typed dice ({ $dice }) were not needed.
