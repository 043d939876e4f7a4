// The progress of cargo, for logs and pipes, where its own bar does not show: reads the standard
// error of `CARGO_TERM_PROGRESS_WHEN=always cargo build`, passes on the messages for people, and
// prints every few seconds how many crates are built.
//
//   cargo build … 2>&1 >/dev/null | node scripts/cargo-progress.mjs

/** Milliseconds between two lines. */
const EVERY = 10_000

const BAR = /\] (\d+)\/(\d+)(?:: (.*))?$/
/** Lines of cargo about single crates and the lock file. */
const CHATTER = /^\s*(Compiling|Downloaded|Downloading|Fresh|Fetch|Locking|Blocking|Updating|Finished|Building)\b/

let said = Date.now()
let rest = ''
process.stdin.setEncoding('utf8')
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split(/[\r\n]/)
  rest = lines.pop()
  for (const line of lines) tell(line.replace(/\x1b\[[0-9;]*[A-Za-z]/g, '').trimEnd())
}

function tell(line) {
  const [, built, all, now] = BAR.exec(line) ?? []
  if (built !== undefined) {
    if (Date.now() - said < EVERY) return
    said = Date.now()
    process.stderr.write(`  ${built} of ${all} crates${now ? `; now ${now}` : ''}\n`)
  } else if (line !== '' && !CHATTER.test(line)) {
    process.stderr.write(`${line}\n`)
  }
}
