//! Change sets on their way to visitors: together, at a time, and by whom.

use jiff::{SignedDuration, Timestamp};

use super::*;

const CY: (&str, Role) = ("cy@example.com", Role::Publisher);
const ANN_PUBLISHES: (&str, Role) = ("ann@example.com", Role::Publisher);
const BIRCH: &str = "news/birch/en.md";
const BIRCH_PAGE: &str = "/en/news/birch";

impl Desks {
    /// A change set with another title of one file.
    fn retitle(&self, path: &str, words: &str) -> String {
        let set = self.set();
        let saved = self.edit(&set, path, title(words), PAGE);
        assert_eq!(saved["saved"], true, "{saved}");
        set
    }

    /// Another title by a text editor.
    fn retitle_on_disk(&mut self, path: &str, words: &str) {
        let text = format!("---\ntitle: {words}\ndate: 2026-05-02\ntags: [sea]\n---\n");
        self.world.write(path, text);
    }
}

fn in_an_hour() -> Timestamp {
    Timestamp::now() + SignedDuration::from_hours(1)
}

#[test]
fn change_sets_are_published_together_and_not_if_they_differ_on_a_file() {
    let mut desks = desks(World::new());
    let alder = desks.retitle(ALDER, "Alder, again");
    let birch = desks.retitle(BIRCH, "Birch, again");
    let rival = desks.retitle(ALDER, "Another alder");
    let (status, _) = desks.publish(BO, &[&alder, &rival], None);
    assert_eq!(status, 409);
    let (status, job) = desks.publish(BO, &[&alder, &birch], None);
    assert_eq!(status, 200);
    let edits = json!({
        "path": ALDER, "version": desks.version(&alder, ALDER), "edits": [title("Not seen")]
    });
    let (status, _) = desks.call(ANN, &format!("POST /sets/{alder}/edits"), edits);
    assert_eq!(status, 409, "what the publisher saw is what is published");
    assert!(desks.turn());
    assert!(desks.live_page(PAGE).contains("Alder, again"));
    assert!(desks.live_page(BIRCH_PAGE).contains("Birch, again"));
    for set in [&alder, &birch] {
        let facts = desks.facts(set);
        let found = (&facts["state"], &facts["publishedBy"], &facts["job"]);
        assert_eq!(found, (&json!("published"), &json!(BO.0), &job["job"]));
    }
    assert_eq!(desks.state(&rival), "open");
}

#[test]
fn of_two_publications_in_one_turn_the_one_in_conflict_waits_and_the_other_is_live() {
    let mut desks = desks(World::new());
    let first = desks.retitle(ALDER, "First");
    let second = desks.retitle(ALDER, "Second");
    assert_eq!(desks.publish(BO, &[&first], None).0, 200);
    assert_eq!(desks.publish(CY, &[&second], None).0, 200);
    assert!(desks.turn());
    assert!(desks.live_page(PAGE).contains("First"));
    assert_eq!(desks.state(&first), "published");
    assert_eq!(desks.state(&second), "open");
    assert_eq!(desks.publish(CY, &[&second], None).0, 409);
}

#[test]
fn a_publisher_publishes_the_version_that_was_seen() {
    let desks = desks(World::new());
    let set = desks.retitle(ALDER, "Seen");
    let seen = json!({ "sets": [{ "id": set, "changed": desks.facts(&set)["changed"] }] });
    desks.edit(&set, ALDER, title("Not seen"), PAGE);
    let (status, _) = desks.call(BO, "POST /publish", seen);
    assert_eq!(status, 409);
    for body in [
        json!({}),
        json!({ "sets": [] }),
        json!({ "sets": [{ "id": "../live", "changed": "2026-05-01T00:00:00Z" }] }),
        json!({ "sets": [{ "id": "live", "changed": "2026-05-01T00:00:00Z" }] }),
    ] {
        let (status, _) = desks.call(BO, "POST /publish", body.clone());
        assert_eq!(status, 400, "{body}");
    }
    let unknown = json!({ "sets": [{ "id": "00000000", "changed": "2026-05-01T00:00:00Z" }] });
    assert_eq!(desks.call(BO, "POST /publish", unknown).0, 404);
}

#[test]
fn a_revision_is_live_at_its_time_and_closed_until_then() {
    let mut desks = desks(World::new());
    let set = desks.retitle(ALDER, "Next revision");
    for at in ["yesterday", "2026-01-01T00:00", ""] {
        assert_eq!(desks.publish(BO, &[&set], Some(at)).0, 400, "{at}");
    }
    let at = in_an_hour();
    let (status, answer) = desks.publish(BO, &[&set], Some(&at.to_string()));
    assert_eq!((status, &answer["at"]), (200, &json!(at)));
    let facts = desks.facts(&set);
    assert_eq!(facts["state"], "scheduled");
    assert_eq!(facts["scheduled"], json!({ "at": at, "by": BO.0 }));
    let edits = json!({
        "path": ALDER, "version": desks.version(&set, ALDER), "edits": [title("Late")]
    });
    let (status, _) = desks.call(ANN, &format!("POST /sets/{set}/edits"), edits);
    assert_eq!(status, 409, "what was approved is what is published");

    desks.studio.publish_due(at - SignedDuration::from_secs(1));
    assert!(desks.turn());
    assert!(!desks.live_page(PAGE).contains("Next revision"));
    desks.studio.publish_due(at);
    desks.studio.publish_due(at);
    assert!(desks.turn());
    assert!(desks.live_page(PAGE).contains("Next revision"));
    let facts = desks.facts(&set);
    assert_eq!(
        [&facts["state"], &facts["publishedBy"], &facts["scheduled"]],
        [&json!("published"), &json!(BO.0), &Value::Null]
    );
}

#[test]
fn a_schedule_is_withdrawn_by_its_editors() {
    let mut desks = desks(World::new());
    let set = desks.retitle(ALDER, "Next revision");
    let at = in_an_hour();
    desks.publish(BO, &[&set], Some(&at.to_string()));
    desks.ann(&format!("POST /sets/{set}/withdraw"), Value::Null);
    desks.edit(&set, ALDER, title("Better"), PAGE);
    desks.studio.publish_due(at);
    assert!(desks.turn());
    assert!(!desks.live_page(PAGE).contains("Better"));
    assert_eq!(desks.state(&set), "open");
}

#[test]
fn a_schedule_whose_file_changed_meanwhile_is_missed_and_says_so() {
    let mut desks = desks(World::new());
    let set = desks.retitle(BIRCH, "Next revision");
    let other = desks.retitle(ALDER, "Together with it");
    let at = in_an_hour();
    desks.publish(BO, &[&set, &other], Some(&at.to_string()));
    desks.retitle_on_disk(BIRCH, "By hand");
    desks.studio.publish_due(at);
    assert!(desks.turn());
    assert!(desks.live_page(BIRCH_PAGE).contains("By hand"));
    assert!(!desks.live_page(PAGE).contains("Together with it"));
    for set in [&set, &other] {
        let facts = desks.facts(set);
        let found = (&facts["state"], &facts["missed"]);
        assert_eq!(found, (&json!("open"), &json!(at)));
    }
}

#[test]
fn a_publication_whose_build_does_not_begin_is_over() {
    let mut desks = desks(World::new());
    let now = desks.retitle(ALDER, "Now");
    let later = desks.retitle(BIRCH, "Later");
    let at = in_an_hour();
    desks.publish(BO, &[&now], None);
    desks.publish(BO, &[&later], Some(&at.to_string()));
    desks.studio.publish_due(at);
    desks.studio.refuse_waiting();
    assert!(desks.turn());
    assert!(!desks.live_page(PAGE).contains("Now"));
    assert!(!desks.live_page(BIRCH_PAGE).contains("Later"));
    assert_eq!(desks.state(&now), "open");
    assert_eq!(desks.facts(&later)["missed"], json!(at));
}

#[test]
fn a_schedule_outlives_the_watch() {
    let desks = desks(World::new());
    let set = desks.retitle(ALDER, "Next revision");
    let at = in_an_hour();
    desks.publish(BO, &[&set], Some(&at.to_string()));
    let Desks {
        world,
        studio,
        jobs: _,
        live,
    } = desks;
    drop((studio, live));
    let mut desks = self::desks(world);
    desks.studio.publish_due(at);
    assert!(desks.turn());
    assert!(desks.live_page(PAGE).contains("Next revision"));
}

#[test]
fn with_four_eyes_nobody_publishes_own_work() {
    let mut world = World::new();
    let site = world.read("site.yaml").unwrap();
    world.write("site.yaml", format!("{site}studio: {{ fourEyes: true }}\n"));
    let mut desks = desks(world);
    assert_eq!(desks.ann("GET ", Value::Null)["fourEyes"], true);
    let set = desks.retitle(ALDER, "Four eyes");
    assert_eq!(desks.publish(ANN_PUBLISHES, &[&set], None).0, 403);
    // One who wrote a part is no second pair of eyes either.
    let edits = json!({
        "path": BIRCH, "version": desks.version(&set, BIRCH), "edits": [title("By Bo")]
    });
    assert_eq!(
        desks.call(BO, &format!("POST /sets/{set}/edits"), edits).0,
        200
    );
    for publisher in [ANN_PUBLISHES, BO] {
        assert_eq!(desks.publish(publisher, &[&set], None).0, 403);
        let at = in_an_hour().to_string();
        assert_eq!(desks.publish(publisher, &[&set], Some(&at)).0, 403);
    }
    let others = desks.retitle("news/birch/zh-CN.md", "Others");
    assert_eq!(
        desks.publish(BO, &[&others, &set], None).0,
        403,
        "one of them is Bo's"
    );
    assert_eq!(desks.publish(CY, &[&set], None).0, 200);
    assert!(desks.turn());
    assert!(desks.live_page(PAGE).contains("Four eyes"));
}

#[test]
fn a_mistake_in_the_settings_switches_four_eyes_not_off() {
    let mut world = World::new();
    let site = world.read("site.yaml").unwrap();
    world.write("site.yaml", format!("{site}studio: {{ fourEyes: true }}\n"));
    let mut desks = desks(world);
    let set = desks.retitle(ALDER, "Four eyes");
    assert_eq!(desks.ann("GET ", Value::Null)["fourEyes"], true);
    desks.world.write("site.yaml", "studio: [");
    assert_eq!(desks.publish(ANN_PUBLISHES, &[&set], None).0, 403);
}
