// The select of those who point with a mouse: the same field, and a list in the page's own type. Keys work as in the browser's.

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Icon } from '../Icon/Icon.tsx'
import styles from './Select.module.css'
import type { SelectOption } from './Select.tsx'

export type SelectListProps = {
  id: string
  labelId: string
  name: string
  options: readonly SelectOption[]
  value: string
  onChange: (value: string) => void
}

export function SelectList({ id, labelId, name, options, value, onChange }: SelectListProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        items={options}
        name={name}
        value={value}
        onValueChange={(next: string | null) => onChange(next ?? '')}
        modal={false}
      >
        <Base.Trigger className={`${styles.frame} ${styles.control}`} id={id} aria-labelledby={`${labelId} ${id}`}>
          <Base.Value className={styles.value} />
          <Icon name="open" size={14} className={styles.arrow} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            className={styles.place}
            align="start"
            alignItemWithTrigger={false}
            sideOffset={4}
            collisionPadding={16}
          >
            <Base.Popup className={styles.popup}>
              <Base.List className={styles.list} aria-labelledby={labelId}>
                {options.map((option) => (
                  <Base.Item className={styles.item} value={option.value} key={option.value}>
                    <Base.ItemText>{option.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Icon name="check" size={16} />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
