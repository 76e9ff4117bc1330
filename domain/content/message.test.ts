import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { formatMoney, minor } from '../money/money.ts'
import { storeCodes, stores } from '../stores/stores.ts'
import { formatMessage } from './message.ts'
import { stringsOf } from '../../locales/texts.server.ts'

/** Names of a message's placeholders, in alphabetical order, as the real parser finds them. */
function placesOf(message: string): string[] {
  const names = new Set<string>()
  const walk = (parts: readonly Part[]) => {
    for (const part of parts) {
      if (part.type !== TYPE.literal && part.type !== TYPE.pound) names.add(part.value)
      for (const branch of Object.values(part.options ?? {})) walk(branch.value)
    }
  }
  walk(new IntlMessageFormat(message, 'sv', undefined, { ignoreTag: true }).getAst() as unknown as Part[])
  return [...names].sort()
}

interface Part {
  type: number
  value: string
  options?: Record<string, { value: Part[] }>
}

/** Kinds of message parts that are not placeholders. */
const TYPE = { literal: 0, pound: 7 }

/** Placeholders that are filled with amounts of money. */
const amountPlaces = /\{(amount|minimum|total|left|price|from|to)\}/

const counts = [0, 1, 2, 5, 11, 21, 100, 1234, 1_000_000]

describe.each(storeCodes)('the words of the %s store', (code) => {
  const strings = stringsOf(code)

  it('[API-26] [ENTITY-42] are all present', () => {
    expect(Object.keys(strings).length).toBeGreaterThan(100)
    expect(Object.entries(strings).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('have the same placeholders as the Swedish ones', () => {
    const swedish = stringsOf('sv')
    for (const [key, text] of Object.entries(strings))
      expect(placesOf(text), key).toEqual(placesOf(swedish[key] ?? ''))
  })

  it('format like ICU messages, for every message and count', () => {
    const { iso } = stores[code]
    for (const [key, text] of Object.entries(strings)) {
      const format = new IntlMessageFormat(text, iso, undefined, { ignoreTag: true })
      for (const count of text.includes('plural') ? counts : [3]) {
        const values = Object.fromEntries(placesOf(text).map((name) => [name, count]))
        // A plain placeholder shows a value as given; ICU formats numbers in the language.
        const asText = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            text.includes(`{${name},`) ? value : String(value),
          ]),
        )
        expect(formatMessage(text, asText, iso), `${key} ${count}`).toBe(format.format(asText))
      }
    }
  })

  it('do not end a sentence twice where the currency symbol ends with a period', () => {
    const money = formatMoney(minor(12_300), stores[code])
    const doubled = Object.entries(strings).flatMap(([key, text]) => {
      const values = Object.fromEntries(placesOf(text).map((name) => [name, money]))
      const sayings = amountPlaces.test(text) ? formatMessage(text, values, stores[code].iso) : ''
      return sayings.includes('..') ? [key] : []
    })
    expect(doubled).toEqual([])
  })

  it('contain no double spaces, no trailing space and no dash used as a comma', () => {
    for (const [key, text] of Object.entries(strings)) {
      expect(text, key).toBe(text.trim())
      expect(text, key).not.toMatch(/ {2}|[—]/)
    }
  })
})

describe('a message', () => {
  it('leaves a placeholder without a value unchanged', () => {
    expect(formatMessage('{a} och {b}', { a: 'x' }, 'sv-SE')).toBe('x och {b}')
  })

  it('does not interpret a value as a message', () => {
    expect(formatMessage('Hej {name}', { name: '{count, plural, other {#}}' }, 'sv-SE')).toBe(
      'Hej {count, plural, other {#}}',
    )
  })

  it('prefers an exact count to a plural form, and formats numbers in the language', () => {
    const text = '{n, plural, =0 {inga} one {# vara} other {# varor}}'
    expect([0, 1, 1234].map((n) => formatMessage(text, { n }, 'sv-SE'))).toEqual([
      'inga',
      '1 vara',
      '1\u00a0234 varor',
    ])
  })
})
