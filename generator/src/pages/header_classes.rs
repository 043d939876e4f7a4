//! PURE: whether the header classes that a frontend defines can be used, and are those that its
//! routes name.

use contract::header_class::{self, HeaderClassError};
use contract::route::Hello;

use generator_ground::message::Message;

/// Refuses a class that could not be part of a policy, and a route of a class that is not defined.
pub fn check(hello: &Hello) -> Result<(), Message> {
    header_class::check(&hello.header_classes).map_err(refusal)?;
    for route in &hello.routes {
        let Some(class) = route.header_class.as_deref() else {
            continue;
        };
        if !hello.header_classes.contains_key(class) {
            return Err(Message::new("unknown-header-class")
                .with("route", &route.id)
                .with("class", class));
        }
    }
    Ok(())
}

fn refusal(error: HeaderClassError) -> Message {
    match error {
        HeaderClassError::Name { class } => {
            Message::new("bad-header-class/name").with("class", class)
        }
        HeaderClassError::Source { class, text } => Message::new("bad-header-class")
            .with("class", class)
            .with("source", text),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check_route(route: &Value, classes: &Value) -> Result<(), Message> {
        let hello = json!({
            "contract": contract::VERSION,
            "node": "24",
            "routes": [{ "id": "home", "path": "/", "layout": "default" }, route],
            "assets": {},
            "headerClasses": classes,
        });
        check(&serde_json::from_value(hello).unwrap())
    }

    #[test]
    fn a_route_names_a_class_that_is_defined() {
        let framed = json!({ "id": "in-frame", "path": "/framed", "layout": "default", "headerClass": "partner" });
        let class = json!({ "frameAncestors": ["https://*.partner.example"] });
        assert_eq!(check_route(&framed, &json!({ "partner": class })), Ok(()));
        let error = check_route(&framed, &json!({ "another": class })).unwrap_err();
        let text = error.to_string();
        for part in ["`in-frame`", "`partner`", "`headerClasses`"] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn a_class_that_could_change_a_policy_is_named_with_its_source() {
        let plain = json!({ "id": "news", "path": "/news", "layout": "default" });
        let source = "https://a.example; script-src *";
        let classes = json!({ "partner": { "scriptSources": [source] } });
        let text = check_route(&plain, &classes).unwrap_err().to_string();
        assert!(
            text.contains("`partner`") && text.contains(source),
            "{text}"
        );
        let text = check_route(&plain, &json!({ "page": {} }))
            .unwrap_err()
            .to_string();
        assert!(text.contains("`page`"), "{text}");
    }
}
