/** What the pages of orders and customers in the back office show of returns and withdrawals. */
import type { z } from 'zod'
import type { StaffPart } from '../../api/admin/staff-parts.ts'
import { returnsOf, returnsOfAccount } from './return-repository.server.ts'
import { customerPart, orderPart } from './staff-contract.ts'
import { withdrawalsOf } from './withdrawal-repository.server.ts'

/** Most of the newest returns of a customer. */
const mostReturns = 10

export const staffOrderPart: StaffPart = {
  schema: orderPart,
  async read(db, orderId): Promise<z.input<typeof orderPart>> {
    const [returns, withdrawals] = [await returnsOf(db, orderId), await withdrawalsOf(db, orderId)]
    return {
      returns: returns.map(({ id, status, comment, registeredAt, items }) => ({
        id,
        status,
        comment,
        registeredAt: registeredAt.toISOString(),
        items: items.map(({ sku, name, quantity, reason }) => ({ sku, name, quantity, reason })),
      })),
      withdrawals: withdrawals.map(({ id, declaredAt, goods, items, refundDueOn, doneAt, rejection }) => ({
        id,
        declaredAt: declaredAt.toISOString(),
        goods,
        items: [...items],
        refundDueOn,
        doneAt: doneAt?.toISOString() ?? null,
        rejection,
      })),
    }
  },
}

export const staffCustomerPart: StaffPart = {
  schema: customerPart,
  async read(db, accountId, grants): Promise<z.input<typeof customerPart>> {
    const returns = await returnsOfAccount(db, accountId, mostReturns, grants['return:read'] ?? [])
    return {
      returns: returns.map(({ id: number, store, status, registeredAt, items }) => ({
        id: number,
        store,
        status,
        registeredAt: registeredAt.toISOString(),
        units: items.reduce((sum, { quantity }) => sum + quantity, 0),
      })),
    }
  },
}
