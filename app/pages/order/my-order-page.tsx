/**
 * One order, for the customer of its account or the holder of its login (ROUTE-11, ORDER-03, ORDER-04).
 * Everybody else gets the order login here; whether the order exists is not disclosed.
 */
import { data, redirect } from 'react-router'
import type { PageHandle } from '../../layout/page-handle.ts'
import { OrderLoginForm } from '../../features/login/order-login-form.tsx'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { receiptOf, thumbsOf } from '../checkout/receipt.ts'
import { PlainPage } from '../content/plain-page.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { OrderDetails } from './order-details.tsx'
import { shownOfOrder } from './order-parts.server.ts'
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
    const isAccount = session?.strategy === 'account'
    const t = serverTranslate(shop.store)
    const title = number === null ? t('order.title') : t('order.title_number', { number })
    const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone })
    return data(
      {
        number,
        refused,
        isAccount,
        receipt:
          order &&
          receiptOf(
            order,
            shop.store,
            (invoice) => links.api(shop.store, `orders/${order.number}/invoices/${invoice}`),
            thumbsOf(shop.catalogue, order.snapshot),
            shop.now,
          ),
        ofModules: order && (await shownOfOrder(shop, order, { isAccount })),
        placedOn: order && day.format(new Date(order.snapshot.placedAt)),
        head: pageHead(shop, { title, path: links.myOrder(code), index: false }),
      },
      { status: refused ? 403 : 200 },
    )
  },
)

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function MyOrderPage({ loaderData }: Route.ComponentProps) {
  const t = useStrings()
  const { number, refused, receipt, placedOn, ofModules, isAccount } = loaderData
  if (receipt && placedOn !== null && ofModules !== null)
    return <OrderDetails {...{ receipt, placedOn, ofModules, isAccount }} />
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
