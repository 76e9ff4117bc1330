/**
 * Checks the VAT numbers of business buyers after their orders were placed and keeps the answers. Runs as a job:
 * a register that is slow or down delays no order. What the answer means for the order is for staff to decide.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'
import { readVatNumber, vatNumberOfCompany, type VatNumber } from './vat-number.ts'
import type { RegisterAnswer, VatNumberRegisters } from './vat-number-registers.ts'

export interface CheckVatNumbersServices {
  db: Kysely<DB>
  vatNumbers: VatNumberRegisters
  /** Epoch milliseconds. */
  clock: () => number
}

export interface VatNumberCheck {
  status: RegisterAnswer['status'] | 'none'
  countryCode: string | null
  number: string | null
  register: string | null
  consultationNumber: string | null
  checkedAt: Date
}

/** Registers allow few requests at once; the next run continues. */
const ordersPerRun = 20
const hourMs = 3_600_000
/** Orders from before are not checked: those placed before this feature, and those of a long outage. */
const oldestOrderMs = 3 * 24 * hourMs
/** Attempts while the register does not answer, the first repeated after a minute, then doubling: two days. */
const mostAttempts = 12
const firstDelayMs = 60_000

interface DueOrder {
  id: number
  store: StoreCode
  /** As the buyer gave it. */
  vatNumber: string | null
  companyNumber: string | null
  attempts: number
}

/** Checks what is due; returns how many orders got an answer, and for how many there is still none. */
export async function checkVatNumbers(
  services: CheckVatNumbersServices,
): Promise<{ answered: number; waiting: number }> {
  const report = { answered: 0, waiting: 0 }
  for (const order of await dueOrders(services)) {
    const { countryCode } = stores[order.store]
    const number =
      (order.vatNumber === null ? null : readVatNumber(order.vatNumber)) ??
      (order.companyNumber === null ? null : vatNumberOfCompany(countryCode, order.companyNumber))
    const requester = readVatNumber(storePolicies[order.store].company.vatNumber)
    const answer = number && (await services.vatNumbers.check(number, requester))
    await keepAnswer(services, order, { number, answer })
    if (answer?.status === 'unavailable') report.waiting += 1
    else report.answered += 1
  }
  return report
}

/** The check of an order; null: not done yet, or not a business. */
export async function vatNumberCheckOf(db: Kysely<DB>, orderId: number): Promise<VatNumberCheck | null> {
  const row = await db
    .selectFrom('vat_number_check')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!row) return null
  return {
    status: row.status as VatNumberCheck['status'],
    countryCode: row.country_code,
    number: row.number,
    register: row.register,
    consultationNumber: row.consultation_number,
    checkedAt: new Date(row.checked_at),
  }
}

async function dueOrders({ db, clock }: CheckVatNumbersServices): Promise<DueOrder[]> {
  const now = new Date(clock())
  const oldest = new Date(clock() - oldestOrderMs)
  const { rows } = await sql<DueOrder>`
    select o.id, o.store, o.snapshot #>> '{customer,identityNumber}' as "companyNumber",
      o.snapshot #>> '{customer,vatNumber}' as "vatNumber",
      coalesce(c.attempts, 0) as attempts
    from orders o left join vat_number_check c on c.order_id = o.id
    where o.placed_at > ${oldest} and o.snapshot #>> '{customer,type}' = 'business'
      and (c.order_id is null or c.next_attempt_at <= ${now})
    order by o.placed_at limit ${ordersPerRun}`.execute(db)
  return rows
}

async function keepAnswer(
  { db, clock }: CheckVatNumbersServices,
  order: DueOrder,
  { number, answer }: { number: VatNumber | null; answer: RegisterAnswer | null },
): Promise<void> {
  const attempts = order.attempts + 1
  const isRepeated = answer?.status === 'unavailable' && attempts < mostAttempts
  const check = {
    status: answer?.status ?? 'none',
    country_code: number?.countryCode ?? null,
    number: number?.number ?? null,
    register: answer?.register ?? null,
    consultation_number: answer?.consultationNumber ?? null,
    checked_at: new Date(clock()),
    attempts,
    next_attempt_at: isRepeated ? new Date(clock() + firstDelayMs * 2 ** (attempts - 1)) : null,
  }
  await db
    .insertInto('vat_number_check')
    .values({ order_id: order.id, ...check })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(check))
    .execute()
}
