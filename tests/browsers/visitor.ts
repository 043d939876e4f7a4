// A person at a browser: acts as people do, and waits for the effect.

import assert from 'node:assert/strict'
import { By, type WebElement } from 'selenium-webdriver'
import type { Browser, Locale, Window } from './browsers.ts'

/** Milliseconds that any effect may take, on a machine with other work. */
const PATIENCE = 20_000

export class Visitor {
  private readonly window: Window
  private readonly url: string
  private readonly problems: string[] = []

  private constructor(window: Window, url: string) {
    this.window = window
    this.url = url
  }

  static async arrive(browser: Browser, url: string, locale: Locale): Promise<Visitor> {
    const visitor = new Visitor(await browser.open(locale), url)
    await visitor.resize(1440, 900)
    return visitor
  }

  get driver() {
    return this.window.driver
  }

  resize(width: number, height: number): Promise<void> {
    return this.window.resize(width, height)
  }

  /** Opens a page by its address, and waits for its document and sheets. */
  visit(path: string): Promise<void> {
    return this.load(() => this.driver.get(this.url + path))
  }

  reload(): Promise<void> {
    return this.load(() => this.driver.navigate().refresh())
  }

  back(): Promise<void> {
    return this.driver.navigate().back()
  }

  private async load(navigate: () => Promise<void>): Promise<void> {
    await this.keepProblems()
    await navigate()
    await this.window.attend()
    await this.holds(() => {
      const sheets = [...document.querySelectorAll<HTMLLinkElement>('head > link[rel=stylesheet]')]
      return sheets.length > 0 && sheets.every((sheet) => sheet.sheet !== null)
    })
  }

  /** Moves the pointer, and waits until the app answers input. */
  async wake(): Promise<void> {
    await this.driver.actions().move({ x: 200, y: 200 }).move({ x: 210, y: 205 }).perform()
    await this.isLive()
  }

  /** Closes the notice about cookies, which would cover the place of a click at the foot. */
  closeNotice(): Promise<void> {
    return this.click('aside button', 'OK')
  }

  isLive(): Promise<void> {
    return this.holds(() => document.documentElement.dataset['hydrated'] === 'true')
  }

  /** Result of a function in the page. */
  read<Result, Given extends unknown[]>(look: (...given: Given) => Result, ...given: Given): Promise<Awaited<Result>> {
    return this.driver.executeScript(look, ...given)
  }

  /** Waits until a function in the page returns true. */
  async holds<Given extends unknown[]>(condition: (...given: Given) => boolean, ...given: Given): Promise<void> {
    await this.driver.wait(() => this.read(condition, ...given).catch(() => false), PATIENCE, `never true: ${condition} of ${JSON.stringify(given)}`)
  }

  isAt(address: string): Promise<void> {
    return this.holds((address) => location.pathname + location.search === address, address)
  }

  /** Waits for a visible element with `text` in its text. */
  async see(selector: string, text = ''): Promise<WebElement> {
    const seen = await this.driver.wait(() => this.find(selector, text).catch(() => undefined), PATIENCE, `not seen: ${selector} ${text}`)
    assert.ok(seen)
    return seen
  }

  /** Waits until no such element is visible. */
  async seeNo(selector: string): Promise<void> {
    await this.driver.wait(() => this.find(selector, '').then((found) => found === undefined, () => false), PATIENCE, `still seen: ${selector}`)
  }

  private async find(selector: string, text: string): Promise<WebElement | undefined> {
    for (const element of await this.driver.findElements(By.css(selector))) {
      if ((await element.isDisplayed()) && (await element.getText()).includes(text)) return element
    }
    return undefined
  }

  click(selector: string, text = ''): Promise<void> {
    return this.act(selector, text, (element) => element.click())
  }

  /** Acts on an element as soon as it is visible and receives events: a page may still move. */
  private async act(selector: string, text: string, action: (element: WebElement) => Promise<void>): Promise<void> {
    let refusal: unknown
    const attempt = async () => {
      const element = await this.find(selector, text)
      if (element !== undefined) await action(element)
      return element !== undefined
    }
    const isDone = () =>
      attempt().catch((error) => {
        refusal = error
        return false
      })
    await this.driver.wait(isDone, PATIENCE).catch((error) => {
      throw new Error(`no visible ${selector} ${text} took it`, { cause: refusal ?? error })
    })
  }

  /** Chooses an option by its value. */
  async choose(selector: string, value: string): Promise<void> {
    await this.see(selector)
    await this.click(`${selector} > option[value="${value}"]`)
  }

  type(selector: string, text: string): Promise<void> {
    return this.act(selector, '', async (field) => {
      await field.clear()
      await field.sendKeys(text)
    })
  }

  valueOf(selector: string): Promise<string> {
    return this.read((selector) => document.querySelector<HTMLInputElement>(selector)?.value ?? '', selector)
  }

  async press(key: string): Promise<void> {
    await this.driver.actions().sendKeys(key).perform()
  }

  private async keepProblems(): Promise<void> {
    this.problems.push(...(await this.window.problems()))
  }

  /** Closes the browser; no page may have reported an error. */
  async leave(): Promise<void> {
    await this.keepProblems()
    await this.window.close()
    assert.deepEqual(this.problems, [])
  }

  /** Closes the browser of a journey that failed. */
  abandon(): Promise<void> {
    return this.window.close()
  }
}
