//! Empty on purpose.
