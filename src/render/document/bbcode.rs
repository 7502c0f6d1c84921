//! Documents as BBCode.
