import '../../shared/site.css'

import { locales } from '../../shared/words.js'

export const dynamicParams = false

export function generateStaticParams() {
  return locales.map((lang) => ({ lang }))
}

export default async function Layout({ params, children }) {
  const { lang } = await params
  return (
    <html lang={lang} dir="ltr">
      <body>{children}</body>
    </html>
  )
}
