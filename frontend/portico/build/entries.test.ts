import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { type Entries, entries, readEntries, replaceImports } from './entries.ts'

const table: Entries = new Map([
  ['@portico/app', new Map([['start', '/src/app/start.tsx']])],
  [
    '@portico/app/ui',
    new Map([
      ['Table', '/src/ui/Table.tsx'],
      ['NumberCell', '/src/ui/Table.tsx'],
      ['Button', '/src/ui/Button.tsx'],
    ]),
  ],
])

const replaced = (code: string) => replaceImports(code, parseSync('page.js', code).program, table)

it.each([
  ['one name', "import { Button } from '@portico/app/ui'", 'import { Button as Button } from "/src/ui/Button.tsx";'],
  ['another name', "import { Button as B } from '@portico/app/ui'", 'import { Button as B } from "/src/ui/Button.tsx";'],
  ['the first entry', "import { start } from '@portico/app'", 'import { start as start } from "/src/app/start.tsx";'],
  ['no value, where all names were types', "import {} from '@portico/app/ui'", ''],
  ['an export', "export { Button as default } from '@portico/app/ui'", 'export { Button as default } from "/src/ui/Button.tsx";'],
  [
    'names of several modules, each module once',
    "import { Table, Button, NumberCell } from '@portico/app/ui'",
    'import { Button as Button } from "/src/ui/Button.tsx"; ' +
      'import { Table as Table, NumberCell as NumberCell } from "/src/ui/Table.tsx";',
  ],
  ['other packages stay', "import { Button } from '@portico/application'", "import { Button } from '@portico/application'"],
])('%s', (_, code, expected) => {
  expect(replaced(code)).toBe(expected)
})

it('the lines after an import keep their numbers', () => {
  const code = "import {\n  Button,\n  Table,\n} from '@portico/app/ui'\nthrow new Error()"
  expect(replaced(code).split('\n').indexOf('throw new Error()')).toBe(4)
})

it.each([
  ['an unknown name', "import { Buton } from '@portico/app/ui'", /`@portico\/app\/ui` exports no Buton/u],
  ['a default', "import ui from '@portico/app/ui'", /exports no default/u],
  ['a namespace', "import * as ui from '@portico/app/ui'", /no namespace/u],
])('%s is an error', (_, code, message) => {
  expect(() => replaced(code)).toThrow(message)
})

it('each name of an index leads to a file of the package', () => {
  const entries = readEntries()
  expect(entries.get('@portico/app/ui')?.get('Button')).toBe(join(import.meta.dirname, '../src/ui/Button/Button.tsx'))
  const files = [...entries.values()].flatMap((modules) => [...modules.values()])
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

it('types are no part of the table', () => {
  expect(readEntries().get('@portico/app/page')?.has('BodyHtml')).toBe(false)
  expect(readEntries().get('@portico/app')?.has('SiteDefinition')).toBe(false)
})

it('style sheets and modules of the package stay as they are', () => {
  const { transform } = entries()
  const transformed = (code: string, id: string) => Reflect.apply(transform as () => unknown, context, [code, id])
  const context = { parse: (code: string) => parseSync('page.js', code).program }
  const code = "import { Chat } from '@portico/app/chat'"
  expect(transformed('/* The parts of @portico/app use these. */', '/site/tokens.css')).toBeUndefined()
  expect(transformed(code, join(import.meta.dirname, '../src/app/app.tsx'))).toBeUndefined()
  expect(transformed(code, '/site/routes/chat.tsx')).toMatchObject({ code: expect.stringContaining('/features/chat/chat.tsx') })
})
