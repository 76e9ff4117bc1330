/** The only SQL of the definitions of fields. Those that modules declare are added to those that staff have defined. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import {
  fieldId,
  isFacetKind,
  isFieldKey,
  type CustomField,
  type FieldObject,
  type FieldOption,
} from './custom-field.ts'
import { declaredFields, withDeclared } from './declared-fields.ts'

/** What staff write of a field. Object, key, kind, scope and what it refers to are those of a new one. */
export type FieldDefinition = Omit<CustomField, 'isArchived' | 'module'>

/** What changes of a field that has values: none of what its values follow. */
export type FieldChange = Omit<FieldDefinition, 'object' | 'key' | 'kind' | 'scope' | 'refersTo'>

/** All fields of a kind of object in the order in which they are shown; archived ones last. */
export async function listFields(db: Kysely<DB>, object: FieldObject): Promise<CustomField[]> {
  const rows = await db
    .selectFrom('custom_field_definition')
    .selectAll()
    .where('object', '=', object)
    .orderBy('position')
    .orderBy('key')
    .execute()
  const stored = rows.map((row): CustomField => ({
    object,
    key: row.key,
    kind: row.kind as CustomField['kind'],
    unit: row.unit,
    names: row.names as CustomField['names'],
    options: row.options as unknown as FieldOption[],
    refersTo: row.refers_to as CustomField['refersTo'],
    scope: row.scope as CustomField['scope'],
    isShown: row.is_shown,
    isFacet: row.is_facet,
    isInFeed: row.is_in_feed,
    isRequired: row.is_required,
    position: row.position,
    isArchived: row.archived_at !== null,
    module: null,
  }))
  return withDeclared(stored, object)
}

export type FieldRefusal =
  | 'bad_field_key'
  | 'field_exists'
  | 'unknown_field'
  | 'field_of_module'
  | 'field_without_name'
  | 'field_without_options'
  | 'bad_field_options'
  | 'field_shown_of_products'
  | 'field_without_target'
  | 'field_picture_of_products'
  | 'field_of_staff_alone'
  | 'field_is_no_filter'
  | 'field_filter_is_shown'
  | 'field_is_fixed'

type Written = { ok: true; id: string } | { ok: false; code: FieldRefusal }

function problemOf(field: FieldDefinition): FieldRefusal | null {
  const codes = field.options.map(({ code }) => code)
  if (!isFieldKey(field.key)) return 'bad_field_key'
  if (Object.keys(field.names).length === 0) return 'field_without_name'
  if (field.kind === 'choice' && codes.length === 0) return 'field_without_options'
  if (new Set(codes).size < codes.length || codes.some((code) => code.length > 80)) return 'bad_field_options'
  if (field.object !== 'product' && (field.isShown || field.isFacet || field.isInFeed))
    return 'field_shown_of_products'
  if (field.kind === 'picture' && field.object !== 'product') return 'field_picture_of_products'
  if ((field.kind === 'reference') !== (field.refersTo !== null)) return 'field_without_target'
  // Shoppers know nothing of customers, orders and coupons of others.
  const isOfStaff = field.refersTo !== null && field.refersTo !== 'product'
  if (isOfStaff && (field.isShown || field.isInFeed)) return 'field_of_staff_alone'
  if (field.isFacet && !isFacetKind(field.kind)) return 'field_is_no_filter'
  // A filter says what the values are.
  if (field.isFacet && !field.isShown) return 'field_filter_is_shown'
  return null
}

const columnsOf = (field: FieldChange) => ({
  unit: field.unit,
  names: JSON.stringify(field.names),
  options: JSON.stringify(field.options),
  is_shown: field.isShown,
  is_facet: field.isFacet,
  is_in_feed: field.isInFeed,
  is_required: field.isRequired,
  position: field.position,
})

const auditFields = ({ object: _object, key: _key, ...field }: FieldDefinition) => field

/** Defines a field, or refuses where there is one of that key. */
export async function addField(db: Kysely<DB>, actor: Actor, field: FieldDefinition): Promise<Written> {
  const problem = problemOf(field)
  if (problem !== null) return { ok: false, code: problem }
  const id = fieldId(field)
  if (declaredFields.some((declared) => fieldId(declared) === id)) return { ok: false, code: 'field_exists' }
  return audited(db, actor, async (trx, record): Promise<Written> => {
    const { object, key, kind, scope, refersTo } = field
    const added = await trx
      .insertInto('custom_field_definition')
      .values({ object, key, kind, scope, refers_to: refersTo, ...columnsOf(field) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!added) return { ok: false, code: 'field_exists' }
    record({ action: 'custom_field.add', object: ['custom_field', id], after: auditFields(field) })
    return { ok: true, id }
  })
}

/**
 * Changes a field. An option that is taken away stays with the values that have it; they are shown by its code until they
 * are changed.
 */
export async function changeField(
  db: Kysely<DB>,
  actor: Actor,
  of: Pick<CustomField, 'object' | 'key'>,
  change: FieldChange,
): Promise<Written> {
  return audited(db, actor, async (trx, record): Promise<Written> => {
    const found = await lockField(trx, of)
    if (typeof found === 'string') return { ok: false, code: found }
    const { isArchived: _archived, module: _module, ...before } = found
    const after: FieldDefinition = { ...before, ...change }
    const problem = problemOf(after)
    if (problem !== null) return { ok: false, code: problem }
    await trx
      .updateTable('custom_field_definition')
      .set(columnsOf(after))
      .where('object', '=', of.object)
      .where('key', '=', of.key)
      .execute()
    record({
      action: 'custom_field.change',
      object: ['custom_field', fieldId(of)],
      before: auditFields(before),
      after: auditFields(after),
    })
    return { ok: true, id: fieldId(of) }
  })
}

/** Takes a field out of use, or `at` null: into use again. Its values stay. */
export async function archiveField(
  db: Kysely<DB>,
  actor: Actor,
  of: Pick<CustomField, 'object' | 'key'>,
  at: Date | null,
): Promise<Written> {
  return audited(db, actor, async (trx, record): Promise<Written> => {
    const found = await lockField(trx, of)
    if (typeof found === 'string') return { ok: false, code: found }
    const id = fieldId(of)
    if (found.isArchived === (at !== null)) return { ok: true, id }
    await trx
      .updateTable('custom_field_definition')
      .set({ archived_at: at })
      .where('object', '=', of.object)
      .where('key', '=', of.key)
      .execute()
    record({
      action: at === null ? 'custom_field.restore' : 'custom_field.archive',
      object: ['custom_field', id],
      before: { isArchived: found.isArchived },
      after: { isArchived: at !== null },
    })
    return { ok: true, id }
  })
}

async function lockField(
  trx: Kysely<DB>,
  { object, key }: Pick<CustomField, 'object' | 'key'>,
): Promise<CustomField | 'unknown_field' | 'field_of_module'> {
  await sql`select from custom_field_definition where object = ${object} and key = ${key} for update`.execute(
    trx,
  )
  const found = (await listFields(trx, object)).find((field) => field.key === key)
  if (found === undefined) return 'unknown_field'
  return found.module === null ? found : 'field_of_module'
}
