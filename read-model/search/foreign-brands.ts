/**
 * Makers that people name in a search though a store may not sell them, and what they are asked for. Where the
 * store has nothing by the name, the rest of the query is searched, and the page says so. A brand that the store
 * sells is never replaced. Names are trade marks of their owners and serve only to understand the question.
 */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { spokenForm } from './nearest-words.ts'
import type { QueryWord } from '../../domain/search/search-words.ts'

interface KnownFor {
  /** What is searched where the brand is all that was typed. */
  kind: Record<StoreCode, string>
  brands: string[]
}

const knownFor: KnownFor[] = [
  {
    kind: { sv: 'batterier', no: 'batterier', de: 'Batterien', da: 'batterier' },
    brands: [
      'Duracell',
      'Energizer',
      'Varta',
      'Panasonic',
      'Rayovac',
      'Eveready',
      'Procell',
      'Camelion',
      'Maxell',
      'Renata',
      'Eneloop',
      'Ansmann',
      'Murata',
      'GP',
      'Saft',
      'Tadiran',
      'Vinnic',
      'Daimon',
    ],
  },
  {
    kind: { sv: 'bilbatterier', no: 'bilbatterier', de: 'Autobatterien', da: 'bilbatterier' },
    brands: ['Exide', 'Bosch', 'Banner', 'Tudor', 'Optima', 'Yuasa', 'Moll', 'Odyssey'],
  },
  {
    kind: { sv: 'laddare', no: 'ladere', de: 'Ladegeräte', da: 'opladere' },
    brands: ['Anker', 'Belkin', 'Ugreen', 'Baseus', 'Ctek', 'Noco', 'Nitecore', 'Xtar', 'Hama', 'Mophie'],
  },
  {
    kind: { sv: 'ficklampor', no: 'lommelykter', de: 'Taschenlampen', da: 'lommelygter' },
    brands: ['Maglite', 'Ledlenser', 'Led Lenser', 'Fenix', 'Olight', 'Surefire'],
  },
  {
    kind: { sv: 'pannlampor', no: 'hodelykter', de: 'Stirnlampen', da: 'pandelamper' },
    brands: ['Petzl'],
  },
  {
    kind: { sv: 'brandvarnare', no: 'røykvarslere', de: 'Rauchmelder', da: 'røgalarmer' },
    brands: [
      'Kidde',
      'FireAngel',
      'Fire Angel',
      'X-Sense',
      'Ei Electronics',
      'Hekatron',
      'Housegard',
      'Cavius',
    ],
  },
]

const mostWords = 2

interface Brand {
  name: string
  kind: Record<StoreCode, string>
}

const brands = new Map<string, Brand>(
  knownFor.flatMap(({ kind, brands: names }) =>
    names.map((name) => [spokenForm(name.toLowerCase().replace(/[ -]/g, '')), { name, kind }]),
  ),
)

/**
 * The query without the first such brand, and the brand's name; where nothing else was typed, what the brand is
 * known for. Null: no such brand, or one that `isSold` by its folded word.
 */
export function withoutForeignBrand(
  words: readonly QueryWord[],
  store: StoreCode,
  isSold: (folded: string) => boolean,
): { brand: string; query: string } | null {
  for (let at = 0; at < words.length; at++) {
    for (let length = mostWords; length > 0; length--) {
      const run = words.slice(at, at + length)
      const brand = brands.get(spokenForm(run.map((word) => word.folded).join('')))
      if (run.length < length || !brand || run.some((word) => isSold(word.folded))) continue
      const rest = words.toSpliced(at, length).map((word) => word.typed)
      return { brand: brand.name, query: rest.length > 0 ? rest.join(' ') : brand.kind[store] }
    }
  }
  return null
}
