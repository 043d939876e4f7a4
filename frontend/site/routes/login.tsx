// Sign in: an e-mail address and a code that is sent to it, without a password.

import { LoginForm } from '@portico/app/members'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { QuietHead } from '#/ui/QuietHead/QuietHead.tsx'
import styles from './login.module.css'

export default function Page() {
  const { data } = usePage<PageData<'login'>>()
  const { page } = data
  const steps = section(page, 'steps')
  return (
    <>
      <QuietHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <LoginForm />
      {steps?.items !== undefined && (
        <section>
          <h2 className={styles.title}>{steps.title}</h2>
          <NumberedList items={steps.items} />
        </section>
      )}
      <div className={styles.help}>
        <Prose size="small">
          <Html field="page.body" />
        </Prose>
      </div>
    </>
  )
}
