// A choice of one among several. It is the browser's own select until a mouse comes near, and wherever fingers point: there the
// platform's list is the better one. With a mouse it becomes a list in the page's own type, whose code is fetched by then.

import { type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { usePart } from '../lazy/use-part.ts'
import styles from './Select.module.css'
import type { SelectListProps } from './SelectList.tsx'

export type SelectOption = { value: string; label: string }

export type SelectProps = {
  label: ReactNode
  /** Keeps the label for those who hear the page and hides it from view, where the first option says the same. */
  labelHidden?: boolean
  name: string
  options: readonly SelectOption[]
  value: string
  onChange: (value: string) => void
}

export function Select({ label, labelHidden = false, name, options, value, onChange }: SelectProps) {
  const id = useId()
  const own = useRef<HTMLSelectElement>(null)
  const [withMouse, setWithMouse] = useState(false)
  const { Part: List, load } = usePart<SelectListProps>(async () => (await import('./SelectList.tsx')).SelectList)
  /** Not while it is in use: a list that stands open must not be taken away. */
  const approach = async () => {
    if ((await load()) && document.activeElement !== own.current) setWithMouse(true)
  }
  return (
    <div className={styles.select}>
      <label className={styles.label} data-hidden={labelHidden} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {List === undefined || !withMouse ? (
        <span className={styles.frame}>
          <select
            className={styles.control}
            id={id}
            ref={own}
            name={name}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onPointerEnter={({ pointerType }) => void (pointerType === 'mouse' && approach())}
          >
            {options.map((option) => (
              <option value={option.value} key={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="open" size={14} className={styles.arrow} />
        </span>
      ) : (
        <List id={id} labelId={`${id}-label`} name={name} options={options} value={value} onChange={onChange} />
      )}
    </div>
  )
}
