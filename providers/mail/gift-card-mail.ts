/** The mail with purchased gift cards: their codes, amounts, and where they can be redeemed. */
import { formatMessage } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { formatMoney, type Minor } from '../../domain/money/money.ts'
import type { SoldCard } from '../../domain/gift-cards/sold-cards.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import { plainMail, type PlainMail } from './plain-mail.ts'

/** Subject, HTML and plain text, with the same content. */
export function giftCardMail(
  store: StoreCode,
  order: { number: string; name: string },
  cards: readonly SoldCard[],
): PlainMail {
  const said = textsOf(store).mails.giftCard
  const money = (amount: Minor): string => formatMoney(amount, stores[store])
  return plainMail(store, formatMessage(said.subject, { count: cards.length }, stores[store].iso), [
    greeting(store, order.name),
    said.intro,
    ...cards.map((card) => `${card.name} (${money(card.amountMinor)}). ${said.code}: ${card.code}`),
    said.use,
    said.keep,
    `${said.order}: ${order.number}`,
  ])
}
