/**
 * The attributes and values behind the choices of a feed's rows (feed-variant.ts). Missing ones are created, with their
 * values in the order in which people read them; existing ones keep their names, their kind and the order that staff gave
 * them.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { fingerprint, slugOf } from '../domain/stores/slug.ts'
import type { PerStore } from '../domain/catalogue/catalogue-record.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { attributeTable, attributeValueTable } from './catalogue-tables.server.ts'
import { choiceAttributeOf } from './choice-attribute.ts'
import { compareChoices } from './choice-order.ts'
import type { FeedChoice, FeedVariant } from './feed-variant.ts'
import { differenceOf, loadRows, saveRows, type RowOf } from './table-rows.server.ts'
import type { WriteContext } from './write-context.server.ts'

/** Names and values of choices as the file writes them, with their codes in the catalogue. */
export interface KnownChoices {
  /** Name of a choice → code of its attribute. */
  attributes: ReadonlyMap<string, string>
  /** Code of an attribute and a value as the file writes it (`valueKey`) → code of the value. */
  values: ReadonlyMap<string, string>
}

export const noChoices: KnownChoices = { attributes: new Map(), values: new Map() }

/** Two values with the same word in one store are distinguished by their words in the other stores. */
const valueKey = (attribute: string, { value, names }: Pick<FeedChoice, 'value' | 'names'>) =>
  [attribute, value, ...(names ? [JSON.stringify(names)] : [])].join('\n')

/** Code of an attribute → code of a value, in the order of the file; the first of two that are one attribute is used. */
export function choicesOf(
  variant: Pick<FeedVariant, 'choices'> | undefined,
  known: KnownChoices,
): Record<string, string> {
  const choices: Record<string, string> = {}
  for (const choice of variant?.choices ?? []) {
    const attribute = known.attributes.get(choice.name)
    const code = attribute === undefined ? undefined : known.values.get(valueKey(attribute, choice))
    if (attribute !== undefined && code !== undefined) choices[attribute] ??= code
  }
  return choices
}

/** New attributes come after those that the shopkeeper positioned. */
const choicePosition = 1000

type AttributeRow = RowOf<typeof attributeTable>
type ValueRow = RowOf<typeof attributeValueTable>

/** Returns the known choices with those of the variants added; the given ones are not mutated. */
export async function ensureChoices(
  db: Kysely<DB>,
  variants: readonly Pick<FeedVariant, 'choices'>[],
  store: StoreCode,
  known: KnownChoices,
  context: WriteContext,
): Promise<KnownChoices> {
  const all = variants.flatMap(({ choices }) => choices)
  const isKnown = (choice: FeedChoice) => {
    const code = known.attributes.get(choice.name)
    return code !== undefined && known.values.has(valueKey(code, choice))
  }
  const fresh = all.filter((choice) => !isKnown(choice))
  if (fresh.length === 0) return known
  const names = [...new Set(fresh.map(({ name }) => name))]
  const attributes = new Map([...known.attributes, ...(await ensureAttributes(db, names, store, context))])
  const wanted = new Map<string, Map<string, FeedChoice>>()
  for (const choice of fresh) {
    const code = attributes.get(choice.name) ?? ''
    const ofAttribute = wanted.get(code) ?? new Map<string, FeedChoice>()
    wanted.set(code, ofAttribute.set(valueKey(code, choice), choice))
  }
  const values = new Map([...known.values, ...(await ensureValues(db, wanted, { store, known, context }))])
  return { attributes, values }
}

/** Name of a choice → code of the attribute of that kind and name; creates missing attributes. */
async function ensureAttributes(
  db: Kysely<DB>,
  names: readonly string[],
  store: StoreCode,
  context: WriteContext,
): Promise<Map<string, string>> {
  const { rows: existing } = await sql<Pick<AttributeRow, 'code' | 'kind' | 'names'>>`
    select code, kind, names from attribute order by position, code`.execute(db)
  const kinds = new Map(existing.map(({ code, kind }) => [code, kind]))
  const found = new Map<string, string>()
  const created = new Map<string, AttributeRow>()
  for (const name of names) {
    const attribute = choiceAttributeOf(name)
    const usual = attribute.names?.[store]
    const isSame = (text: string | undefined) =>
      text !== undefined && [name, usual].some((each) => each?.toLowerCase() === text.toLowerCase())
    const alike =
      kinds.get(attribute.code) === 'choice'
        ? attribute.code
        : existing.find(({ kind, names: own }) => kind === 'choice' && isSame(own[store]))?.code
    // An attribute of numbers or texts cannot have the values of a choice.
    const code = alike ?? (kinds.has(attribute.code) ? `${attribute.code}_option` : attribute.code)
    found.set(name, code)
    if (kinds.has(code) || created.has(code)) continue
    created.set(code, {
      code,
      kind: 'choice',
      unit: null,
      facet: attribute.facet,
      position: choicePosition,
      names: attribute.names ?? { [store]: name },
    })
  }
  if (!context.dryRun) await saveRows(db, attributeTable, { upsert: [...created.values()], remove: [] })
  return found
}

/** Finds each value by its name, then by the code derived from it; creates missing ones. */
async function ensureValues(
  db: Kysely<DB>,
  wanted: ReadonlyMap<string, ReadonlyMap<string, FeedChoice>>,
  { store, known, context }: { store: StoreCode; known: KnownChoices; context: WriteContext },
): Promise<Map<string, string>> {
  const stored = await loadRows(db, attributeValueTable, 'attribute_code', [...wanted.keys()])
  const found = new Map<string, string>()
  const rows: ValueRow[] = []
  for (const [attribute, texts] of wanted) {
    const own = stored.filter((row) => row.attribute_code === attribute)
    const values = new Map(own.map((row) => [row.code, row]))
    if (context.dryRun) addInvented(values, attribute, store, known)
    for (const [key, { value: text, names }] of texts) {
      const given = names ?? { [store]: text }
      const named = names
        ? valueOfNames([...values.values()], names)
        : namedValue([...values.values()], text, store)
      // The same code whichever store is imported first.
      const first = storeCodes.find((each) => given[each] !== undefined)
      const code = named?.code ?? codeOf((first && given[first]) ?? text, values, given)
      found.set(key, code)
      const former = values.get(code)
      values.set(code, {
        ...(former ?? { attribute_code: attribute, code, position: nextPosition(values) }),
        // What staff or an earlier file called it stays.
        names: { ...given, ...former?.names },
      })
    }
    rows.push(...inOrder(own, [...values.values()], store))
  }
  if (!context.dryRun)
    await saveRows(db, attributeValueTable, {
      upsert: differenceOf(attributeValueTable, stored, rows).upsert,
      remove: [],
    })
  return found
}

/** Values that a dry run would have created for earlier rows. */
function addInvented(
  values: Map<string, ValueRow>,
  attribute: string,
  store: StoreCode,
  known: KnownChoices,
): void {
  for (const [key, code] of known.values) {
    const [of, text = '', names] = key.split('\n')
    if (of !== attribute) continue
    const given = names === undefined ? { [store]: text } : (JSON.parse(names) as PerStore<string>)
    const former = values.get(code)
    values.set(code, {
      ...(former ?? { attribute_code: attribute, code, position: nextPosition(values) }),
      names: { ...given, ...former?.names },
    })
  }
}

const nextPosition = (values: ReadonlyMap<string, ValueRow>): number =>
  Math.max(-1, ...[...values.values()].map(({ position }) => position)) + 1

/** The value of that name in the store, else one that has the name in another store and none in this one. */
function namedValue(values: readonly ValueRow[], text: string, store: StoreCode): ValueRow | undefined {
  const isSame = (name: string | undefined) => name?.toLowerCase() === text.toLowerCase()
  return (
    values.find(({ names }) => isSame(names[store])) ??
    values.find(({ names }) => names[store] === undefined && Object.values(names).some(isSame))
  )
}

/**
 * The value that stores call so. The first store in the order of all that has a word for it decides, whichever is imported:
 * the imports of a file for several stores find the same value.
 */
function valueOfNames(values: readonly ValueRow[], given: PerStore<string>): ValueRow | undefined {
  const stores = storeCodes.filter((code) => given[code] !== undefined)
  const decides = ({ names }: ValueRow) => stores.find((code) => names[code] !== undefined)
  for (const code of stores) {
    const named = values.find(
      (value) => decides(value) === code && value.names[code]?.toLowerCase() === given[code]?.toLowerCase(),
    )
    if (named) return named
  }
  return undefined
}

function codeOf(text: string, values: ReadonlyMap<string, ValueRow>, given: PerStore<string>): string {
  const plain = slugOf(text).replaceAll('-', '_')
  const former = values.get(plain)?.names ?? {}
  // The same word in another language, as Röd and Rød, is the same value.
  const isFree = storeCodes.every((code) => given[code] === undefined || former[code] === undefined)
  return isFree ? plain : `${plain}_${fingerprint(text)}`
}

/** Puts new values in order, where the others are in it; staff's own order stays, and new values come after it. */
function inOrder(former: readonly ValueRow[], values: ValueRow[], store: StoreCode): ValueRow[] {
  if (values.length === former.length) return values
  const nameOf = ({ names, code }: ValueRow) => names[store] ?? Object.values(names)[0] ?? code
  const compare = (a: ValueRow, b: ValueRow) => compareChoices(nameOf(a), nameOf(b))
  const positioned = former.toSorted((a, b) => a.position - b.position)
  const isOrdered = positioned.every((row, index) => {
    const next = positioned[index + 1]
    return next === undefined || compare(row, next) <= 0
  })
  if (!isOrdered) return values
  return values.toSorted(compare).map((row, position) => ({ ...row, position }))
}
