/** Countries as files name them: by code, or by name in a language of a store or in English. Pure. */
import { storeCodes, stores } from '../domain/stores/stores.ts'

/** `se`, `Sweden`, `Sverige`, `Schweden` → `SE`, ISO 3166-1 alpha-2; null: no country that is known. */
export function countryCode(text: string): string | null {
  const key = keyOf(text)
  names ??= namesOfCountries()
  return names.get(key) ?? null
}

const keyOf = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

let names: ReadonlyMap<string, string> | undefined

function namesOfCountries(): Map<string, string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  // A code that is no longer used is named as the country of today.
  const current = codes.filter((code) => new Intl.Locale(`und-${code}`).region === code)
  const languages = new Set([...storeCodes.map((code) => stores[code].iso), 'en'])
  const found = new Map<string, string>()
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const displayed = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })
      for (const code of current) {
        const name = displayed.of(code)
        if (name === undefined) continue
        if (!found.has(keyOf(name))) found.set(keyOf(name), code)
        found.set(keyOf(code), code)
      }
    }
  }
  return found
}
