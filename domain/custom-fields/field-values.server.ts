/**
 * Values of fields: of one object, read and changed. Entries of the audit name the fields, with their values where these
 * are no personal data: those of products and coupons. What others had before is kept beside the value, for its undo.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { AuditObjectKind } from '../audit/audit-actions.ts'
import { audited, type RecordAudit } from '../audit/audited.server.ts'
import { keepOriginal } from '../pictures/picture-originals.server.ts'
import { isStoreCode, type StoreCode } from '../stores/stores.ts'
import {
  fitsField,
  readPicture,
  scopesIn,
  type CustomField,
  type FieldObject,
  type FieldValue,
  type FieldValues,
  type ReferenceObject,
} from './custom-field.ts'
import { findFieldOwner, keepFieldOwner, type FieldOwner } from './field-owners.server.ts'
import { listFields } from './field-repository.server.ts'

/** Values of an object, also of fields that are archived or not declared any more. */
export async function readFieldValues(
  db: Kysely<DB>,
  { object, id }: Pick<FieldOwner, 'object' | 'id'>,
): Promise<FieldValues> {
  const rows = await db
    .selectFrom('custom_field_value')
    .select(['field', 'scope', 'value'])
    .where('object', '=', object)
    .where('object_id', '=', id)
    .where('value', 'is not', null)
    .orderBy('field')
    .orderBy('scope')
    .execute()
  // A field may be called `constructor`, which every other object has.
  const values = Object.create(null) as Record<string, Record<string, FieldValue>>
  for (const { field, scope, value } of rows) (values[field] ??= {})[scope] = value as FieldValue
  return values
}

/** Erases all values of these objects, with those before them. Their rows are locked for update. */
export async function eraseFieldValues(
  trx: Kysely<DB>,
  object: FieldObject,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from custom_field_value where object = ${object} and object_id = any(${ids}::bigint[])`.execute(
    trx,
  )
}

/** Field → code of the store or the language, or `''` → value; null removes it. What is not named stays. */
export type FieldValueChange = Readonly<Record<string, Readonly<Record<string, FieldValue | null>>>>

export type FieldValuesAnswer =
  | { ok: true }
  | {
      ok: false
      code: 'unknown_field' | 'bad_field_value' | 'field_required' | 'unknown_reference' | 'unknown_picture'
      field: string
    }
  | { ok: false; code: 'changed_meanwhile'; current: FieldValues }
  /** The object was deleted or erased. */
  | { ok: false; code: `unknown_${FieldObject}` }

/** How changes of the values of each kind of object are recorded. */
const recorded = {
  product: { action: 'product.set_fields', kind: 'product', isPersonal: false },
  coupon: { action: 'coupon.set_fields', kind: 'coupon', isPersonal: false },
  customer: { action: 'account.set_fields', kind: 'account', isPersonal: true },
  company: { action: 'company.set_fields', kind: 'company', isPersonal: true },
  order: { action: 'order.set_fields', kind: 'order', isPersonal: true },
} as const satisfies Record<FieldObject, { action: string; kind: AuditObjectKind; isPersonal: boolean }>

export interface SetFieldValues {
  owner: FieldOwner
  values: FieldValueChange
  /** The named values as the person saw them; absent: whatever is stored is replaced. */
  expected?: FieldValueChange
  /**
   * The values were stored before: they are set again although the field is required or archived by now, or what they name
   * is gone.
   */
  isRestoration?: boolean
  /** The stores of whose objects the person may know; absent: all. */
  readable?: (object: ReferenceObject) => readonly StoreCode[]
  reason?: string
  now: Date
}

/**
 * Changes the named values in one transaction, with an entry for each store that one of them belongs to and one for the
 * others. Refused as a whole.
 */
export async function setFieldValues(
  db: Kysely<DB>,
  actor: Actor,
  { owner, values, expected, isRestoration = false, readable, reason, now }: SetFieldValues,
): Promise<FieldValuesAnswer> {
  return audited(db, actor, async (trx, record): Promise<FieldValuesAnswer> => {
    if (!(await keepFieldOwner(trx, owner))) return { ok: false, code: `unknown_${owner.object}` }
    await lockValues(trx, owner)
    const fields = new Map((await listFields(trx, owner.object)).map((field) => [field.key, field]))
    const stored = await readFieldValues(trx, owner)
    const changes = changesIn(values, stored)
    if (isRestoration && expected && !isAsExpected(stored, expected))
      return { ok: false, code: 'changed_meanwhile', current: stored }
    for (const change of changes) {
      const { key, scope, after } = change
      const restored = isRestoration ? readPicture(after) : null
      if (restored) await keepOriginal(trx, restored.source)
      if (isRestoration) continue
      const field = fields.get(key)
      if (!field || field.isArchived || !scopesIn(field).includes(scope))
        return { ok: false, code: 'unknown_field', field: key }
      if (after === null && field.isRequired) return { ok: false, code: 'field_required', field: key }
      if (after !== null && !fitsField(field, after))
        return { ok: false, code: 'bad_field_value', field: key }
      if (expected && (expected[key]?.[scope] ?? null) !== (stored[key]?.[scope] ?? null))
        return { ok: false, code: 'changed_meanwhile', current: stored }
      const picture = field.kind === 'picture' ? readPicture(after) : null
      if (picture && !(await keepOriginal(trx, picture.source)))
        return { ok: false, code: 'unknown_picture', field: key }
      if (after === null || field.refersTo === null) continue
      const named = await findFieldOwner(trx, field.refersTo, String(after))
      const known = readable?.(field.refersTo)
      if (named === null || (known && !named.stores.some((store) => known.includes(store))))
        return { ok: false, code: 'unknown_reference', field: key }
      // As it is called, however it was typed.
      change.after = named.owner.name
    }
    await writeChanges(trx, owner, changes, now)
    recordChanges(record, owner, { changes, fields, reason })
    return { ok: true }
  })
}

/** Whether the named values are as expected; they stay so until the transaction ends. */
export async function holdFieldValues(
  trx: Kysely<DB>,
  owner: FieldOwner,
  expected: FieldValueChange,
): Promise<boolean> {
  await lockValues(trx, owner)
  return isAsExpected(await readFieldValues(trx, owner), expected)
}

const isAsExpected = (stored: FieldValues, expected: FieldValueChange): boolean =>
  Object.entries(expected).every(([key, scoped]) =>
    Object.entries(scoped).every(([scope, value]) => (stored[key]?.[scope] ?? null) === value),
  )

/** One change of the values of an object at a time. */
async function lockValues(trx: Kysely<DB>, { object, id }: FieldOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`custom_field ${object} ${id}`}, 0))`.execute(trx)
}

interface ValueChange {
  key: string
  scope: string
  before: FieldValue | null
  after: FieldValue | null
}

function changesIn(values: FieldValueChange, stored: FieldValues): ValueChange[] {
  return Object.entries(values).flatMap(([key, scoped]) =>
    Object.entries(scoped).flatMap(([scope, given]) => {
      const after = given === '' ? null : given
      const before = stored[key]?.[scope] ?? null
      return before === after ? [] : [{ key, scope, before, after }]
    }),
  )
}

async function writeChanges(
  trx: Kysely<DB>,
  { object, id }: FieldOwner,
  changes: readonly ValueChange[],
  now: Date,
): Promise<void> {
  for (const { key, scope, before, after } of changes) {
    const row = { value: stringOf(after), former: stringOf(before), changed_at: now }
    await trx
      .insertInto('custom_field_value')
      .values({ object, object_id: id, field: key, scope, ...row })
      .onConflict((conflict) => conflict.columns(['object', 'object_id', 'field', 'scope']).doUpdateSet(row))
      .execute()
  }
}

const stringOf = (value: FieldValue | null): string | null => (value === null ? null : JSON.stringify(value))

/** In the place of a value that is personal data. */
const concealed = '•••'

/** The audit's name of a value: `field.material`, `field.material.sv`. */
const auditName = ({ key, scope }: Pick<ValueChange, 'key' | 'scope'>): string =>
  scope === '' ? `field.${key}` : `field.${key}.${scope}`

/** The field and the scope of a name of the audit; null: it is no value of a field. */
export function readAuditName(name: string): { key: string; scope: string } | null {
  const [, key, scope = ''] = /^field\.([a-z0-9_]+)(?:\.([a-z]+))?$/.exec(name) ?? []
  return key === undefined ? null : { key, scope }
}

function recordChanges(
  record: RecordAudit,
  { object, name, store: ownStore }: FieldOwner,
  {
    changes,
    fields,
    reason,
  }: {
    changes: readonly ValueChange[]
    fields: ReadonlyMap<string, CustomField>
    reason: string | undefined
  },
): void {
  const { action, kind, isPersonal } = recorded[object]
  const storeOf = ({ key, scope }: ValueChange) =>
    fields.get(key)?.scope === 'store' && isStoreCode(scope) ? scope : ownStore
  for (const [store, own] of Map.groupBy(changes, storeOf)) {
    const side = (which: 'before' | 'after') =>
      Object.fromEntries(
        own.flatMap((change) =>
          change[which] === null ? [] : [[auditName(change), change[which]] as const],
        ),
      )
    record({
      action,
      object: [kind, name],
      store,
      ...(isPersonal
        ? { after: Object.fromEntries(own.map((change) => [auditName(change), concealed])) }
        : { before: side('before'), after: side('after') }),
      reason: reason ?? null,
    })
  }
}

/**
 * Sets the values again that an entry of the audit says were changed. Of personal data these are the values before the
 * last change, which the entry is: no later one of these fields may follow it.
 */
export async function restoreFieldValues(
  trx: Kysely<DB>,
  actor: Actor,
  {
    owner,
    before,
    after,
    ...rest
  }: {
    owner: FieldOwner
    before: Readonly<Record<string, unknown>>
    after: Readonly<Record<string, unknown>>
    reason: string
    now: Date
  },
): Promise<true | string> {
  const former = recorded[owner.object].isPersonal ? await formerValues(trx, owner) : null
  // A field may be called `constructor`, which every other object has.
  const values = Object.create(null) as Record<string, Record<string, FieldValue | null>>
  const expected = Object.create(null) as typeof values
  for (const name of Object.keys({ ...before, ...after })) {
    const read = readAuditName(name)
    if (read === null) continue
    const { key, scope } = read
    ;(values[key] ??= {})[scope] = ((former ? former.get(name) : before[name]) ?? null) as FieldValue | null
    ;(expected[key] ??= {})[scope] = (after[name] ?? null) as FieldValue | null
  }
  const answer = await setFieldValues(trx, actor, { owner, values, ...(former ? {} : { expected }), ...rest })
  return answer.ok ? true : answer.code
}

/** By their names in the audit. */
async function formerValues(trx: Kysely<DB>, { object, id }: FieldOwner): Promise<Map<string, unknown>> {
  const rows = await trx
    .selectFrom('custom_field_value')
    .select(['field', 'scope', 'former'])
    .where('object', '=', object)
    .where('object_id', '=', id)
    .execute()
  return new Map(rows.map(({ field, scope, former }) => [auditName({ key: field, scope }), former]))
}
