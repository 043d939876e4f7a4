// The content of a page made for Feishu when it is opened elsewhere: its purpose, and the parts
// that work without Feishu.

import { Trans } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import { ButtonLink } from '@portico/app/ui'
import type { ReactNode } from 'react'
import styles from './outside-feishu.module.css'

export type OutsideFeishuProps = {
  /** The page in a sentence or two. */
  children: ReactNode
}

export function OutsideFeishuNote({ children }: OutsideFeishuProps) {
  const href = useHref()
  return (
    <section className={styles.note}>
      <h2 className={styles.title}>
        <Trans>This page opens inside Feishu</Trans>
      </h2>
      <p>{children}</p>
      <p className={styles.actions}>
        <ButtonLink href={`${href('login')}?redirect=${encodeURIComponent(href('product'))}`} variant="primary">
          <Trans>Sign in by e-mail</Trans>
        </ButtonLink>
        <ButtonLink href={href('chat')}>
          <Trans>Ask the assistant</Trans>
        </ButtonLink>
      </p>
    </section>
  )
}
