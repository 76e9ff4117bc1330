/** How lists say in words whether a product is for sale, in the languages of the stores and in English. Pure. */
import type { Availability } from './feed-product.ts'
import { readAvailabilityWord } from './offer-words.ts'

/** Words as `wordOf` writes them. */
const words: Readonly<Record<'in_stock' | 'out_of_stock', readonly string[]>> = {
  in_stock: [
    'yes',
    'true',
    'available',
    'instock',
    'onstock',
    'ja',
    '1',
    'ilager',
    'finnsilager',
    'tillgänglig',
    'pålager',
    'tilgjengelig',
    'tilgængelig',
    'auflager',
    'lieferbar',
    'sofortlieferbar',
    'verfügbar',
    'sofortverfügbar',
    'vorrätig',
    'lagernd',
  ],
  out_of_stock: [
    'no',
    'false',
    'unavailable',
    'notavailable',
    'notinstock',
    'nej',
    'nei',
    'nein',
    '0',
    'ejilager',
    'inteilager',
    'slut',
    'slutilager',
    'slutsåld',
    'ejtillgänglig',
    'utgått',
    'ikkepålager',
    'utsolgt',
    'tomtpålager',
    'ikketilgjengelig',
    'udsolgt',
    'ikketilgængelig',
    'utgått',
    'nichtauflager',
    'nichtlieferbar',
    'nichtverfügbar',
    'nichtvorrätig',
    'ausverkauft',
    'vergriffen',
  ],
}

const wordOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Null: no known word. */
export function readStockWord(text: string): Availability | null {
  const word = wordOf(text)
  if (words.in_stock.includes(word)) return 'in_stock'
  return words.out_of_stock.includes(word) ? 'out_of_stock' : readAvailabilityWord(text)
}
