import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lightOnly, nameless } from './light-icons.ts'

const DEFINITIONS = new URL('../../node_modules/@phosphor-icons/react/dist/defs/', import.meta.url)
const definition = (name: string) => readFileSync(new URL(`${name}.es.js`, DEFINITIONS), 'utf8')

describe('light icons', () => {
  it.each(['X', 'ArrowRight', 'SpeakerHigh', 'DownloadSimple'])(
    '%s keeps its light weight and loses the others',
    async (name) => {
      const whole = definition(name)
      const light = lightOnly(whole, name)
      expect(light.match(/"(bold|duotone|fill|light|regular|thin)"/gu)).toEqual(['"light"'])
      const path = /"light",[\s\S]*?\bd: "([^"]+)"/u.exec(whole)?.[1]
      expect(light).toContain(path)
      expect(light).toContain('export')
    },
  )

  it('components have no names', () => {
    const component = readFileSync(new URL('../ssr/X.es.js', DEFINITIONS), 'utf8')
    expect(component).toContain('displayName')
    expect(nameless(component)).toBe(component.replace('e.displayName = "XIcon";', ''))
  })

  it('a file of another shape fails the build, naming it', () => {
    expect(() => lightOnly('export default {}', 'X.es.js')).toThrow(/X\.es\.js/u)
  })
})
