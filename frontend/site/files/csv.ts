// Tables as CSV that spreadsheets open as meant: RFC 4180 with CRLF, UTF-8 behind a byte order mark
// (without one Excel in China reads GBK), figures without separators of thousands.

import Papa from 'papaparse'

/**
 * A text that starts like this would be run as a formula; full-width signs count as well in East
 * Asian versions.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The first row is the header. Texts that look like formulas get an apostrophe in front; figures
 * are left as they are.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  const table = Papa.unparse(
    rows.map((row) => [...row]),
    { newline: '\r\n', escapeFormulae: FORMULA },
  )
  return `${BYTE_ORDER_MARK}${table}\r\n`
}
