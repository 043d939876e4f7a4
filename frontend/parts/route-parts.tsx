// The rules of routes: those of a layout, those of its routes, and the result for a guest.

import { type AppRoute, metaOf, runMiddleware, type SessionView } from '@portico/app'
import { usePage } from '@portico/app/page'
import { Button, Table } from '@portico/app/ui'
import { useState } from 'react'
import styles from './route-parts.module.css'
import { layoutRules, sampleRoutes } from './sample-routes.ts'
import { Shown } from './shown.tsx'

type Rules = { [name: string]: boolean | string[] | undefined }

const GUEST: SessionView = { isLogin: () => false, confirm: async () => false }

export function RouteParts() {
  return (
    <Shown name="Rules">
      <Table caption={`Routes of a layout whose rules are ${rulesText(layoutRules)}`} captionShown>
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col">Its row</th>
            <th scope="col">Its rules</th>
            <th scope="col">For a guest</th>
          </tr>
        </thead>
        <tbody>
          {sampleRoutes.map((route) => (
            <RouteRow route={route} key={route.id} />
          ))}
        </tbody>
      </Table>
    </Shown>
  )
}

function RouteRow({ route }: { route: AppRoute }) {
  const { keepAlive, middleware, override } = route
  const { locale } = usePage()
  const [answer, setAnswer] = useState('')
  const visit = async () => {
    const verdict = await runMiddleware({ to: { route, locale, params: {} }, target: route.path, served: false }, GUEST)
    setAnswer(verdict.kind === 'redirect' ? verdict.to : 'the page')
  }
  return (
    <tr>
      <th scope="row">{route.id}</th>
      <td>{rulesText({ keepAlive, middleware, override })}</td>
      <td>{rulesText(resultOf(route))}</td>
      <td>
        <div className={styles.visit}>
          <Button onClick={visit}>Visit</Button>
          <output aria-label={`Answer for ${route.id}`}>{answer}</output>
        </div>
      </td>
    </tr>
  )
}

/** The rules that hold for a route. */
function resultOf(route: AppRoute): Rules {
  return Object.fromEntries(Object.entries(metaOf(route)).filter(([, value]) => value !== false))
}

/** Rules in words: `keepAlive, middleware auth`. */
function rulesText(rules: Rules): string {
  const texts = Object.entries(rules).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.length > 0 ? [`${name} ${value.join(' + ')}`] : []
    return value === undefined ? [] : [value ? name : `no ${name}`]
  })
  return texts.join(', ') || 'none'
}
