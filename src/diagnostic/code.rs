//! The codes of all diagnostics.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($($name:ident = $spelling:literal,)*) => {
        /// The kind of an error or a warning. Its spelling is at once its stable name and its identifier in
        /// the message catalogues; `docs/errors.md` lists all of them.
        ///
        /// ```
        /// assert_eq!("unknown-name".parse(), Ok(tirada::Code::UnknownName));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs)]
        pub enum Code { $($name,)* }

        impl Code {
            /// All codes, sorted by their spelling.
            ///
            /// ```
            /// assert!(tirada::Code::ALL.is_sorted_by_key(|code| code.as_str()));
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its spelling.
            ///
            /// ```
            /// assert_eq!(tirada::Code::UnknownName.as_str(), "unknown-name");
            /// ```
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $spelling,)* }
            }
        }
    };
}

/// Codes about the same kind of thing, which begin with the same word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// A game that extends itself or nothing.
    Extends,
    /// Reading or writing a file.
    File,
    NoSuch,
    Unknown,
    Unused,
    Yaml,
}

impl Code {
    /// The family of the code, if it has one.
    pub(crate) fn family(self) -> Option<Family> {
        const FAMILIES: [(&str, Family); 6] = [
            ("extends-", Family::Extends),
            ("file-", Family::File),
            ("no-such-", Family::NoSuch),
            ("unknown-", Family::Unknown),
            ("unused-", Family::Unused),
            ("yaml-", Family::Yaml),
        ];
        FAMILIES.iter().find(|(start, _)| self.as_str().starts_with(start)).map(|(_, family)| *family)
    }
}

impl Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// No code is spelled so.
///
/// ```
/// assert_eq!("no code at all".parse::<tirada::Code>(), Err(tirada::UnknownCode));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCode;

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let at = Self::ALL.binary_search_by_key(&text, |code| code.as_str()).map_err(|_| UnknownCode)?;
        Self::ALL.get(at).copied().ok_or(UnknownCode)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

codes! {
    ActionsInACircle = "actions-in-a-circle", AliasOfItself = "alias-of-itself", AllowNothing = "allow-nothing",
    AllowUnknown = "allow-unknown", AllowWithoutReason = "allow-without-reason", AlreadyHere = "already-here",
    AlreadyThere = "already-there", AlwaysAnswered = "always-answered", AlwaysSame = "always-same", AmbiguousAnswer = "ambiguous-answer",
    AmountBelowZero = "amount-below-zero", AmountNever = "amount-never", AmountNotANumber = "amount-not-a-number",
    AnswerNotAsked = "answer-not-asked", AnswerUnused = "answer-unused", AnswerWithoutName = "answer-without-name", AnsweredOfWhat = "answered-of-what", AskedTooEarly = "asked-too-early", AsksOfNothing = "asks-of-nothing", AtLeastNumber = "at-least-number", AtMostExplosions = "at-most-explosions", BadAgain = "bad-again", BadAnswer = "bad-answer",
    BadConditions = "bad-conditions", BadConfig = "bad-config", BadEach = "bad-each", BadFaceSpan = "bad-face-span", BadFaces = "bad-faces", BadFind = "bad-find", BadFormulaName = "bad-formula-name", BadHook = "bad-hook",
    BadLock = "bad-lock", BadNth = "bad-nth", BadPackId = "bad-pack-id", BadPackVersion = "bad-pack-version",
    BadSetting = "bad-setting", BadVersion = "bad-version", BadVersionRange = "bad-version-range",
    BaseOfNothing = "base-of-nothing", BeatsNeedsDice = "beats-needs-dice",
    BeginningOfSeveral = "beginning-of-several",
    BestNotANumber = "best-not-a-number",
    BestOfOne = "best-of-one", BestTies = "best-ties", BestUnsure = "best-unsure", BetterUnclear = "better-unclear", BeyondBounds = "beyond-bounds", BoxesNone = "boxes-none", BoxesOfMark = "boxes-of-mark",
    BracesAsWritten = "braces-as-written", BracesWithoutDie = "braces-without-die", BranchesDiffer = "branches-differ",
    CallNotOfSomebody = "call-not-of-somebody", CampaignAlone = "campaign-alone", CampaignDamaged = "campaign-damaged", CampaignLinked = "campaign-linked", CampaignNewer = "campaign-newer", CampaignNotLoaded = "campaign-not-loaded", CampaignRemains = "campaign-remains", CampaignRulesNew = "campaign-rules-new", CampaignRulesOld = "campaign-rules-old", CampaignTaken = "campaign-taken", CampaignUses = "campaign-uses", CannotListen = "cannot-listen", CannotRewrite = "cannot-rewrite",
    CardGained = "card-gained", CardNotInPile = "card-not-in-pile", CardTwice = "card-twice",
    CardsWithoutEnd = "cards-without-end",
    CaseExpectsNothing = "case-expects-nothing", CaseRollsNothing = "case-rolls-nothing",
    CaseStepWithoutDeed = "case-step-without-deed", CasesElsewhere = "cases-elsewhere", CasesOfAnotherGame = "cases-of-another-game",
    CasesWithoutGame = "cases-without-game",
    CellNeedsRow = "cell-needs-row", CellOfTooMuch = "cell-of-too-much", CellPending = "cell-pending",
    CellWithoutDice = "cell-without-dice", CellsAreWords = "cells-are-words", ChainedComparison = "chained-comparison", ChancesUnknown = "chances-unknown",
    ChangeBreaks = "change-breaks", ChangeNotAMap = "change-not-a-map", ChangeOfNothing = "change-of-nothing",
    ChangeWithoutEffect = "change-without-effect",
    CharacterExpected = "character-expected", CharacterOfAnotherGame = "character-of-another-game",
    CharacterUnfinished = "character-unfinished",
    CharacterWhereNumber = "character-where-number", CharacterWithoutGame = "character-without-game",
    ClassNever = "class-never", ClassOfWhichRoll = "class-of-which-roll", ClassesMeet = "classes-meet",
    ColumnTwice = "column-twice", ColumnWhereNumber = "column-where-number", ColumnsMissing = "columns-missing",
    ColumnsOfTwoKinds = "columns-of-two-kinds",
    CommandSaysTooMuch = "command-says-too-much", CommandUnfinished = "command-unfinished",
    ComparedByValue = "compared-by-value", ComparedTotal = "compared-total", ComparesTheSum = "compares-the-sum",
    ConditionInKey = "condition-in-key", ConditionNever = "condition-never", ConditionNotHere = "condition-not-here",
    ConditionNotSimple = "condition-not-simple", ConditionWhereFace = "condition-where-face",
    CountWithoutTime = "count-without-time", CountedByNumber = "counted-by-number", DeciderNear = "decider-near", DecisionNeeded = "decision-needed",
    DeckEmpty = "deck-empty", DeckKey = "deck-key", DeclaredTwice = "declared-twice",
    DefaultOutOfRange = "default-out-of-range", DefinedOtherwise = "defined-otherwise",
    DefinedTwice = "defined-twice", DiceBeforeARoll = "dice-before-a-roll", DiceBesideKey = "dice-beside-key",
    DiceCase = "dice-case", DiceExpected = "dice-expected", DiceInACondition = "dice-in-a-condition",
    DiceInDerived = "dice-in-derived", DiceLeftOver = "dice-left-over", DiceLieAlready = "dice-lie-already", DiceNotHere = "dice-not-here",
    DiceOfWhichRoll = "dice-of-which-roll", DicePickedLater = "dice-picked-later", DiceSince = "dice-since", DiceWithoutRow = "dice-without-row", DiceWordInTwoWays = "dice-word-in-two-ways",
    DieNotInRoll = "die-not-in-roll", DieSides = "die-sides", DieWithoutFaces = "die-without-faces",
    DieWithoutSides = "die-without-sides", DiffOddsCut = "diff-odds-cut", DiffOfOne = "diff-of-one",
    DiffReachesTooMuch = "diff-reaches-too-much", DifferentThings = "different-things",
    DiffersByAccent = "differs-by-accent", DigitsUnread = "digits-unread", DivisionByZero = "division-by-zero", DoneByARole = "done-by-a-role", DotInNewName = "dot-in-new-name",
    DotTouches = "dot-touches", DropTooMany = "drop-too-many", DuplicateKey = "duplicate-key",
    DuplicateKeyNormalForm = "duplicate-key-normal-form", EffectsNeedCell = "effects-need-cell",
    EffectsWhereValue = "effects-where-value", EmptyExpression = "empty-expression", EmptyKey = "empty-key",
    EmptyKeys = "empty-keys", EmptyName = "empty-name", EmptyValue = "empty-value", EmptyWord = "empty-word",
    EveryNeedsOneRole = "every-needs-one-role", ExpectsNothing = "expects-nothing",
    ExplodesForever = "explodes-forever", ExplodesTwice = "explodes-twice", ExtendsInACircle = "extends-in-a-circle",
    ExtendsItself = "extends-itself", ExtendsNothing = "extends-nothing", ExtendsTooDeep = "extends-too-deep",
    FaceWithoutRow = "face-without-row", FeatureMissing = "feature-missing", FileBusy = "file-busy",
    FileChanged = "file-changed", FileForbidden = "file-forbidden", FileIsFolder = "file-is-folder",
    FileNoFolder = "file-no-folder", FileNotAsRead = "file-not-as-read", FileNotOurs = "file-not-ours", FileNotThere = "file-not-there",
    FileNotUtf8 = "file-not-utf-8", FileNotWritten = "file-not-written", FileSpecial = "file-special",
    FileTooLarge = "file-too-large", FileTwice = "file-twice", FileUnreadable = "file-unreadable", FileUtf16 = "file-utf-16",
    FindNeedsNumbers = "find-needs-numbers", FindNeedsRows = "find-needs-rows", FormatNotHere = "format-not-here",
    FormulaNotHere = "formula-not-here", FreeNamesTwice = "free-names-twice",
    GainNeedsName = "gain-needs-name", GameNotSound = "game-not-sound", GameTooLarge = "game-too-large",
    GatheredNeverGiven = "gathered-never-given", GivenApart = "given-apart", GivenAway = "given-away", GivenForOdds = "given-for-odds",
    GivenMissing = "given-missing", GivenNever = "given-never",
    GivenNeverGathered = "given-never-gathered", GivenToAnother = "given-to-another", GivenTwice = "given-twice",
    GivenUnread = "given-unread",
    GroupIsNotAValue = "group-is-not-a-value", HalfAComparison = "half-a-comparison", HasAnother = "has-another", HasNo = "has-no",
    HeadingMissing = "heading-missing",
    HiddenByCommand = "hidden-by-command",
    HidesName = "hides-name", HookMissing = "hook-missing", HookNeedsStep = "hook-needs-step", HowManyAnswers = "how-many-answers", IdDiffers = "id-differs", IdleWithoutFolder = "idle-without-folder",
    ImpossibleFace = "impossible-face", InRoleTwice = "in-role-twice", InTurnsAlready = "in-turns-already", InputAlone = "input-alone",
    InputOutOfRange = "input-out-of-range", InputTwice = "input-twice", InputWithoutValue = "input-without-value",
    Internal = "internal", InterventionBeforeDice = "intervention-before-dice",
    InterventionNotHere = "intervention-not-here", InterventionNotNow = "intervention-not-now",
    InterventionOwn = "intervention-own", InterventionWhich = "intervention-which",
    InterventionWhose = "intervention-whose", InterventionWithoutEffect = "intervention-without-effect",
    InterventionsOfARoll = "interventions-of-a-roll", InvisibleInName = "invisible-in-name",
    JointAlone = "joint-alone", JointApart = "joint-apart", JointTooMany = "joint-too-many", JointTwoTests = "joint-two-tests",
    JournalNotKept = "journal-not-kept",
    KeepAtLeastOne = "keep-at-least-one", KeepTooMany = "keep-too-many", KeysWithoutTable = "keys-without-table",
    KindHasNone = "kind-has-none", KindStillHas = "kind-still-has", KindWithoutDefault = "kind-without-default",
    KindsOfNoTrait = "kinds-of-no-trait",
    LabelCannotBeSet = "label-cannot-be-set", LabelNotSet = "label-not-set", LabelOfTwoKinds = "label-of-two-kinds",
    LabelTooEarly = "label-too-early", LabelWithoutValue = "label-without-value",
    LastStateHasWhen = "last-state-has-when", LastsTwice = "lasts-twice", LetIsDice = "let-is-dice",
    LetIsFunction = "let-is-function", LetIsGroup = "let-is-group", LetIsKeyword = "let-is-keyword",
    LetIsOption = "let-is-option", LetIsTable = "let-is-table", LetIsTaken = "let-is-taken", LetIsTest = "let-is-test",
    LetNeedsNumber = "let-needs-number", LetNotAName = "let-not-a-name", LikeInACircle = "like-in-a-circle",
    LikeOfNothing = "like-of-nothing", LineNotText = "line-not-text", LineTooLong = "line-too-long",
    ListUnlikeDice = "list-unlike-dice",
    LockNotThere = "lock-not-there", LockPackChanged = "lock-pack-changed", LockPackDiffers = "lock-pack-differs",
    LockProgramDiffers = "lock-program-differs", LockRulesetDiffers = "lock-ruleset-differs",
    LockRulesetMissing = "lock-ruleset-missing", LockWithoutPack = "lock-without-pack",
    LockWithoutSource = "lock-without-source", MarginReadTwice = "margin-read-twice", MarginUpwards = "margin-upwards", MayBeUnanswered = "may-be-unanswered",
    MemberWithoutName = "member-without-name", MissingCells = "missing-cells", MissingClose = "missing-close",
    MissingElse = "missing-else", MissingEquals = "missing-equals", MissingIn = "missing-in",
    MissingKey = "missing-key", MissingLetName = "missing-let-name", MissingThen = "missing-then",
    MissingVersion = "missing-version", MisspeltComparison = "misspelt-comparison", MoreMistakes = "more-mistakes",
    NameAfterDot = "name-after-dot", NameAtTheTable = "name-at-the-table", NameBeforeDot = "name-before-dot",
    NameBeyondRoll = "name-beyond-roll", NameIsDice = "name-is-dice", NameIsFunction = "name-is-function",
    NameNotHere = "name-not-here", NameOfTheGame = "name-of-the-game", NameSpellsDice = "name-spells-dice",
    NameTaken = "name-taken", NameTooLong = "name-too-long", NameWithQuotes = "name-with-quotes",
    NameWithSign = "name-with-sign", NearInherited = "near-inherited", NearlyATrait = "nearly-a-trait",
    NeedNotMet = "need-not-met", NegativeDice = "negative-dice", NeverDone = "never-done", NeverFits = "never-fits", NeverMissed = "never-missed", NeverPaid = "never-paid", NeverSo = "never-so",
    NewBaseElsewhere = "new-base-elsewhere", NewDevice = "new-device", NewExists = "new-exists",
    NewNoName = "new-no-name", NewNotDice = "new-not-dice", NewNothingOpen = "new-nothing-open", NewTaken = "new-taken",
    NewerVersion = "newer-version", NoCharacterFile = "no-character-file",
    NoCharacters = "no-characters",
    NoColumns = "no-columns", NoColumnsApart = "no-columns-apart",
    NoDefaultRuleset = "no-default-ruleset", NoDice = "no-dice", NoFiles = "no-files",
    NoInputsByName = "no-inputs-by-name", NoMargin = "no-margin", NoMiddle = "no-middle",
    NoOneCanAct = "no-one-can-act",
    NoOpenGroup = "no-open-group",
    NoOrder = "no-order", NoOutcomeHolds = "no-outcome-holds", NoOwnDie = "no-own-die", NoRise = "no-rise", NoRoles = "no-roles", NoRoll = "no-roll", NoRounds = "no-rounds", NoRow = "no-row",
    NoRowCalledSo = "no-row-called-so", NoRowThere = "no-row-there", NoRulesetFile = "no-ruleset-file", NoStateBetween = "no-state-between", NoSuchCard = "no-such-card",
    NoSuchCase = "no-such-case",
    NoSuchCode = "no-such-code", NoSuchCondition = "no-such-condition", NoSuchDie = "no-such-die",
    NoSuchFace = "no-such-face", NoSuchMark = "no-such-mark", NoSuchOutcome = "no-such-outcome", NoSuchPoints = "no-such-points",
    NoSuchQuestion = "no-such-question", NoSuchRow = "no-such-row", NoSuchSession = "no-such-session", NoSuchStep = "no-such-step", NoSuchTag = "no-such-tag",
    NoSuchTagValue = "no-such-tag-value", NoSuchTrack = "no-such-track", NoTag = "no-tag", NoTarget = "no-target",
    NoTemplate = "no-template",
    NoTracks = "no-tracks", NoTranslation = "no-translation",
    NoTurns = "no-turns",
    NoVersusTest = "no-versus-test",
    NoWorthOfDice = "no-worth-of-dice", NobodyChosen = "nobody-chosen", NobodyHas = "nobody-has",
    NobodyIsCalledSo = "nobody-is-called-so", NobodyOfThatName = "nobody-of-that-name",
    NobodyTakesPart = "nobody-takes-part", NobodyThere = "nobody-there", NotACampaign = "not-a-campaign", NotACard = "not-a-card", NotACharacter = "not-a-character",
    NotAChoice = "not-a-choice", NotAColumn = "not-a-column", NotACondition = "not-a-condition",
    NotACount = "not-a-count", NotACountOfTime = "not-a-count-of-time", NotADeck = "not-a-deck", NotAFace = "not-a-face",
    NotAFormula = "not-a-formula", NotALanguage = "not-a-language", NotAList = "not-a-list",
    NotAMap = "not-a-map",
    NotANumber = "not-a-number", NotARange = "not-a-range", NotARow = "not-a-row", NotASecret = "not-a-secret",
    NotASeed = "not-a-seed",     NotASetting = "not-a-setting", NotATag = "not-a-tag", NotAText = "not-a-text", NotATime = "not-a-time",
    NotATrait = "not-a-trait", NotAWholeNumber = "not-a-whole-number", NotAnAccent = "not-an-accent", NotAnAddress = "not-an-address", NotAnAnswerOfDice = "not-an-answer-of-dice",
    NotCounted = "not-counted", NotEnoughPoints = "not-enough-points", NotFaces = "not-faces", NotHad = "not-had", NotInATest = "not-in-a-test", NotInThisOutcome = "not-in-this-outcome",
    NotMany = "not-many", NotOfSomebody = "not-of-somebody", NotOfTheTable = "not-of-the-table",
    NotOfThisKind = "not-of-this-kind",
    NotOneIntervention = "not-one-intervention", NotOneOf = "not-one-of", NotOpposed = "not-opposed",
    NotPoints = "not-points", NotRolledYet = "not-rolled-yet", NotRolls = "not-rolls", NotThrownYet = "not-thrown-yet", NotTwoSides = "not-two-sides", NotUtf8 = "not-utf-8",
    NotWords = "not-words", NotWrittenHere = "not-written-here", NotYesOrNo = "not-yes-or-no", NotYours = "not-yours",
    NothingAnswers = "nothing-answers", NothingBehindDot = "nothing-behind-dot", NothingIsAssigned = "nothing-is-assigned", NothingRolledYet = "nothing-rolled-yet", NothingSaved = "nothing-saved",
    NothingThrown = "nothing-thrown", NothingToChoose = "nothing-to-choose", NothingToForget = "nothing-to-forget", NothingToGain = "nothing-to-gain",
    NothingToIntervene = "nothing-to-intervene", NothingToRead = "nothing-to-read", NothingToRedo = "nothing-to-redo",
    NothingToShow = "nothing-to-show", NothingToUndo = "nothing-to-undo",
    NpcCount = "npc-count",
    NumberOfDice = "number-of-dice", NumberTooLarge = "number-too-large", NumbersInListedRow = "numbers-in-listed-row",
    OddBlanks = "odd-blanks",
    OddsNeverEnd = "odds-never-end", OddsNoMargin = "odds-no-margin", OddsNoSamples = "odds-no-samples", OddsNoTest = "odds-no-test", OddsOfOwnTrait = "odds-of-own-trait",
    OddsOneRuleset = "odds-one-ruleset", OddsTooLarge = "odds-too-large", OddsTooLong = "odds-too-long",
    OddsTooManySamples = "odds-too-many-samples", OddsTooMuch = "odds-too-much",
    OddsTooMuchMemory = "odds-too-much-memory", OddsTooMuchWork = "odds-too-much-work", OfMany = "of-many",
    OneDieOfMany = "one-die-of-many",
    OneOfExpected = "one-of-expected", OneOfMany = "one-of-many", OneOfNothing = "one-of-nothing",
    OneOfSeveral = "one-of-several",
    OnlyBesideATest = "only-beside-a-test", OnlyInATest = "only-in-a-test", OnlyRolls = "only-rolls", OpenBrace = "open-brace",
    OptionCannotChange = "option-cannot-change", OptionChangesNothing = "option-changes-nothing",
    OptionInside = "option-inside", OptionPatchPlace = "option-patch-place", OptionPending = "option-pending", OptionWith = "option-with",
    OptionWithoutDefault = "option-without-default", OptionalAnyway = "optional-anyway",
    OrdersNobody = "orders-nobody",
    OtherNotation = "other-notation", OtherSecret = "other-secret", OutcomeNever = "outcome-never",
    OutcomeOfAnotherClass = "outcome-of-another-class", OutcomeOrName = "outcome-or-name", OverDiffer = "over-differ", OverEmpty = "over-empty",
    OverNeedsNumbers = "over-needs-numbers", OverNoEffect = "over-no-effect", OverNoRows = "over-no-rows",
    OverNotValues = "over-not-values", OverTooMany = "over-too-many", OverTooManyNames = "over-too-many-names",
    OverTooManyPoints = "over-too-many-points", OverUnfinished = "over-unfinished",
    OverUnknownName = "over-unknown-name", OwnKeyChanged = "own-key-changed", PackAnotherId = "pack-another-id", PackBadAddress = "pack-bad-address",
    PackBadPath = "pack-bad-path", PackBreaksNeed = "pack-breaks-need", PackBreaksRuleset = "pack-breaks-ruleset",
    PackCaseFailed = "pack-case-failed", PackClash = "pack-clash", PackExists = "pack-exists",
    PackFileTooLarge = "pack-file-too-large", PackFileUnread = "pack-file-unread", PackHidden = "pack-hidden",
    PackIsNeeded = "pack-is-needed", PackIsOlder = "pack-is-older", PackLeftBehind = "pack-left-behind",
    PackLink = "pack-link", PackNameNotText = "pack-name-not-text", PackNameTwice = "pack-name-twice",
    PackNeedCircle = "pack-need-circle", PackNeedMissing = "pack-need-missing", PackNeedUnsaid = "pack-need-unsaid",
    PackNeedUnused = "pack-need-unused", PackNeedVersion = "pack-need-version",
    PackNoDataFolder = "pack-no-data-folder", PackNobodyToAsk = "pack-nobody-to-ask",
    PackNotFetched = "pack-not-fetched", PackNotWritten = "pack-not-written", PackRulesetId = "pack-ruleset-id",
    PackSpecialFile = "pack-special-file", PackTooLarge = "pack-too-large", PackTooManyCases = "pack-too-many-cases",
    PackTooManyFiles = "pack-too-many-files", PackTooSlow = "pack-too-slow", PackUnknown = "pack-unknown",
    PackWithoutFile = "pack-without-file", PackWithoutRecord = "pack-without-record",
    PackWithoutRuleset = "pack-without-ruleset", PackZipBroken = "pack-zip-broken",
    PackZipTooLarge = "pack-zip-too-large", PartApart = "part-apart", PeopleNotSaved = "people-not-saved",
    PickedTwice = "picked-twice", PlacesOfEntries = "places-of-entries", PointsOfTheTable = "points-of-the-table", PointsOutOfRange = "points-out-of-range",
    PointsWithoutMax = "points-without-max",
    PolicyNotHere = "policy-not-here", PolicyWithoutCondition = "policy-without-condition",
    PrintedQuotes = "printed-quotes",
    QuestionOfWhom = "question-of-whom", QuestionWithTwoKinds = "question-with-two-kinds",
    QuestionWithoutKind = "question-without-kind", RangeGap = "range-gap", RangesOverlap = "ranges-overlap",
    RemoveOfNothing = "remove-of-nothing", RemovedButUsed = "removed-but-used",
    RequirementUnmet = "requirement-unmet", RerollsForever = "rerolls-forever",
    ReservedName = "reserved-name", ResultTooLarge = "result-too-large", RoleMissing = "role-missing",
    RoleNotSaid = "role-not-said", RoleOfAKind = "role-of-a-kind", RoleTaken = "role-taken", RoleTwice = "role-twice",
    RoleWithoutFile = "role-without-file", RollNotDice = "roll-not-dice",
    RollsOrProduct = "rolls-or-product", RoundOfTurns = "round-of-turns",
    RoundingMissing = "rounding-missing",
    RowByNameOnly = "row-by-name-only", RowCounted = "row-counted", RowNever = "row-never", RowOrDice = "row-or-dice",
    RowTwice = "row-twice", RowWhereNumber = "row-where-number", RowsAreRanges = "rows-are-ranges", RowsWithoutOrder = "rows-without-order",
    SaidTwice = "said-twice", SandboxClosed = "sandbox-closed", SaveCutShort = "save-cut-short",
    SaveRecordUnknown = "save-record-unknown", SavedIsTrait = "saved-is-trait", SavedThrowsAgain = "saved-throws-again", SavedTooDeep = "saved-too-deep", SaysTooMuch = "says-too-much", SecondVs = "second-vs",
    SetAndGiven = "set-and-given", SetWithoutEffect = "set-without-effect", SettledAlone = "settled-alone", SeveralRolls = "several-rolls", SeveralTests = "several-tests", SideBySide = "side-by-side",
    SignsAlike = "signs-alike",
    StateNever = "state-never", StateOfTableNeedsNoRole = "state-of-table-needs-no-role", StepNever = "step-never", StepOfMany = "step-of-many", StepOfWhom = "step-of-whom",
    StepWithIf = "step-with-if", StepWithTwoVerbs = "step-with-two-verbs", StepWithoutVerb = "step-without-verb", StrayBrace = "stray-brace",
    StrayClose = "stray-close", StrayExplode = "stray-explode", StraySeparator = "stray-separator",
    StrayWord = "stray-word", SuccessAndFailure = "success-and-failure", SuffixNeedsNumber = "suffix-needs-number", SymbolForWord = "symbol-for-word",
    Syntax = "syntax", SyntaxEnd = "syntax-end", TableExpected = "table-expected", TableFirst = "table-first",
    TableNeedsRow = "table-needs-row", TableTooDeep = "table-too-deep", TableWithTwoKindsOfRows = "table-with-two-kinds-of-rows",
    TableWithoutFile = "table-without-file", TableWithoutRows = "table-without-rows", TablesInACircle = "tables-in-a-circle",
    TagForAndUntil = "tag-for-and-until", TagHasNoName = "tag-has-no-name", TagNamedTwice = "tag-named-twice",
    TagNeedsName = "tag-needs-name", TagNeedsTime = "tag-needs-time", TagNeverGiven = "tag-never-given",
    TagNotThere = "tag-not-there", TagOfSeveral = "tag-of-several", TagOnlyOnce = "tag-only-once", TagValueByName = "tag-value-by-name", TagValueMissing = "tag-value-missing",
    TagWhereNumber = "tag-where-number", TagWithoutNames = "tag-without-names", TargetTwice = "target-twice",
    TestNeedsCall = "test-needs-call", TestNotHere = "test-not-here", TestWithoutTarget = "test-without-target",
    TextCutAtHash = "text-cut-at-hash", TextTooLong = "text-too-long", TextWhereNumber = "text-where-number",
    TimesInACircle = "times-in-a-circle", TimesNeedsStar = "times-needs-star", TooDeep = "too-deep",
    TooDeepEvaluation = "too-deep-evaluation", TooFarLeft = "too-far-left", TooFarRight = "too-far-right",
    TooFewAnswers = "too-few-answers", TooFewDice = "too-few-dice", TooLongChain = "too-long-chain", TooManyActions = "too-many-actions",
    TooManyAnswers = "too-many-answers", TooManyCalls = "too-many-calls", TooManyCards = "too-many-cards", TooManyCells = "too-many-cells", TooManyDice = "too-many-dice", TooManyEntries = "too-many-entries",
    TooManyFaces = "too-many-faces", TooManyFormulas = "too-many-formulas", TooManyInputs = "too-many-inputs",
    TooManyKeys = "too-many-keys", TooManyRounds = "too-many-rounds", TooManySides = "too-many-sides", TooManySteps = "too-many-steps",
    TooManySuffixes = "too-many-suffixes", TooManyTies = "too-many-ties", TooManyTimes = "too-many-times",
    TooMuchOutput = "too-much-output", TooMuchText = "too-much-text", TooMuchTime = "too-much-time", TooMuchToCheck = "too-much-to-check",
    TooMuchToRedo = "too-much-to-redo", TooMuchToUndo = "too-much-to-undo", TornSuffix = "torn-suffix", TotalIsACondition = "total-is-a-condition",
    TrackIsMarked = "track-is-marked", TrackKey = "track-key", TrackNeedsDot = "track-needs-dot", TrackWithoutMarks = "track-without-marks",
    TraitIsDerived = "trait-is-derived", TraitOutOfRange = "trait-out-of-range", TraitUnset = "trait-unset",
    TraitWithoutValue = "trait-without-value", TraitWorkedOut = "trait-worked-out",
    TraitsInACircle = "traits-in-a-circle", TranslationApart = "translation-apart", TranslationHole = "translation-hole",
    TranslationIntoItself = "translation-into-itself", TranslationLacks = "translation-lacks",
    TranslationOfAnother = "translation-of-another", TranslationOfNothing = "translation-of-nothing",
    TurnOfNothing = "turn-of-nothing", TurnPasses = "turn-passes", TurnsNeedMany = "turns-need-many",
    TwoDefaults = "two-defaults", UnclosedQuote = "unclosed-quote", UnknownAction = "unknown-action", UnknownCharacter = "unknown-character",
    UnknownChoice = "unknown-choice", UnknownClass = "unknown-class", UnknownColumn = "unknown-column", UnknownCommand = "unknown-command",
    UnknownDie = "unknown-die", UnknownFunction = "unknown-function", UnknownGiven = "unknown-given",
    UnknownHeading = "unknown-heading", UnknownInput = "unknown-input", UnknownIntervention = "unknown-intervention",
    UnknownKey = "unknown-key",
    UnknownLabel = "unknown-label", UnknownLanguage = "unknown-language", UnknownName = "unknown-name",
    UnknownOutcome = "unknown-outcome", UnknownPerson = "unknown-person", UnknownQuestion = "unknown-question",
    UnknownRole = "unknown-role", UnknownRow = "unknown-row", UnknownRuleset = "unknown-ruleset",
    UnknownSetting = "unknown-setting", UnknownSide = "unknown-side", UnknownStep = "unknown-step",
    UnknownSuffix = "unknown-suffix", UnknownTable = "unknown-table", UnknownTest = "unknown-test",
    UnknownTime = "unknown-time", UnknownTrait = "unknown-trait", UnknownTraitOrGroup = "unknown-trait-or-group",
    UnknownValue = "unknown-value", UnreachableOutcome = "unreachable-outcome", UnreachableState = "unreachable-state",
    UnreachableTie = "unreachable-tie", UnusedAnswer = "unused-answer", UnusedAsks = "unused-asks",
    UnusedClass = "unused-class", UnusedColumn = "unused-column", UnusedFormula = "unused-formula", UnusedGiven = "unused-given",
    UnusedInput = "unused-input", UnusedOption = "unused-option", UnusedParameter = "unused-parameter",
    UnusedPoints = "unused-points", UnusedTable = "unused-table", UnusedTag = "unused-tag",
    UnusedTagValue = "unused-tag-value",
    UnusedTrack = "unused-track", UnusedTrait = "unused-trait", UnusedValue = "unused-value",
    UsageBadValue = "usage-bad-value", UsageBeforeCommand = "usage-before-command", UsageConflict = "usage-conflict",
    UsageMissing = "usage-missing", UsageNotText = "usage-not-text", UsageTooMany = "usage-too-many", UsageUnknownCommand = "usage-unknown-command",
    UsageUnknownFlag = "usage-unknown-flag", UsageValueMissing = "usage-value-missing", UsageWrong = "usage-wrong",
    Utf16 = "utf-16", ValueBeforeDice = "value-before-dice", ValuesInACircle = "values-in-a-circle",
    VerbAsLabel = "verb-as-label", VsInside = "vs-inside", VsNotHere = "vs-not-here",
    WhenWithoutDefault = "when-without-default", WhichDice = "which-dice", WhichDie = "which-die", WhichRole = "which-role",
    WhichRoll = "which-roll", WhichTrack = "which-track", WhoseFirst = "whose-first", WhoseName = "whose-name",
    WordNever = "word-never", WordWhereNumber = "word-where-number", WordsWithoutColumn = "words-without-column",
    WordsWithoutRow = "words-without-row", WrongClose = "wrong-close",
    WrongNumberOfArguments = "wrong-number-of-arguments", WrongNumberOfCells = "wrong-number-of-cells",
    WrongSeparator = "wrong-separator", YamlAliasBomb = "yaml-alias-bomb", YamlAliasOfItself = "yaml-alias-of-itself",
    YamlAnchor = "yaml-anchor", YamlBehindBracket = "yaml-behind-bracket", YamlBracketInValue = "yaml-bracket-in-value", YamlColonInValue = "yaml-colon-in-value",
    YamlCommaAtEnd = "yaml-comma-at-end", YamlCommentInText = "yaml-comment-in-text", YamlControlCharacter = "yaml-control-character",
    YamlCutAtComma = "yaml-cut-at-comma", YamlCutAtHash = "yaml-cut-at-hash", YamlDirective = "yaml-directive",
    YamlEscape = "yaml-escape", YamlExtraBracket = "yaml-extra-bracket", YamlExtraComma = "yaml-extra-comma",
    YamlIndentation = "yaml-indentation", YamlItemAmongNames = "yaml-item-among-names",
    YamlKeyNotAWord = "yaml-key-not-a-word", YamlMergeKey = "yaml-merge-key", YamlMissingColon = "yaml-missing-colon",
    YamlMissingComma = "yaml-missing-comma", YamlMissingDash = "yaml-missing-dash",
    YamlMissingSpace = "yaml-missing-space", YamlNameAmongItems = "yaml-name-among-items",
    YamlReservedStart = "yaml-reserved-start", YamlSeveralDocuments = "yaml-several-documents",
    YamlSyntax = "yaml-syntax", YamlTab = "yaml-tab", YamlTag = "yaml-tag",
    YamlTextAfterQuote = "yaml-text-after-quote", YamlTooDeep = "yaml-too-deep",
    YamlTooManyNodes = "yaml-too-many-nodes", YamlUnclosedBracket = "yaml-unclosed-bracket",
    YamlUnclosedQuote = "yaml-unclosed-quote", YamlUnknownAlias = "yaml-unknown-alias", YamlUnmerged = "yaml-unmerged",
    YesOrNoExpected = "yes-or-no-expected",
}
