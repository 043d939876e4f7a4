((root, { dataset }) => {
  const append = (name, properties) => document.head.append(Object.assign(document.createElement(name), properties))
  const each = (list, action) => list?.match(/\S+/g)?.map(action) ?? []
  const once = (action) => () => {
    action?.()
    action = undefined
  }
  const start = once(() =>
    each(dataset.modules, (address, at) =>
      at ? append("link", { rel: "modulepreload", href: address }) : append("script", { type: "module", src: address }),
    ),
  )
  const style = (href) => new Promise((done) => append("link", { rel: "stylesheet", href, onload: done, onerror: done }))
  const painted = once(() => Promise.all(each(dataset.styles, style)).then(start))
  root.classList.add("js")
  addEventListener("DOMContentLoaded", () => {
    document.hidden ? painted() : new PerformanceObserver(painted).observe({ type: "paint", buffered: true })
    setTimeout(painted, 3000)
    setTimeout(start, 6000)
  })
})(document.documentElement, document.currentScript)
{
  const root = document.documentElement
  const scheme = document.querySelector("[name=color-scheme]")
  const color = document.createElement("meta")
  color.name = "theme-color"
  addEventListener("theme", ({ detail: theme }) => {
    const chosen = /^(light|dark)$/.test(theme)
    root.dataset.theme = theme
    scheme.content = chosen ? theme : "light dark"
    color.remove()
    if (!chosen) return
    color.content = document.querySelector(`[name=theme-color][media*=${theme}]`).content
    scheme.before(color)
  })
  try {
    const { theme } = JSON.parse(localStorage["portico-preferences"] || sessionStorage["portico-preferences"])
    if (theme) dispatchEvent(new CustomEvent("theme", { detail: theme }))
  } catch {}
}
{
  const unicodeRange = (characters) => Array.from(characters, (character) => `U+${character.codePointAt().toString(16)}`).join()
  for (const { href, dataset } of document.querySelectorAll("link[data-family]")) {
    const { family, weight, characters } = dataset
    document.fonts.add(new FontFace(family, `url(${href})`, { weight, display: "swap", unicodeRange: unicodeRange(characters) }))
  }
}
