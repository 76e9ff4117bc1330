/** A payment that did not go through: nothing is lost, and the way back (CHECKOUT-12). */
import { useParams } from 'react-router'
import type { PageHandle } from '../../chrome/page-handle.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/failed-page'
import styles from './checkout.module.css'

export const handle: PageHandle = { layout: 'simple' }

export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  return {
    head: pageHead(shop, {
      title: serverTranslate(shop.store)('payfailed.title'),
      path: links.failed(code),
      index: false,
    }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function FailedPage() {
  const t = useStrings()
  const { code } = useStore()
  const { id } = useParams()
  return (
    <main className="wrap">
      <div className={styles.receipt}>
        <h1>{t('payfailed.title')}</h1>
        <p>{t('payfailed.text')}</p>
        <p>
          <ButtonLink look="main" href={links.checkout(code, id ?? null)}>
            {t('payfailed.back')}
          </ButtonLink>
        </p>
      </div>
    </main>
  )
}
