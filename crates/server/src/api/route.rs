//! A route with all that its description says: what it takes, what it gives, in words and as
//! types. Both stand in one place, so that nothing is served that is not described.

use axum::routing::MethodRouter;
use damier_core::{Lang, Message, Phrase, phrase};
use damier_protocol::Handle;
use damier_protocol::schema::Schemas;
use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::Shared;
use crate::failure::FailureBody;

/// What groups the routes in the description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    /// Rules and values.
    Games,
    /// Games between people.
    Live,
    /// The server itself.
    Server,
}

impl Tag {
    pub(super) const ALL: [Tag; 3] = [Tag::Games, Tag::Live, Tag::Server];

    fn name(self) -> &'static str {
        match self {
            Tag::Games => "games",
            Tag::Live => "live",
            Tag::Server => "server",
        }
    }

    /// As the description lists it.
    pub(super) fn described(self, lang: Lang) -> Value {
        let words = match self {
            Tag::Games => phrase!("api.tag-games"),
            Tag::Live => phrase!("api.tag-live"),
            Tag::Server => phrase!("api.tag-server"),
        };
        json!({ "name": self.name(), "description": words.text(lang) })
    }
}

/// A type, described.
type Describe = fn(&mut Schemas) -> Value;

/// A body, of a request or an answer.
struct Content {
    kind: &'static str,
    schema: Describe,
    example: Option<Value>,
}

impl Content {
    fn described(&self, schemas: &mut Schemas) -> Value {
        let mut body = json!({ "schema": (self.schema)(schemas) });
        if let Some(example) = &self.example {
            body["example"] = example.clone();
        }
        body
    }
}

/// A route: where it is, who answers, and what the description says of it.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) handler: MethodRouter<Shared>,
    name: &'static str,
    tag: Tag,
    summary: Phrase,
    about: Option<Message>,
    fields: Option<Describe>,
    bodies: Vec<Content>,
    answers: Vec<(&'static str, Phrase, Option<Content>)>,
    more: Vec<(&'static str, Value)>,
}

impl Route {
    pub(super) fn new(
        (method, path): (&'static str, &'static str),
        handler: MethodRouter<Shared>,
        (name, tag): (&'static str, Tag),
        summary: Phrase,
    ) -> Route {
        Route {
            method,
            path,
            handler,
            name,
            tag,
            summary,
            about: None,
            fields: None,
            bodies: Vec::new(),
            answers: Vec::new(),
            more: Vec::new(),
        }
    }

    /// More about it than fits into one line.
    pub(super) fn about(self, about: Message) -> Route {
        Route { about: Some(about), ..self }
    }

    /// It answers a request of the protocol, whose fields are in the address, with JSON.
    pub(super) fn handles<R>(self, words: Phrase) -> Route
    where
        R: Handle<Answer: JsonSchema> + JsonSchema,
    {
        self.asks::<R>().answers::<R::Answer>("200", words)
    }

    /// The fields of this type are in the address.
    pub(super) fn asks<R: JsonSchema>(self) -> Route {
        Route { fields: Some(Schemas::read::<R>), ..self }
    }

    /// The body is this type as JSON.
    pub(super) fn takes<R: JsonSchema>(self, example: Value) -> Route {
        self.body("application/json", Schemas::read::<R>, example)
    }

    /// The body is text.
    pub(super) fn takes_text(self, example: &str) -> Route {
        self.body("text/plain", text, example.into())
    }

    fn body(mut self, kind: &'static str, schema: Describe, example: Value) -> Route {
        self.bodies.push(Content { kind, schema, example: Some(example) });
        self
    }

    /// It answers with this type as JSON.
    pub(super) fn answers<A: JsonSchema>(self, status: &'static str, words: Phrase) -> Route {
        self.gives(status, words, "application/json", Schemas::sent::<A>)
    }

    /// It answers with a text of this kind.
    pub(super) fn answers_text(self, kind: &'static str, words: Phrase) -> Route {
        self.gives("200", words, kind, text)
    }

    /// It answers with something that is described otherwise.
    pub(super) fn gives(
        mut self,
        status: &'static str,
        words: Phrase,
        kind: &'static str,
        schema: Describe,
    ) -> Route {
        self.answers.push((status, words, Some(Content { kind, schema, example: None })));
        self
    }

    /// It answers without a body.
    pub(super) fn changes(mut self, status: &'static str, words: Phrase) -> Route {
        self.answers.push((status, words, None));
        self
    }

    /// Something that the description says besides.
    pub(super) fn with(mut self, name: &'static str, value: Value) -> Route {
        self.more.push((name, value));
        self
    }

    /// The operation, as OpenAPI writes it.
    pub(super) fn described(&self, schemas: &mut Schemas, lang: Lang) -> Value {
        let mut out = json!({
            "operationId": self.name,
            "tags": [self.tag.name()],
            "summary": self.summary.text(lang),
            "parameters": self.parameters(schemas, lang),
        });
        if let Some(about) = &self.about {
            out["description"] = about.text(lang).into();
        }
        for body in &self.bodies {
            out["requestBody"]["required"] = true.into();
            out["requestBody"]["content"][body.kind] = body.described(schemas);
        }
        for (status, words, content) in &self.answers {
            let mut answer = json!({ "description": words.text(lang) });
            if let Some(content) = content {
                answer["content"][content.kind] = content.described(schemas);
            }
            out["responses"][status] = answer;
        }
        let failure = json!({ "schema": schemas.sent::<FailureBody>() });
        out["responses"]["default"] = json!({
            "description": phrase!("api.failure").text(lang),
            "content": { "application/json": failure },
        });
        for (name, value) in &self.more {
            out[name] = value.clone();
        }
        out
    }

    /// What is in the address: the names in the path, then the fields that a text can give, then
    /// the language.
    fn parameters(&self, schemas: &mut Schemas, lang: Lang) -> Vec<Value> {
        let in_path = || self.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let mut all: Vec<Value> = in_path().map(|name| path_parameter(name, lang)).collect();
        let fields = self.fields.map(|fields| fields(schemas)).unwrap_or_default();
        let required = fields["required"].as_array().cloned().unwrap_or_default();
        for (name, schema) in fields["properties"].as_object().into_iter().flatten() {
            let Some(schema) = in_query(schema) else { continue };
            if !in_path().any(|other| other == name) {
                let required = required.contains(&json!(name));
                all.push(parameter(name, "query", required, schema, lang));
            }
        }
        let languages: Vec<&str> = Lang::ALL.iter().map(|lang| lang.code()).collect();
        let languages = json!({ "type": "string", "enum": languages });
        all.push(parameter("lang", "query", false, languages, lang));
        all
    }
}

fn text(_: &mut Schemas) -> Value {
    json!({ "type": "string" })
}

fn path_parameter(name: &str, lang: Lang) -> Value {
    let mut parameter = parameter(name, "path", true, json!({ "type": "string" }), lang);
    if name == "game" {
        parameter["example"] = damier_games::IDS[0].into();
    }
    parameter
}

fn parameter(name: &str, place: &str, required: bool, mut schema: Value, lang: Lang) -> Value {
    let comment = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    let words = said_of(name).map(|words| words.text(lang).into());
    let description = words.or(comment).unwrap_or_default();
    json!({
        "name": name,
        "in": place,
        "required": required,
        "description": description,
        "schema": schema,
    })
}

/// What a parameter means, for people.
fn said_of(name: &str) -> Option<Phrase> {
    Some(match name {
        "game" => phrase!("api.parameter-game"),
        "rules" => phrase!("api.parameter-rules"),
        "position" => phrase!("api.parameter-position"),
        "lang" => phrase!("api.parameter-lang"),
        "id" => phrase!("api.parameter-id"),
        "theme" => phrase!("api.parameter-theme"),
        "coordinates" => phrase!("api.parameter-coordinates"),
        "flipped" => phrase!("api.parameter-flipped"),
        "mini" => phrase!("api.parameter-mini"),
        "download" => phrase!("api.parameter-download"),
        _ => return None,
    })
}

/// A field as a parameter; nothing if it is an object, which an address cannot give. What is left
/// out there is absent, not `null`.
fn in_query(schema: &Value) -> Option<Value> {
    if schema.get("anyOf").is_some() {
        return None;
    }
    let mut schema = schema.clone();
    if let Some(kinds) = schema["type"].as_array() {
        schema["type"] = kinds.iter().find(|kind| *kind != "null")?.clone();
    } else if schema["type"].is_null() {
        schema.as_object_mut()?.remove("type");
    }
    // It is no part of what must be sent.
    schema.as_object_mut()?.remove("default");
    Some(schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parameters are shown on a page, so they are told in its language.
    #[test]
    fn every_parameter_is_told_in_every_language() {
        let mut schemas = Schemas::default();
        for route in super::super::routes() {
            for parameter in route.parameters(&mut schemas, Lang::En) {
                let name = parameter["name"].as_str().unwrap();
                assert!(said_of(name).is_some(), "{} {name}", route.path);
            }
        }
    }
}
