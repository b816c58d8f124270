//! Requests out of JSON objects and addresses. Everything that can be wrong with their form is
//! said in every language and names the field it is about, which errors of `serde` alone do not:
//! so the values are handed to `serde` from here, and what does not fit is noticed here.

use std::fmt;

use damier_core::Message;
use damier_core::words::Argument;
use serde::de::value::{SeqDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use crate::error::{ApiError, ErrorCode};
use crate::words;

/// The longest list in a request or an answer; a game has fewer turns, and so has nearly every
/// position.
pub const MOST: usize = 5_000;

/// Where values come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// JSON, where a number is a number.
    Json,
    /// The address of a request, where everything is text.
    Query,
}

/// Fields with their names.
pub type Given = Vec<(String, Value)>;

/// Reads a request, or a part of one.
pub fn decode<T: for<'de> Deserialize<'de>>(given: Given, form: Form) -> Result<T, ApiError> {
    Ok(T::deserialize(Object(Fields { rest: given.into_iter(), value: None, form }))?)
}

/// What is wrong with the form of a request. Boxed, since it is handed through so many functions.
#[derive(Debug)]
pub struct DecodeError(Box<Complaint>);

#[derive(Debug)]
struct Complaint {
    /// The field, with those it is in: `last.turn`.
    path: String,
    wrong: Wrong,
}

#[derive(Debug)]
enum Wrong {
    Missing,
    Unknown,
    /// What it should be.
    Form(Argument),
    TooMany(usize),
    Other(String),
}

impl DecodeError {
    #[inline(never)]
    fn new(path: &str, wrong: Wrong) -> DecodeError {
        DecodeError(Box::new(Complaint { path: path.to_owned(), wrong }))
    }

    fn form(right: impl Into<Argument>) -> DecodeError {
        DecodeError::new("", Wrong::Form(right.into()))
    }

    #[inline(never)]
    fn within(mut self, name: &str) -> DecodeError {
        let path = &mut self.0.path;
        if !path.is_empty() {
            path.insert(0, '.');
        }
        path.insert_str(0, name);
        self
    }

    fn message(self) -> Message {
        let Complaint { path, wrong } = *self.0;
        match wrong {
            Wrong::Missing => words::MISSING.with(path),
            Wrong::Unknown => words::UNKNOWN.with(path),
            Wrong::Form(right) => words::WRONG_FORM.with(path).with(right),
            Wrong::TooMany(many) => words::TOO_MANY.with(path).with(many).with(MOST),
            Wrong::Other(why) => words::NOT_JSON.with(why),
        }
    }
}

impl From<DecodeError> for ApiError {
    fn from(error: DecodeError) -> ApiError {
        ErrorCode::BadRequest.because(error.message())
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.0.path, self.0.wrong)
    }
}

impl std::error::Error for DecodeError {}

impl Error for DecodeError {
    fn custom<T: fmt::Display>(why: T) -> DecodeError {
        DecodeError::new("", Wrong::Other(why.to_string()))
    }

    fn missing_field(name: &'static str) -> DecodeError {
        DecodeError::new(name, Wrong::Missing)
    }

    fn unknown_field(name: &str, _: &'static [&'static str]) -> DecodeError {
        DecodeError::new(name, Wrong::Unknown)
    }
}

/// The fields of an object.
struct Object(Fields);

impl<'de> Deserializer<'de> for Object {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_map(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// A value and where it comes from.
struct Field {
    value: Value,
    form: Form,
}

impl Field {
    #[inline(never)]
    fn text(self) -> Result<String, DecodeError> {
        match self.value {
            Value::String(text) => Ok(text),
            _ => Err(DecodeError::form(words::A_TEXT)),
        }
    }

    #[inline(never)]
    fn number(&self) -> Result<u64, DecodeError> {
        let number = match (&self.value, self.form) {
            (Value::String(text), Form::Query) => text.parse().ok(),
            (value, _) => value.as_u64(),
        };
        number.ok_or_else(|| DecodeError::form(words::A_NUMBER))
    }
}

impl<'de> Deserializer<'de> for Field {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let flag = match (&self.value, self.form) {
            (Value::Bool(flag), _) => Some(*flag),
            (Value::String(text), Form::Query) => match text.as_str() {
                "true" | "1" | "" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            _ => None,
        };
        visitor.visit_bool(flag.ok_or_else(|| DecodeError::form(words::A_FLAG))?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_u64(self.number()?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        // What is more than anything can be counted to is as good as no limit.
        visitor.visit_u32(self.number()?.try_into().unwrap_or(u32::MAX))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let text = self.text()?;
        match variants.iter().find(|name| **name == text) {
            Some(name) => visitor.visit_enum(StrDeserializer::new(name)),
            None => Err(DecodeError::form(
                words::ONE_OF.with(damier_core::List::plain(variants.iter().copied())),
            )),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let Value::Array(list) = self.value else { return Err(DecodeError::form(words::TEXTS)) };
        if list.len() > MOST {
            return Err(DecodeError::new("", Wrong::TooMany(list.len())));
        }
        let form = self.form;
        let items = list.into_iter().map(|value| Field { value, form });
        let listed = visitor.visit_seq(SeqDeserializer::new(items));
        // All our lists are lists of texts.
        listed.map_err(|error| match error.0.wrong {
            Wrong::Form(_) => DecodeError::form(words::TEXTS),
            _ => error,
        })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.value {
            Value::Object(map) => {
                let given: Given = map.into_iter().collect();
                visitor.visit_map(Fields { rest: given.into_iter(), value: None, form: self.form })
            }
            _ => Err(DecodeError::form(words::AN_OBJECT)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u128 f32 f64 char string bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct identifier ignored_any
    }
}

impl IntoDeserializer<'_, DecodeError> for Field {
    type Deserializer = Field;

    fn into_deserializer(self) -> Field {
        self
    }
}

/// The fields of an object one after the other. `null` counts as absent.
struct Fields {
    rest: std::vec::IntoIter<(String, Value)>,
    value: Option<(String, Value)>,
    form: Form,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = DecodeError;

    #[inline(never)]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        self.value = self.rest.find(|(_, value)| !value.is_null());
        let Some((name, _)) = &self.value else { return Ok(None) };
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    #[inline(never)]
    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        let (name, value) = self.value.take().unwrap_or_default();
        seed.deserialize(Field { value, form: self.form }).map_err(|error| error.within(&name))
    }
}
