/** The order that a request's path names. */
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { orderParams } from '../../contract/admin/orders.ts'
import type { DB } from '../../db/schema.generated.ts'
import { findOrderByNumber, type StoredOrder } from '../../domain/orders/order-repository.server.ts'
import { AdminRefusal } from './admin-refusal.ts'
import { requireStore } from './require-permission.ts'

/** Throws a refusal: 404 where there is none, 403 where the person may not touch its store. */
export async function requestedOrder(db: Kysely<DB>, request: FastifyRequest): Promise<StoredOrder> {
  const { number } = request.params as z.output<typeof orderParams>
  const order = await findOrderByNumber(db, number.toUpperCase())
  if (!order) throw new AdminRefusal(404, 'unknown_order')
  requireStore(request, order.snapshot.store)
  return order
}
