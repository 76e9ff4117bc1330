/**
 * Values of the shop's own fields that rows of products give. What is wrong with them is known before the products are
 * written, and refuses the row; they are written after them, in their transaction.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import {
  fitsField,
  readPicture,
  scopeOf,
  scopesIn,
  type CustomField,
  type FieldValue,
  type FieldValues,
} from '../domain/custom-fields/custom-field.ts'
import { listFields } from '../domain/custom-fields/field-repository.server.ts'
import {
  readProductValues,
  writeProductValues,
  type ImportedValue,
} from '../domain/custom-fields/imported-values.server.ts'
import { findOriginals } from '../domain/pictures/picture-originals.server.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { Sku } from '../domain/products/sku.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { cellOfValue, expectedOf, fieldColumn, valueOfCell } from './field-cells.ts'
import { skuOfRow } from './known-skus.server.ts'
import type { FieldChange } from './product-changes.server.ts'
import { shortened, type RowProblem } from './row-report.ts'
import type { WriteContext } from './write-context.server.ts'

export interface GivenValue {
  field: CustomField
  scope: string
  value: FieldValue | null
}

export interface GivenFields {
  values: GivenValue[]
  /** The row is refused. */
  refused: RowProblem | null
  /** Columns of fields that there are not. */
  leftOut: RowProblem[]
}

const hasFields = (row: CatalogueRow): boolean =>
  row.feed?.fields !== undefined || (row.record?.record === 'product' && row.record.fields !== undefined)

/** Of the rows that give any. Their pictures are kept for a value to name them. */
export async function readGivenFields(
  db: Kysely<DB>,
  rows: readonly CatalogueRow[],
  { stores, dryRun }: Pick<WriteContext, 'stores' | 'dryRun'>,
): Promise<Map<CatalogueRow, GivenFields>> {
  const giving = rows.filter(hasFields)
  if (giving.length === 0) return new Map()
  const listed = await listFields(db, 'product')
  const fields = new Map(listed.filter(({ isArchived }) => !isArchived).map((field) => [field.key, field]))
  const given = new Map(giving.map((row) => [row, givenIn(row, fields, stores)]))
  await refuseUnknownPictures(db, given, dryRun)
  return given
}

async function refuseUnknownPictures(
  db: Kysely<DB>,
  given: ReadonlyMap<CatalogueRow, GivenFields>,
  dryRun: boolean,
): Promise<void> {
  const named = [...given].flatMap(([row, { values }]) =>
    values.flatMap(({ field, scope, value }) => {
      const picture = field.kind === 'picture' ? readPicture(value) : null
      return picture ? [{ row, field, scope, source: picture.source }] : []
    }),
  )
  const sources = named.map(({ source }) => source)
  const known = await findOriginals(db, sources, { isToWrite: !dryRun })
  for (const { row, field, scope, source } of named)
    if (!known.has(source))
      given.get(row)!.refused ??= {
        code: 'bad_field_value',
        column: columnOf(row, field, scope),
        value: shortened(source),
        detail: expectedOf(field),
      }
}

/** What a file of the row's format calls the value. */
const columnOf = (row: CatalogueRow, { key }: CustomField, scope: string): string =>
  row.feed ? fieldColumn(key) : `fields.${key}${scope && `.${scope}`}`

function givenIn(
  row: CatalogueRow,
  fields: ReadonlyMap<string, CustomField>,
  stores: readonly StoreCode[],
): GivenFields {
  const given: GivenFields = { values: [], refused: null, leftOut: [] }
  const refuse = (problem: RowProblem) => (given.refused ??= problem)
  const add = (field: CustomField, scope: string, value: FieldValue | null) => {
    if (value === null && field.isRequired) refuse({ code: 'missing', column: fieldColumn(field.key) })
    given.values.push({ field, scope, value })
  }
  const known = (key: string): CustomField | undefined => {
    const field = fields.get(key)
    if (!field) given.leftOut.push({ code: 'unknown_field', column: fieldColumn(key) })
    return field
  }
  const [store] = stores
  for (const [key, cell] of Object.entries(row.feed?.fields ?? {})) {
    const field = known(key)
    if (!field || store === undefined) continue
    const read = valueOfCell(field, cell, store)
    if (read.ok) add(field, scopeOf(field, store), read.value)
    else
      refuse({
        code: 'bad_field_value',
        column: fieldColumn(key),
        value: shortened(cell),
        detail: read.detail,
      })
  }
  const ofRecord = row.record?.record === 'product' ? (row.record.fields ?? {}) : {}
  for (const [key, scoped] of Object.entries(ofRecord)) {
    const field = known(key)
    if (!field) continue
    for (const [scope, value] of Object.entries(scoped)) {
      const column = `fields.${key}${scope && `.${scope}`}`
      // What is of other stores stays as it is.
      if (!scopesIn(field, stores).includes(scope)) {
        if (!scopesIn(field).includes(scope)) given.leftOut.push({ code: 'unknown_field', column })
      } else if (value === null || fitsField(field, value)) add(field, scope, value)
      else
        refuse({
          code: 'bad_field_value',
          column,
          value: shortened(String(value)),
          detail: expectedOf(field),
        })
    }
  }
  return given
}

/** Writes what differs from what is stored. Answers the changes, by row, in the notation of the file. */
export async function writeGivenFields(
  db: Kysely<DB>,
  given: ReadonlyMap<CatalogueRow, GivenFields>,
  ids: ReadonlyMap<Sku, ProductId>,
  { dryRun }: Pick<WriteContext, 'dryRun'>,
): Promise<Map<CatalogueRow, FieldChange[]>> {
  const changes = new Map<CatalogueRow, FieldChange[]>()
  const idOf = (row: CatalogueRow) => Number(ids.get(skuOfRow(row)!) ?? 0)
  const stored = await readProductValues(db, [...given.keys()].map(idOf), { isToWrite: !dryRun })
  const writes: ImportedValue[] = []
  for (const [row, { values }] of given)
    for (const { field, scope, value } of values) {
      const id = idOf(row)
      const before = stored.get(id)?.[field.key]?.[scope] ?? null
      // A cell cannot hold all that a text can: one that an export wrote changes nothing.
      if (cellOfValue(before) === cellOfValue(value) || id === 0) continue
      writes.push({ id, field: field.key, scope, before, after: value })
      const column = columnOf(row, field, scope)
      const own = changes.get(row) ?? []
      own.push({ column, before: cellOfValue(before), after: cellOfValue(value) })
      changes.set(row, own)
    }
  if (!dryRun) await writeProductValues(db, writes, new Date())
  return changes
}

/** Of a product that is stored: column, whether it has a value, and whether the row clears it. */
export const fieldClears = (
  { values }: GivenFields,
  stored: FieldValues = {},
): [column: string, isFilled: boolean, isCleared: boolean][] =>
  values.map(({ field, scope, value }) => [
    fieldColumn(field.key),
    stored[field.key]?.[scope] !== undefined,
    value === null,
  ])
