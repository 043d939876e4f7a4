// `/en/articles` and `/en/articles/page/2`.
export default ({ urlPathname }) => {
  const match = /^\/([\w-]+)\/articles(?:\/page\/(\d+))?$/.exec(urlPathname)
  return match !== null && { routeParams: { lang: match[1], page: match[2] ?? '1' } }
}
