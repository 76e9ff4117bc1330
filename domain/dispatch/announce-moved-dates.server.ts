/**
 * Informs buyers whose goods are expected on another day than the last one they were informed of (decision 90). The new
 * date is stored per line, and a mail is owed where it is at least a day later. Dates and mail are written in one
 * transaction under the order's lock, once per order and move, so the job may run on every node, at once, and be killed
 * at any point.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { addOrderMail, recordOrderEvent } from '../orders/order-repository.server.ts'
import type { OrderLine } from '../orders/order-snapshot.ts'
import { canMove } from '../orders/order-states.ts'
import type { ProductId } from '../products/product-id.ts'
import { refundsOf } from '../refunds/refund-repository.server.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { openUnits } from '../shipments/order-units.ts'
import type { WarningLog } from '../log/warning-log.ts'
import {
  awaitedProducts,
  insertLineDates,
  lineDatesOf,
  ordersWithMovedDates,
  partsOfSets,
  type AwaitedProduct,
  type LineDate,
} from './line-dates.server.ts'

export interface MovedDateServices {
  db: Kysely<DB>
  jobs: JobQueue<'order-mail'>
  log: WarningLog
}

/** Orders that are read at once. */
const defaultPageSize = 500

/** The day on which the clocks go forward. */
const shortestDayMs = 23 * 3_600_000

/** The mail that reports the dates of a move. */
export const movedDateMail = (moveId: number): OrderMailKind => `date-moved-${moveId}`

/** Stores the moved dates of all orders that wait for them. A failure does not stop the others. Returns the mails owed. */
export async function announceMovedDates(
  services: MovedDateServices,
  actor: Actor,
  { pageSize = defaultPageSize }: { pageSize?: number } = {},
): Promise<number> {
  let mails = 0
  // All of them in each run: those that get no date are read again, and must not keep the others waiting.
  let after = 0
  let orders
  do {
    orders = await ordersWithMovedDates(services.db, { after, limit: pageSize })
    for (const { number } of orders) {
      try {
        if (await announce(services, actor, number)) mails++
      } catch (error) {
        services.log.warn({ order: number, err: error }, 'the moved dates of an order could not be stored')
      }
    }
    after = orders.at(-1)?.id ?? after
  } while (orders.length === pageSize)
  return mails
}

/** Whether a mail is owed. */
function announce({ db, jobs }: MovedDateServices, actor: Actor, number: string): Promise<boolean> {
  return audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order || !canMove(order.status, 'shipped')) return false
    const { id, status, snapshot } = order
    const awaited = await awaitedProducts(trx, id)
    const moveId = Math.max(0, ...awaited.map((product) => product.moveId ?? 0))
    const past = await lineDatesOf(trx, id)
    if (moveId === 0 || past.some((date) => date.moveId >= moveId)) return false
    const lines = snapshot.lines.filter(({ kind }) => kind === 'goods')
    const parts = await partsOfSets(
      trx,
      lines.map(({ productId }) => productId),
    )
    const open = openUnits(
      { status, lines },
      { shipments: await shipmentsOf(trx, id), refunds: await refundsOf(trx, id) },
    )
    const dates = lines.flatMap((line) => {
      const expectedAt = expectedDate(parts.get(line.productId) ?? [line.productId], awaited)
      return expectedAt === null
        ? []
        : [lineDate(line, past, { moveId, expectedAt, isOpen: open.has(line.uuid) })]
    })
    if (dates.length === 0) return false
    await insertLineDates(trx, id, dates)
    const mailed = dates.filter(({ isMailed }) => isMailed)
    if (mailed.length === 0) return false
    await recordOrderEvent(trx, id, {
      kind: 'date-moved',
      from: status,
      to: status,
      actor,
      data: {
        lines: mailed.map(({ uuid, formerAt, expectedAt }) => ({ uuid, from: formerAt, to: expectedAt })),
      },
    })
    return addOrderMail(trx, jobs, id, movedDateMail(moveId))
  })
}

/** When the last of the products that a line needs is expected; null: none has moved, or the date of one is not known. */
function expectedDate(needs: readonly ProductId[], awaited: readonly AwaitedProduct[]): Date | null {
  const own = awaited.filter(({ productId }) => needs.includes(productId))
  if (own.every(({ moveId }) => moveId === null)) return null
  const times = own.map(({ expectedAt }) => expectedAt?.getTime() ?? null)
  return times.every((time) => time !== null) ? new Date(Math.max(...times)) : null
}

function lineDate(
  { uuid, estimatedAt }: Pick<OrderLine, 'uuid' | 'estimatedAt'>,
  past: readonly LineDate[],
  { moveId, expectedAt, isOpen }: { moveId: number; expectedAt: Date; isOpen: boolean },
): LineDate {
  // A first known date counts as announced: the order's pages show it.
  const formerAt = past
    .filter((date) => date.uuid === uuid)
    .reduce<Date | null>(
      (announced, date) => (announced === null || date.isMailed ? date.expectedAt : announced),
      estimatedAt === null ? null : new Date(estimatedAt),
    )
  const isLater = formerAt !== null && expectedAt.getTime() - formerAt.getTime() >= shortestDayMs
  return { uuid, moveId, formerAt, expectedAt, isMailed: isOpen && isLater }
}
