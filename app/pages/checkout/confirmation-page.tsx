/**
 * The receipt of an order, opened by its unguessable token (CHECKOUT-11). Without a token, or with an unknown
 * one, the page thanks without any personal data (CHECKOUT-17).
 */
import { useEffect } from 'react'
import type { PageHandle } from '../../layout/page-handle.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { ConfirmPayment } from './confirm-payment.tsx'
import { receiptOf, thumbsOf } from './receipt.ts'
import { ReceiptView } from './receipt-view.tsx'
import type { Route } from './+types/confirmation-page'
import styles from './receipt.module.css'

export const handle: PageHandle = { layout: 'simple' }

/** If the database is unavailable it responds with 503: the order was placed, and its mail is sent later. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const t = serverTranslate(shop.store)
  const order = params.id === undefined ? null : await shop.orderByToken(params.id)
  const query = new URL(request.url).searchParams
  const checkout = params.id === undefined ? query.get('checkout') : null
  const mine = order !== null && order.snapshot.store === code ? order : null
  return {
    head: pageHead(shop, {
      title: t(titleOf(mine !== null, checkout !== null)),
      path: orderLinks.confirmation(code),
      index: false,
    }),
    receipt:
      mine &&
      receiptOf(
        mine,
        shop.store,
        (invoice) => links.api(shop.store, `orders/confirmation/${mine.accessToken}/invoices/${invoice}`),
        thumbsOf(shop.catalogue, mine.snapshot),
        shop.now,
      ),
    /** A shopper who comes back from a payment provider. */
    returned: checkout === null ? null : { checkout, payment: query.get('payment') },
  }
}

function titleOf(hasReceipt: boolean, isReturning: boolean) {
  if (isReturning) return 'confirmation.wait_title'
  return hasReceipt ? 'confirmation.title' : 'confirmation.neutral_title'
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function ConfirmationPage({
  loaderData: { receipt, returned },
  params,
}: Route.ComponentProps) {
  const store = useStore()
  const token = params.id ?? ''
  useEffect(() => {
    if (receipt === null || receipt.status === 'confirming' || receipt.status === 'payment_failed') return
    void import('../../state/shop-events.ts').then(({ trackPurchase }) =>
      trackPurchase(store, token, receipt),
    )
  }, [receipt, store, token])
  return (
    <main className="wrap">
      {returned && <ConfirmPayment {...returned} />}
      {!returned && (receipt ? <ReceiptView receipt={receipt} /> : <NeutralThanks />)}
    </main>
  )
}

function NeutralThanks() {
  const t = useStrings()
  const { code } = useStore()
  return (
    <div className={styles.receipt}>
      <h1>{t('confirmation.neutral_title')}</h1>
      <p className={styles.text}>{t('confirmation.neutral_text')}</p>
      <p>
        <ButtonLink look="main" href={links.home(code)}>
          {t('confirmation.shop_on')}
        </ButtonLink>
      </p>
    </div>
  )
}
