/** A failed payment: what happened, that cart and checkout are kept, and the link back (CHECKOUT-12). */
import { useParams } from 'react-router'
import type { PageHandle } from '../../layout/page-handle.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import loosePlug from '../../../ui/drawings/loose-plug.svg?url'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/failed-page'
import styles from './receipt.module.css'

export const handle: PageHandle = { layout: 'simple' }

/** Reasons of a failed payment that the address may name; any other value shows no reason. */
const reasons = ['cancelled', 'declined', 'expired'] as const

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const requested = new URL(request.url).searchParams.get('reason')
  return {
    head: pageHead(shop, {
      title: serverTranslate(shop.store)('payfailed.title'),
      path: orderLinks.failed(code),
      index: false,
    }),
    reason: reasons.find((reason) => reason === requested) ?? null,
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function FailedPage({ loaderData: { reason } }: Route.ComponentProps) {
  const t = useStrings()
  const { code, phoneNumber } = useStore()
  const { id } = useParams()
  return (
    <main className="wrap">
      <div className={styles.receipt}>
        <img className={styles.drawing} src={loosePlug} width={240} height={80} alt="" />
        <h1>{t('payfailed.title')}</h1>
        {reason !== null && <p className={styles.text}>{t(`payfailed.${reason}`)}</p>}
        <p className={styles.text}>{t('payfailed.text')}</p>
        <p className={styles.actions}>
          <ButtonLink look="main" href={links.checkout(code, id ?? null)} data-document>
            {t('payfailed.back')}
          </ButtonLink>
          <ButtonLink href={links.phone(phoneNumber)}>{phoneNumber}</ButtonLink>
        </p>
      </div>
    </main>
  )
}
