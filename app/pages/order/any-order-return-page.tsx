/**
 * Return without an order in the address: a customer chooses one of the account's, everybody else enters the number and
 * the e-mail address of one (ROUTE-12).
 */
import { redirect } from 'react-router'
import type { PageHandle } from '../../layout/page-handle.ts'
import { OrderLoginForm } from '../../features/login/order-login-form.tsx'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { PlainPage } from '../content/plain-page.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/any-order-return-page'
import styles from '../content/plain-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

/** If the database is unavailable it throws (500) for a logged-in visitor; a guest gets the form all the same. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const session = await shop.session()
  if (session?.strategy === 'account') throw redirect(links.account(code, 'orders/return'))
  if (session !== null) throw redirect(orderLinks.myOrderReturn(code, session.orderNumber))
  const title = serverTranslate(shop.store)('return.title_any')
  return { head: pageHead(shop, { title, path: links.myOrder(code), index: false }) }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function AnyOrderReturnPage() {
  const t = useStrings()
  const title = t('return.title_any')
  return (
    <PlainPage title={title} lead={t('login.order_text')} subject={title}>
      <div className={styles.form}>
        <OrderLoginForm pageOf={orderLinks.myOrderReturn} />
      </div>
    </PlainPage>
  )
}
