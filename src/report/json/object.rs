//! JSON objects that keep the order of their keys.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The version of all top-level objects. It changes when a key is removed or changes its meaning.
const VERSION: u32 = 1;

/// A value of JSON whose objects keep the order of their keys.
#[derive(Debug, Clone)]
pub enum Json {
    /// A text, a number, or anything without such objects.
    Leaf(Value),
    List(Vec<Object>),
    Object(Object),
    /// Values by names that are not known here.
    Named(BTreeMap<String, Json>),
    /// A list of objects that are made one after the other: there may be a million.
    Each(Rc<dyn Objects>),
}

/// Objects that are made when they are written.
pub trait Objects: std::fmt::Debug {
    /// The objects, in order.
    fn each(&self) -> Box<dyn Iterator<Item = Object> + '_>;
}

/// An object of JSON; its keys stay in the order in which they were put.
#[derive(Debug, Clone, Default)]
pub struct Object(Vec<(&'static str, Json)>);

impl Object {
    pub(in crate::report) fn new() -> Self {
        Self::default()
    }

    /// A top-level object: its first key is the version of these shapes.
    pub(in crate::report) fn versioned() -> Self {
        Self::new().put("version", VERSION)
    }

    pub(in crate::report) fn put(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((key, Json::Leaf(value.into())));
        self
    }

    /// The key only where there is a value.
    pub(in crate::report) fn put_some(self, key: &'static str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.put(key, value),
            None => self,
        }
    }

    pub(in crate::report) fn list(mut self, key: &'static str, list: impl IntoIterator<Item = Self>) -> Self {
        self.0.push((key, Json::List(list.into_iter().collect())));
        self
    }

    pub(in crate::report) fn named(mut self, key: &'static str, all: BTreeMap<String, Json>) -> Self {
        self.0.push((key, Json::Named(all)));
        self
    }

    pub(in crate::report) fn each(mut self, key: &'static str, list: impl Objects + 'static) -> Self {
        self.0.push((key, Json::Each(Rc::new(list))));
        self
    }

    pub(in crate::report) fn object(mut self, key: &'static str, object: Option<Self>) -> Self {
        self.0.push((key, object.map_or(Json::Leaf(Value::Null), Json::Object)));
        self
    }

    /// The keys of both.
    pub(in crate::report) fn and(mut self, mut other: Self) -> Self {
        self.0.append(&mut other.0);
        self
    }
}

/// A list as a top-level object: the version of these shapes, and the list under a key.
pub struct VersionedList<'a, T>(pub &'static str, pub &'a [T]);

impl<T: Serialize> Serialize for VersionedList<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("version", &VERSION)?;
        map.serialize_entry(self.0, self.1)?;
        map.end()
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Leaf(value) => value.serialize(serializer),
            Self::List(list) => list.serialize(serializer),
            Self::Object(object) => object.serialize(serializer),
            Self::Named(all) => all.serialize(serializer),
            Self::Each(list) => serializer.collect_seq(list.each()),
        }
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(super::named(&mut object.0.into_iter().map(|(key, one)| (key.to_owned(), one.into()))))
    }
}

impl From<Json> for Value {
    fn from(value: Json) -> Self {
        match value {
            Json::Leaf(value) => value,
            Json::List(list) => list.into_iter().map(Self::from).collect(),
            Json::Object(object) => object.into(),
            Json::Named(all) => Self::Object(super::named(&mut all.into_iter().map(|(name, one)| (name, one.into())))),
            Json::Each(list) => list.each().map(Self::from).collect(),
        }
    }
}
