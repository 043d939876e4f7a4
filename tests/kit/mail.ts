// Messages that a gateway without a mail server writes to files.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The newest message to `email` among the files of a folder. Their names sort in the order of
 * writing.
 */
export function newestMail(folder: string, email: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
  const mail = files.map((path) => readFileSync(path, 'utf8')).findLast((text) => text.includes(`To: ${email}`))
  if (mail === undefined) throw new Error(`nothing was mailed to ${email}`)
  return mail
}

/** The six digits on a line of their own in a message's text. */
export function codeIn(mail: string): string {
  const code = mailPart(mail, 'text/plain').match(/(?<=^\s*)\d{6}(?=\s*$)/m)?.[0]
  if (code === undefined) throw new Error('the message has no code')
  return code
}

/** A part of a message, decoded. */
export function mailPart(mail: string, type: 'text/plain' | 'text/html'): string {
  const boundary = mail.match(/boundary="?([^"\s;]+)/)?.[1]
  const parts = boundary === undefined ? [mail] : mail.split(`--${boundary}`)
  const part = parts.findLast((text) => new RegExp(`^content-type: ${type}`, 'im').test(text))
  const [head = '', ...rest] = (part ?? '').trimStart().split(/\r?\n\r?\n/)
  const body = rest.join('\n\n').replaceAll('\r', '')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r', '')
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body.replaceAll('=\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
