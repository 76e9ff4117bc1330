/**
 * Numbers of orders and invoices that continue those of a former shop. Invoices of a series follow each other without a
 * gap (Directive 2006/112/EC, Art. 226 (2)), so their first number is chosen before the first one is issued; orders may have
 * gaps.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'

export type ContinuedNumbers =
  | { ok: true }
  /** An order has that number or a higher one; a store has issued invoices. */
  | { ok: false; code: 'order_number_taken' | 'invoices_issued' }

export interface NextNumbers {
  /** Of the next order, without its letters. */
  order: number
  /** Of the next invoice or credit note. */
  invoice: number
}

/** The smallest next number of an order: a sequence begins with 1, and has given that. */
export const smallestNextOrder = 2

/** The largest next number. */
export const largestNextNumber = 100_000_000

/** Sets the numbers that the next order and the next invoice of a store get. */
export async function continueNumbers(
  db: Kysely<DB>,
  actor: Actor,
  store: StoreCode,
  next: NextNumbers,
): Promise<ContinuedNumbers> {
  return audited<ContinuedNumbers>(db, actor, async (trx, record, rollBack) => {
    // Nobody issues an invoice in between. Invoices are issued in this order, too: the counter, then the order.
    await sql`select from invoice_counter where store = ${store} for update`.execute(trx)
    const before = await readNextNumbers(trx, store)
    if (next.invoice !== before.invoice && before.isInvoicing)
      return rollBack({ ok: false, code: 'invoices_issued' })
    if (next.order !== before.order && next.order <= before.lastOrder)
      return rollBack({ ok: false, code: 'order_number_taken' })
    record({
      action: 'numbers.continue',
      object: ['numbers', store],
      store,
      before: { next_order: before.order, next_invoice: before.invoice },
      after: { next_order: next.order, next_invoice: next.invoice },
    })
    if (next.invoice !== before.invoice)
      await trx
        .updateTable('invoice_counter')
        .set({ first_number: next.invoice, last_number: next.invoice - 1 })
        .where('store', '=', store)
        .execute()
    // A sequence does not roll back: it is set last. An order that takes a number meanwhile keeps it.
    if (next.order !== before.order)
      await sql`select continue_order_numbers(${store}, ${next.order})`.execute(trx)
    return { ok: true }
  })
}

interface NumbersNow extends NextNumbers {
  /** The highest number of an order; 0: there is none. */
  lastOrder: number
  /** Whether the store has issued an invoice or a credit note. */
  isInvoicing: boolean
}

async function readNextNumbers(trx: Kysely<DB>, store: StoreCode): Promise<NumbersNow> {
  const { rows } = await sql<NumbersNow>`
    select n.next_order::integer as "order", c.last_number + 1 as invoice,
      coalesce((select max(substr(o.number, length(s.order_number_prefix) + 1)::integer) from orders o
        where o.store = s.code and o.number ~ ('^' || s.order_number_prefix || '[0-9]{1,9}$')), 0) as "lastOrder",
      exists (select from invoice i where i.store = s.code) as "isInvoicing"
    from store s join invoice_counter c on c.store = s.code join next_order_numbers() n on n.store = s.code
    where s.code = ${store}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`the store ${store} has no numbers`)
  return row
}
