/** The mail about awaited goods that come later than was announced to the buyer: both dates, and how to cancel. */
import type { LineDate } from '../../domain/dispatch/line-dates.server.ts'
import type { ComingLine } from '../../domain/dispatch/still-to-come.ts'
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { stores } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from './greeting.ts'
import { dayRange } from './interval-words.ts'
import { plainMail, type PlainMail } from './plain-mail.ts'

/** `moved`: the lines with a later date; `publicUrl`: the shop's address without a trailing slash. */
export function movedDateMail(
  order: { number: string; accessToken: string; snapshot: OrderSnapshot },
  { moved, coming }: { moved: readonly LineDate[]; coming: readonly ComingLine[] },
  publicUrl: string,
): PlainMail {
  const { number, accessToken, snapshot } = order
  const { store, customer } = snapshot
  const { iso, timeZone, phoneNumber } = stores[store]
  const { movedDate: said, order: words } = textsOf(store).mails
  const date = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone })
  const rows = coming.flatMap(({ uuid, name, quantity, arrival }) => {
    const line = moved.find((each) => each.uuid === uuid)
    if (!line?.formerAt) return []
    const text = fill(said.line, {
      goods: `${quantity} × ${name}`,
      day: date.format(line.expectedAt),
      former: date.format(line.formerAt),
    })
    return arrival ? [text, `${fill(words.arrives, { days: dayRange(store, arrival) })}.`] : [text]
  })
  return plainMail(store, fill(said.subject, { number }), [
    greeting(store, `${customer.firstName} ${customer.lastName}`.trim()),
    fill(said.text, { number }),
    rows.join('\n'),
    fill(said.cancel, { phone: phoneNumber }),
    { link: `${publicUrl}/${store}/checkout/confirmation/${accessToken}`, words: words.seeOrder },
  ])
}
