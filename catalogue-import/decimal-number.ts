/**
 * Parses a decimal number in the notations that merchants' systems write: `1299.00`, `1.299,00`, `1,299.00`,
 * `1 299,00`, `1'299.00`. The separators are determined from the text alone, never from the store. A text
 * that can mean two numbers is rejected, because a price that is wrong by a factor of 1,000 must never be
 * stored.
 */

/** Spaces (also no-break, thin and narrow ones) and apostrophes: only used as group separators. */
const groupOnly = /['’\u0020\u00a0\u2009\u202f]/g

export type DecimalRead =
  | {
      ok: true
      /** Canonical notation: digits and at most one point, without leading zeros before other digits. */
      decimal: string
      notation: 'plain' | 'decimal_comma' | 'grouped'
    }
  /** `ambiguous`: one separator followed by exactly three digits, `1.299` or `1,299`. */
  | { ok: false; code: 'no_number' | 'ambiguous' | 'too_many_decimals' }

/** A number without sign, with at most ten digits before and two behind the decimal separator. */
export function readDecimal(text: string): DecimalRead {
  if (!/^\d(?:[\d.,'’\u0020\u00a0\u2009\u202f]*\d)?$/.test(text)) return { ok: false, code: 'no_number' }
  const group = groupOnly.exec(text)?.[0]
  groupOnly.lastIndex = 0
  const points = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (group !== undefined) return points + commas > 1 ? { ok: false, code: 'no_number' } : split(text, group)
  if (points > 0 && commas > 0) return split(text, text.lastIndexOf('.') > text.lastIndexOf(',') ? ',' : '.')
  if (points + commas === 0) return split(text, null)
  const separator = points > 0 ? '.' : ','
  if (points + commas > 1) return split(text, separator)
  const [whole = '', fraction = ''] = text.split(separator)
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return { ok: false, code: 'ambiguous' }
  return split(text, null)
}

/** Parses the number with `group` as the group separator; any other separator is the decimal separator. */
function split(text: string, group: string | null): DecimalRead {
  const decimalAt =
    group === '.' ? text.indexOf(',') : group === ',' ? text.indexOf('.') : text.search(/[.,]/)
  const whole = decimalAt === -1 ? text : text.slice(0, decimalAt)
  const fraction = decimalAt === -1 ? '' : text.slice(decimalAt + 1)
  if (!/^\d*$/.test(fraction)) return { ok: false, code: 'no_number' }
  const groups = group === null ? [whole] : whole.split(group)
  const grouped = groups.every((part, at) => (at === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(part))
  if (group !== null && !(groups.length > 1 && grouped)) return { ok: false, code: 'no_number' }
  const digits = groups.join('')
  if (!/^\d{1,10}$/.test(digits)) return { ok: false, code: 'no_number' }
  if (fraction.length > 2) return { ok: false, code: 'too_many_decimals' }
  const canonical = digits.replace(/^0+(?=\d)/, '')
  const comma = text[decimalAt] === ','
  return {
    ok: true,
    decimal: fraction === '' ? canonical : `${canonical}.${fraction}`,
    notation: group !== null ? 'grouped' : comma ? 'decimal_comma' : 'plain',
  }
}
