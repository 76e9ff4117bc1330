/**
 * Asks for an order number and e-mail and shows the status (TRACK-01); a wrong pair is answered as an unknown
 * order (TRACK-02).
 */
import { useState, type SubmitEvent } from 'react'
import type { StringKey } from '../../../locales/texts.server.ts'
import type { TrackOrderAnswer } from '../../../contract/orders.ts'
import { OrderProofFields, orderProofIn } from '../../features/login/order-proof-fields.tsx'
import { callApi } from '../../state/api-client.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './track-order.module.css'

type Refusal = Extract<StringKey, 'track.not_found' | 'login.too_many' | 'login.failed'>

/** `named`: the order number from the address. */
export function TrackOrder({ named }: { named: string }) {
  const t = useStrings()
  const store = useStore()
  const [tracking, setTracking] = useState<TrackOrderAnswer | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
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
    if (answer.status === 404 || answer.status === 400) setRefusal('track.not_found')
    else setRefusal(answer.status === 429 ? 'login.too_many' : 'login.failed')
  }
  return (
    <>
      <form className={styles.form} method="post" onSubmit={submit}>
        <OrderProofFields named={named} />
        <Button type="submit" look="main" disabled={sending}>
          {t('track.send')}
        </Button>
      </form>
      {refusal && (
        <Notice look="warning" role="alert">
          {t(refusal)}
        </Notice>
      )}
      <div role="status" className={styles.answer}>
        {tracking && <Way tracking={tracking} />}
      </div>
    </>
  )
}

function Way({ tracking: { id, status, carrier, tracking_url, events } }: { tracking: TrackOrderAnswer }) {
  const t = useStrings()
  const { iso } = useStore()
  const moment = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeStyle: 'short' })
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
      {tracking_url ? (
        <p>
          <ButtonLink href={tracking_url} rel="noreferrer">
            {t('track.parcel', { carrier: carrier ?? t('track.carrier') })}
          </ButtonLink>
        </p>
      ) : (
        <p className={styles.soft}>{t('track.no_parcel')}</p>
      )}
    </>
  )
}
