// Controls to press: buttons, links, icons, tabs, menus.

import { ArrowLink, Button, ButtonLink, Icon, icons, Menu, Pagination, Tabs } from '@portico/app/ui'
import { Logo } from '#/ui/Logo/Logo.tsx'
import styles from './parts.module.css'
import { Shown } from './shown.tsx'

const VARIANTS = ['primary', 'outline', 'quiet', 'danger'] as const

export function ControlParts() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Shown name={`Button ${variant}`} key={variant}>
          <div className={styles.row}>
            <Button variant={variant}>Regular 按钮</Button>
            <Button variant={variant} size="large">
              Large
            </Button>
            <Button variant={variant} busy>
              Busy
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <ButtonLink variant={variant} href="#controls">
              A link
            </ButtonLink>
            <Button variant={variant}>
              <Icon path={icons.download} />
              With an icon
            </Button>
          </div>
        </Shown>
      ))}
      <Shown name="ArrowLink">
        <div className={styles.row}>
          <ArrowLink href="#controls">Five years in figures 五年数字</ArrowLink>
          <ArrowLink href="#controls" direction="back">
            All companies
          </ArrowLink>
          <a href="#controls">A link in text</a>
        </div>
      </Shown>
      <Shown name="Icon">
        <div className={styles.row}>
          {Object.entries(icons).map(([name, path]) => (
            <span key={name}>
              <Icon path={path} size={24} />
              {name}
            </span>
          ))}
        </div>
      </Shown>
      <Shown name="Logo">
        <Logo name="潮生资本 Tidewater" href="#controls" />
      </Shown>
      <Shown name="Tabs">
        <Tabs
          label="Letters"
          tabs={[
            { id: 'q3', label: 'Third quarter', content: <p>What stands in the third letter.</p> },
            { id: 'q2', label: '第二季度', content: <p>第二封信的内容。</p> },
            { id: 'q1', label: 'First quarter', content: <p>What stood in the first one.</p> },
          ]}
        />
      </Shown>
      <Shown name="Menu">
        <Menu
          head="ann@example.org"
          items={[
            { id: 'way', label: 'A way', href: '#controls' },
            { id: 'act', label: 'An action', onSelect: () => {} },
          ]}
        >
          Open the menu
        </Menu>
      </Shown>
      <Shown name="Pagination">
        <Pagination page={2} pages={4} href={(page) => `#page-${page}`} />
      </Shown>
    </>
  )
}
