/** How changes of fields and of their values are undone. */
import { storesOfProduct } from '../catalogue/product-reversals.server.ts'
import { storesOfCoupon } from '../coupons/coupon-reversals.server.ts'
import type { FieldObject } from './custom-field.ts'
import { findFieldOwner } from './field-owners.server.ts'
import { archiveField, changeField, listFields, type FieldChange } from './field-repository.server.ts'
import { restoreFieldValues } from './field-values.server.ts'
import { outcomeOf, type Reversal, type RoomReversals } from '../undo/reversal.ts'

const ofValues = (
  object: FieldObject,
  { permission, storesOf }: Pick<Reversal, 'permission' | 'storesOf'>,
): Reversal => ({
  permission,
  ...(storesOf && { storesOf }),
  reverse: async (trx, actor, { id, objectId, before, after }, { now }) => {
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
  reverse: async (trx, actor, { objectId }, { now }) => {
    const answer = await archiveField(trx, actor, readFieldId(objectId), isArchived ? new Date(now) : null)
    return outcomeOf(answer)
  },
})

export const fieldReversals: RoomReversals = {
  'product.set_fields': ofValues('product', { permission: 'product:edit', storesOf: storesOfProduct }),
  'account.set_fields': ofValues('customer', { permission: 'customer:edit' }),
  'company.set_fields': ofValues('company', { permission: 'customer:edit' }),
  'order.set_fields': ofValues('order', { permission: 'order:edit' }),
  'coupon.set_fields': ofValues('coupon', { permission: 'coupon:edit', storesOf: storesOfCoupon }),
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
      return outcomeOf(answer)
    },
  },
}
