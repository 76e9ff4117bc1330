/** The mail that reminds a buyer of an unpaid invoice; the invoice is attached. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { InvoiceDocument } from '../../domain/invoices/invoice-document.ts'
import type { InvoiceBalance } from '../../domain/invoices/invoice-state.ts'
import { formatMoney, subtractMinor, type Minor } from '../../domain/money/money.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from './greeting.ts'
import { plainMail, type PlainMail } from './plain-mail.ts'

/** `step`: 1 is the first reminder, which is worded as one; later ones ask for an answer. */
export function reminderMail(
  { number, snapshot }: { number: string; snapshot: OrderSnapshot },
  {
    step,
    invoice,
    invoices,
  }: { step: number; invoice: InvoiceBalance; invoices: readonly InvoiceDocument[] },
): PlainMail {
  const { store, customer } = snapshot
  const { reminder: said, invoice: labels } = textsOf(store).mails
  const { iso, phoneNumber } = stores[store]
  const money = (amount: Minor): string => formatMoney(amount, { ...stores[store], currencyDigits: 2 })
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone: 'UTC' })
  const due = day.format(Date.parse(`${invoice.dueOn}T00:00:00Z`))
  const facts = { invoice: invoice.number, number, due }
  const settledMinor = subtractMinor(invoice.amountMinor, invoice.openMinor)
  const payment = invoices[0]?.payment
  return plainMail(store, fill(said.subject, facts), [
    greeting(store, `${customer.firstName} ${customer.lastName}`.trim()),
    fill(step === 1 ? said.first : said.later, facts),
    [
      `${labels.number}: ${invoice.number}`,
      `${labels.due}: ${due}`,
      ...(settledMinor > 0 ? [`${said.settled}: ${money(settledMinor)}`] : []),
      `${said.open}: ${money(invoice.openMinor)}`,
      ...(payment
        ? [
            `${labels.paymentReference}: ${payment.reference}`,
            ...payment.accounts.map(({ label, value }) => `${label}: ${value}`),
          ]
        : []),
    ].join('\n'),
    said.noCharges,
    ...(payment ? [said.attached] : []),
    said.alreadyPaid,
    fill(said.disputed, { phone: phoneNumber, email: storePolicies[store].company.email }),
  ])
}
