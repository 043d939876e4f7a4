// The Nu HTML checker, run once over many files.

import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

/** The class that `java -jar` would run, were the archive one that Java 17 accepts there. */
const MAIN = 'nu.validator.client.SimpleCommandLineValidator'

/** The report of a thousand documents with a finding in every line fits. */
const REPORT_BYTES = 256 * 2 ** 20

type Message = { url: string; lastLine?: number; message: string; extract?: string }

/** A file, and how it is named in findings. */
export type Markup = { path: string; file: string }

/** Whether this machine has the Java that the checker runs on. */
export const hasJava = (): Promise<boolean> =>
  promisify(execFile)('java', ['-version']).then(
    () => true,
    () => false,
  )

/** Errors and warnings, one line each: path, line, message, markup. */
export async function markupFindings(documents: Markup[]): Promise<string[]> {
  const paths = new Map(documents.map(({ path, file }) => [plain(pathToFileURL(file).href), path]))
  // The checker's parser recurses: a deep table needs more than Java's usual stack.
  const options = ['-Xss8m', '-cp', jar, MAIN, '--format', 'json', '--stdout', '--exit-zero-always']
  const { stdout } = await promisify(execFile)('java', [...options, ...documents.map(({ file }) => file)], { maxBuffer: REPORT_BYTES })
  const { messages } = JSON.parse(stdout) as { messages: Message[] }
  return messages.map(({ url, lastLine = 0, message, extract = '' }) => {
    const path = paths.get(plain(url)) ?? url
    return `${path}: line ${lastLine}: ${message}: ${extract.replaceAll(/\s+/g, ' ')}`
  })
}

/** A path: the checker writes `file:/页` where Node writes `file:///%E9%A1%B5`. */
const plain = (url: string) => decodeURI(url).replace(/^file:\/+/, '/')
