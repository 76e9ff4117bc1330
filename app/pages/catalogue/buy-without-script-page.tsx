/** Where Buy leads in a browser without JavaScript: what buying needs, and how to order by phone instead. */
import { redirect } from 'react-router'
import { formatMoney } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { PageHandle } from '../../layout/page-handle.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { metaOf, pageHead } from '../page-head.ts'
import { PlainPage } from '../content/plain-page.tsx'
import type { Route } from './+types/buy-without-script-page'
import styles from '../content/plain-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

/** 404: no such product in this store; 301: it has moved to another slug. */
export function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const found = shop.catalogue.product(code, params.slug)
  if (found === null) throw new Response(null, { status: 404 })
  if ('moved' in found) throw redirect(links.buyWithoutScript(code, found.moved), 301)
  const { name, slug, sku, prices } = found.product
  const title = serverTranslate(shop.store)('buy.title', { name })
  return {
    name,
    slug,
    sku,
    title,
    unitMinor: shownPrice(readPrices(prices))?.unitMinor ?? null,
    head: pageHead(shop, { title, path: links.buyWithoutScript(code, slug), index: false }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function BuyWithoutScriptPage({
  loaderData: { title, name, slug, sku, unitMinor },
}: Route.ComponentProps) {
  const t = useStrings()
  const store = useStore()
  const price = unitMinor === null ? '' : formatMoney(unitMinor, store)
  return (
    <PlainPage title={title} lead={t('buy.needs_script')} subject={name}>
      <ol className={styles.steps}>
        <li>{t('buy.turn_on')}</li>
        <li>{t('buy.reload')}</li>
      </ol>
      <ButtonLink href={links.product(store.code, slug)} look="main">
        {t('buy.back')}
      </ButtonLink>
      <p>{t('buy.phone', { phone: store.phoneNumber, sku, price })}</p>
    </PlainPage>
  )
}
