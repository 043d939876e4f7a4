// Replacements for missing content: empty, waiting, failed, not asked yet, broken.

import { Suggestions } from '@portico/app/chat'
import { Button, Empty, Failed, Waiting } from '@portico/app/ui'
import { ErrorView } from '#/ui/ErrorView/ErrorView.tsx'
import { Shown } from './shown.tsx'

export function StateParts() {
  return (
    <>
      <Shown name="Empty">
        <Empty title="No company matches these filters. 没有符合条件的公司。">
          <Button>Show all twenty-four</Button>
        </Empty>
      </Shown>
      <Shown name="Waiting">
        <Waiting>Looking through the pages of this site…</Waiting>
      </Shown>
      <Shown name="Failed">
        <Failed onRetry={() => {}}>The sessions could not be loaded.</Failed>
        <Failed>The message could not be sent: no connection. What you entered is still here.</Failed>
      </Shown>
      <Shown name="Suggestions">
        <form onSubmit={(event) => event.preventDefault()}>
          <Suggestions questions={['Why did Landbridge Freight fail?', '哪些公司已经上市？']} />
        </form>
      </Shown>
      <Shown name="ErrorView">
        <ErrorView
          status={404}
          title="The tide is out."
          message="Page not found: /nowhere"
          links={[
            { href: '#home', label: 'Home' },
            { href: '#companies', label: 'Companies' },
            { href: '#news', label: 'News' },
          ]}
        />
      </Shown>
    </>
  )
}
