/** The lists that are declared once (`domain/resources/`), as the back office shows them. */
import { z } from 'zod'
import { timelineEntry } from './orders.ts'

const tone = z.enum(['neutral', 'active', 'good', 'warning', 'bad'])

/** The same thing in several stores: the words of `label`, and the store. */
const inStore = z.object({ label: z.string(), store: z.string() }).nullable()

const resourceField = z.object({
  name: z.string(),
  inStore,
  kind: z.enum([
    'id',
    'text',
    'texts',
    'integer',
    'amount',
    'moment',
    'day',
    'flag',
    'choice',
    'choices',
    'store',
    'stores',
    'product',
    'order',
    'products',
    'units',
    'customer',
    'shopPage',
    'record',
  ]),
  /** Code → tone of its state; empty where it is no choice. */
  options: z.record(z.string(), tone),
  /** What the keys of the codes' words begin with; null: `NAME.FIELD_`. */
  words: z.string().nullable(),
  /** Name of the sort by it; null: the list is not sorted by it. */
  sort: z.string().nullable(),
  /** `chosen`: a column that people add; `page`: on the row's page alone; `never`: on no page. */
  shown: z.enum(['always', 'chosen', 'page', 'never']),
  /** A list shows as much of it as fits on one line. */
  isCut: z.boolean(),
  /** A list shows it whole on one line. */
  isOnOneLine: z.boolean(),
  /** Each of its codes is shown as a state, also a neutral one. */
  isState: z.boolean(),
  /** A list shows nothing for 0. */
  isBlankAtZero: z.boolean(),
  /** Of a moment: it is shown without the time of day. */
  isDateOnly: z.boolean(),
  /** The field with the address of the shop that its text links to. */
  linksTo: z.string().nullable(),
})

const resourceInput = z.object({
  name: z.string(),
  inStore,
  kind: z.enum([
    'text',
    'longText',
    'seen',
    'secret',
    'texts',
    'integer',
    'amount',
    'day',
    'choice',
    'codes',
    'flag',
    'store',
    'stores',
    'products',
    'category',
    'mapping',
  ]),
  isRequired: z.boolean(),
  options: z.array(z.string()),
  /** Most characters of a text, and of each of a list; the largest integer. */
  most: z.number().nullable(),
  /** The smallest integer. */
  least: z.number().nullable(),
  /** Of a flag or an integer of a new row. */
  initial: z.union([z.boolean(), z.number()]),
  /** Lines of a long text. */
  rows: z.number().nullable(),
})

export const resourceDescription = z.object({
  name: z.string(),
  /** The path of the section it follows in the sidebar; empty, as the next two: it is one of the shop's own sections. */
  after: z.string(),
  /** Where there is no such section, the one that it follows then. */
  otherwise: z.string().nullable(),
  icon: z.string(),
  keys: z.string(),
  /** Field that names a row in addresses, and the one that names it to people. */
  key: z.string(),
  title: z.string(),
  /** The key names a row within its store: its page is at `/NAME/STORE/KEY`. */
  isKeyOfStore: z.boolean(),
  /** What the audit calls a row; empty: nothing is recorded about rows. */
  auditObject: z.string(),
  /** Field with a row's store; null: rows belong to no store. */
  store: z.string().nullable(),
  defaultSort: z.string(),
  isPersonal: z.boolean(),
  isSearched: z.boolean(),
  /** A sentence is below its title. */
  hasIntro: z.boolean(),
  /** `own`: a page that is written by hand, at the same address. */
  rowPage: z.enum(['declared', 'own', 'none']),
  /** Its tasks on To do are a group of their own, named as its section. */
  hasTodoGroup: z.boolean(),
  /** Key of the title of a group that lists share. */
  todoGroup: z.string().nullable(),
  fields: z.array(resourceField),
  filters: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['options', 'stores', 'days', 'flag', 'text', 'names', 'fields']),
      options: z.array(z.string()),
      /** Of the shop's own fields: whose. */
      object: z.enum(['product', 'customer', 'order', 'coupon']).nullable(),
      /** The field whose label and words of options it has; null: its own (`filter_NAME`). */
      field: z.string().nullable(),
    }),
  ),
  actions: z.array(
    z.object({
      name: z.string(),
      isMain: z.boolean(),
      /** Asked before it is done (`ask_NAME`). */
      isConfirmed: z.boolean(),
      inputs: z.array(resourceInput),
    }),
  ),
  /** What can be done with several rows at once, each with the permission that it asks for. */
  bulk: z.array(z.object({ name: z.string(), permission: z.string() })),
  form: z
    .object({
      permission: z.string(),
      inputs: z.array(resourceInput),
      creates: z.boolean(),
      changes: z.boolean(),
      removes: z.boolean(),
      removalCanBeUndone: z.boolean(),
    })
    .nullable(),
})
export type ResourceDescription = z.infer<typeof resourceDescription>

/** So many of a product. */
export const units = z.object({ sku: z.string(), name: z.string(), quantity: z.number() })
export type Units = z.infer<typeof units>

/** A row: its fields by name, and the names of the actions that the person may take with it now. */
const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.array(units),
  z.record(z.string(), z.unknown()),
  z.null(),
])
export type RowValue = Exclude<z.infer<typeof value>, Units[] | Record<string, unknown>>
export const resourceRow = z.object({ actions: z.array(z.string()) }).catchall(value)
/** Units and records are read by pages that name the fields of their list. */
export interface ResourceRow {
  actions: string[]
  [field: string]: RowValue
}

export const resourceRowPage = z.object({
  row: resourceRow as z.ZodType<ResourceRow>,
  /** Of what its form shows; a change and a removal name it. */
  version: z.string(),
  /** Whether the person may change or remove it. */
  mayChange: z.boolean(),
  timeline: z.array(timelineEntry.extend({ canUndo: z.boolean() })),
})
export type ResourceRowPage = z.infer<typeof resourceRowPage>

export const resourceKey = z.strictObject({ key: z.string().min(1).max(200) })
/** Rows of the list: some by their keys, or all of the stores of the person that a query string matches. */
export const bulkRows = z.union([
  z.strictObject({ keys: z.array(z.string().min(1).max(200)).min(1).max(10_000) }),
  z.strictObject({ query: z.string().max(4_000) }),
])
/** `refused`: rows for which it was not possible. */
export const bulkAnswer = z.object({ done: z.number(), refused: z.number() })
export type BulkAnswer = z.infer<typeof bulkAnswer>
export const rowVersionQuery = z.strictObject({ version: z.string().max(50) })
/** `shownOnce`: a secret that was made, which no later answer has. */
export const savedRow = z.object({ key: z.string(), shownOnce: z.string().nullable() })
export type SavedRow = z.infer<typeof savedRow>
/** `isGone`: the row has left the list. */
export const actedRow = z.object({
  done: z.literal(true),
  shownOnce: z.string().nullable(),
  isGone: z.boolean(),
})
export type ActedRow = z.infer<typeof actedRow>
