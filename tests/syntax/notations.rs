//! Notations of other programs: what they become, and what is left alone.

use tirada::internals::syntax::{Notation, Suspect, translated};

const ALL: Notation = Notation { counts: true, digits: true, foreign: true };

#[test]
fn other_rollers_are_understood() {
    for (theirs, ours) in [
        ("10d10>=8", "count(10d10, >=8)"),
        ("5d6=6 + 1", "count(5d6, =6) + 1"),
        ("10d10r1>=8", "count(10d10r1, >=8)"),
        ("4d6kh3>=4", "count(4d6kh3, >=4)"),
        // The sign that a phone writes means the same as the two that a keyboard has.
        ("5d6≥5", "count(5d6, ≥5)"),
        ("5d6≤2 + 1", "count(5d6, ≤2) + 1"),
        ("d66", "(10 * d6 + d6)"),
        ("2d66", "((10 * d6 + d6) + (10 * d6 + d6))"),
        ("d888 + 1", "(100 * d8 + 10 * d8 + d8) + 1"),
        ("d20adv + 3", "2d20kh1 + 3"),
        ("1d6[fire] + 2d8 [cold]", "1d6 + 2d8 # fire, cold"),
        ("/r 2d6", "2d6"),
        ("10d10==8", "count(10d10, =8)"),
        ("10d10=>8", "count(10d10, >=8)"),
        ("(2 + 3)d10>=8 + 1", "count((2 + 3)d10, >=8) + 1"),
        ("(d66)d6>=5", "count(((10 * d6 + d6))d6, >=5)"),
        ("(3d6>=5)d10>=8", "count((count(3d6, >=5))d10, >=8)"),
        ("4d%>=50", "count(4d%, >=50)"),
        ("d66>=20", "(10 * d6 + d6)>=20"),
        ("1d66=37 + d66", "(10 * d6 + d6)=37 + (10 * d6 + d6)"),
        ("if d66>=20 then 1 else 0", "if (10 * d6 + d6)>=20 then 1 else 0"),
        ("2d66>=70", "((10 * d6 + d6) + (10 * d6 + d6))>=70"),
        ("2d66>=20 + 1", "((if (10 * d6 + d6) >= 20 then 1 else 0) + (if (10 * d6 + d6) >= 20 then 1 else 0)) + 1"),
        ("d20adv[luck]+3", "2d20kh1+3 # luck"),
        ("4d6![fire]", "4d6! # fire"),
        ("(2d6 + 1)[fire]", "(2d6 + 1) # fire"),
        ("d20adv + 3 vs 15", "2d20kh1 + 3 vs 15"),
        ("1d6[fire] vs 3", "1d6 vs 3 # fire"),
        ("[[2d6]] damage done", "2d6 # damage done"),
    ] {
        assert_eq!(ALL.rewritten(theirs, &|_| false).as_deref(), Some(ours), "{theirs}");
    }
    // What may be meant otherwise is not read in silence.
    for doubtful in ["ROUND(7 / 2)", "max 2d6", "45%", "3d6 and 2d8"] {
        assert_eq!(ALL.rewritten(doubtful, &|_| false), None, "{doubtful}");
    }
    assert_eq!(ALL.repeated("6x 4d6kh3"), Some((6, "4d6kh3")));
    assert_eq!(ALL.repeated("/r 6x 4d6kh3"), Some((6, "4d6kh3")));
    assert_eq!(ALL.repeated("!roll 6#4d6"), Some((6, "4d6")));
    assert_eq!(ALL.repeated("6x(4d6kh3)"), Some((6, "(4d6kh3)")));
    assert_eq!(ALL.repeated("6x(2 + 1d6)"), Some((6, "(2 + 1d6)")));
    assert_eq!(ALL.repeated("6x(2 + 1)"), None);
    // It is rolled six times, which is not six times what is rolled.
    assert_eq!(ALL.rewritten("6x 4d6kh3", &|_| false), None);
    for (theirs, count) in [
        ("6x 4d6", Some(6)),
        ("6x4d6", Some(6)),
        ("6#4d6", Some(6)),
        ("r6 4d6", Some(6)),
        ("6 times 4d6", Some(6)),
        ("repeat 4d6", None),
        ("repeat 6 4d6", Some(6)),
        ("repeat(4d6, 6)", Some(6)),
    ] {
        assert_eq!(Notation::often(theirs, &|_| false), Some((count, "4d6".to_owned())), "{theirs}");
    }
    for other in ["2d6 times 3", "4d6", "2#d6 each", "6 # d6", "r6", "r 4d6", "6x", "repeat", "6 dice 4d6", "x 4d6"] {
        assert_eq!(Notation::often(other, &|_| false), None, "{other}");
    }
    for same in ["3d6 >= 10", "3d6>=2d6", "3d6>=10", "d20>=12", "2d6 + 1", "10d10!>=9", "d6", "d100", "Bad66"] {
        assert_eq!(ALL.rewritten(same, &|_| false), None, "{same}");
    }
    assert_eq!(Notation::default().rewritten("d66", &|_| false), None);
}

/// Digits are read wherever such dice stand, or it is said that they cannot be.
#[test]
fn digits_are_read_everywhere_or_refused() {
    let digits = Notation { digits: true, ..Notation::default() };
    assert_eq!(digits.rewritten("2d66>=20", &|_| false).as_deref(), Some("((10 * d6 + d6) + (10 * d6 + d6))>=20"));
    for unread in ["2d66kh1", "(1 + 1)d66", "11d66", "0d66", "d66!", "d66!>=60", "d66r<20", "d66666", "2d66kh1>=20"] {
        for all in [ALL, digits] {
            assert_eq!(all.rewritten(unread, &|_| false), None, "{unread}");
            let found = all.suspects(&format!("1 + {unread}"));
            assert!(matches!(found.as_slice(), [Suspect::Unread(at)] if at.start == 4), "{unread}: {found:?}");
        }
        assert!(!Notation::default().suspects(unread).iter().any(|one| matches!(one, Suspect::Unread(_))));
    }
    // One die with so many sides is told, whatever is done with it.
    for noticed in ["d66>=20", "3d66>=20", "(d66)>=20", "d66 = 37"] {
        let found = Notation::default().suspects(noticed);
        assert!(found.iter().any(|one| matches!(one, Suspect::Digits(..))), "{noticed}: {found:?}");
    }
}

#[test]
fn what_others_read_otherwise_is_noticed() {
    let found = Notation::default().suspects("10d10>=8 + d66");
    assert_eq!(
        found,
        [Suspect::Compared(0..8, "count(10d10, >=8)".to_owned()), Suspect::Digits(11..14, "(10 * d6 + d6)".to_owned())]
    );
    assert_eq!(ALL.suspects("10d10>=8 + 2d6>=7"), [Suspect::Beyond(11..17)]);
    let constant = |at, ours: &str| vec![Suspect::Constant(at, ours.to_owned())];
    assert_eq!(ALL.suspects("10d10 >= 8  # fire"), constant(0..10, "count(10d10, >= 8)"));
    assert_eq!(ALL.suspects("5d6 < 5"), constant(0..7, "count(5d6, < 5)"));
    assert_eq!(ALL.suspects("5d6 <= 5"), []);
    assert_eq!(ALL.suspects("1 + 10d10 >= 8"), []);
}

fn known(word: &str) -> bool {
    matches!(word, "Force" | "Wits" | "total" | "x1" | "vs" | "who.Charm" | "Side = blue")
}

fn ours(text: &str) -> Option<String> {
    let found = translated(text, &known)?;
    let mut new = text.to_owned();
    new.replace_range(found.span.range(), &found.replacement);
    Some(new)
}

/// What others write, and how it is written here.
const EXAMPLES: &[(&str, &str)] = &[
    ("/r 2d6", "2d6"),
    ("8+", "total >= 8"),
    (">= 8", "total >= 8"),
    ("8..12", "total >= 8 and total <= 12"),
    ("10 or more", "total >= 10"),
    ("10 o menos", "total <= 10"),
    ("self.Force + $Wits", "Force + Wits"),
    ("⌊Force / 2⌋ + 1", "(Force div down 2) + 1"),
    ("Force // 2 + sum(mod)", "Force div down 2 + sum(mod)"),
    ("Math.max(Force, 2)", "max(Force, 2)"),
    ("x1 fails", "x1.failure"),
    ("sum armour + 1", "sum(armour) + 1"),
    ("1 + the Force", "1 + Force"),
    ("Force / 2 (round up) + 1", "Force div up 2 + 1"),
    ("any die >= 5", "count(>= 5) > 0"),
    ("!roll 2d6 + 1", "2d6 + 1"),
    ("1_000 + Force", "1000 + Force"),
    ("2d6 + ?{Bonus|2}", "let Bonus = 2 in 2d6 + Bonus"),
    ("?{How many?|3}d6 + 1", "let «How many?» = 3 in («How many?»)d6 + 1"),
    ("IF(Force > 1; 2; 3)", "(if Force > 1 then 2 else 3)"),
    ("SI(Force > 1, SI(Wits > 2, 1, 2), 3) + 1", "(if Force > 1 then (if Wits > 2 then 1 else 2) else 3) + 1"),
    ("si Force > 1 entonces 2 sino 3", "if Force > 1 then 2 else 3"),
    ("abs(Force)", "max(Force, -Force)"),
    ("abs(Force - Wits)", "(let n = Force - Wits in max(n, -n))"),
    ("MAX(Force; Wits)", "max(Force, Wits)"),
    ("2 x Force", "2 * Force"),
    ("2x Force", "2 * Force"),
    ("2x3", "2 * 3"),
    ("Force x 2", "Force * 2"),
    ("Force > 1 y Wits > 2", "Force > 1 and Wits > 2"),
    ("Force > 1 y/o Wits > 2", "Force > 1 or Wits > 2"),
    ("Force > 1 AND NOT Wits > 2", "Force > 1 and not Wits > 2"),
    ("Force > 1 AND < 5", "Force > 1 and Force < 5"),
    ("AND Force > 1", "Force > 1"),
    ("4d6 drop lowest", "4d6dl1"),
    ("drop(4d6, 1) + 2", "4d6dl1 + 2"),
    ("Force is greater than 3", "Force > 3"),
    ("Force is less than Wits", "Force < Wits"),
    ("Force ∕ 2", "Force / 2"),
    ("keep(4d6, 3)", "4d6kh3"),
    ("2d20L", "2d20kl1"),
    ("3d6h + 1", "3d6kh1 + 1"),
    ("4d6H3", "4d6kh3"),
    ("4d6 keep highest 3 + 1", "4d6kh3 + 1"),
    ("drop lowest 4d6", "4d6dl1"),
    ("d20 adv", "2d20kh1"),
    ("1d20 + Force dis", "2d20kl1 + Force"),
    ("adv(d20) + 2", "2d20kh1 + 2"),
    ("d20 with advantage", "2d20kh1"),
    ("d20 + 2 con desventaja", "2d20kl1 + 2"),
    ("con ventaja d20", "2d20kh1"),
    ("4d6 best 3", "4d6kh3"),
    ("2d6 with disadvantage", "3d6kl2"),
    ("2d20 adv + 1", "2d20kh1 + 1"),
    ("3d20 dis", "3d20kl1"),
    ("Force·2", "Force * 2"),
    ("Force x2 + 1", "Force * 2 + 1"),
    ("2 ⋅ Force", "2 * Force"),
    ("Force•2 + 1", "Force * 2 + 1"),
    ("Forcex2 + 1", "Force * 2 + 1"),
    ("+1", "1"),
    ("if Force > 1 then +1 else -1", "if Force > 1 then 1 else -1"),
    ("max(+1, Force)", "max(1, Force)"),
    ("Force at least 3", "Force >= 3"),
    ("if (Force > 2) 3 else 4", "if (Force > 2) then 3 else 4"),
    ("if Force > 2 { 3 } else { 4 }", "if Force > 2 then (3) else (4)"),
    ("if Force > 2 { 3 }", "if Force > 2 then (3) else 0"),
    (
        "if Force > 2 { 3 } else if Wits > 1 { 2 } else { 1 }",
        "if Force > 2 then (3) else if Wits > 1 then (2) else (1)",
    ),
    ("Force (max 10)", "min(Force, 10)"),
    ("2d6 + Force (mín 3)", "max(2d6 + Force, 3)"),
    ("if Force > 2: 3 else: 4", "if Force > 2 then 3 else 4"),
    ("test(bonus: 3, Force)", "test(bonus = 3, Force)"),
    ("Force + 1 at most 3", "Force + 1 <= 3"),
    ("Force is not Wits", "Force != Wits"),
    ("if Force is Wits then 1 else 2", "if Force = Wits then 1 else 2"),
    ("Force between 1 and 3", "Force >= 1 and Force <= 3"),
    ("if Force + 1 between 1 and 3 then 1 else 2", "if Force + 1 >= 1 and Force + 1 <= 3 then 1 else 2"),
    ("half Force", "Force / 2"),
    ("10d10ts8", "count(10d10, >= 8)"),
    ("10d10s8 + 1", "count(10d10, >= 8) + 1"),
    ("10d10cs8", "count(10d10, 8)"),
    ("10d6cs>5", "count(10d6, >5)"),
    ("10d6cs>5cf<2", "count(10d6, >5) - count(<2)"),
    ("5d10 éxitos 8", "count(5d10, >= 8)"),
    ("5d10 successes >= 8", "count(5d10, >= 8)"),
    ("5d10 successes on 6", "count(5d10, >= 6)"),
    ("4dF.2 + 1", "4dF + 1"),
    ("2dF.1", "2d{-1, 0, 0, 0, 0, 1}"),
    ("1d[2, 4, 6]", "1d{2, 4, 6}"),
    ("2d20 kh", "2d20kh1"),
    ("4d6 dl + 1", "4d6dl1 + 1"),
    ("IF(Force > 5 then 2 else 3)", "(if Force > 5 then 2 else 3)"),
    ("n = 2d6 in n + n", "let n = 2d6 in n + n"),
    ("random(1, 6)", "d6"),
    ("random(6)", "d6"),
    ("aleatorio(2; 4; 8)", "d{2, 4, 8}"),
    ("MOD(2d6, 4)", "(2d6 % 4)"),
    ("RESIDUO(Force; 2) + 1", "(Force % 2) + 1"),
    ("2d6 : 2", "2d6 / 2"),
    ("dado de 20", "d20"),
    ("un dado de 20 + 1", "d20 + 1"),
    ("3d6 max", "3d6kh1"),
    ("1d20 CD 15", "1d20 vs 15"),
    ("1d20 + 1 DC15", "1d20 + 1 vs 15"),
    ("1d20 vs DC15", "1d20 vs 15"),
    ("Wits % Force + %Force%", "Wits % Force + Force"),
    ("1 + ½ Force", "1 + Force / 2"),
    ("la mitad de Force + 1", "Force / 2 + 1"),
    ("2 * half of Force", "2 * (Force / 2)"),
    ("half(Force)", "Force / 2"),
    ("mitad de (Force + Wits)", "(Force + Wits) / 2"),
    ("10 - half (Force + 1)", "10 - ((Force + 1) / 2)"),
    ("el doble de Force", "Force * 2"),
    ("twice Force + 1", "Force * 2 + 1"),
    ("Force divided by 2", "Force / 2"),
    ("Force multiplicado por 2", "Force * 2"),
    ("Force / 2 rounded up", "Force div up 2"),
    ("Force / 2 (redondeando hacia abajo)", "Force div down 2"),
    ("round up(Force / 2)", "Force div up 2"),
    ("the higher of Force and Wits", "max(Force, Wits)"),
    ("el menor de Force y 4", "min(Force, 4)"),
    ("clamp(Force, 1, 6)", "max(1, min(6, Force))"),
    ("average(Force, Wits)", "((Force + Wits) / 2)"),
    ("minimum(Force, 3)", "min(Force, 3)"),
    ("si Force > 1 entonces 2", "if Force > 1 then 2 else 0"),
    ("1 + (si Force > 1 entonces 2)", "1 + (if Force > 1 then 2 else 0)"),
    ("si Force > 1 entonces 1 si no -1", "if Force > 1 then 1 else -1"),
    ("when Force > 1 then 1 else 2", "if Force > 1 then 1 else 2"),
    ("if Force then 1 elif Wits then 2 else 3", "if Force then 1 else if Wits then 2 else 3"),
    ("SUM(Force; Wits; 2)", "(Force + Wits + 2)"),
    ("VLOOKUP(Force, Wits, 1)", "Wits[Force]"),
    ("Force + 7 vs. 12", "Force + 7 vs 12"),
    ("Force + 7 versus 12", "Force + 7 vs 12"),
    ("=Force + 1", "Force + 1"),
    ("[[2d6 + 3]]", "2d6 + 3"),
    ("`2d6`", "2d6"),
    ("2d6 + 'two words'", "2d6 + «two words»"),
    ("2d6 // for harm", "2d6 # for harm"),
    ("2d6 + @{Force}", "2d6 + Force"),
    ("1W6 + 2", "1d6 + 2"),
    ("4df", "4dF"),
    ("2d6cs>=5", "count(2d6, >=5)"),
    ("2d6 plus 3", "2d6 + 3"),
    ("2d10 mod 3", "2d10 % 3"),
    ("roll 2d6", "2d6"),
    ("the highest of 3d6", "3d6kh1"),
    ("highest of 3d6", "3d6kh1"),
    ("２d６", "2d6"),
    ("if Force > 1: 3 else 4", "if Force > 1 then 3 else 4"),
    ("Force > 1 ? 2 : 3", "if Force > 1 then 2 else 3"),
    ("Wits + (Force ? 2 : 3)", "Wits + (if Force then 2 else 3)"),
    ("Force > 1 ? 2 : Wits > 1 ? 3 : 4", "if Force > 1 then 2 else (if Wits > 1 then 3 else 4)"),
    ("max(Force > 1 ? 2 : 3, 4)", "max((if Force > 1 then 2 else 3), 4)"),
    ("2 if Force > 1 else 3", "if Force > 1 then 2 else 3"),
    ("|3 - 5|", "(let n = 3 - 5 in max(n, -n))"),
    ("2 * |Force| + 1", "2 * max(Force, -Force) + 1"),
    ("3d6 y 2d8", "3d6 + 2d8"),
    ("3d6 and 2d8", "3d6 + 2d8"),
    ("2^3", "2 * 2 * 2"),
    ("2**3 + 1", "(2 * 2 * 2) + 1"),
    ("Force²", "Force * Force"),
    ("8 / Force^2", "8 / (Force * Force)"),
    ("2d6^2", "let n = 2d6 in n * n"),
    ("max(Force, 1)^2 + 1", "(let n = max(Force, 1) in n * n) + 1"),
    ("POTENCIA(Force; 2)", "Force * Force"),
    ("45%", "d100 <= 45"),
    ("d100 <= 45%", "d100 <= 45"),
    ("Force * 45%", "Force * 45 / 100"),
    ("10% of Force", "Force * 10 / 100"),
    ("10 % de Force", "Force * 10 / 100"),
    ("max 2d6", "2d6kh1"),
    ("min 2d6 + 1", "2d6kl1 + 1"),
    ("10d6 f5", "count(10d6, 5)"),
    ("10d6>5f1", "count(10d6, >= 5) - count(1)"),
    ("10d6>=5f<2", "count(10d6, >= 5) - count(<2)"),
    ("ROUND(Force)", "Force"),
    ("REDONDEAR(Force / 2; 0) + 1", "(Force div nearest 2) + 1"),
    ("floor(Force / 2)", "Force div down 2"),
    ("Wits + ceil(Force / 2)", "Wits + (Force div up 2)"),
    ("CEILING((Force + Wits) / 2)", "(Force + Wits) div up 2"),
    ("floor(2 * Force / 3 + 1)", "2 * Force div down 3 + 1"),
    // Towards zero is neither down nor up.
    ("trunc(-7 / 2)", "-7 div up 2"),
    ("trunc(7 / 2)", "7 div down 2"),
    ("1 + trunc(Force / 2)", "1 + (if Force < 0 then Force div up 2 else Force div down 2)"),
    ("Force AND > 2", "Force > 2"),
    ("if Force and > 2 then 1 else 0", "if Force > 2 then 1 else 0"),
    ("floor(ceil(Force / 2) / 2)", "(Force div up 2) div down 2"),
    ("Force div 2", "Force div down 2"),
    ("Force // 2", "Force div down 2"),
    ("(Wits + Force // 2) * 2", "(Wits + Force div down 2) * 2"),
    ("Wits + Force // 2 + Force", "Wits + Force div down 2 + Force"),
    ("AND(Force > 1; Wits > 2)", "(Force > 1 and Wits > 2)"),
    ("O(Force > 1; Wits > 2 y Wits < 4)", "(Force > 1 or (Wits > 2 and Wits < 4))"),
    ("SI(Y(Force > 1; Wits > 2); 1; 0)", "(if (Force > 1 and Wits > 2) then 1 else 0)"),
    ("SI(Force > 1; 1)", "(if Force > 1 then 1 else 0)"),
    ("if AND Force > 1 then 2 else 3", "if Force > 1 then 2 else 3"),
    ("2d6 >= 3 AND <= 5", "let n = 2d6 in n >= 3 and n <= 5"),
    ("if 2d6 >= 3 AND <= 5 then 1 else 2", "if (let n = 2d6 in n >= 3 and n <= 5) then 1 else 2"),
    ("Wits + Force >= 1 AND <= 3", "Wits + Force >= 1 and Wits + Force <= 3"),
    ("count(5 or 6)", "count(5) + count(6)"),
    ("1 + count(Wits, 5 o 6)", "1 + (count(Wits, 5) + count(Wits, 6))"),
    ("count(3d6, 5 or 6)", "count(3d6, >= 5)"),
    ("count(3d6, 1..2)", "count(3d6, <= 2)"),
    ("count(3d6, 5+)", "count(3d6, >= 5)"),
    ("count(5..6)", "count(5) + count(6)"),
    ("count(5 or more)", "count(>= 5)"),
    ("count(2 or less)", "count(<= 2)"),
    ("2d6 times 3", "2d6 * 3"),
    ("VLOOKUP(Force; Table; 2)", "Table[Force]"),
    ("{2d6, Force}kh1", "max(2d6, Force)"),
    ("{2d6, 1d8} + 1", "(2d6 + 1d8) + 1"),
    ("{4d6}kh3", "4d6kh3"),
    ("count 6 in 5d6", "count(5d6, 6)"),
    ("1d20 + 5 vs CD 15", "1d20 + 5 vs 15"),
    ("1d20 + 5 >= dc 15", "1d20 + 5 >= 15"),
    ("1d20+5 TN 15", "1d20+5 vs 15"),
    ("2d6 y 10", "2d6 + 10"),
    ("10 and 2d6", "10 + 2d6"),
    ("3 dice", "3d"),
    ("3 * dice + 1", "3d + 1"),
    ("3 dice of 6 sides", "3d6"),
    ("1 + roll 2d6", "1 + 2d6"),
    ("output 3d6", "3d6"),
    ("5>3 AND", "5>3"),
    ("random.randint(1;6)", "d6"),
    ("2 * RANDBETWEEN(2, 7)", "2 * (d6 + 1)"),
    ("1d20rr1", "1d20r1"),
    ("1d20rr<3 + 1", "1d20r<3 + 1"),
    ("1d20mi10", "max(1d20, 10)"),
    ("2d6mi2", "2d{2, 2, 3, 4, 5, 6}"),
    ("4d4kh3ma3", "4d{1, 2, 3, 3}kh3"),
    ("1d6e6", "1d6!6"),
    ("3d6x", "3d6!"),
    ("4d6d1 + 2", "4d6dl1 + 2"),
    ("4d6pl1", "4d6dl1"),
    ("4d6 kh 3", "4d6kh3"),
    ("4d6-L + 1", "4d6dl1 + 1"),
    ("4d6-2L", "4d6dl2"),
    ("5d6 − 2H + 1", "5d6dh2 + 1"),
    ("4d6p3", "4d{1, 2, 0, 4, 5, 6}"),
    ("10d10f1", "count(10d10, 1)"),
    ("6d10t7 + 1", "count(6d10, >= 7) + 1"),
    ("(2d6)x3", "(2d6) * 3"),
    ("the highest of 2d6 and 3d6", "max(2d6, 3d6)"),
    ("lowest of 2d6 or 3d6 + 1", "min(2d6, 3d6) + 1"),
    ("2d6 named harm", "2d6 # harm"),
    ("output 2d6 + 1 named \"harm done\"", "2d6 + 1 # harm done"),
    ("2d6·2", "2d6 * 2"),
    ("2d6 x2", "2d6 * 2"),
    ("3d6x2", "3d6 * 2"),
    ("count 6s in 5d6", "count(5d6, 6)"),
    ("count 5d6 >= 5", "count(5d6, >= 5)"),
    ("count >= 5 en 5d6 + 1", "count(5d6, >= 5) + 1"),
    ("[[2d6]] damage done", "2d6 # damage done"),
    ("not Force between 1 and 3", "not (Force >= 1 and Force <= 3)"),
    ("natural 20", "sum() = 20"),
    ("1 + count >= 5", "1 + count(>= 5)"),
    ("who is not Charm", "not who.Charm"),
    ("who has Charm", "who.Charm"),
    ("has not Force", "not Force"),
    ("has Force", "Force"),
    ("Force in 3..5", "Force >= 3 and Force <= 5"),
    ("Force 3 or more", "Force >= 3"),
    ("Force in [near, missed]", "Force = near or Force = missed"),
    ("Force greater than 3", "Force > 3"),
    ("Force = 3 or 4", "Force = 3 or Force = 4"),
    ("Side = red or blue", "Side = red or Side = blue"),
    ("Force > 1, Wits", "Force > 1 and Wits"),
    ("2 * double Force", "2 * (Force * 2)"),
    ("Force + 1 (rounded up)", "Force + 1"),
    ("Force + 1 rounded up", "Force + 1"),
    ("max(1, Force)d6", "(max(1, Force))d6"),
    ("10d6<3f6", "count(10d6, <= 3) - count(6)"),
    ("10d6<3f>5", "count(10d6, <= 3) - count(>5)"),
    ("10d6 f>5", "count(10d6, >5)"),
    ("4d6L2", "4d6kl2"),
    ("2d6 vs 15 --after 5", "2d6 vs 15"),
    ("{2d6, Force}kl", "min(2d6, Force)"),
    ("{4d6} + 1", "(4d6) + 1"),
    ("count 5d6 6", "count(5d6, 6)"),
    ("test(Force, bonus: 3)", "test(Force, bonus = 3)"),
    ("contar(3d6, 5)", "count(3d6, 5)"),
    ("contar(>= 5)", "count(>= 5)"),
    ("die 1", "die(1)"),
    ("max[Force, 2]", "max(Force, 2)"),
    ("2xForce", "2 * Force"),
    ("6x 4d6", "6 * 4d6"),
    ("3d6 min", "3d6kl1"),
];

#[test]
fn other_notations_are_rewritten() {
    for (theirs, expected) in EXAMPLES {
        assert_eq!(ours(theirs).as_deref(), Some(*expected), "{theirs}");
    }
}

/// A line that never applies is misspelt, or another takes what it is for.
#[test]
fn every_pattern_has_an_example() {
    let patterns = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/syntax/foreign/patterns.txt"));
    // `vs` compares only where no test knows it.
    let compared = translated("3d6 vs 10", &|_| false);
    let found = EXAMPLES.iter().filter_map(|(theirs, _)| translated(theirs, &known)).chain(compared);
    let used: Vec<&str> = found.flat_map(|one| one.rules).collect();
    let lines = patterns.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let unused: Vec<&str> = lines.filter(|line| !used.contains(line)).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn other_texts_are_not_rewritten() {
    for text in [
        "Force Wits",
        "Force ? 2",
        "Force | Wits",
        "2d6 +",
        "foo(1)",
        "x",
        "Force +* 2",
        "",
        "(",
        "adv",
        "; ;",
        "let x1 = ",
        "< and < 5",
        "2 % 3",
        "Force % Wits",
        "d{1,2,3}",
        "Force^Wits",
        "count(5d6, 6)",
        "max",
        "10d6 f",
        "1 + BUSCARV(Force, Table, 3, 0)",
        "Force and Wits",
        // One division cannot express how such a sum is rounded.
        "floor(Force / 2 + Wits / 2)",
        "ceil(5 - Force / 2)",
        "ROUND(Force / 2 * 3)",
        "trunc(2 * Force / 3 + 1)",
        "trunc((Force - 2) / Wits)",
        "count(3d6, 2 or 6)",
        "if 2d6 and 1 then 2 else 3",
        "1d100mi30kh1",
        "RANDBETWEEN(6, 1)",
        "CD 15",
    ] {
        assert_eq!(ours(text), None, "{text}");
    }
}
