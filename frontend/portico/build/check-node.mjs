// Fails early on another Node than the pinned one: `npm run` puts the pinned one on PATH, but a
// tool that is called directly from a shell may use another.

const wanted = 24
if (Number(process.versions.node.split('.')[0]) !== wanted) {
  console.error(
    `error: this is Node ${process.versions.node}, the frontend needs ${wanted}; run \`npm install\` and start tools with \`npm run …\` or \`npx …\``,
  )
  process.exit(1)
}
