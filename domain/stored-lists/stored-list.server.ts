/**
 * Lists of the back office without a table of their own: the declaration says what a row holds, and rows are stored,
 * changed and removed by it, each change in the audit and to be undone (decision 176). A list whose rows have rules, or
 * which pages of the shop read, has a table and use cases, and is declared by `defineResource`.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { AuditObjectKind, RecordedAction } from '../audit/audit-actions.ts'
import { audited } from '../audit/audited.server.ts'
import type { Permission } from '../permissions/permissions.ts'
import {
  amount,
  choice,
  day,
  defineResource,
  findRow,
  flag,
  form,
  id,
  integer,
  products,
  store,
  text,
  texts,
  type Field,
  type Fields,
  type FieldSettings,
  type Input,
  type Inputs,
  type Resource,
  type ResourceDeclaration,
  type ResourceRow,
  type Tone,
} from '../resources/resource.server.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { outcomeOf, type Reversals, type Reverse } from '../undo/reversal.ts'

/** What a row holds under a name: how it is filled in, and how it is shown, sorted, filtered and searched. */
export interface StoredValue extends Pick<FieldSettings, 'sort' | 'filter' | 'isSearched' | 'shown'> {
  input: Input
  /** Of a choice: its codes, each with the tone of its state. */
  tones?: Readonly<Record<string, Tone>>
}

export interface StoredListDeclaration extends Pick<
  ResourceDeclaration<Record<string, Field>>,
  'name' | 'section' | 'permission' | 'defaultSort' | 'isOfEveryStore' | 'todo'
> {
  /** Adds, changes and removes rows: in the row's store, where it has one, otherwise in all stores. */
  editPermission: Permission
  /**
   * What the audit calls a row. Its entries are `OBJECT.add`, `OBJECT.change` and `OBJECT.remove`, with texts
   * `action.OBJECT.add` …
   */
  auditObject: string
  /** Name of a value → what it is. That of kind `store`, called `store`, is the row's store. */
  values: Readonly<Record<string, StoredValue>>
  /** The value that names a row to people. */
  title: string
}

type Content = Readonly<Record<string, unknown>>

/** The largest `integer` of PostgreSQL. */
const largestInteger = 2 ** 31 - 1

/** Of every row of the API, and of the options of the operator's commands. */
const takenNames: ReadonlySet<string> = new Set(['id', 'actions', 'json', 'search', 'sort', 'limit', 'help'])

/**
 * Throws for a declaration that would hide a row's number, its actions or an option of the commands, or whose values
 * PostgreSQL would refuse.
 */
function refuseMistakes({ name, values, title, auditObject }: StoredListDeclaration): void {
  const mistake = (words: string) => new Error(`the stored list ${name} ${words}`)
  for (const [own, { input }] of Object.entries(values)) {
    if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(own)) throw mistake(`has a value ${own}, which is not in camelCase`)
    if (takenNames.has(own) || own in {}) throw mistake(`has a value ${own}, which every list has`)
    if ((own === 'store') !== (input.kind === 'store'))
      throw mistake(`has a value ${own} of kind ${input.kind}: the store of a row is called store`)
    if (input.kind === 'amount' && !('store' in values))
      throw mistake(`has an amount ${own}, but no store, whose currency it would be in`)
    const bounds = [input.least ?? 0, input.most ?? 0].map(Math.abs)
    if (input.kind === 'integer' && Math.max(...bounds) > largestInteger)
      throw mistake(`has a value ${own} beyond ${largestInteger}`)
  }
  if (!Object.hasOwn(values, title)) throw mistake(`has no value ${title}, which names its rows`)
  if (!/^[a-z_-]{1,40}$/.test(auditObject)) throw mistake(`cannot be called ${auditObject} in the audit`)
}

/**
 * Declares the list. Its values are expressions over the stored row, which a name that is declared later is empty in.
 * Throws for a mistake in the declaration.
 */
export function defineStoredList(declared: StoredListDeclaration): Resource {
  refuseMistakes(declared)
  const { editPermission, values, auditObject, ...declaration } = declared
  const { name } = declaration
  const inputs: Inputs = Object.fromEntries(Object.entries(values).map(([own, { input }]) => [own, input]))
  const list: StoredList = { name, auditObject: auditObject as AuditObjectKind, inputs }
  const fields: Fields = {
    id: id(sql`r.id`, { shown: 'never', sort: true }),
    ...Object.fromEntries(Object.entries(values).map(([own, value]) => [own, fieldOf(own, value)])),
  }
  /** Whether the row still is what a person has seen: an undo or the CLI may have changed it since. */
  const isAsSeen = (seen: ResourceRow) => async (trx: Kysely<DB>) => {
    const now = await findRow(trx, resource, String(seen['id']))
    return now !== null && Object.keys(inputs).every((own) => isDeepStrictEqual(now[own], seen[own]))
  }
  const resource: Resource = {
    ...defineResource({
      ...declaration,
      // What is personal has a table, whose rows can be exported, erased and kept for a period.
      isPersonal: false,
      auditObject: list.auditObject,
      source: sql`(select * from stored_row where list = ${sql.lit(name)}) r`,
      key: 'id',
      fields,
      form: form<Content>()({
        permission: editPermission,
        inputs,
        removalCanBeUndone: true,
        create: ({ db }, actor, content) => addRow(db, actor, list, { content }),
        change: ({ db }, actor, { row, values: content }) =>
          changeRow(db, actor, list, {
            id: Number(row['id']),
            mayChange: isAsSeen(row),
            changes: content,
          }),
        remove: ({ db }, actor, row) =>
          removeRow(db, actor, list, { id: Number(row['id']), mayChange: isAsSeen(row) }),
      }),
    }),
    isStored: true,
  }
  return resource
}

/** The actions of the audit that a stored list records. */
export const storedListActions = ({ auditObject }: Pick<Resource, 'auditObject'>) =>
  ({
    add: `${auditObject}.add`,
    change: `${auditObject}.change`,
    remove: `${auditObject}.remove`,
  }) as Readonly<Record<'add' | 'change' | 'remove', RecordedAction>>

/**
 * How changes of the stored ones among these lists are undone. Refused where something else is stored than the entry
 * left. Throws where two lists have the same objects in the audit: an undo would not know whose row it is.
 */
export function storedListReversals(resources: readonly Resource[]): Reversals {
  const lists = resources.filter(({ isStored }) => isStored)
  const objects = lists.map(({ auditObject }) => auditObject)
  const twice = objects.find((object, place) => objects.indexOf(object) !== place)
  if (twice !== undefined) throw new Error(`two stored lists are called ${twice} in the audit`)
  return Object.fromEntries(
    lists.flatMap((resource) => {
      const { name, auditObject, form: declared } = resource
      if (declared === null || auditObject === null) return []
      const { inputs, permission } = declared
      const list: StoredList = { name, auditObject, inputs }
      const actions = storedListActions(resource)
      const reversal = (reverse: Reverse) => ({ permission, reverse })
      return [
        [
          actions.add,
          reversal(async (trx, actor, { objectId, after }) =>
            outcomeOf(
              await removeRow(trx, actor, list, {
                id: Number(objectId),
                mayChange: async (_trx, stored) => isDeepStrictEqual(stored, after),
              }),
            ),
          ),
        ],
        [
          actions.change,
          reversal(async (trx, actor, { objectId, before, after }) => {
            const names = Object.keys({ ...before, ...after })
            return outcomeOf(
              await changeRow(trx, actor, list, {
                id: Number(objectId),
                mayChange: async (_trx, stored) =>
                  names.every((own) => isDeepStrictEqual(stored[own], after[own])),
                // One that the row was without is taken away again.
                changes: Object.fromEntries(names.map((own) => [own, before[own]])),
              }),
            )
          }),
        ],
        [
          actions.remove,
          reversal(async (trx, actor, { objectId, before }) =>
            outcomeOf(await addRow(trx, actor, list, { content: before, id: Number(objectId) })),
          ),
        ],
      ]
    }),
  )
}

interface StoredList extends Pick<Resource, 'name'> {
  auditObject: AuditObjectKind
  inputs: Inputs
}

/** The column of a value: that of the kind of its input. */
function fieldOf(name: string, { input, tones = {}, ...settings }: StoredValue): Field {
  const { kind, options = [] } = input
  const stored = sql`r.content -> ${sql.lit(name)}`
  // Rows of before a value was declared are without it, and one that was another kind is none of this.
  const as = (type: 'string' | 'number' | 'boolean') =>
    sql`case jsonb_typeof(${stored}) when ${sql.lit(type)} then r.content ->> ${sql.lit(name)} end`
  const value = as('string')
  const list = sql`array(select jsonb_array_elements_text(
    case jsonb_typeof(${stored}) when 'array' then ${stored} else '[]' end))`
  const maybe = { ...settings, isNullable: true } as const
  const field = ((): Field => {
    switch (kind) {
      case 'text':
      case 'longText':
      case 'seen':
      case 'category':
      case 'mapping':
        return text(value, maybe)
      case 'secret':
        throw new Error(
          `${name}: a list that stores its rows keeps no secrets, because the audit shows its values`,
        )
      case 'integer':
        return integer(sql`(${as('number')})::integer`, maybe)
      case 'amount':
        return amount(sql`(${as('number')})::bigint`, maybe)
      case 'day':
        return day(sql`case when pg_input_is_valid(${value}, 'date') then (${value})::date end`, maybe)
      case 'flag':
        return flag(sql`coalesce((${as('boolean')})::boolean, false)`, settings)
      case 'choice':
        return choice(
          value,
          Object.fromEntries(options.map((code) => [code, tones[code] ?? 'neutral'])),
          maybe,
        )
      case 'store':
        return store(value, maybe)
      case 'texts':
      case 'codes':
      case 'stores':
        return texts(list, settings)
      case 'products':
        return products(list, settings)
    }
  })()
  return { ...field, ...(input.inStore && { inStore: input.inStore }) }
}

/** The store of a row; null: its list has none. */
const storeOf = ({ inputs }: StoredList, content: Content): StoreCode | null =>
  'store' in inputs ? (storeCodes.find((code) => code === content['store']) ?? null) : null

type RowAnswer =
  | { ok: true; key: number }
  | { ok: false; code: 'unknown_row' | 'row_exists' | 'changed_meanwhile' }
  | { ok: false; code: 'unknown_products'; skus: readonly string[] }

/** The content with skus as their products spell them, each once; the skus that no product has. */
async function withProducts(
  trx: Kysely<DB>,
  { inputs }: StoredList,
  content: Content,
): Promise<{ content: Content; unknown: string[] }> {
  const lists = Object.entries(content).flatMap(([name, value]) =>
    inputs[name]?.kind === 'products' && Array.isArray(value) ? [[name, value.map(String)] as const] : [],
  )
  const skus = lists.flatMap(([, named]) => named)
  if (skus.length === 0) return { content, unknown: [] }
  const { rows } = await sql<{ asked: string; sku: string | null }>`select distinct on (asked) asked, p.sku
    from unnest(${skus}::text[]) as wanted (asked)
    left join product p on sku_key(p.sku) = sku_key(asked)
    order by asked, p.sku = asked desc`.execute(trx)
  const spelled = new Map(rows.map(({ asked, sku }) => [asked, sku]))
  const named = lists.map(([name, asked]) => [
    name,
    [...new Set(asked.map((sku) => spelled.get(sku) ?? sku))],
  ])
  return {
    content: { ...content, ...Object.fromEntries(named) },
    unknown: [...new Set(rows.flatMap(({ asked, sku }) => (sku === null ? [asked] : [])))],
  }
}

/** `id`: of a removed row that is put back as it was. */
async function addRow(
  db: Kysely<DB>,
  actor: Actor,
  list: StoredList,
  { content: given, id: former }: { content: Content; id?: number },
): Promise<RowAnswer> {
  return audited<RowAnswer>(db, actor, async (trx, record) => {
    const { content, unknown } =
      former === undefined ? await withProducts(trx, list, given) : { content: given, unknown: [] }
    if (unknown.length > 0) return { ok: false, code: 'unknown_products', skus: unknown }
    const json = JSON.stringify(content)
    const { rows } = await (
      former === undefined
        ? sql<{ id: number }>`insert into stored_row (list, content)
            values (${list.name}, ${json}::jsonb) returning id`
        : sql<{ id: number }>`insert into stored_row (id, list, content)
            values (${former}, ${list.name}, ${json}::jsonb) on conflict do nothing returning id`
    ).execute(trx)
    const [row] = rows
    if (row === undefined) return { ok: false, code: 'row_exists' }
    record({ ...entryOf(list, 'add', row.id, content), after: content })
    return { ok: true, key: row.id }
  })
}

/** A row, and whether what is stored may be changed; asked when nobody else can change it any more. */
interface Expected {
  id: number
  mayChange: (trx: Kysely<DB>, stored: Content) => Promise<boolean>
}

/** Locks the row for the rest of the transaction. */
async function expectedContent(
  trx: Kysely<DB>,
  list: StoredList,
  { id: rowId, mayChange }: Expected,
): Promise<{ ok: true; content: Content } | { ok: false; code: 'unknown_row' | 'changed_meanwhile' }> {
  const { rows } = await sql<{ content: Content }>`select content from stored_row
    where id = ${rowId} and list = ${list.name} for update`.execute(trx)
  const content = rows[0]?.content
  if (content === undefined) return { ok: false, code: 'unknown_row' }
  return (await mayChange(trx, content)) ? { ok: true, content } : { ok: false, code: 'changed_meanwhile' }
}

/** `changes`: by name; undefined takes a value away. */
async function changeRow(
  db: Kysely<DB>,
  actor: Actor,
  list: StoredList,
  { changes: given, ...expected }: Expected & { changes: Content },
): Promise<RowAnswer> {
  return audited<RowAnswer>(db, actor, async (trx, record) => {
    const { id: rowId } = expected
    const stored = await expectedContent(trx, list, expected)
    if (!stored.ok) return stored
    const before = stored.content
    const isChanged = (name: string, value: unknown) => !isDeepStrictEqual(before[name], value)
    // What stays is not looked up again.
    const { content: changes, unknown } = await withProducts(
      trx,
      list,
      Object.fromEntries(Object.entries(given).filter(([name, value]) => isChanged(name, value))),
    )
    if (unknown.length > 0) return { ok: false, code: 'unknown_products', skus: unknown }
    if (!Object.entries(changes).some(([name, value]) => isChanged(name, value)))
      return { ok: true, key: rowId }
    const after = { ...before, ...changes }
    await sql`update stored_row set content = ${JSON.stringify(after)}::jsonb where id = ${rowId}`.execute(
      trx,
    )
    record({ ...entryOf(list, 'change', rowId, after), before, after })
    return { ok: true, key: rowId }
  })
}

async function removeRow(
  db: Kysely<DB>,
  actor: Actor,
  list: StoredList,
  expected: Expected,
): Promise<RowAnswer> {
  return audited<RowAnswer>(db, actor, async (trx, record) => {
    const { id: rowId } = expected
    const stored = await expectedContent(trx, list, expected)
    if (!stored.ok) return stored
    await trx.deleteFrom('stored_row').where('id', '=', rowId).execute()
    record({ ...entryOf(list, 'remove', rowId, stored.content), before: stored.content })
    return { ok: true, key: rowId }
  })
}

const entryOf = (list: StoredList, verb: 'add' | 'change' | 'remove', rowId: number, content: Content) => ({
  action: storedListActions(list)[verb],
  object: [list.auditObject, rowId] as const,
  store: storeOf(list, content),
})
