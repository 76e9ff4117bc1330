/**
 * Return without an order in the address: a customer chooses one of the account's, everybody else enters the number and
 * the e-mail address of one (ROUTE-12).
 */
import { redirect, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import type { PageHandle } from '../../../app/layout/page-handle.ts'
import { OrderLoginForm } from '../../../app/features/login/order-login-form.tsx'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../../app/links.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { PlainPage } from '../../../app/pages/content/plain-page.tsx'
import { metaOf, pageHead } from '../../../app/pages/page-head.ts'
import styles from '../../../app/pages/content/plain-page.module.css'

/** As `orderReturnPath`: a file that both pages share would be a script of its own. */
const pageOf = (store: StoreCode, number: string) => `/${store}/my-order/return/${number}`

export const handle: PageHandle = { layout: 'plain' }

/** If the database is unavailable it throws (500) for a logged-in visitor; a guest gets the form all the same. */
export async function loader({ context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const session = await shop.session()
  if (session?.strategy === 'account') throw redirect(links.account(code, 'orders/return'))
  if (session !== null) throw redirect(pageOf(code, session.orderNumber))
  const title = serverTranslate(shop.store)('return.title_any')
  return { head: pageHead(shop, { title, path: links.myOrder(code), index: false }) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData)

export default function AnyOrderReturnPage() {
  const t = useStrings()
  const title = t('return.title_any')
  return (
    <PlainPage title={title} lead={t('login.order_text')} subject={title}>
      <div className={styles.form}>
        <OrderLoginForm pageOf={pageOf} />
      </div>
    </PlainPage>
  )
}
