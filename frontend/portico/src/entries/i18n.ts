// Languages of the site: addresses, words, dates, scripts, and changing to another one.

export { type CatalogName, loadI18n } from '#/i18n/catalogs.ts'
export { dayText, momentText, monthText, yearMonthText } from '#/i18n/dates.ts'
export { foreignLanguage } from '#/i18n/language-of.ts'
export { defaultLocale, localeOf, prefixed, siteLocales, unprefixed } from '#/i18n/locales.ts'
export { countsInMyriads, isIdeographic, scriptOf } from '#/i18n/script.ts'
export { type LocaleSwitch, useAlternates, useLocaleSwitch } from '#/state/locale-switch.ts'
