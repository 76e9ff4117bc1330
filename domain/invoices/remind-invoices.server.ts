/**
 * Reminds buyers of invoices that are past due: one mail for each step of the store's `reminderDays`, free of charge.
 * Reminder and mail are written in one transaction under the order's lock, once per invoice and step, so the job may
 * run on every node, at once, and be killed at any point.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { refundPartsOfModules } from '../../modules/refund-parts.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import { addOrderMail } from '../orders/order-repository.server.ts'
import { dayAfter, dayIn } from '../stores/store-day.ts'
import { storeCodes, storePolicies, type StoreCode } from '../stores/stores.ts'
import { invoiceName } from './invoice-state.ts'
import { lockInvoice } from './record-payment.server.ts'
import { insertReminder } from './reminder-repository.server.ts'
import type { WarningLog } from '../log/warning-log.ts'

export interface ReminderServices {
  db: Kysely<DB>
  jobs: JobQueue<'order-mail'>
  /** Epoch milliseconds. */
  clock: () => number
  log: WarningLog
}

/** Most reminders of one run for a store and step; the next run continues. */
const mostPerRun = 500

/**
 * A step that is this many days late is not sent any more: staff look at such invoices. It keeps the first run of a
 * shop with old invoices from reminding all of them.
 */
const latestDays = 30

/** The mail of a reminder. */
export const reminderMail = (step: number, invoiceNumber: number): OrderMailKind =>
  `reminder-${step}-${invoiceNumber}`

/** Sends the reminders that are due. A failure does not stop the others. Returns how many were written. */
export async function remindInvoices(services: ReminderServices, actor: Actor): Promise<number> {
  let reminded = 0
  for (const store of storeCodes)
    for (const step of storePolicies[store].invoicing.reminderDays.keys())
      for (const number of await dueInvoices(services, store, step + 1)) {
        try {
          if (await remind(services, actor, { store, number }, step + 1)) reminded++
        } catch (error) {
          services.log.warn({ invoice: invoiceName({ store, number }), err: error }, 'a reminder failed')
        }
      }
  return reminded
}

/**
 * Numbers of the invoices whose step is due. Not those whose goods are coming back, as modules know it.
 */
async function dueInvoices(
  { db, clock }: ReminderServices,
  store: StoreCode,
  step: number,
): Promise<number[]> {
  const { reminderDays } = storePolicies[store].invoicing
  const days = reminderDays[step - 1] ?? 0
  const sinceLast = days - (reminderDays[step - 2] ?? 0)
  const today = dayIn(store, clock())
  const lastReminder = new Date(clock() - sinceLast * 86_400_000)
  const awaitsRefund = sql.join(
    [sql`false`, ...refundPartsOfModules.map((part) => part.awaitsRefund(sql`b.order_id`))],
    sql` or `,
  )
  const { rows } = await sql<{ number: number }>`
    select b.number from invoice_balances(${today}::date) b join orders o on o.id = b.order_id
    where b.store = ${store} and b.due_on <= ${dayAfter(today, -days)}::date
      and b.due_on > ${dayAfter(today, -days - latestDays)}::date
      and b.open_minor > 0 and not b.is_held
      and not exists (select from invoice_reminder r where r.invoice_id = b.id and r.step >= ${step})
      and (${step} = 1 or exists (select from invoice_reminder r
        where r.invoice_id = b.id and r.step = ${step} - 1 and r.reminded_at <= ${lastReminder}))
      and not (${awaitsRefund})
    order by b.number limit ${mostPerRun}`.execute(db)
  return rows.map(({ number }) => number)
}

/** False: it was reminded, paid, credited or held meanwhile. */
async function remind(
  services: ReminderServices,
  actor: Actor,
  name: { store: StoreCode; number: number },
  step: number,
): Promise<boolean> {
  return audited(services.db, actor, async (trx, record) => {
    const locked = await lockInvoice({ ...services, db: trx }, name)
    if (locked?.invoice.state !== 'overdue' || locked.invoice.isHeld) return false
    const { id, orderId } = locked.invoice
    if (!(await insertReminder(trx, id, { step, remindedAt: new Date(services.clock()) }))) return false
    await addOrderMail(trx, services.jobs, orderId, reminderMail(step, name.number))
    record({
      action: 'invoice.remind',
      object: ['invoice', invoiceName(name)],
      store: name.store,
      after: { step },
    })
    return true
  })
}
