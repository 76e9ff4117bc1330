/** The customer that a request's path names. */
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { customerParams } from '../../contract/admin/customers.ts'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal } from './admin-refusal.ts'
import { requireStore } from './require-permission.ts'

/** @throws {AdminRefusal} 404 where the account does not exist or is erased, 403 without the permission in its store */
export async function requestedCustomer(
  db: Kysely<DB>,
  request: FastifyRequest,
): Promise<{ id: number; store: StoreCode }> {
  const { id } = request.params as z.output<typeof customerParams>
  const found = await db
    .selectFrom('account')
    .select(['id', 'store'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new AdminRefusal(404, 'unknown_customer')
  requireStore(request, found.store)
  return found
}
