// A button, and a link that looks like one. `busy` keeps the width and informs assistive technology
// that work is in progress.

import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

type Look = {
  variant?: 'primary' | 'outline' | 'quiet' | 'danger'
  size?: 'regular' | 'large'
}

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & Look & { busy?: boolean }

export function Button({ variant = 'outline', size = 'regular', busy = false, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      aria-busy={busy || undefined}
      disabled={busy || rest.disabled}
    />
  )
}

export type ButtonLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> & Look & { href: string }

export function ButtonLink({ variant = 'outline', size = 'regular', ...rest }: ButtonLinkProps) {
  return <a {...rest} data-print="no" data-search="no" className={styles.button} data-variant={variant} data-size={size} />
}
