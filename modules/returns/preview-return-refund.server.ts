import type { Actor } from '../../domain/audit/actor.ts'
import type { StoredOrder } from '../../domain/orders/order-repository.server.ts'
import type { RefundServices } from '../../domain/refunds/refund-locked.server.ts'
import { dryRefund, type PreviewedRefund } from '../../domain/refunds/refund-preview.server.ts'
import { refundReturn, type HandledReturn } from './handle-return.server.ts'

/**
 * What the refund of a return would pay, or why it would be refused: the refund itself, rolled back. The limit above
 * which a passkey confirms is not asked: the booking asks for it.
 */
export function previewReturnRefund(
  services: RefundServices,
  actor: Actor,
  order: StoredOrder,
  { id, shipping }: { id: string; shipping: boolean | undefined },
): Promise<PreviewedRefund<HandledReturn>> {
  return dryRefund(services, order, (inside) =>
    refundReturn(inside, actor, id, { shipping, isSteppedUp: true }),
  )
}
