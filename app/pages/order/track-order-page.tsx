/** Where an order is (ROUTE-31): the form leads to the order itself, which its number and e-mail address open. */
import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import type { PageHandle } from '../../chrome/page-handle.ts'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
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
  const navigate = useNavigate()
  const subject = t('track.ask_subject', { number }).trim()
  // The order's own page asks for the e-mail address, unless it is open already.
  const open = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = number.trim()
    void navigate(links.myOrder(code, /^[A-Za-z0-9-]{1,32}$/.test(typed) ? typed : null))
  }
  return (
    <PlainPage title={t('track.title')} lead={t('track.lead')} subject={subject}>
      <form className={styles.form} action={links.myOrder(code)} onSubmit={open}>
        <FormField
          label={t('track.number')}
          hint={t('track.number_hint')}
          name="number"
          autoComplete="off"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button type="submit" look="main">
          {t('login.order_open')}
        </Button>
      </form>
    </PlainPage>
  )
}
