//! Jobs done by real processes.

use super::*;

fn workers() -> MediaWorkers {
    MediaWorkers::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend"))
}

#[test]
fn a_job_that_no_module_does_is_refused_and_the_process_goes_on() {
    let workers = workers();
    for _ in 0..2 {
        let refused = workers.run::<Value>(&serde_json::json!({"job": "sculpture"}), b"marble");
        let MediaError::Refused(reason) = refused.unwrap_err() else {
            panic!("the process ended");
        };
        assert!(reason.contains("sculpture"), "{reason}");
    }
    assert_eq!(format!("{:?}", workers.state()), "1 idle, 0 busy");
}

#[test]
fn processes_are_as_many_as_jobs_at_once_and_never_more_than_allowed() {
    let workers = MediaWorkers {
        most: 2,
        ..workers()
    };
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope
                .spawn(|| workers.run::<Value>(&serde_json::json!({"job": "none"}), &[0; 100_000]));
        }
    });
    let state = workers.state();
    assert!(
        (1..=2).contains(&state.idle.len()) && state.busy == 0,
        "{state:?}"
    );
}

#[test]
fn a_frontend_without_its_packages_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let workers = MediaWorkers::new(folder.path().to_owned());
    let error = workers
        .run::<Value>(&serde_json::json!({"job": "card"}), b"")
        .unwrap_err();
    assert!(
        matches!(error, MediaError::Failed(_)) && error.to_string().contains("npm install"),
        "{error}"
    );
}
