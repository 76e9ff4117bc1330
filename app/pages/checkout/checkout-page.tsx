/** Checkout: short steps beside a summary, without other content (CHECKOUT-01, LAYOUT-02). */
import { useParams } from 'react-router'
import type { PageHandle } from '../../layout/page-handle.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { useCheckout } from './use-checkout.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import type { Route } from './+types/checkout-page'
import styles from './checkout.module.css'

export const handle: PageHandle = { layout: 'simple' }

export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const title = serverTranslate(shop.store)('checkout.title')
  return { head: pageHead(shop, { title, path: links.checkout(code), index: false }) }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function CheckoutPage() {
  const t = useStrings()
  const store = useStore()
  const { id } = useParams()
  const session = useCheckout(store, id)
  const heading = useHeadingFocus()
  return (
    <main className="wrap">
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('checkout.title')}
      </h1>
      {session.phase === 'loading' && (
        <p role="status" className={styles.loading}>
          {t('checkout.loading')}
        </p>
      )}
      {session.phase === 'unavailable' && (
        <Notice look="danger" role="alert">
          <p>{t('checkout.failed_to_open')}</p>
          <Button onClick={session.retry}>{t('cart.retry')}</Button>
        </Notice>
      )}
      {session.phase === 'empty' && (
        <EmptyState title={<h2>{t('cart.empty')}</h2>} text={t('cart.empty_text')}>
          <ButtonLink look="main" href={links.home(store.code)}>
            {t('confirmation.shop_on')}
          </ButtonLink>
        </EmptyState>
      )}
      {session.phase === 'open' && session.view && <CheckoutForm session={session} view={session.view} />}
    </main>
  )
}
