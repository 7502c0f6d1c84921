//! What is left aside, each with the reason.

/// What cases do that can be done, but whose odds are too much: the error, and why. Where something is
/// thrown again until there is no tie, and each throw has consequences of its own, there are
/// infinitely many ways; `too-many-ties` are those of which more than one in a thousand is left over.
pub const NO_ODDS: [(&str, &str, &str); 8] = [
    (
        "cdb/acciones.yml: La ayuda de muchos no pasa del tope, 1",
        "odds-too-much-work",
        "five roll, and each is told of",
    ),
    ("cdb/acciones.yml: La ayuda de muchos, fuera del tope, 1", "odds-too-much-work", "five roll, and each is told of"),
    ("terror/conflictos.yml: Cada uno con lo suyo, 1", "odds-too-much-memory", "of several, those who tie roll again"),
    (
        "terror/conflictos.yml: Entre varios y con el monstruo no hace falta declararlo, 1",
        "odds-too-much-memory",
        "of several, those who tie roll again",
    ),
    (
        "terror/conflictos.yml: Entre varios y con el monstruo, 1",
        "odds-too-much-memory",
        "of several, those who tie roll again",
    ),
    ("terror/conflictos.yml: Entre varios y peligroso, 1", "too-many-ties", "of several, those who tie roll again"),
    ("terror/conflictos.yml: Los presagios de los tres, 1", "too-many-ties", "of several, those who tie roll again"),
    ("terror/conflictos.yml: Tres echan a correr, 1", "too-many-ties", "of several, those who tie roll again"),
];

/// What cases do whose odds take too long for this suite.
pub const TOO_SLOW: [(&str, &str); 0] = [];

/// Tests and actions that are never sampled: ruleset, name, why.
pub const NOT_SAMPLED: [(&str, &str, &str); 0] = [];
