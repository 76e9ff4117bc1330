/** Where an order is (ROUTE-31). The look-up is not open yet, so the form leads to people who look it up. */
import { useState } from 'react'
import { companies } from '../../../domain/stores/company.ts'
import type { PageHandle } from '../../chrome/page-handle.ts'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainPage } from '../content/plain-page.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/track-order-page'
import styles from '../content/plain-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

export const loader = gated({ validate: orderNumberInAddress }, ({ params, context }: Route.LoaderArgs) => {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('track.title')
  return {
    number: params.id ?? '',
    head: pageHead(shop, { title, path: links.trackOrder(shop.store.code), index: false }),
  }
})

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function TrackOrderPage({ loaderData: { number: given } }: Route.ComponentProps) {
  const t = useStrings()
  const { code } = useStore()
  const [number, setNumber] = useState(given)
  const subject = t('track.ask_subject', { number }).trim()
  return (
    <PlainPage title={t('track.title')} lead={t('track.lead')} subject={subject}>
      <Notice>{t('track.soon')}</Notice>
      <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
        <FormField
          label={t('track.number')}
          hint={t('track.number_hint')}
          name="number"
          autoComplete="off"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <ButtonLink
          look="main"
          href={`mailto:${companies[code].email}?subject=${encodeURIComponent(subject)}`}
        >
          {t('track.ask')}
        </ButtonLink>
      </form>
    </PlainPage>
  )
}
