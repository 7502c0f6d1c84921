//! Colours of what is typed.
