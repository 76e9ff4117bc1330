/** The store whose language a browser prefers. Pure. */
import { storeCodes, stores, type StoreCode } from './stores.ts'

/** Both written forms of Norwegian, and their common code. */
const norwegian: ReadonlySet<string> = new Set(['nb', 'nn', 'no'])

/** Of an `Accept-Language` header (RFC 9110, 12.5.4), the most preferred first. Null: none of the stores has one of them. */
export function storeOfLanguages(header: string | undefined): StoreCode | null {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.toLowerCase().split(';')
      const quality = parameters.find((each) => each.trim().startsWith('q='))
      return {
        language: range.trim().split('-')[0]!,
        quality: quality ? Number(quality.trim().slice(2)) : 1,
      }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  for (const { language } of wanted) {
    const found = storeCodes.find((code) => {
      const own = stores[code].iso.split('-')[0]!
      return own === language || (norwegian.has(own) && norwegian.has(language))
    })
    if (found !== undefined) return found
  }
  return null
}
