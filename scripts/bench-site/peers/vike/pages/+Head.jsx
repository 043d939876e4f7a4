import '../shared/site.css'

import { useData } from 'vike-react/useData'

export function Head() {
  const { head } = useData()
  return (
    <>
      <meta name="description" content={head.description} />
      <link rel="canonical" href={head.canonical} />
      {head.alternates.map(({ code, url }) => (
        <link key={code} rel="alternate" hrefLang={code} href={url} />
      ))}
      <link rel="icon" href="data:," />
    </>
  )
}
