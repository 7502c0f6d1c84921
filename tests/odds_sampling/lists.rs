//! What is left aside, each with the reason.

/// What cases do that can be done, but has no exact odds: the error, and why. Where something is
/// thrown again until there is no tie, and each throw has consequences of its own, there are
/// infinitely many ways.
pub const NO_ODDS: [(&str, &str, &str); 13] = [
    ("hitos/combate.yml: Un combate sin sorpresa, 2", "too-many-ties", "those who tie roll for their order again"),
    (
        "hitos/combate.yml by mirada: Un combate sin sorpresa, 2",
        "too-many-ties",
        "those who tie roll for their order again",
    ),
    ("mirada/juego.yml: La iniciativa y su desempate, 2", "too-many-ties", "those who tie roll for their order again"),
    ("terror/conflictos.yml: Cada uno con lo suyo, 1", "too-many-ties", "of several, those who tie roll again"),
    ("terror/conflictos.yml: De dos rasgos, el mayor de cada parte, 1", "too-many-ties", "each throw has presages"),
    (
        "terror/conflictos.yml: Entre varios y con el monstruo no hace falta declararlo, 1",
        "too-many-ties",
        "of several, those who tie roll again",
    ),
    (
        "terror/conflictos.yml: Entre varios y con el monstruo, 1",
        "too-many-ties",
        "of several, those who tie roll again",
    ),
    ("terror/conflictos.yml: Entre varios y peligroso, 1", "too-many-ties", "of several, those who tie roll again"),
    ("terror/conflictos.yml: Los presagios de los tres, 1", "too-many-ties", "of several, those who tie roll again"),
    ("terror/conflictos.yml: Mark contra Catherine, 1", "too-many-ties", "each throw has presages"),
    ("terror/conflictos.yml: Monstruo y secundario repiten, 1", "too-many-ties", "each throw has presages"),
    ("terror/conflictos.yml: Tres echan a correr, 1", "too-many-ties", "of several, those who tie roll again"),
    ("terror/cualidades.yml: El éxito de uno perjudica al otro, 1", "too-many-ties", "each throw has presages"),
];

/// What cases do whose odds take too long for this suite.
pub const TOO_SLOW: [(&str, &str); 0] = [];

/// Tests and actions that are never sampled: ruleset, name, why.
pub const NOT_SAMPLED: [(&str, &str, &str); 0] = [];
