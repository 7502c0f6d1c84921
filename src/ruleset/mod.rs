//! Files of rules: from YAML to what was written in them, with every place.

pub mod yaml;
