// @vitest-environment jsdom

import { type Site, SiteProvider } from '@portico/app/page'
import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { sampleSite } from '#/testing/sample-payload.ts'
import { Filings } from './filings.tsx'

const filed = (filing: Site['filing']) =>
  renderPart(
    <SiteProvider site={{ ...sampleSite, filing }}>
      <Filings />
    </SiteProvider>,
  )

beforeEach(() => void stubViewport())

describe('the numbers under which a site is filed', () => {
  it('each leads to its register, the police’s behind a shield of our own until there is a badge', async () => {
    await filed({ icp: '浙ICP备1号', publicSecurity: '浙公网安备33010202000001号' })
    expect(screen.getByRole('link', { name: '浙ICP备1号' }).getAttribute('href')).toBe('https://beian.miit.gov.cn/')
    const police = screen.getByRole('link', { name: '浙公网安备33010202000001号' })
    expect(police.getAttribute('href')).toBe('https://beian.mps.gov.cn/#/query/webSearch?code=33010202000001')
    expect(police.querySelector('svg')).not.toBeNull()
    await expectAccessible()
  })

  it('shows the badge that the register issued, where the site has its file', async () => {
    await filed({ publicSecurity: '浙公网安备33010202000001号', badge: '/media/pages/home/badge.png' })
    const police = screen.getByRole('link', { name: '浙公网安备33010202000001号' })
    expect(police.querySelector('img')?.getAttribute('src')).toBe('/media/pages/home/badge.png')
    expect(police.querySelector('svg')).toBeNull()
    await expectAccessible()
  })

  it('names the registration as a fund manager in the page’s language, and leads to its register', async () => {
    await filed({ fundManager: { 'zh-CN': '私募基金管理人 P1', en: 'Private fund manager P1' } })
    const manager = screen.getByRole('link', { name: 'Private fund manager P1' })
    expect(manager.getAttribute('href')).toMatch(/^https:\/\/gs\.amac\.org\.cn\//)
    await expectAccessible()
  })

  it('names the licence of a paid service, where the site has one', async () => {
    await filed({ icp: '浙ICP备1号', icpLicence: '浙ICP证123456号' })
    expect(screen.getByText('浙ICP证123456号').getAttribute('lang')).toBe('zh-CN')
    await expectAccessible()
  })

  it('says nothing of a number that the site does not have', async () => {
    await filed({})
    const links = screen.getAllByRole('link').map((link) => link.textContent)
    expect(links).toEqual(['Terms of use', 'Privacy'])
  })
})
