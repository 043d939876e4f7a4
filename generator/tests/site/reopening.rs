//! A switch back takes back contents, never a restriction: content that is guarded now stays
//! guarded, and expired content stays away, unless a person requests it.

use std::time::Duration;

use contract::build::BuildId;
use jiff::Timestamp;

use crate::command::run;
use crate::control::{command, done, edit, live};
use crate::world::World;

/// A build of `world` as if it were `now`.
fn built(world: &World) -> (String, BuildId) {
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    (ran.result, live(world).unwrap())
}

fn write_elm(world: &mut World, fields: &str) {
    for locale in ["zh-CN", "en"] {
        let text = format!("---\ntitle: Elm\ndate: 2026-05-09\n{fields}\n---\nText.\n");
        world.write(&format!("news/elm/{locale}.md"), text);
    }
}

// R6.02, R10.04
#[test]
fn a_page_that_is_guarded_now_is_opened_by_no_switch_back_without_a_word() {
    let mut world = World::new();
    write_elm(&mut world, "");
    let (_, open) = built(&world);
    write_elm(&mut world, "access: guarded");
    let (_, guarded) = built(&world);
    for arguments in [vec!["rollback"], vec!["publish", open.as_str()]] {
        let refused = command(&world, &arguments);
        assert_eq!(refused.code, Some(1), "{arguments:?}: {}", refused.words);
        for word in ["/news/elm", "/en/news/elm", "--reopen"] {
            assert!(refused.words.contains(word), "{word}: {}", refused.words);
        }
        assert_eq!(live(&world), Some(guarded.clone()), "{arguments:?}");
    }
    done(&world, &["rollback", "--reopen"]);
    assert_eq!(live(&world), Some(open.clone()));
    // The way forward closes, and needs no option.
    done(&world, &["publish", guarded.as_str()]);
    assert_eq!(live(&world), Some(guarded));
}

// R10.04
#[test]
fn a_page_that_has_expired_comes_back_by_no_switch_without_a_word() {
    let mut world = World::new();
    let end = Timestamp::now() - Duration::from_secs(3600);
    let end = end.strftime("%Y-%m-%dT%H:%M:%SZ");
    write_elm(&mut world, &format!("expireAt: {end}"));
    world.now = "2026-06-01T00:00:00Z".parse().unwrap();
    let (_, shown) = built(&world);
    world.now = Timestamp::now();
    let (_, expired) = built(&world);
    for arguments in [vec!["rollback"], vec!["publish", shown.as_str()]] {
        let refused = command(&world, &arguments);
        assert_eq!(refused.code, Some(1), "{arguments:?}: {}", refused.words);
        assert!(refused.words.contains("/news/elm"), "{}", refused.words);
    }
    assert_eq!(live(&world), Some(expired));
    done(&world, &["rollback", "--reopen"]);
    assert_eq!(live(&world), Some(shown));
    let status = done(&world, &["status"]);
    assert!(
        status.contains("expired and still live, because content is held: /en/news/elm, /news/elm"),
        "{status}"
    );
    assert!(
        built(&world)
            .0
            .contains("the hold keeps them: /en/news/elm")
    );
}

// R10.04
#[test]
fn what_expires_while_a_hold_lasts_is_named_until_the_hold_ends() {
    let mut world = World::new();
    let end = Timestamp::now() + Duration::from_secs(3600);
    let end = end.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    write_elm(&mut world, &format!("expireAt: {end}"));
    world.now = Timestamp::now();
    built(&world);
    edit(&mut world, "Wrong.");
    built(&world);
    done(&world, &["rollback"]);
    assert!(!built(&world).0.contains("expired"));
    world.now = Timestamp::now() + Duration::from_secs(7200);
    let (told, _) = built(&world);
    assert!(
        told.contains("have expired, and the hold keeps them"),
        "{told}"
    );
    edit(&mut world, "Right.");
    let (told, _) = built(&world);
    assert!(told.starts_with("published "), "{told}");
}
