//! Numbers of the process under the names that Prometheus' own libraries use, so that common
//! dashboards and alerts fit. A number that the system does not give is left out.

use std::fmt::Display;
use std::fs;
use std::sync::OnceLock;

use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};

use crate::{head, line};

/// Ticks of a second in `/proc`, for all programs of Linux.
const TICKS: f64 = 100.0;

/// All numbers. Reads files of `/proc`: blocks for a moment.
pub fn expose() -> String {
    let mut out = String::new();
    let mut put = |name: &str, kind: &str, help: &str, value: Option<&dyn Display>| {
        if let Some(value) = value {
            head(&mut out, name, kind, help);
            line(&mut out, name, value);
        }
    };
    let start = start();
    let cpu = clock_gettime(ClockId::ProcessCPUTime);
    let cpu = cpu.tv_sec as f64 + cpu.tv_nsec as f64 / 1e9;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bytes = |name| status_number(&status, name).map(|kib| kib * 1024);
    let (resident, virtual_size) = (bytes("VmRSS:"), bytes("VmSize:"));
    let threads = status_number(&status, "Threads:");
    // The folder itself is open while it is read.
    let open = fs::read_dir("/proc/self/fd").map(|all| all.count().saturating_sub(1));
    let open = open.ok();
    // No limit is left out.
    let most = getrlimit(Resource::Nofile).current;
    for (name, kind, help, value) in [
        (
            "process_start_time_seconds",
            "gauge",
            "Start of the process, in seconds since 1970.",
            start.as_ref().map(|value| value as &dyn Display),
        ),
        (
            "process_cpu_seconds_total",
            "counter",
            "Time of processors, of programs and the kernel.",
            Some(&cpu as &dyn Display),
        ),
        (
            "process_resident_memory_bytes",
            "gauge",
            "Memory that is in use.",
            resident.as_ref().map(|value| value as &dyn Display),
        ),
        (
            "process_virtual_memory_bytes",
            "gauge",
            "Addresses that are reserved.",
            virtual_size.as_ref().map(|value| value as &dyn Display),
        ),
        (
            "process_open_fds",
            "gauge",
            "Open file descriptors.",
            open.as_ref().map(|value| value as &dyn Display),
        ),
        (
            "process_max_fds",
            "gauge",
            "Most file descriptors at once.",
            most.as_ref().map(|value| value as &dyn Display),
        ),
        (
            "process_threads",
            "gauge",
            "Threads.",
            threads.as_ref().map(|value| value as &dyn Display),
        ),
    ] {
        put(name, kind, help, value);
    }
    out
}

/// Start of this process, in Unix seconds. Computed once: the clock may be corrected later.
fn start() -> Option<f64> {
    static START: OnceLock<Option<f64>> = OnceLock::new();
    *START.get_or_init(|| {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        let system = fs::read_to_string("/proc/stat").ok()?;
        Some(boot(&system)? + ticks_after_boot(&stat)? / TICKS)
    })
}

/// Ticks from boot to start: field 22, behind the program's name, which may have spaces and `)`.
fn ticks_after_boot(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(19)?.parse().ok()
}

fn boot(system: &str) -> Option<f64> {
    let line = system
        .lines()
        .find_map(|line| line.strip_prefix("btime "))?;
    line.trim().parse().ok()
}

fn status_number(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_read_behind_a_name_with_parentheses() {
        let stat = "7 (a ) 1 b) S 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 3 0 4711 9 10";
        assert_eq!(ticks_after_boot(stat), Some(4711.0));
        assert_eq!(
            boot("cpu 1 2\nbtime 1795000000\nprocesses 3\n"),
            Some(1_795_000_000.0)
        );
    }

    #[test]
    fn this_process_has_all_numbers_and_they_are_plausible() {
        let text = expose();
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("{name}\n{text}"))
                .trim()
                .parse()
                .unwrap()
        };
        let now = std::time::SystemTime::UNIX_EPOCH
            .elapsed()
            .unwrap()
            .as_secs_f64();
        let age = now - value("process_start_time_seconds ");
        assert!((-2.0..86_400.0).contains(&age), "{age}");
        assert!(value("process_cpu_seconds_total ") > 0.0);
        let resident = value("process_resident_memory_bytes ");
        assert!(resident > 100_000.0 && resident <= value("process_virtual_memory_bytes "));
        let open = value("process_open_fds ");
        assert!(open >= 3.0 && open <= value("process_max_fds "));
        assert!(value("process_threads ") >= 1.0);
    }
}
