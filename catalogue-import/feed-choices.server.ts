/**
 * The attributes and values behind the choices of a feed's rows (feed-variant.ts). Missing ones are created, with their
 * values in the order in which people read them; existing ones keep their names, their kind and the order that staff gave
 * them.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { fingerprint, slugOf } from '../domain/stores/slug.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { attributeTable, attributeValueTable } from './catalogue-tables.server.ts'
import { choiceAttributeOf } from './choice-attribute.ts'
import { compareChoices } from './choice-order.ts'
import type { FeedVariant } from './feed-variant.ts'
import { differenceOf, loadRows, saveRows, type RowOf } from './table-rows.server.ts'
import type { WriteContext } from './write-context.server.ts'

/** Names and values of choices as the file writes them, with their codes in the catalogue. */
export interface KnownChoices {
  /** Name of a choice → code of its attribute. */
  attributes: ReadonlyMap<string, string>
  /** Code of an attribute and a value's text (`valueKey`) → code of the value. */
  values: ReadonlyMap<string, string>
}

export const noChoices: KnownChoices = { attributes: new Map(), values: new Map() }

const valueKey = (attribute: string, text: string) => `${attribute}\n${text}`

/** Code of an attribute → code of a value, in the order of the file; the first of two that are one attribute is used. */
export function choicesOf(variant: FeedVariant | undefined, known: KnownChoices): Record<string, string> {
  const choices: Record<string, string> = {}
  for (const { name, value } of variant?.choices ?? []) {
    const attribute = known.attributes.get(name)
    const code = attribute === undefined ? undefined : known.values.get(valueKey(attribute, value))
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
  variants: readonly FeedVariant[],
  store: StoreCode,
  known: KnownChoices,
  context: WriteContext,
): Promise<KnownChoices> {
  const all = variants.flatMap(({ choices }) => choices)
  const isKnown = ({ name, value }: { name: string; value: string }) => {
    const code = known.attributes.get(name)
    return code !== undefined && known.values.has(valueKey(code, value))
  }
  const fresh = all.filter((choice) => !isKnown(choice))
  if (fresh.length === 0) return known
  const names = [...new Set(fresh.map(({ name }) => name))]
  const attributes = new Map([...known.attributes, ...(await ensureAttributes(db, names, store, context))])
  const wanted = new Map<string, Set<string>>()
  for (const { name, value } of fresh) {
    const code = attributes.get(name) ?? ''
    wanted.set(code, (wanted.get(code) ?? new Set<string>()).add(value))
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
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  { store, known, context }: { store: StoreCode; known: KnownChoices; context: WriteContext },
): Promise<Map<string, string>> {
  const stored = await loadRows(db, attributeValueTable, 'attribute_code', [...wanted.keys()])
  const found = new Map<string, string>()
  const rows: ValueRow[] = []
  for (const [attribute, texts] of wanted) {
    const own = stored.filter((row) => row.attribute_code === attribute)
    const values = new Map(own.map((row) => [row.code, row]))
    if (context.dryRun) addInvented(values, attribute, store, known)
    for (const text of texts) {
      const named = namedValue([...values.values()], text, store)
      const code = named?.code ?? codeOf(text, values, store)
      found.set(valueKey(attribute, text), code)
      const former = values.get(code)
      values.set(code, {
        ...(former ?? { attribute_code: attribute, code, position: nextPosition(values) }),
        names: { ...former?.names, [store]: former?.names[store] ?? text },
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
    const [of, text = ''] = key.split('\n')
    if (of !== attribute || values.has(code)) continue
    values.set(code, {
      attribute_code: attribute,
      code,
      position: nextPosition(values),
      names: { [store]: text },
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

function codeOf(text: string, values: ReadonlyMap<string, ValueRow>, store: StoreCode): string {
  const plain = slugOf(text).replaceAll('-', '_')
  // The same word in another language, as Röd and Rød, is the same value.
  return values.get(plain)?.names[store] === undefined ? plain : `${plain}_${fingerprint(text)}`
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
