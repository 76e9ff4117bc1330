/**
 * A list of the back office, declared once: which rows, their fields, what can be done with them and by whom. The
 * declaration gives the routes of the API with count and exports, the pages, saved views, the tasks on To do and the
 * command of the operator. Its texts are those of its module: `NAME.title`, `NAME.FIELD` …
 * (docs/modules.md, "Lists of the back office").
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Expression, SortExpression, SortType, TableDefinition } from '../../db/table-query.server.ts'
import type { Actor } from '../audit/actor.ts'
import type { AuditObjectKind } from '../audit/audit-actions.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { Minor } from '../money/money.ts'
import type { Grants, Permission } from '../permissions/permissions.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { isOnDays, type DayRange } from './day-range.server.ts'
import type { FieldedObject, WantedField } from './field-filter.server.ts'

/**
 * What a value is, which decides how it is shown, sorted and filtered. `moment`: a point in time. `day`: of the calendar,
 * `YYYY-MM-DD`. `amount`: in minor units of the currency of the row's store. `choice`, `choices`: one or several of `options`. `product`, `order` and `customer`: sku, number and
 * account, which link to their pages; `products`: several skus.
 * `units`: of products, as `Units`. `stores`: those in which a row holds; empty: all.
 * `shopPage`: a path of the shop. `record`: names with values, which a page shows with a cell of its own.
 */
export type FieldKind =
  | 'id'
  | 'text'
  | 'texts'
  | 'integer'
  | 'amount'
  | 'moment'
  | 'day'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'store'
  | 'stores'
  | 'product'
  | 'order'
  | 'products'
  | 'units'
  | 'customer'
  | 'shopPage'
  | 'record'

/** So many of a product, which is named as its order has it. */
export interface Units {
  sku: string
  name: string
  quantity: number
}

export interface FieldSettings {
  /** A row may be without it. */
  isNullable?: true
  /** The list can be sorted by it, under this name of the address; `true`: under its own. */
  sort?: true | string
  /** What the list is sorted by, where that is not the value; of its type, or of that of `sortedAs`. */
  sortedBy?: Expression
  sortedAs?: SortType
  /** The list can be filtered by it; likewise. Of stores, choices, days, moments and orders. */
  filter?: true | string
  /** The search of the list looks for its text. */
  isSearched?: true
  /** `always` by default; `chosen`: a column that people add; `page`: on the row's page alone; `never`: on no page, only in the API and its exports. */
  shown?: 'chosen' | 'page' | 'never'
  /** A list shows as much of a long text as fits on one line. */
  isCut?: true
  /** A text that a list shows whole on one line, as names and addresses. */
  isOnOneLine?: true
  /** Of a choice: each of its codes is shown as a state, with a dot, also a neutral one. */
  isState?: true
  /** A list shows nothing for 0. */
  isBlankAtZero?: true
  /** Of a moment: it is shown without the time of day. */
  isDateOnly?: true
  /** A field of kind `shopPage`, whose address its text links to. */
  linksTo?: string
  /** Of a choice: what the keys of its codes' words begin with (`queue.`); `NAME.FIELD_` by default. */
  words?: string
  /** The same thing in several stores (`inStores`): its words are those of `label`, and the store. */
  inStore?: InStore
}

/** One of several fields or inputs that mean the same, each in a store. */
export interface InStore {
  label: string
  store: StoreCode
}

export interface Field<Value = unknown> extends FieldSettings {
  kind: FieldKind
  /** Null: computed from the rest of the row (`computed`, `shopPage`), or by who reads it (`ofReader`). */
  by: Expression | null
  /** Of a choice: its codes, each with the tone of its state. */
  options?: Readonly<Record<string, Tone>>
  /** Of a computed field. */
  computedFrom?: (row: never) => unknown
  /** For inference alone. */
  readonly value?: Value
}

export type Tone = 'neutral' | 'active' | 'good' | 'warning' | 'bad'

type ValueIn<Value, Settings> = Settings extends { isNullable: true } ? Value | null : Value

const field =
  <Value>(kind: FieldKind) =>
  <const Settings extends FieldSettings>(
    by: Expression,
    settings?: Settings,
  ): Field<ValueIn<Value, Settings>> => ({
    kind,
    by,
    ...settings,
  })

/** A row's number. */
export const id = field<number>('id')
export const text = field<string>('text')
/** A list of texts. */
export const texts = field<string[]>('texts')
export const integer = field<number>('integer')
/** In minor units of the currency of the row's store; the API has decimals. */
export const amount = field<Minor>('amount')
export const moment = field<Date>('moment')
export const day = field<string>('day')
export const flag = field<boolean>('flag')
export const store = field<StoreCode>('store')
/** Stores in which a row holds; empty: all. */
export const storeList = field<StoreCode[]>('stores')
/** A sku. */
export const product = field<string>('product')
/** An order's number. */
export const order = field<string>('order')
/** Skus. */
export const products = field<string[]>('products')
export const units = field<Units[]>('units')
/** The id of an account. */
export const customer = field<number>('customer')
export const record = field<Record<string, unknown>>('record')

/** One of these codes; their words are `NAME.FIELD_CODE`, or those of `words`. */
export const choice = <Code extends string, const Settings extends FieldSettings>(
  by: Expression,
  options: Readonly<Record<Code, Tone>>,
  settings?: Settings,
): Field<ValueIn<Code, Settings>> => ({ kind: 'choice', by, options, ...settings })

/** Several of these codes, likewise. */
export const choices = <Code extends string, const Settings extends FieldSettings>(
  by: Expression,
  options: Readonly<Record<Code, Tone>>,
  settings?: Settings,
): Field<ValueIn<Code[], Settings>> => ({ kind: 'choices', by, options, ...settings })

/** A page of the shop, by its path. */
export const shopPage = (pathOf: (row: never) => string, settings: FieldSettings = {}): Field<string> => ({
  kind: 'shopPage',
  by: null,
  computedFrom: pathOf,
  ...settings,
})

/**
 * A field of this kind that is computed from the rest of the row and from its `columns`. Lists are sorted by its
 * `sortedBy`.
 */
export const computed = <Value>(
  declared: (by: Expression) => Field<Value>,
  computedFrom: (row: never) => Value,
): Field<Value> => ({ ...declared(sql`null`), by: null, computedFrom })

/** A field whose value depends on who reads the row: `forReader` of the list answers it. */
export const ofReader = <Value>(
  kind: (by: Expression, settings: FieldSettings) => Field<Value>,
  settings: FieldSettings = {},
): Field<Value> => ({ ...kind(sql`null`, settings), by: null })

export type Fields = Readonly<Record<string, Field>>

/** A row as the statement answers it, with what is computed from it. */
export type RowOf<Declared extends Fields> = {
  [Name in keyof Declared]: Declared[Name] extends Field<infer Value> ? Value : never
}

/** A filter with a condition of its own; its words are `NAME.filter_FILTER`. */
export type Filter =
  | { kind: 'options'; options: readonly string[]; condition: (values: readonly string[]) => Expression }
  | { kind: 'stores'; condition: (stores: readonly string[]) => Expression }
  | { kind: 'days'; condition: (days: DayRange) => Expression }
  | { kind: 'flag'; condition: (isOn: boolean) => Expression }
  /** `pattern`: others are refused. */
  | { kind: 'text'; most: number; pattern?: RegExp; condition: (text: string) => Expression }
  /** One or several names, each of this pattern: a person types them, or chooses among those that a page offers. */
  | { kind: 'names'; pattern: RegExp; condition: (names: readonly string[]) => Expression }
  /** The shop's own fields of this object. */
  | { kind: 'fields'; object: FieldedObject; condition: (wanted: readonly WantedField[]) => Expression }

/**
 * `secret`: a text that is hidden while it is typed, and that no row shows. `category`: the code of one. `mapping`: the
 * name of a saved mapping of columns. `codes`: some of `options`, which are names of an interface and shown as they are.
 * `stores`: some of the stores; none means all. `products`: skus. `amount`: in major units with at most two decimals. `day`:
 * `YYYY-MM-DD`.
 */
export type InputKind =
  | 'text'
  | 'longText'
  | 'seen'
  | 'secret'
  | 'texts'
  | 'integer'
  | 'amount'
  | 'day'
  | 'choice'
  | 'codes'
  | 'flag'
  | 'store'
  | 'stores'
  | 'products'
  | 'category'
  | 'mapping'

/** What a person fills in: of an action, or of the form of a row. Its words are `NAME.FIELD`, as those of fields. */
export interface Input<Value = unknown> {
  kind: InputKind
  isRequired: boolean
  options?: readonly string[]
  /** Most characters of a text, and of each of a list; the largest integer. */
  most?: number
  /** The smallest integer. */
  least?: number
  /** Lines of a long text. */
  rows?: number
  /** Of a flag or an integer of a new row. */
  initial?: boolean | number
  inStore?: InStore
  readonly value?: Value
}

export const textInput = (most: number, { rows = 1 } = {}): Input<string> => ({
  kind: rows === 1 ? 'text' : 'longText',
  isRequired: true,
  most,
  rows,
})
/** Empty is null. */
export const optionalText = (most: number, { rows = 1 } = {}): Input<string | null> => ({
  kind: rows === 1 ? 'text' : 'longText',
  isRequired: false,
  most,
  rows,
})
/**
 * A field of the row, by its name, that the person has looked at: an action sends it as it was shown, and is refused by its
 * use case where another value is stored by then.
 */
export const seenInput = (most: number): Input<string> => ({ kind: 'seen', isRequired: true, most })
/** A password or key. Its field of the row is always null; empty is null, and leaves the stored one. */
export const secretInput = (most: number): Input<string | null> => ({
  kind: 'secret',
  isRequired: false,
  most,
})
/** At least one. */
export const textsInput = (most: number): Input<string[]> => ({ kind: 'texts', isRequired: true, most })
/** Any number of skus. */
export const productsInput = (): Input<string[]> => ({ kind: 'products', isRequired: false, most: 100 })
/** At least one of these codes. */
export const codesInput = <Code extends string>(options: readonly Code[]): Input<Code[]> => ({
  kind: 'codes',
  isRequired: true,
  options,
})
/** Some of the stores; none means all. */
export const storesInput = (): Input<StoreCode[]> => ({
  kind: 'stores',
  isRequired: false,
  options: storeCodes,
})
export const flagInput = ({ initial = false } = {}): Input<boolean> => ({
  kind: 'flag',
  isRequired: false,
  initial,
})
/** `initial`: of a new one; the smallest by default. */
export const integerInput = ({
  least,
  most,
  initial = least,
}: {
  least: number
  most: number
  initial?: number
}): Input<number> => ({
  kind: 'integer',
  isRequired: true,
  least,
  most,
  initial,
})
/** In the currency of the row's store; its use case gets minor units. */
export const amountInput = (): Input<Minor> => ({ kind: 'amount', isRequired: true })
/** A day of the calendar; null: none. */
export const optionalDay = (): Input<string | null> => ({ kind: 'day', isRequired: false })
/** The code of a category; null: none. */
export const categoryInput = (): Input<string | null> => ({ kind: 'category', isRequired: false })
/** The name of a saved mapping of columns; null: none. */
export const mappingInput = (): Input<string | null> => ({ kind: 'mapping', isRequired: false })
/** One of the codes; null: none. */
export const optionalChoice = <Code extends string>(options: readonly Code[]): Input<Code | null> => ({
  kind: 'choice',
  isRequired: false,
  options,
})
export const choiceInput = <Code extends string>(options: readonly Code[]): Input<Code> => ({
  kind: 'choice',
  isRequired: true,
  options,
})
/** The store of a new row; it does not change afterwards. */
export const storeInput = (): Input<StoreCode> => ({ kind: 'store', isRequired: true })

export type Inputs = Readonly<Record<string, Input>>

type InEachStore<Name extends string, Value> = { [Key in `${Name}${Capitalize<StoreCode>}`]: Value }

/** A field or an input for each store, named `nameSv`, `nameNo` …; screens show them side by side, labelled `NAME.name`. */
export function inStores<const Name extends string, Value extends Field | Input>(
  label: Name,
  of: (store: StoreCode) => Value,
): InEachStore<Name, Value> {
  return Object.fromEntries(
    storeCodes.map((store) => [
      inStores.fieldName(label, store),
      { ...of(store), inStore: { label, store } },
    ]),
  ) as unknown as InEachStore<Name, Value>
}

/** `name` in the store `sv` is `nameSv`. */
inStores.fieldName = (label: string, store: StoreCode): string =>
  `${label}${store.charAt(0).toUpperCase()}${store.slice(1)}`
export type ValuesOf<Declared extends Inputs> = {
  [Name in keyof Declared]: Declared[Name] extends Input<infer Value> ? Value : never
}

/** What actions and forms work with. */
export interface ResourceServices {
  db: Kysely<DB>
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
  /** The shop's own origin. */
  publicUrl: string
}

/** What the values of a row are found with that depend on who reads it. */
export interface ReaderServices {
  /** Whether a person may undo the change that an entry of the audit describes. */
  mayUndo: (grants: Grants, entry: RecordedChange) => Promise<boolean>
}

/** A change as the audit describes it. */
export interface RecordedChange {
  action: string
  store: StoreCode | null
  objectKind: string
  objectId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** `shownOnce`: a secret that was made, which the person copies now. No later answer has it. */
export type Done = { ok: true; shownOnce?: string } | { ok: false; code: string }

/** Something that staff do with a row. Its use case decides in its own transaction; idempotent or refused. */
export interface Action<Row, Values> {
  /** What it does, in the operator's CLI. */
  description: string
  permission: Permission
  /** Whether it is offered for the row as it is; always without it. */
  isOffered?: (row: Row) => boolean
  inputs?: Inputs
  /** Asks for a passkey or an authenticator app, used within the last minutes. */
  stepUp?: true
  /** Asked before it is done, in the words of `NAME.ask_ACTION`. */
  isConfirmed?: true
  /** The one that is expected next. */
  isMain?: true
  run: (services: ResourceServices, actor: Actor, given: { row: Row; values: Values }) => Promise<Done>
}

/** Ties the type of an action's values to its inputs. */
export const action =
  <Row>() =>
  <const Given extends Inputs = Record<never, never>>(
    declared: Omit<Action<Row, ValuesOf<Given>>, 'inputs'> & { inputs?: Given },
  ): Action<Row, never> =>
    declared

/** Something that staff do with several rows at once: those they select, or all that match what they look for. */
export interface BulkAction<Row> {
  /** What it does, for the description of the API. */
  description: string
  permission: Permission
  /** In one transaction. Rows for which it is not possible are counted as refused, and the rest is done. */
  run: (
    services: ResourceServices,
    actor: Actor,
    rows: readonly Row[],
  ) => Promise<{ done: number; refused: number }>
}

/** Ties a bulk action to the type of its rows. */
export const bulkAction =
  <Row>() =>
  (declared: BulkAction<Row>): BulkAction<never> =>
    declared

/** How rows are added, changed and removed; absent ways are not offered. */
export interface Form<Row, Values> {
  permission: Permission
  /** Each way asks for a passkey or an authenticator app, used within the last minutes. */
  stepUp?: true
  inputs: Inputs
  create?: (
    services: ResourceServices,
    actor: Actor,
    values: Values,
  ) => Promise<{ ok: true; key: string | number; shownOnce?: string } | { ok: false; code: string }>
  change?: (services: ResourceServices, actor: Actor, given: { row: Row; values: Values }) => Promise<Done>
  remove?: (services: ResourceServices, actor: Actor, row: Row) => Promise<Done>
  /** The removal is among the reversals of the audit. */
  removalCanBeUndone?: true
}

export const form =
  <Row>() =>
  <const Given extends Inputs>(
    declared: Omit<Form<Row, ValuesOf<Given>>, 'inputs'> & { inputs: Given },
  ): Form<Row, never> =>
    declared

/** A task on To do: the number of rows that a query string of the list matches. Its words are `todo.NAME`. */
export interface ResourceTask {
  /** `today`: `YYYY-MM-DD`. */
  query: (today: string) => string
  /** A promise or a law is at stake. */
  isUrgent?: true
}

export interface ResourceDeclaration<Declared extends Fields> {
  /** In the addresses of its page and of the API, of saved views, and in the keys of its texts. */
  name: string
  /**
   * Its place in the sidebar: below the section of this path (`otherwise`: where a shop has no such section), with this icon
   * and these keys. Null: it is one of the shop's own sections (`admin/shell/sections.ts`).
   */
  section: { after: string; otherwise?: string; icon: string; keys: string } | null
  permission: Permission
  /** What the audit calls a row: its entries are the row's timeline. Null: nothing is recorded about rows. */
  auditObject: AuditObjectKind | null
  /** The `from` clause without the word. Joins must neither remove nor repeat rows. */
  source: Expression
  fields: Declared
  /** What computed fields are made from; in no answer. */
  columns?: Readonly<Record<string, Expression>>
  /** The field that names a row: unique, never null, of kind `id` or `text`. */
  key: keyof Declared & string
  /**
   * The key names a row within its store: `/NAME/STORE/KEY` is the address of its page, if the page of the list names no
   * other. It is written by hand, as are the changes of a row.
   */
  isKeyOfStore?: true
  /** What decides between rows that are equal in the sorted column, where that is not the key: unique, never null. */
  uniqueBy?: { by: Expression; type: SortType }
  /** What staff call a row; its key by default. */
  title?: keyof Declared & string
  /** The name of a sort, with `-` in front from the last to the first. */
  defaultSort: string
  /** Its rows concern all stores: only who holds the permission in each of them reads them. */
  isOfEveryStore?: true
  /** Rows hold personal data: their export asks for `export:personal` and a step-up. */
  isPersonal: boolean
  /** False: no sentence is below its title. */
  hasIntro?: false
  /** Which rows a reader of these stores sees, where that is more than the store of a row says. */
  inStores?: (stores: readonly string[]) => Expression
  /** The values of fields that depend on who reads the row (`ofReader`). */
  forReader?: (services: ReaderServices, grants: Grants, row: never) => Promise<ResourceRow>
  /** What the search looks for, where that is more than the text of fields. */
  search?: (words: string) => Expression
  /**
   * `own`: the page of a row and what it reads have routes of their own, under the addresses that the declared ones would
   * have. `none`: rows have no page.
   */
  rowPage?: 'own' | 'none'
  /** Its tasks on To do are a group of their own, named as its section. */
  hasTodoGroup?: true
  /** Likewise, by the key of its title: lists with the same one share the group. */
  todoGroup?: string
  filters?: Readonly<Record<string, Filter>>
  todo?: Readonly<Record<string, ResourceTask>>
  actions?: Readonly<Record<string, Action<RowOf<Declared>, never>>>
  /** Of rows that belong to stores: a person changes those of the stores in which they hold the permission. */
  bulk?: Readonly<Record<string, BulkAction<never>>>
  form?: Form<RowOf<Declared>, never>
}

/** A row of any resource. */
export type ResourceRow = Readonly<Record<string, unknown>>

/** A declared resource with what follows from its declaration. */
export interface Resource extends Omit<
  ResourceDeclaration<Fields>,
  'filters' | 'todo' | 'actions' | 'bulk' | 'form' | 'title'
> {
  title: string
  /** Of fields and of its own, by name. */
  filters: Readonly<Record<string, Filter>>
  definition: TableDefinition<ResourceRow, Record<string, unknown>>
  /** What the key of an address is compared with. */
  keyed: { by: Expression; type: SortType }
  todo: Readonly<Record<string, ResourceTask>>
  actions: Readonly<Record<string, Action<ResourceRow, unknown>>>
  bulk: Readonly<Record<string, BulkAction<ResourceRow>>>
  form: Form<ResourceRow, unknown> | null
  /** Its rows are stored by its declaration (`domain/stored-lists/`). */
  isStored?: true
  /** The store of a row; null: the row belongs to no store. */
  storeOf: (row: ResourceRow) => StoreCode | null
  /** The values of its fields, with those that are computed. */
  complete: (row: ResourceRow) => ResourceRow
}

const sortTypes: Readonly<Partial<Record<FieldKind, SortType>>> = {
  id: 'bigint',
  text: 'text',
  integer: 'integer',
  amount: 'bigint',
  moment: 'timestamptz',
  day: 'date',
  flag: 'boolean',
  choice: 'text',
  store: 'text',
  product: 'text',
  order: 'text',
}

/** The expression as its column answers it. */
const columnOf = ({ kind, by }: Field): Expression =>
  kind === 'day'
    ? sql`to_char(${by}, 'YYYY-MM-DD')`
    : kind === 'id' || kind === 'customer'
      ? sql`(${by})::float8`
      : by!

function sortOf(name: string, { kind, by: value, sortedBy, sortedAs, isNullable }: Field): SortExpression {
  const by = sortedBy ?? value
  const type = sortedAs ?? sortTypes[kind]
  if (type === undefined || by === null)
    throw new Error(`lists are not sorted by ${name}, which is a ${kind}`)
  return { by: type === 'text' ? sql`(${by})::text` : by, type, ...(isNullable && { isNullable }) }
}

/** A row of no store is among those of every store: it concerns all of them. */
const isInStores = (
  { kind, by, isNullable }: { kind: FieldKind; by: Expression | null; isNullable?: boolean | undefined },
  stores: readonly string[],
): Expression =>
  kind === 'stores'
    ? sql`(${by} = '{}' or ${by} && ${stores}::text[])`
    : isNullable
      ? sql`(${by} is null or (${by})::text = any(${stores}::text[]))`
      : sql`(${by})::text = any(${stores}::text[])`

function filterOf(name: string, { kind, by, isNullable, options = {} }: Field): Filter {
  switch (kind) {
    case 'choice':
      return {
        kind: 'options',
        options: Object.keys(options),
        condition: (values) => sql`(${by})::text = any(${values}::text[])`,
      }
    case 'store':
    case 'stores':
      return { kind: 'stores', condition: (stores) => isInStores({ kind, by, isNullable }, stores) }
    case 'moment':
      return { kind: 'days', condition: (days) => isOnDays(by!, days) }
    case 'day':
      return {
        kind: 'days',
        condition: ({ from, to }) =>
          from === null && to === null
            ? sql`true`
            : sql`${by} between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`,
      }
    case 'flag':
      return { kind: 'flag', condition: (isOn) => (isOn ? sql`${by}` : sql`not ${by}`) }
    case 'order':
      return { kind: 'text', most: longestOrderNumber, condition: (number) => sql`${by} = ${number}` }
    default:
      throw new Error(`lists are not filtered by ${name}, which is a ${kind}`)
  }
}

/** Characters that are looked for. */
const longestOrderNumber = 20

const nameOf = (setting: true | string, own: string) => (setting === true ? own : setting)

/** A declaration with what follows from it. */
export function defineResource<const Declared extends Fields>(
  declaration: ResourceDeclaration<Declared>,
): Resource {
  const {
    name,
    fields: declared,
    key,
    title = key,
    actions = {},
    bulk = {},
    form: declaredForm = null,
    todo = {},
  } = declaration
  const fields: Fields = declared
  const entries = Object.entries(fields)
  const stored = entries.filter(([, { by }]) => by !== null)
  const sorts = Object.fromEntries(
    entries.flatMap(([own, field]) =>
      field.sort === undefined ? [] : [[nameOf(field.sort, own), sortOf(own, field)] as const],
    ),
  )
  if (!(declaration.defaultSort.replace('-', '') in sorts))
    throw new Error(`${name} has no sort ${declaration.defaultSort}`)
  const filters: Record<string, Filter> = {
    ...Object.fromEntries(
      stored.flatMap(([own, field]) =>
        field.filter === undefined ? [] : [[nameOf(field.filter, own), filterOf(own, field)] as const],
      ),
    ),
    ...declaration.filters,
  }
  // Saved views of earlier releases have names with underscores, which are read as names in camelCase.
  const badName = Object.keys(declaration.fields).find((field) => !/^[a-z][A-Za-z0-9]*$/.test(field))
  if (badName !== undefined) throw new Error(`${name} has a field ${badName}, which is not in camelCase`)
  const isIn = (kind: FieldKind) => entries.some(([, field]) => field.kind === kind)
  if (isIn('amount') && !isIn('store'))
    throw new Error(`${name} has an amount, but no store, whose currency it would be in`)
  const keyField = fields[key]
  if (keyField?.by == null) throw new Error(`${name} has no stored field ${key}`)
  const unknown = declaredForm?.change
    ? Object.keys(declaredForm.inputs).filter((input) => fields[input] === undefined)
    : []
  if (unknown.length > 0)
    throw new Error(`${name} has no fields ${unknown.join(', ')}, which its form changes`)
  if (declaration.search && entries.some(([, { isSearched }]) => isSearched))
    throw new Error(`${name} has a search of its own, and fields that are searched`)
  const searched = stored
    .filter(([, { isSearched }]) => isSearched)
    .map(([, { kind, by }]) => (kind === 'texts' ? sql`array_to_string(${by}, chr(1))` : by!))
  const storesField = fields[entries.find(([, { kind }]) => kind === 'stores')?.[0] ?? '']
  if (storesField && (declaration.rowPage === undefined || declaredForm || Object.keys(actions).length > 0))
    throw new Error(`a row of ${name} is of several stores: its page and changes are written by hand`)
  const [storeName, storeField = storesField] = stored.find(([, { kind }]) => kind === 'store') ?? []
  const isChanged = declaredForm !== null || Object.keys({ ...actions, ...bulk }).length > 0
  if (
    declaration.isKeyOfStore &&
    (storeField?.kind !== 'store' ||
      storeField.isNullable ||
      !declaration.uniqueBy ||
      !declaration.rowPage ||
      isChanged)
  )
    throw new Error(`a row of ${name} is named within its store: its page and changes are written by hand`)
  if ((storeField === undefined || storeField.isNullable) && Object.keys(bulk).length > 0)
    throw new Error(`a row of ${name} may be without a store: rows are changed one by one`)
  const keyed = { by: keyField.by, type: sortTypes[keyField.kind] ?? 'text' }
  return {
    ...declaration,
    fields,
    title,
    keyed,
    filters,
    todo,
    actions: actions as Resource['actions'],
    bulk: bulk as unknown as Resource['bulk'],
    form: declaredForm as Resource['form'],
    definition: {
      source: declaration.source,
      key: declaration.uniqueBy ?? keyed,
      columns: {
        ...declaration.columns,
        ...Object.fromEntries(stored.map(([own, field]) => [own, columnOf(field)])),
      },
      filters: Object.fromEntries(
        Object.entries(filters).map(([own, { condition }]) => [
          own,
          condition as (value: unknown) => Expression,
        ]),
      ) as never,
      // A word never matches across two values.
      search:
        declaration.search ??
        ((words) =>
          searched.length === 0
            ? sql`false`
            : sql`strpos(lower(concat_ws(chr(1), ${sql.join(searched)})), lower(${words})) > 0`),
      sorts,
      inStores:
        declaration.inStores ??
        ((stores) =>
          storeField
            ? isInStores(storeField, stores)
            : sql`${!declaration.isOfEveryStore || storeCodes.every((code) => stores.includes(code))}::boolean`),
    },
    storeOf: (row) => (storeName === undefined ? null : (row[storeName] as StoreCode | null)),
    complete: (row) =>
      Object.fromEntries(
        entries.map(([own, { computedFrom }]) => [own, computedFrom ? computedFrom(row as never) : row[own]]),
      ),
  }
}

/** The row with a key as its address has it; null: there is none. `store`: of a key that names a row within its store. */
export async function findRow(
  db: Kysely<DB>,
  resource: Resource,
  key: string,
  store?: StoreCode,
): Promise<ResourceRow | null> {
  const { keyed, definition, isKeyOfStore } = resource
  const { source, columns, inStores } = definition
  if (isKeyOfStore && store === undefined) throw new Error(`a row of ${resource.name} has a store`)
  if (keyed.type === 'bigint' && !/^\d{1,18}$/.test(key)) return null
  const { rows } = await sql<ResourceRow>`select ${sql.join(
    Object.entries(columns).map(([name, expression]) => sql`${expression} as ${sql.ref(name)}`),
  )} from ${source} where ${keyed.by} = ${key}::text::${sql.raw(keyed.type)}
    and ${store === undefined ? sql`true` : inStores([store])}`.execute(db)
  return rows[0] ?? null
}
