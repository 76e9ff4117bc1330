/**
 * Brands that people search for although a store may not sell them, and the products they are known for. If
 * the store has nothing of that brand, the rest of the query is searched, and the page says so. A brand that
 * the store sells is never replaced. The names are trade marks of their owners and serve only to interpret
 * the query.
 */
import type { SearchLanguage } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'
import { spokenForm } from './nearest-words.ts'
import type { QueryWord } from '../../domain/search/search-words.ts'

interface KnownFor {
  /** The query to search if only the brand was typed. */
  kind: Record<SearchLanguage, string>
  brands: string[]
}

const knownFor: KnownFor[] = [
  {
    kind: {
      swedish: 'batterier',
      norwegian: 'batterier',
      german: 'Batterien',
      danish: 'batterier',
      other: '',
    },
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
    kind: {
      swedish: 'bilbatterier',
      norwegian: 'bilbatterier',
      german: 'Autobatterien',
      danish: 'bilbatterier',
      other: '',
    },
    brands: ['Exide', 'Bosch', 'Banner', 'Tudor', 'Optima', 'Yuasa', 'Moll', 'Odyssey'],
  },
  {
    kind: { swedish: 'laddare', norwegian: 'ladere', german: 'Ladegeräte', danish: 'opladere', other: '' },
    brands: ['Anker', 'Belkin', 'Ugreen', 'Baseus', 'Ctek', 'Noco', 'Nitecore', 'Xtar', 'Hama', 'Mophie'],
  },
  {
    kind: {
      swedish: 'ficklampor',
      norwegian: 'lommelykter',
      german: 'Taschenlampen',
      danish: 'lommelygter',
      other: '',
    },
    brands: ['Maglite', 'Ledlenser', 'Led Lenser', 'Fenix', 'Olight', 'Surefire'],
  },
  {
    kind: {
      swedish: 'pannlampor',
      norwegian: 'hodelykter',
      german: 'Stirnlampen',
      danish: 'pandelamper',
      other: '',
    },
    brands: ['Petzl'],
  },
  {
    kind: {
      swedish: 'brandvarnare',
      norwegian: 'røykvarslere',
      german: 'Rauchmelder',
      danish: 'røgalarmer',
      other: '',
    },
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
  kind: Record<SearchLanguage, string>
}

const brands = new Map<string, Brand>(
  knownFor.flatMap(({ kind, brands: names }) =>
    names.map((name) => [spokenForm(name.toLowerCase().replace(/[ -]/g, '')), { name, kind }]),
  ),
)

/**
 * The query without the first such brand, and the brand's name; if nothing else was typed, the products the
 * brand is known for. Null: no such brand, or one that `isSold` by its folded word.
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
      return {
        brand: brand.name,
        query: rest.length > 0 ? rest.join(' ') : brand.kind[storePolicies[store].searchLanguage],
      }
    }
  }
  return null
}
