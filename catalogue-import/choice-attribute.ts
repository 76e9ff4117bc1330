/**
 * The attribute behind the name of a choice. Names that files commonly use lead to one attribute in every language; any
 * other name is an attribute of its own. Pure.
 */
import { slugOf } from '../domain/stores/slug.ts'
import { storeCodes, stores } from '../domain/stores/stores.ts'
import type { PerStore } from '../domain/catalogue/catalogue-record.ts'

interface KnownChoice {
  /** By the tag of a language; stores of the same language share it. */
  names: Readonly<Record<string, string>>
  /** Other words for it, in lower case. */
  alias: readonly string[]
  /** Whether listings can be filtered by it. */
  facet: boolean
}

const knownChoices: Readonly<Record<string, KnownChoice>> = {
  size: {
    names: { 'sv-SE': 'Storlek', 'nb-NO': 'Størrelse', 'de-DE': 'Größe', 'da-DK': 'Størrelse' },
    alias: ['size', 'grösse', 'groesse', 'strl', 'str'],
    facet: true,
  },
  color: {
    names: { 'sv-SE': 'Färg', 'nb-NO': 'Farge', 'de-DE': 'Farbe', 'da-DK': 'Farve' },
    alias: ['color', 'colour', 'kulör'],
    facet: true,
  },
  length: {
    names: { 'sv-SE': 'Längd', 'nb-NO': 'Lengde', 'de-DE': 'Länge', 'da-DK': 'Længde' },
    alias: ['length', 'laenge'],
    facet: true,
  },
  pack: {
    names: { 'sv-SE': 'Förpackning', 'nb-NO': 'Pakning', 'de-DE': 'Packung', 'da-DK': 'Pakning' },
    alias: ['pack', 'pack size', 'package', 'packning', 'pakke', 'pakkestørrelse', 'packungsgröße'],
    facet: true,
  },
  capacity: {
    names: { 'sv-SE': 'Kapacitet', 'nb-NO': 'Kapasitet', 'de-DE': 'Kapazität', 'da-DK': 'Kapacitet' },
    alias: ['capacity'],
    facet: true,
  },
  connector: {
    names: { 'sv-SE': 'Kontakt', 'nb-NO': 'Kontakt', 'de-DE': 'Anschluss', 'da-DK': 'Stik' },
    alias: ['connector', 'anslutning', 'stecker', 'tilkobling'],
    facet: true,
  },
  material: {
    names: { 'sv-SE': 'Material', 'nb-NO': 'Materiale', 'de-DE': 'Material', 'da-DK': 'Materiale' },
    alias: ['material'],
    facet: true,
  },
  pattern: {
    names: { 'sv-SE': 'Mönster', 'nb-NO': 'Mønster', 'de-DE': 'Muster', 'da-DK': 'Mønster' },
    alias: ['pattern'],
    facet: false,
  },
  age_group: {
    names: {
      'sv-SE': 'Åldersgrupp',
      'nb-NO': 'Aldersgruppe',
      'de-DE': 'Altersgruppe',
      'da-DK': 'Aldersgruppe',
    },
    alias: ['age group', 'age_group'],
    facet: false,
  },
  gender: {
    names: { 'sv-SE': 'Kön', 'nb-NO': 'Kjønn', 'de-DE': 'Geschlecht', 'da-DK': 'Køn' },
    alias: ['gender'],
    facet: false,
  },
}

/** Codes that filters of listings use for something else. */
const takenCodes: ReadonlySet<string> = new Set(['brand', 'price', 'stock', 'rating', 'fits'])

const languageOf = (tag: string) => new Intl.Locale(tag).language

/** The names of the stores whose languages are known. */
function inStores(names: KnownChoice['names']): PerStore<string> {
  const byLanguage = new Map(Object.entries(names).map(([tag, name]) => [languageOf(tag), name]))
  return Object.fromEntries(
    storeCodes.flatMap((store) => {
      const name = byLanguage.get(languageOf(stores[store].iso))
      return name === undefined ? [] : [[store, name]]
    }),
  )
}

/** `Strl.` → `strl`. */
const plain = (text: string) => text.trim().toLowerCase().replace(/\.$/, '')

const byName = new Map(
  Object.entries(knownChoices).flatMap(([code, { names, alias }]) =>
    [...Object.values(names).map(plain), ...alias].map((name) => [name, code] as const),
  ),
)

export interface ChoiceAttribute {
  code: string
  /** Absent for a name that is not known: the file's name is used in its store. */
  names?: PerStore<string>
  facet: boolean
}

/** Where the name of a choice leads to. The code is snake_case. */
export function choiceAttributeOf(name: string): ChoiceAttribute {
  const known = byName.get(plain(name))
  const choice = known === undefined ? undefined : knownChoices[known]
  if (known !== undefined && choice)
    return { code: known, names: inStores(choice.names), facet: choice.facet }
  const code = slugOf(name).replaceAll('-', '_').slice(0, 50)
  const isUsable = /^[a-z]/.test(code) && !takenCodes.has(code)
  return { code: isUsable ? code : `option_${code}`, facet: false }
}
