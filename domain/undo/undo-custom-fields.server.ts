/** Undoes changes of fields and of their values. */
import type { RecordedAction } from '../audit/audit-actions.ts'
import type { FieldObject } from '../custom-fields/custom-field.ts'
import { findFieldOwner } from '../custom-fields/field-owners.server.ts'
import {
  archiveField,
  changeField,
  listFields,
  type FieldChange,
} from '../custom-fields/field-repository.server.ts'
import { restoreFieldValues } from '../custom-fields/field-values.server.ts'
import type { Permission } from '../permissions/permissions.ts'
import type { Reversal } from './reversal.ts'

const ofValues = (object: FieldObject, permission: Permission): Reversal => ({
  permission,
  reverse: async (trx, actor, { id, objectId, before, after }, _products, now) => {
    const found = await findFieldOwner(trx, object, objectId)
    if (found === null) return `unknown_${object}`
    const { owner } = found
    return restoreFieldValues(trx, actor, { owner, before, after, reason: `undo ${id}`, now: new Date(now) })
  },
})

/** `product.material` → the object and the key. */
function readFieldId(id: string): { object: FieldObject; key: string } {
  const [object = '', key = ''] = id.split('.')
  return { object: object as FieldObject, key }
}

const isArchivedTo = (isArchived: boolean): Reversal => ({
  permission: 'settings:edit',
  reverse: async (trx, actor, { objectId }, _products, now) => {
    const answer = await archiveField(trx, actor, readFieldId(objectId), isArchived ? new Date(now) : null)
    return answer.ok ? true : answer.code
  },
})

export const customFieldReversals = {
  'product.set_fields': ofValues('product', 'product:edit'),
  'account.set_fields': ofValues('customer', 'customer:edit'),
  'company.set_fields': ofValues('company', 'customer:edit'),
  'order.set_fields': ofValues('order', 'order:edit'),
  'coupon.set_fields': ofValues('coupon', 'coupon:edit'),
  // Values may have been filled in since: the field stays, and is not offered.
  'custom_field.add': isArchivedTo(true),
  'custom_field.archive': isArchivedTo(false),
  'custom_field.restore': isArchivedTo(true),
  'custom_field.change': {
    permission: 'settings:edit',
    reverse: async (trx, actor, { objectId, before }) => {
      const of = readFieldId(objectId)
      const current = (await listFields(trx, of.object)).find(({ key }) => key === of.key)
      if (!current) return 'unknown_field'
      const {
        object: _object,
        key: _key,
        kind: _kind,
        scope: _scope,
        refersTo: _refersTo,
        isArchived: _archived,
        module: _module,
        ...now
      } = current
      const answer = await changeField(trx, actor, of, { ...now, ...(before as Partial<FieldChange>) })
      return answer.ok ? true : answer.code
    },
  },
} as const satisfies Partial<Record<RecordedAction, Reversal>>
