((root,{dataset})=>{root.classList.add("js");let start=()=>{start=()=>{};dataset.modules?.match(/\S+/g)?.forEach((address,at)=>document.head.append(Object.assign(document.createElement(at?"link":"script"),at?{rel:"modulepreload",href:address}:{type:"module",src:address})))};addEventListener("DOMContentLoaded",()=>{document.hidden?start():new PerformanceObserver(()=>start()).observe({type:"paint",buffered:true});setTimeout(()=>start(),3000)})})(document.documentElement,document.currentScript)
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
