import { locales } from '../../shared/words.js'

export const onBeforePrerenderStart = () => locales.map((lang) => `/${lang}`)
