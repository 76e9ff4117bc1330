/**
 * The text of a spreadsheet's cells: numbers with all their digits, dates as ISO 8601. Pure.
 * ECMA-376 part 1, 18.3 (cells) and 18.8 (number formats).
 */

/** How a cell shows its number. */
export type NumberForm = 'plain' | 'date' | { digits: number } | { decimals: number }

/** Number formats of a workbook that are dates or times, which files do not spell out (18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Number formats with two decimals, which files do not spell out. */
const builtInAmounts: ReadonlySet<number> = new Set([2, 4, 7, 8, 39, 40, 43, 44])

/**
 * `0000` shows four digits at least, `#,##0.00` two decimals; a letter of a date outside of quotation marks and brackets
 * is a date.
 */
export function numberForm(id: number, code: string | undefined): NumberForm {
  if (code === undefined) {
    if (builtInAmounts.has(id)) return { decimals: 2 }
    return isBuiltInDate(id) ? 'date' : 'plain'
  }
  const [positive = ''] = code.split(';')
  const bare = positive.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')
  if (/^0{2,}$/.test(bare)) return { digits: bare.length }
  const [, decimals = ''] = /^[^.%0#]*[#,]*0\.(0+)[^.%0#?/@]*$/.exec(bare.trim()) ?? []
  // Fewer than two would take the hundredths from an amount.
  if (decimals.length > 1 && !/[dmyhs]/i.test(bare)) return { decimals: decimals.length }
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare) ? 'date' : 'plain'
}

/**
 * `7.35E+12` → `7350000000000`, `0.30000000000000004` → `0.3`: the 15 digits that spreadsheets count with, and of an
 * amount those that are shown. What is no number stays as it is.
 */
export function numberText(text: string, form: NumberForm, epoch: 1900 | 1904): string {
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return text
  if (form === 'date') return dateText(number, epoch) ?? text
  if (form !== 'plain' && 'decimals' in form) return digitsOf('', rounded(number, form.decimals))
  const digits = digitsOf(text, number)
  return form === 'plain' || !/^\d+$/.test(digits) ? digits : digits.padStart(form.digits, '0')
}

/** `1.005` with two decimals → `1.01`, as spreadsheets show it: halves of the decimal text go up, not those of its bits. */
function rounded(number: number, decimals: number): number {
  const text = String(number)
  if (text.includes('e')) return number
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`)
}

function digitsOf(text: string, number: number): string {
  if (/^-?\d+$/.test(text)) return text
  const exact = Number(number.toPrecision(15))
  if (Number.isInteger(exact)) return BigInt(exact).toString()
  return exact.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
}

const dayMs = 86_400_000

/** Days since the end of 1899 → `2026-11-20`, with a part of a day `2026-11-20T14:30:00`. Null: no date. */
function dateText(days: number, epoch: 1900 | 1904): string | null {
  // 1900-02-29, which spreadsheets count, never was; earlier days are nobody's.
  if (days < (epoch === 1900 ? 61 : 0) || days > 2_958_465) return null
  const start = epoch === 1900 ? Date.UTC(1899, 11, 30) : Date.UTC(1904, 0, 1)
  const iso = new Date(start + Math.round((days * dayMs) / 1000) * 1000).toISOString()
  return iso.slice(0, iso.endsWith('T00:00:00.000Z') ? 10 : 19)
}

/** `AB12` → 27, the column from 0. Null: no reference. */
export function columnOfReference(reference: string): number | null {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column === 0 ? null : column - 1
}

/** `_x000D_` is how a workbook writes a character that XML has no place for (22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
