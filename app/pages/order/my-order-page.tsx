/**
 * One order, for the customer of its account or the holder of its login (ROUTE-11, ORDER-03, ORDER-04).
 * Everybody else gets the order login here; whether the order exists is not disclosed.
 */
import { data, redirect } from 'react-router'
import type { PageHandle } from '../../layout/page-handle.ts'
import { OrderLoginForm } from '../../features/login/order-login-form.tsx'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { awaitsDelivery, shownStatus, type OrderStatus } from '../../../domain/orders/order-states.ts'
import type { OrderReturns } from '../../../modules/returns/register-return.server.ts'
import type { WithdrawableOrder } from '../../../modules/returns/withdraw.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStrings, type Translate } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { inUnits, receiptOf, thumbsOf } from '../checkout/receipt.ts'
import { PlainPage } from '../content/plain-page.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { OrderDetails, type OfferedReturns, type OrderWithdrawal } from './order-details.tsx'
import type { Route } from './+types/my-order-page'
import styles from '../content/plain-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

/**
 * If the database is unavailable it throws (500) for a logged-in visitor; a guest gets the login all the
 * same.
 */
export const loader = gated(
  { validate: orderNumberInAddress },
  async ({ params, context }: Route.LoaderArgs) => {
    const shop = context.get(shopContext)
    const { code, iso, timeZone } = shop.store
    const number = params.id?.toUpperCase() ?? null
    const session = await shop.session()
    if (number === null && session?.strategy === 'order')
      throw redirect(links.myOrder(code, session.orderNumber))
    const order = session && number !== null ? await shop.orderOf(session, number) : null
    // Amounts and links are those of the store in which the order was placed.
    if (order && order.snapshot.store !== code) throw redirect(links.myOrder(order.snapshot.store, number))
    const refused = session !== null && number !== null && order === null
    const t = serverTranslate(shop.store)
    const title = number === null ? t('order.title') : t('order.title_number', { number })
    const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone })
    return data(
      {
        number,
        refused,
        isAccount: session?.strategy === 'account',
        receipt:
          order &&
          receiptOf(
            order,
            shop.store,
            (invoice) => links.api(shop.store, `orders/${order.number}/invoices/${invoice}`),
            thumbsOf(shop.catalogue, order.snapshot),
            shop.now,
          ),
        withdrawal: order && withdrawalSentences(await shop.withdrawalOf(order), t, day),
        returns: order && offeredReturns(await shop.returnsOf(order), order.status, t, day),
        placedOn: order && day.format(new Date(order.snapshot.placedAt)),
        head: pageHead(shop, { title, path: links.myOrder(code), index: false }),
      },
      { status: refused ? 403 : 200 },
    )
  },
)

/** What the buyer has withdrawn from, and until when the rest may be withdrawn from. */
function withdrawalSentences(
  { state, endsAt, lines, withdrawn }: WithdrawableOrder,
  t: Translate,
  day: Intl.DateTimeFormat,
): OrderWithdrawal {
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

/** What the order's return page offers, and why nothing may be returned now. */
function offeredReturns(
  { closed, returns, deposits, endsAt }: OrderReturns,
  status: OrderStatus,
  t: Translate,
  day: Intl.DateTimeFormat,
): OfferedReturns {
  const note =
    closed === 'not_delivered' && awaitsDelivery(shownStatus(status))
      ? t('order.return_later')
      : closed === 'too_late' && endsAt !== null
        ? t('return.closed_too_late', { day: day.format(new Date(endsAt - 1)) })
        : null
  if (closed === null) return { label: 'order.return', note }
  if (returns.length > 0) return { label: 'return.registered', note }
  return { label: deposits === null ? null : 'deposit.title', note }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function MyOrderPage({ loaderData }: Route.ComponentProps) {
  const t = useStrings()
  const { number, refused, receipt, placedOn, withdrawal, returns, isAccount } = loaderData
  if (receipt && placedOn !== null && returns !== null && withdrawal !== null)
    return <OrderDetails {...{ receipt, placedOn, withdrawal, returns, isAccount }} />
  const title = number === null ? t('order.title') : t('order.title_number', { number })
  return (
    <PlainPage title={title} lead={t(refused ? 'order.no_access_text' : 'login.order_text')} subject={title}>
      {refused && (
        <Notice look="warning" role="alert">
          {t('order.no_access')}
        </Notice>
      )}
      <div className={styles.form}>
        <OrderLoginForm named={number ?? ''} />
      </div>
    </PlainPage>
  )
}
