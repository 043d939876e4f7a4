# Shared by the scripts beside it: saying what happens, and installing what is missing. Sourced, never run.
# shellcheck shell=bash

# NODE_ENV=production would make npm leave out the packages that build the frontend.
unset NODE_ENV

say() { printf '\033[1m›\033[0m %s\n' "$*" >&2; }

# Ends the script with a sentence that says what to do.
fail() {
  printf '\033[1;31m✗\033[0m %s\n' "$*" >&2
  exit 1
}

# need_package COMMAND PACKAGE: installs Debian's PACKAGE when COMMAND is missing.
need_package() {
  command -v "$1" >/dev/null 2>&1 || install_package "$2"
}

# install_package PACKAGE: installs Debian's PACKAGE.
install_package() {
  command -v apt-get >/dev/null 2>&1 || fail "$1 is missing; install it (on Debian it is the package $1) and start again."
  say "installing $1"
  as_root apt-get update -qq >/dev/null || fail "apt-get update failed; is the package source reachable?"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null ||
    fail "the package $1 could not be installed; install it by hand and start again."
}

# as_root COMMAND…: by sudo, unless we are root.
as_root() {
  [ "$(id -u)" -eq 0 ] && { "$@"; return; }
  command -v sudo >/dev/null 2>&1 || fail "this needs root, or sudo: $*"
  sudo "$@"
}

# need_chinese_font: some font with Chinese characters, as every visitor has who reads them: without one a browser shows boxes of
# another width until the site's own faces come.
need_chinese_font() {
  need_package fc-list fontconfig
  [ -n "$(fc-list :lang=zh)" ] || install_package fonts-wqy-microhei
}

# need_postgres: installs PostgreSQL's programs when they are missing; postgres_bin is their folder.
need_postgres() {
  find_postgres && return
  # The package would start a cluster of its own: its settings come first, and say no.
  install_package postgresql-common
  as_root sed -i -E 's/^#?create_main_cluster .*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
  install_package postgresql
  find_postgres || fail "the package postgresql is there, but no /usr/lib/postgresql/*/bin/initdb."
}

# find_postgres: sets postgres_bin to the newest version's programs, which Debian keeps off the PATH.
find_postgres() {
  postgres_bin=$(find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null | sort -V | tail -n 1)
  postgres_bin=${postgres_bin%/initdb}
  [ -n "$postgres_bin" ]
}

# need_ssh_server: rsync, and an ssh server that tests start by themselves; the system's own stays off.
need_ssh_server() {
  need_package rsync rsync
  need_package ssh openssh-client
  [ -x /usr/sbin/sshd ] && return
  # The package would start it.
  ! command -v systemctl >/dev/null 2>&1 || as_root systemctl --quiet mask ssh.service ssh.socket || true
  install_package openssh-server
}

# need_clamd: the virus scanner that tests start by themselves, with a signature of their own; the system's own stays off.
need_clamd() {
  [ -x /usr/sbin/clamd ] && return
  # The packages would start it, and load signatures from the network.
  ! command -v systemctl >/dev/null 2>&1 || as_root systemctl --quiet mask clamav-daemon.service clamav-daemon.socket clamav-freshclam.service || true
  install_package clamav-daemon
}

# need_promtool: Prometheus' checker of rules; its server stays off.
need_promtool() {
  command -v promtool >/dev/null 2>&1 && return
  # The package would start it.
  ! command -v systemctl >/dev/null 2>&1 || as_root systemctl --quiet mask prometheus.service || true
  install_package prometheus
}
# need_varnish: the cache that journeys start in front of a gateway; the system's own stays off.
need_varnish() {
  [ -x /usr/sbin/varnishd ] && return
  # The package would start it.
  ! command -v systemctl >/dev/null 2>&1 || as_root systemctl --quiet mask varnish.service varnishncsa.service || true
  install_package varnish
}

# need_bare_root: a Debian without any program of ours, and sets bare_root to its folder.
need_bare_root() {
  bare_root=${TMPDIR:-/tmp}/portico-bare-root
  need_package debootstrap debootstrap
  [ -d "$bare_root/usr/bin" ] || as_root debootstrap --variant=minbase bookworm "$bare_root" >/dev/null || fail "debootstrap failed; see $bare_root/debootstrap."
}

# need_haproxy: the load balancer that a soak starts in front of two gateways; the system's own stays off.
need_haproxy() {
  [ -x /usr/sbin/haproxy ] && return
  # The package would start it.
  ! command -v systemctl >/dev/null 2>&1 || as_root systemctl --quiet mask haproxy.service || true
  install_package haproxy
}

# need_pebble: the authority from which tests of the gateway get certificates by ACME; its DNS server is in the package, too.
need_pebble() { need_package pebble pebble; }

# need_s3: the S3 service that tests push to, s3s-fs, a program of its own that nothing of ours
# links. Without debug information, which takes a third of the time; a minute on two cores, once.
need_s3() {
  local root=${CARGO_TARGET_DIR:-$PWD/target}/tools
  [ -x "$root/bin/s3s-fs" ] && return
  say "compiling s3s-fs, the S3 service of the tests"
  CARGO_PROFILE_DEV_DEBUG=false nice cargo install --quiet --locked --debug --root "$root" --features binary s3s-fs@0.14.1 ||
    fail "s3s-fs could not be installed; see above."
}

# need_firefox: Firefox, and geckodriver, which Debian lacks, from crates.io; without debug
# information, in some minutes, once.
need_firefox() {
  need_package firefox-esr firefox-esr
  local root=${CARGO_TARGET_DIR:-$PWD/target}/tools
  geckodriver=$root/bin/geckodriver
  [ -x "$geckodriver" ] && return
  say "compiling geckodriver, by which tests drive Firefox"
  CARGO_PROFILE_DEV_DEBUG=false nice cargo install --quiet --locked --debug --root "$root" geckodriver@0.37.1 ||
    fail "geckodriver could not be installed; see above."
}

# need_webkit: WebKit with its driver, a display for it, and the locales by which it chooses the
# language of a visitor, in the folder $locales: the system's own stay as they are.
need_webkit() {
  need_package WebKitWebDriver webkit2gtk-driver
  need_package Xvfb xvfb
  need_package xauth xauth
  locales=${CARGO_TARGET_DIR:-$PWD/target}/tools/locales
  mkdir -p "$locales"
  local locale
  for locale in en_US zh_CN; do
    [ -d "$locales/$locale.UTF-8" ] && continue
    [ -f "/usr/share/i18n/locales/$locale" ] || install_package locales
    localedef --inputfile "$locale" --charmap UTF-8 "$locales/$locale.UTF-8" || fail "the locale $locale could not be made; see above."
  done
}

# need_garage: sets garage to the program of that name, the distributed S3 service of scripts/soak, which nothing of ours links.
need_garage() {
  [ -r "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
  local root
  root=${CARGO_TARGET_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target}/tools
  garage=$root/bin/garage
  [ -x "$garage" ] && return
  say "compiling Garage, the S3 service of three nodes"
  nice cargo install --quiet --locked --debug --root "$root" --no-default-features --features bundled-libs,sqlite garage@2.5.0 ||
    fail "garage could not be installed; see above."
}

# need_cxx: a compiler of C++, for the engine of the fuzzer.
need_cxx() { need_package c++ g++; }

# build_fuzzer: compiles tests/fuzz with counters on every edge, which stable Rust can write, into a folder of its own, and sets fuzzer
# to the program. Only what runs is counted: with a target named, build scripts and macros have no counters. Three minutes on two cores.
build_fuzzer() {
  need_cxx
  local host flags=(-Cpasses=sancov-module)
  host=$(rustc -vV | sed -n 's/^host: //p')
  local counter
  for counter in level=4 inline-8bit-counters pc-table trace-compares; do flags+=("-Cllvm-args=-sanitizer-coverage-$counter"); done
  local folder=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
  say "compiling the fuzzer"
  # The versions that the product has; those of the engine are exact in its Cargo.toml.
  cp Cargo.lock tests/fuzz/engine/Cargo.lock
  RUSTFLAGS="${flags[*]}" nice cargo build --quiet --release --manifest-path tests/fuzz/engine/Cargo.toml --target "$host" --target-dir "$folder" ||
    fail "the fuzzer could not be compiled; see above."
  fuzzer=$folder/$host/release/fuzz
}

# need_zig: sets zig to a Python environment with zig, which links programs for an old glibc, and cargo-zigbuild, which calls it.
need_zig() {
  python_install scripts/release-packages
  zig=$PWD/scripts/release-packages/.venv
}

# need_registry: Verdaccio, the registry of npm packages on loopback, from which tests make a site.
need_registry() {
  [ -d tests/registry/node_modules/verdaccio ] && return
  say "installing the registry of the tests"
  (cd tests/registry && npm install --ignore-scripts --no-package-lock --no-audit --no-fund --loglevel=error) ||
    fail "npm install failed in tests/registry; see above."
}

need_tools() {
  [ -r "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
  command -v cargo >/dev/null 2>&1 || fail "cargo is missing; install Rust by rustup (https://rustup.rs) and start again."
  need_package cc build-essential
  command -v npm >/dev/null 2>&1 || need_package npm npm
  local node
  node=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null) || fail "node is missing; install Node 20 or newer and start again."
  [ "$node" -ge 20 ] || fail "Node $node is too old to run npm here; install Node 20 or newer and start again."
}

# npm_install FOLDER: installs exactly the lock file's packages, and only when the lock file changed.
npm_install() {
  local stamp="$1/node_modules/.lock-installed"
  cmp -s "$1/package-lock.json" "$stamp" && return
  say "installing the packages of $1"
  (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) || fail "npm ci failed in $1; see above."
  cp "$1/package-lock.json" "$stamp"
}

# python_install FOLDER: FOLDER/.venv has exactly the packages of FOLDER/requirements.txt, each checked against its hash.
python_install() {
  local stamp="$1/.venv/.lock-installed"
  cmp -s "$1/requirements.txt" "$stamp" && return
  need_package python3 python3
  python3 -c 'import ensurepip' 2>/dev/null || install_package python3-venv
  say "installing the Python packages of $1"
  rm -rf "$1/.venv"
  python3 -m venv "$1/.venv" || fail "python3 cannot make a virtual environment; see above."
  "$1/.venv/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r "$1/requirements.txt" ||
    fail "pip install failed in $1; see above."
  cp "$1/requirements.txt" "$stamp"
}

# The sources that decide the frontend's bundles, as one hash.
frontend_sources() {
  find frontend/portico frontend/site frontend/studio frontend/templates locales content/*/_schema.json contract/src \
    frontend/package-lock.json frontend/*.ts frontend/*.json -path frontend/studio/dist -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# Builds the frontend when its sources changed since the last build.
build_frontend() {
  npm_install frontend
  local stamp=frontend/.dist-sources now
  now=$(frontend_sources)
  [ -d frontend/dist/server ] && [ -d frontend/studio/dist ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ] && return
  say "building the frontend"
  npm --prefix frontend run --silent build >&2 || fail "the frontend does not build; see above."
  printf '%s\n' "$now" >"$stamp"
}

# build_programs [OPTION…]: the gateway, the generator and the operator's commands, into $programs. Always this set of packages: for another
# one cargo would choose other features of what they have in common, and compile it again.
build_programs() {
  local cargo=(cargo build --locked --workspace --bins "$@")
  if [ -t 2 ]; then
    "${cargo[@]}"
  else
    CARGO_TERM_PROGRESS_WHEN=always CARGO_TERM_PROGRESS_WIDTH=100 "${cargo[@]}" 2>&1 | node scripts/cargo-progress.mjs
  fi || fail "cargo build failed; see above."
  local profile=debug
  [[ " $* " != *" --release "* ]] || profile=release
  programs=${CARGO_TARGET_DIR:-$PWD/target}/$profile
  # The editors' page of sites without its sources is beside the program.
  ln -sfn "$PWD/frontend/studio/dist" "$programs/studio"
}

# build_optimized_programs [OPTION…]: the same, our own crates as fast as they can be.
build_optimized_programs() {
  build_programs --config scripts/optimized.toml "$@"
}

# All that is tested: --tests has the unit tests, too, but for targets with test = false. Comments hold no tests; to look for some takes
# rustdoc half a minute.
rust_targets=(--locked --workspace --tests --examples)

# use_clippy_driver: from here on cargo compiles our own crates by clippy's driver, and any lint is an error.
use_clippy_driver() {
  RUSTC_WORKSPACE_WRAPPER=$(rustup which clippy-driver 2>/dev/null || command -v clippy-driver) ||
    fail "clippy is missing; install it by 'rustup component add clippy' and start again."
  CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings
  export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS
  # As in .ci/run.
  [ -z "${CI:-}" ] || export CARGO_INCREMENTAL=0
}

# test_program PACKAGE TARGET: the path of a test program, built with all others.
test_program() {
  cargo test "${rust_targets[@]}" --no-run --message-format=json 2>/dev/null | node -e '
    const [crate, name] = process.argv.slice(1)
    for (const line of require("fs").readFileSync(0, "utf8").split("\n")) {
      const { executable, target, profile, package_id: id } = line.startsWith("{") ? JSON.parse(line) : {}
      if (executable && profile.test && target.name === name && id.includes(`/${crate}#`)) console.log(executable)
    }' "$1" "$2"
}

# http_get URL: status and body of a GET on this machine in a line each, or 000. Needs nothing but bash.
http_get() {
  local rest=${1#http://} host path line
  host=${rest%%/*}
  path=/${rest#*/}
  exec 9<>"/dev/tcp/${host%:*}/${host#*:}" 2>/dev/null || { echo 000; return; }
  printf 'GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$path" "$host" >&9
  read -r -t 5 line <&9 || line='HTTP/1.1 000'
  line=${line#* }
  echo "${line%% *}"
  while read -r -t 5 line <&9 && [ "$line" != $'\r' ]; do :; done
  timeout 5 cat <&9 || true
  exec 9>&- 9<&-
}

# use_memory_for_tests: lays what tests write into memory where there is room, because a disk's syncs take longer than the tests.
# It is gone when the script ends.
use_memory_for_tests() {
  local room
  room=$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -n 1) || return 0
  [ "${room:-0}" -ge 6 ] && [ -w /dev/shm ] || return 0
  TMPDIR=$(mktemp -d /dev/shm/portico-test.XXXXXX)
  export TMPDIR
  trap 'end_background; rm -rf "$TMPDIR"' EXIT
}

# in_background FILE COMMAND…: starts a command in a process group of its own, its output in FILE, and sets job to its process.
in_background() {
  local output=$1
  shift
  set -m
  "$@" >"$output" 2>&1 &
  job=$!
  set +m
}

# end_background: ends what was started in the background and still runs, with all that it started.
end_background() {
  local group
  for group in $(jobs -pr); do kill -- "-$group" 2>/dev/null || true; done
  wait
}
