//! What Tab offers.
