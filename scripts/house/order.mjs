// The written order of a crate: the table under `# Layout` in its lib.rs, from top to bottom. An
// import may point down, or stay in its row.

/**
 * First cells of the table, in its order: names of modules, several in a row are peers that may not
 * import each other upwards either.
 */
export function writtenOrder(text) {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => /^\/\/! # Layout$/.test(line))
  if (start < 0) throw new Error('lib.rs has no `# Layout`')
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^\/\/! #/.test(line) || !line.startsWith('//!'))
  return rest
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => line.startsWith('//! | '))
    .map((line) => [...line.split('|')[1].matchAll(/`(\w+)`/g)].map(([, name]) => name))
    .filter((names) => names.length > 0)
    .flat()
}

/**
 * Arrows that point up, and modules that the order does not name. `links` are those of `arrows`.
 */
export function against(order, links, tops) {
  const rank = new Map(order.map((name, index) => [name, index]))
  const top = (name) => name.split('::')[0]
  const unnamed = tops.filter((name) => !rank.has(name)).map((name) => `\`${name}\` is in no row of the layout`)
  const gone = order.filter((name) => !tops.includes(name)).map((name) => `the layout names \`${name}\`, which is no module`)
  const up = links
    .filter(({ from, to }) => from !== '' && (to === '' || rank.get(top(to)) < rank.get(top(from))))
    .map(({ from, to, path, line }) => `${path}:${line}: \`${from}\` imports \`${to || 'lib.rs'}\`, which stands above it`)
  return [...unnamed, ...gone, ...up]
}
