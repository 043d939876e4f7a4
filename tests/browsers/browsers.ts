// The browsers besides Chromium, and all differences between them.

import type { WebDriver } from 'selenium-webdriver'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

export type Locale = 'en-US' | 'zh-CN'

export type Browser = {
  name: string
  /** A window of a fresh profile in which a language is preferred. */
  open(locale: Locale): Promise<Window>
}

export type Window = {
  driver: WebDriver
  resize(width: number, height: number): Promise<void>
  /** Makes the document that was just loaded report its errors. */
  attend(): Promise<void>
  /** Errors that were reported since the last call. */
  problems(): Promise<string[]>
  close(): Promise<void>
}

export const browsers: Browser[] = [firefox, webkit]
