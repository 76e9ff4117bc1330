/**
 * Asks for an order number and e-mail and shows the status (TRACK-01); a wrong pair is answered as an unknown
 * order (TRACK-02).
 */
import { carrierName } from '../../../domain/shipping/carrier-name.ts'
import { useState, type SubmitEvent } from 'react'
import type { StringKey } from '../../../locales/texts.server.ts'
import type { TrackOrderAnswer } from '../../../contract/orders.ts'
import { OrderProofFields, orderProofIn } from '../../features/login/order-proof-fields.tsx'
import { callApi } from '../../state/api-client.ts'
import { isOfMovedShop } from '../../state/moved-shop.ts'
import { arrivalDays } from '../checkout/arrival-days.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import styles from './track-order.module.css'

type Refusal = Extract<StringKey, 'track.not_found' | 'login.too_many' | 'login.failed'>

/** `named`: the order number from the address. */
export function TrackOrder({ named }: { named: string }) {
  const t = useStrings()
  const store = useStore()
  const [tracking, setTracking] = useState<TrackOrderAnswer | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [hasMoved, setHasMoved] = useState(false)
  const [sending, setSending] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { order_id: number, email } = orderProofIn(event.currentTarget)
    setSending(true)
    setRefusal(null)
    const answer = await callApi<TrackOrderAnswer>(store, `track-order/${encodeURIComponent(number)}`, {
      query: { email },
    })
    setSending(false)
    setTracking(answer.ok ? answer.data : null)
    if (answer.ok) return
    setHasMoved(isOfMovedShop(answer.data))
    if (answer.status === 404 || answer.status === 400) setRefusal('track.not_found')
    else setRefusal(answer.status === 429 ? 'login.too_many' : 'login.failed')
  }
  return (
    <>
      <form className={styles.form} method="post" onSubmit={submit}>
        <OrderProofFields named={named} />
        <Button type="submit" look="main" wide disabled={sending}>
          {t('track.send')}
        </Button>
      </form>
      {refusal && (
        <Notice look="warning" role="alert">
          {t(refusal)}
          {hasMoved && ` ${t('login.moved_order')}`}
        </Notice>
      )}
      <div role="status" className={styles.answer}>
        {tracking && <Way tracking={tracking} />}
      </div>
    </>
  )
}

function Way({ tracking }: { tracking: TrackOrderAnswer }) {
  const { id, status, events, parcels, coming } = tracking
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const moment = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <>
      <h2>
        {t('order.title_number', { number: id })}: {t(`order_status.${status}`)}
      </h2>
      <ol className={styles.way} aria-label={t('track.way')}>
        {events.map((event) => (
          <li key={event.status}>
            <span>{t(`order_status.${event.status}`)}</span>
            <time dateTime={event.at}>{moment.format(new Date(event.at))}</time>
          </li>
        ))}
      </ol>
      {parcels.map((parcel) => (
        <Parcel key={parcel.number} parcel={parcel} />
      ))}
      {coming.length > 0 && <Coming lines={coming} isRest={parcels.length > 0} />}
      {parcels.every(({ tracking_url }) => tracking_url === null) && (
        <p className={styles.soft}>
          {t(parcels.length === 0 && coming.length > 0 ? 'track.not_sent' : 'track.no_parcel')}
        </p>
      )}
    </>
  )
}

function Parcel({ parcel }: { parcel: TrackOrderAnswer['parcels'][number] }) {
  const { sent_at, carrier, tracking_url, lines } = parcel
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  return (
    <section className={styles.part} data-parcel>
      <h3>{t('order.parcel_sent', { day: day.format(new Date(sent_at)) })}</h3>
      <ul>
        {lines.map(({ name, quantity }) => (
          <li key={name}>
            {quantity} × <UnbrokenName name={name} />
          </li>
        ))}
      </ul>
      {tracking_url !== null && (
        <p>
          <ButtonLink href={tracking_url} rel="noreferrer">
            {t('track.parcel', { carrier: carrier === null ? t('track.carrier') : carrierName(carrier) })}
          </ButtonLink>
        </p>
      )}
    </section>
  )
}

/** `isRest`: a part of the order has left. */
function Coming({ lines, isRest }: { lines: TrackOrderAnswer['coming']; isRest: boolean }) {
  const t = useStrings()
  const { iso } = useStore()
  return (
    <section className={styles.part} data-coming>
      <h3>{t(isRest ? 'order.coming' : 'order.coming_all')}</h3>
      <ul>
        {lines.map(({ uuid, name, quantity, arrival }) => (
          <li key={uuid}>
            {quantity} × <UnbrokenName name={name} />
            <span className={styles.soft}>
              {arrival === null
                ? t('order.coming_unknown')
                : t('order.coming_arrives', { days: arrivalDays(iso, arrival) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
