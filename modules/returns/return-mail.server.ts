/** The mails about a return: that it is registered, has arrived, is exchanged, or is rejected with its reason. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { formatMoney, type Minor } from '../../domain/money/money.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { returnTransports } from './return-transport.ts'
import type { StoredReturn } from './return-repository.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from '../../providers/mail/greeting.ts'
import { pictureOf, type MailPictures } from '../../providers/mail/mail-pictures.ts'
import type { ReturnMail } from './return-mail-kind.ts'
import { orderReturnPath } from './return-paths.ts'
import { plainMail, type PlainMail, type Paragraph } from '../../providers/mail/plain-mail.ts'

/** A step of a return; `amountMinor`: what it refunds, null where nothing is refunded any more. */
export function returnStepMail(
  order: { number: string; snapshot: OrderSnapshot; pictures?: MailPictures },
  step: ReturnMail,
  { amountMinor, ...entry }: StoredReturn & { amountMinor: Minor | null },
  publicUrl: string,
  hasReturnLabels: boolean,
): PlainMail {
  const { number, snapshot } = order
  const { store, customer } = snapshot
  const said = textsOf(store).moduleMails.returns.return
  const facts = { id: entry.id, number, order: entry.exchangeOrder ?? '' }
  const goods = entry.items.map(({ sku, quantity, name, exchange }) => {
    const returned = `${quantity} × ${name}`
    return {
      text: exchange ? fill(said.exchangeFor, { goods: returned, variant: exchange.name }) : returned,
      picture: pictureOf(
        order,
        snapshot.lines.find((line) => line.sku === sku),
      ),
    }
  })
  const isExchange = entry.items.some(({ exchange }) => exchange !== null)
  const amount = amountMinor === null ? '' : formatMoney(amountMinor, stores[store])
  const { phoneNumber } = stores[store]
  const link = { link: `${publicUrl}${orderReturnPath(store, number)}`, words: said.link }
  const paragraphs: Paragraph[] = [
    greeting(store, `${customer.firstName} ${customer.lastName}`.trim()),
    fill(said[step].text, facts),
    ...(step === 'rejected' && entry.rejection ? [fill(said.reason, { reason: entry.rejection })] : []),
    { title: `${said.lines}:`, rows: goods },
    ...(step === 'registered' ? whatToDo(entry, store) : []),
    ...(step === 'registered' && isExchange ? [said.exchange] : []),
    ...(step === 'registered' && amountMinor !== null && (amountMinor > 0 || !isExchange)
      ? [fill(isExchange ? said.besidesExchange : said.amount, { amount })]
      : []),
    ...(step === 'exchanged' && snapshot.payment === 'invoice' ? [said.invoiced] : []),
    ...(step === 'exchanged' && snapshot.payment !== 'invoice' && amountMinor !== null && amountMinor > 0
      ? [fill(said.difference, { amount })]
      : []),
    ...(step === 'registered' && entry.items.some(({ transport }) => transport === 'parcel')
      ? [hasReturnLabels ? said.parcel : said.parcelWithoutLabel]
      : []),
    link,
    fill(said.questions, { phone: phoneNumber }),
  ]
  return plainMail(store, fill(said[step].subject, facts), paragraphs)
}

/** The instructions for goods that do not travel by parcel. */
function whatToDo({ items }: StoredReturn, store: OrderSnapshot['store']): string[] {
  const used = new Set(items.map(({ transport }) => transport))
  const texts = textsOf(store).strings
  return returnTransports.flatMap((transport) =>
    transport !== 'parcel' && used.has(transport)
      ? [fill(texts[`return.transport_${transport}`], { phone: stores[store].phoneNumber })]
      : [],
  )
}
