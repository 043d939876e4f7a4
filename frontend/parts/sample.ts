// The page and the site around the parts.

import type { LocaleCode } from '@portico/app'
import type { PageSource, Site } from '@portico/app/page'

export const sampleSite: Site = {
  name: { 'zh-CN': '潮生资本', en: 'Tidewater Capital' },
  legalName: { 'zh-CN': '潮生资本（示例）', en: 'Tidewater Capital (sample)' },
  notice: { 'zh-CN': '示例', en: 'A sample' },
  founded: 2011,
  offices: [{ 'zh-CN': '杭州', en: 'Hangzhou' }],
  address: { 'zh-CN': '听潮路11号', en: '11 Tingchao Road' },
  email: 'hello@site.example',
  assets: [7.9, 14.3, 14.8, 16, 18.6],
  filing: { icp: 'ICP', publicSecurity: '00' },
  runtime: { apiBase: '', localeCookie: 'i18n_redirected', storage: 'local', versionPollSeconds: 3600 },
}

export function samplePage(locale: LocaleCode): PageSource {
  return {
    route: 'about',
    path: '/about',
    locale,
    payload: { params: {}, data: {}, alternates: [] },
    head: { title: 'Parts', description: '', canonical: '' },
  }
}
