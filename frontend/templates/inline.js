((root, { dataset }) => {
  const append = (name, properties) => document.head.append(Object.assign(document.createElement(name), properties))
  const each = (list, action) => list?.match(/\S+/g)?.map(action) ?? []
  const event = (type) => new Promise((done) => addEventListener(type, done, { capture: true, once: true, passive: true }))
  const seconds = (count) => new Promise((done) => setTimeout(done, count * 1000))
  const paint = () =>
    new Promise((done) => (document.hidden ? done() : new PerformanceObserver(done).observe({ type: "paint", buffered: true })))
  const sheet = (href) => new Promise((done) => append("link", { rel: "stylesheet", href, onload: done, onerror: done }))
  const start = () =>
    each(dataset.modules, (address, at) =>
      at
        ? append("link", { rel: "modulepreload", href: address })
        : append("script", { type: "module", src: address, onerror: miss }),
    )
  const miss = () => (navigator.onLine && performance.now() > 60000 ? location.reload() : release())
  const used = Promise.race(each("scroll pointermove pointerdown keydown focusin click", event))
  const isKnown = () => {
    try {
      return document.cookie || localStorage.length || sessionStorage.length
    } catch {
      return true
    }
  }
  const isWanted = () =>
    isKnown() ||
    location.search ||
    document.activeElement !== document.body ||
    navigator.language.slice(0, 2) !== root.lang.slice(0, 2) ||
    [...document.querySelectorAll("[data-live],img[data-src]")].some((each) => each.getBoundingClientRect().top < innerHeight)
  const parts = "section~section,footer"
  const isFresh = () => !location.hash && performance.getEntriesByType("navigation")[0]?.type === "navigate"
  const postpone = () => {
    const rule = new CSSStyleSheet()
    rule.replaceSync(`${parts}{content-visibility:auto;contain-intrinsic-height:auto 700px;overflow-clip-margin:100vw}`)
    document.adoptedStyleSheets = [rule]
  }
  const layOut = async () => {
    const styles = [...document.querySelectorAll(parts)].map(({ style }) => style)
    for (const style of styles) {
      await seconds(0.02)
      style.contentVisibility = "visible"
    }
    document.adoptedStyleSheets = []
    for (const style of styles) style.contentVisibility = ""
  }
  root.classList.add("js")
  const isPostponed = matchMedia("(width<768px)").matches && CSS.supports("content-visibility:auto") && isFresh()
  if (isPostponed) postpone()
  event("DOMContentLoaded").then(async () => {
    await Promise.race([paint(), seconds(3)])
    await Promise.race([Promise.all(each(dataset.styles, sheet)), seconds(3)])
    if (isPostponed) layOut()
    isWanted() || (await used)
    start()
  })
  let held
  const hold = (event) => {
    const place = event.target.closest("[type=button],[data-hold]")
    if (!place || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held = place
    setTimeout(release, 5000)
  }
  const release = () => {
    removeEventListener("click", hold, true)
    held?.click()
    held = undefined
  }
  addEventListener("click", hold, true)
  event("live").then(release)
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
