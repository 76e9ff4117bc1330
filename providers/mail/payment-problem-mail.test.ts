import { expect, it } from 'vitest'
import type { InvoiceBalance } from '../../domain/invoices/invoice-state.ts'
import { minor } from '../../domain/money/money.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { storeCodes, storePolicies, stores } from '../../domain/stores/stores.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import { paymentProblemMail, refundProblemMail } from './payment-problem-mail.ts'
import { reminderMail } from './reminder-mail.ts'

const balance = (store: (typeof storeCodes)[number]): InvoiceBalance => ({
  id: 1,
  store,
  number: 4711,
  orderId: 1,
  orderNumber: 'X1',
  currency: stores[store].currency,
  dueOn: '2026-12-04',
  issuedAt: new Date(0),
  amountMinor: minor(36_900),
  paidMinor: minor(10_000),
  creditedMinor: minor(0),
  writtenOffMinor: minor(0),
  openMinor: minor(26_900),
  repayMinor: minor(0),
  isHeld: false,
  state: 'overdue',
})

it.each(storeCodes)(
  'mails about payments are complete in the language of %s, as HTML and as text',
  (store) => {
    const order = { number: 'X100001', snapshot: snapshotOf(store) }
    const reminder = (step: number) => reminderMail(order, { step, invoice: balance(store), invoices: [] })
    const refund = { number: 1, toProviderMinor: minor(12_300) } as StoredRefund
    const mails = [
      reminder(1),
      reminder(2),
      paymentProblemMail(order, { isShipped: true }),
      paymentProblemMail(order, { isShipped: false }),
      refundProblemMail(order, refund),
    ]
    const { phoneNumber, iso } = stores[store]
    for (const { subject, text, html } of mails) {
      expect(subject).toContain('X100001')
      for (const body of [text, html]) {
        expect(body).toContain('X100001')
        expect(body).toContain(phoneNumber)
        expect(body.replace(/<style>[^<]*<\/style>/, '')).not.toMatch(/[{}]/)
      }
      expect(html).toContain(`lang="${iso}"`)
    }
    expect(new Set(mails.map(({ text }) => text)).size).toBe(5)
    expect(mails[0]!.text).toMatch(/4711[\s\S]*100[\s\S]*269,00/)
    expect(mails[0]!.text).toContain(storePolicies[store].company.email)
    expect(mails[4]!.text).toContain('123')
  },
)
