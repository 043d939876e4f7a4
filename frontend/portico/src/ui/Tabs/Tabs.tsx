// Views of one subject, of which one is shown. All of them are in the markup: without JavaScript
// they follow each other, each under its name, and there are no tabs.

import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

export type Tab = { id: string; label: ReactNode; content: ReactNode }

export type TabsProps = {
  /** Subject of the views, for screen readers. */
  label: string
  /** The first is shown at first. */
  tabs: readonly Tab[]
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Base.Root defaultValue={tabs[0]?.id}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab className={styles.tab} value={tab.id} key={tab.id}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel className={styles.panel} value={tab.id} key={tab.id} keepMounted>
          <p className={styles.name}>{tab.label}</p>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
