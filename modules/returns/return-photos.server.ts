/** Photos of faulty goods that a buyer adds to a return: for its buyer and staff only. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import { lockOrder } from '../../domain/orders/lock-order.server.ts'
import { recordOrderEvent } from '../../domain/orders/order-repository.server.ts'
import type { PictureFailure } from '../../domain/pictures/picture-failure.ts'
import { stripPicture } from '../../domain/pictures/strip-picture.server.ts'
import { insertCustomerPicture, returnPictures } from './customer-picture-repository.server.ts'
import { returnsOf } from './return-repository.server.ts'
import { complaints, mostPhotos, returnTransitions } from './return.ts'

export type AddedPhoto =
  /** `id`: of the picture, within its order; the same photo sent again has the same. */
  | { ok: true; id: number }
  | PictureFailure
  /** `wrong_status`: the return is decided; `not_faulty`: none of its goods is said to be faulty. */
  | { ok: false; code: 'unknown_return' | 'wrong_status' | 'not_faulty' | 'too_many_photos' }

/** `number`: of the return, within its order. Access to the order is checked before. */
export async function addReturnPhoto(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { orderNumber, number, bytes }: { orderNumber: string; number: number; bytes: Buffer },
): Promise<AddedPhoto> {
  const stripped = await stripPicture(bytes)
  if (!stripped.ok) return stripped
  return audited(db, actor, async (trx): Promise<AddedPhoto> => {
    const order = await lockOrder(trx, orderNumber)
    const own = order && (await returnsOf(trx, order.id)).find(({ id }) => id === `${orderNumber}-R${number}`)
    if (!order || !own) return { ok: false, code: 'unknown_return' }
    if (returnTransitions[own.status].length === 0) return { ok: false, code: 'wrong_status' }
    if (!own.items.some(({ reason }) => complaints.includes(reason))) return { ok: false, code: 'not_faulty' }
    const before = await returnPictures(trx, order.id, number)
    const id = await insertCustomerPicture(trx, {
      orderId: order.id,
      number,
      jpeg: stripped.jpeg,
      at: new Date(clock()),
    })
    if (before.includes(id)) return { ok: true, id }
    if (before.length >= mostPhotos) {
      await trx.deleteFrom('customer_picture').where('id', '=', id).execute()
      return { ok: false, code: 'too_many_photos' }
    }
    await recordOrderEvent(trx, order.id, {
      kind: 'return-photo',
      from: order.status,
      to: order.status,
      actor,
      data: { return: own.id, photos: before.length + 1 },
    })
    return { ok: true, id }
  })
}
