/** Mails about purchased gift cards: to their buyer, and to whom they were given. */
import { fillMessage, formatMessage } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { DeliveredCard, GiftCardDelivery } from '../../domain/gift-cards/gift-card-delivery.server.ts'
import type { SoldCard } from '../../domain/gift-cards/sold-cards.ts'
import { looksLikeAddress } from '../../domain/mail/looks-like-address.server.ts'
import { formatMoney, type Minor } from '../../domain/money/money.ts'
import type { OrderCustomer } from '../../domain/orders/order-snapshot.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import { longDay } from './interval-words.ts'
import { plainMail, type PlainMail } from './plain-mail.ts'

/**
 * The buyer's own codes with their amounts and where they can be redeemed, and when the others are sent to their
 * recipients. Subject, HTML and plain text, with the same content.
 */
export function giftCardMail(
  store: StoreCode,
  order: { number: string; name: string },
  cards: readonly SoldCard[],
): PlainMail {
  const said = textsOf(store).mails.giftCard
  const money = (amount: Minor): string => formatMoney(amount, stores[store])
  const own = cards.filter(({ recipient }) => recipient === null)
  const counted = (message: string, count: number): string =>
    formatMessage(message, { count }, stores[store].iso)
  return plainMail(store, counted(said.subject, cards.length), [
    greeting(store, order.name),
    ...(own.length > 0
      ? [
          counted(said.intro, own.length),
          ...own.map((card) => `${card.name} (${money(card.amountMinor)}). ${said.code}: ${card.code}`),
          said.use,
          said.keep,
        ]
      : []),
    ...cards.flatMap(({ name, amountMinor, recipient }) =>
      recipient === null
        ? []
        : [
            fillMessage(said.later, {
              card: `${name} (${money(amountMinor)})`,
              name: recipient.name,
              email: recipient.email,
              day: longDay(store, recipient.deliverOn),
            }),
          ],
    ),
    `${said.order}: ${order.number}`,
  ])
}

/** To the buyer: the recipient has got the cards. */
export function giftCardSentMail(
  order: { number: string; snapshot: { store: StoreCode; customer: OrderCustomer } },
  { recipientName, recipientEmail }: Pick<GiftCardDelivery, 'recipientName' | 'recipientEmail'>,
): PlainMail {
  const { store, customer } = order.snapshot
  const said = textsOf(store).mails.giftCard
  return plainMail(store, fillMessage(said.sentSubject, { name: recipientName }), [
    greeting(store, `${customer.firstName} ${customer.lastName}`.trim()),
    fillMessage(said.sent, { name: recipientName, email: recipientEmail }),
    `${said.order}: ${order.number}`,
  ])
}

/** To the recipient: the greeting as its buyer wrote it, the codes, and where they can be redeemed. */
export function giftMail(
  delivery: Pick<GiftCardDelivery, 'store' | 'recipientName' | 'greeting'>,
  buyer: Pick<OrderCustomer, 'firstName' | 'lastName' | 'companyName'>,
  cards: readonly DeliveredCard[],
  publicUrl: string,
): PlainMail {
  const { store, recipientName } = delivery
  const said = textsOf(store).mails.giftCard
  const named = buyer.companyName || `${buyer.firstName} ${buyer.lastName}`.trim()
  // A name that a mail client would turn into a link is left out.
  const from = looksLikeAddress(named) ? stores[store].brand : named
  return plainMail(store, fillMessage(said.giftSubject, { buyer: from }), [
    greeting(store, recipientName),
    fillMessage(said.gift, { buyer: from, shop: stores[store].brand }),
    ...(delivery.greeting === '' ? [] : [fillMessage(said.greeting, { text: delivery.greeting })]),
    ...cards.map(
      ({ code, amountMinor }) => `${said.code}: ${code} (${formatMoney(amountMinor, stores[store])})`,
    ),
    said.use,
    said.keep,
    { link: `${publicUrl}/${store}`, words: stores[store].brand },
  ])
}
