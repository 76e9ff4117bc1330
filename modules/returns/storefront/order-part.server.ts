/** What the page of an order shows of returns and withdrawals. */
import type { OrderPart } from '../../../app/pages/order/order-parts.server.ts'
import { inUnits } from '../../../app/pages/checkout/receipt.ts'
import { links } from '../../../app/links.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { awaitsDelivery, shownStatus, type OrderStatus } from '../../../domain/orders/order-states.ts'
import { withdrawalPath } from '../../../domain/stores/paths.ts'
import type { Translate } from '../../../ui/strings.tsx'
import { readReturns, type OrderReturns } from '../register-return.server.ts'
import { orderReturnPath } from '../return-paths.ts'
import { withdrawableOrder, type WithdrawableOrder } from '../withdraw.server.ts'

export const orderPart: OrderPart = async (shop, order, { isAccount }) => {
  const { code, iso, timeZone } = shop.store
  const t = serverTranslate(shop.store)
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone })
  const { withdrawn, period, isWhole } = withdrawalSentences(
    await shop.read(withdrawableOrder, order),
    t,
    day,
  )
  const { label, note } = offeredReturns(await shop.read(readReturns, order), order.status, t, day)
  const link = { label: t('withdraw.title'), href: links.page(code, withdrawalPath) }
  const returnPage = isAccount
    ? links.account(code, `orders/return/${order.number}`)
    : orderReturnPath(code, order.number)
  return {
    notice: withdrawn,
    isOver: isWhole,
    notes: [
      ...(period === null ? [] : [{ text: period, link }]),
      ...(note === null || isWhole ? [] : [{ text: note, link: null }]),
    ],
    actions: label === null ? [] : [{ label: t(label), href: returnPage }],
  }
}

/** What the buyer has withdrawn from, and until when the rest may be withdrawn from. */
function withdrawalSentences(
  { state, endsAt, lines, withdrawn }: WithdrawableOrder,
  t: Translate,
  day: Intl.DateTimeFormat,
) {
  const goods = withdrawn.map(inUnits).join(', ')
  const period =
    endsAt === null
      ? t('withdraw.order_open')
      : t('withdraw.order_until', { day: day.format(new Date(endsAt - 1)) })
  return {
    withdrawn: withdrawn.length > 0 ? t('withdraw.earlier', { goods }) : null,
    period: state === 'open' && lines.length > 0 ? period : null,
    isWhole: withdrawn.length > 0 && lines.length === 0,
  }
}

/** What the order's return page offers (its label; null: nothing), and why nothing may be returned now. */
function offeredReturns(
  { closed, returns, deposits, endsAt }: OrderReturns,
  status: OrderStatus,
  t: Translate,
  day: Intl.DateTimeFormat,
) {
  const note =
    closed === 'not_delivered' && awaitsDelivery(shownStatus(status))
      ? t('order.return_later')
      : closed === 'too_late' && endsAt !== null
        ? t('return.closed_too_late', { day: day.format(new Date(endsAt - 1)) })
        : null
  if (closed === null) return { label: 'order.return' as const, note }
  if (returns.length > 0) return { label: 'return.registered' as const, note }
  return { label: deposits === null ? null : ('deposit.title' as const), note }
}
