/**
 * Parses the landing parameter `atc`, by which a link fills the cart: base64 of `sku:quantity` entries joined
 * with ";" (QUERY-05, 07). The content is untrusted: entries that cannot be parsed are skipped, never thrown.
 * Whether the store sells a sku is decided by the server.
 */
import { maximumQuantity } from './cart-quantity.ts'
import { toSku, type Sku, type SkuUnits } from '../products/sku.ts'

/** Longest parameter parsed; a longer one counts as undecodable. */
export const longestAtc = 20_000
/** Most entries read from one link. */
export const mostAtcEntries = 100
/** The entry shape that the API accepts. */
const longestSku = 200

/** The entries of the parameter. Quantities of a repeated sku are added up. Empty: nothing to add. */
export function readAtc(parameter: string): SkuUnits[] {
  const quantities = new Map<Sku, number>()
  for (const entry of decode(parameter).split(';')) {
    const colon = entry.lastIndexOf(':')
    const text = entry.slice(0, Math.max(colon, 0)).trim()
    const count = entry.slice(colon + 1).trim()
    if (text === '' || text.length > longestSku || !/^\d{1,6}$/.test(count) || Number(count) < 1) continue
    const sku = toSku(text)
    if (!quantities.has(sku) && quantities.size === mostAtcEntries) break
    quantities.set(sku, Math.min((quantities.get(sku) ?? 0) + Number(count), maximumQuantity))
  }
  return [...quantities].map(([sku, quantity]) => ({ sku, quantity }))
}

/**
 * The text of base64 or base64url (a "+" of an unescaped address arrives as a space); '' where it is neither.
 */
function decode(parameter: string): string {
  if (parameter.length > longestAtc) return ''
  const base64 = parameter.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? '' : text
  } catch {
    return ''
  }
}
