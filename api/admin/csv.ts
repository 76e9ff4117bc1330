/**
 * Lines of CSV files as Excel opens them in all our countries: separated by semicolons, with a decimal comma, and with a
 * byte order mark, without which it does not read UTF-8.
 */

/** Begins a file. */
export const csvStart = '\uFEFF'

/**
 * The beginnings of cells that a spreadsheet would run as formulas, also those with the wide signs of East Asian
 * keyboards. Where the decimal sign is a comma, as in all our stores, it separates cells at semicolons and knows no
 * quoted cell in the middle of a line: a semicolon or a line break within a text begins a cell there.
 */
const formula = /(^|[;\t\r\n])("*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * One line (RFC 4180). Texts that a spreadsheet would run as a formula begin with an apostrophe; numbers stay
 * numbers.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = (/^[\t\r]/.test(text) ? `'${text}` : text).replaceAll(formula, "$1$2'")
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
