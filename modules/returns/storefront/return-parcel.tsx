/** The carrier's label of a return: booked when the buyer asks for it, then downloaded; and what happens without one. */
import { useState } from 'react'
import type { ReturnLabelAnswer } from '../contract.ts'
import { links } from '../../../app/links.ts'
import { callAccount, logAuthFailure } from '../../../app/state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import styles from './parts/returns.module.css'

interface ReturnParcelProps {
  /** The return's path in the API, after `/api/`. */
  path: string
  /** Null: not booked yet. */
  labelUrl: string | null
  trackingUrl: string | null
  /** The buyer has said that the parcel is sent. */
  onSent: () => void
}

export function ReturnParcel({ path, labelUrl, trackingUrl, onSent }: ReturnParcelProps) {
  const t = useStrings()
  const store = useStore()
  const [label, setLabel] = useState<ReturnLabelAnswer | null>(null)
  const [isSending, setSending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const ready = labelUrl ?? (label?.state === 'ready' ? links.api(store, `${path}/label`) : null)
  const tracking = trackingUrl ?? label?.tracking_url ?? null

  async function send<Answer>(action: 'label' | 'sent'): Promise<Answer | null> {
    setSending(true)
    setFailed(false)
    const answer = await callAccount<Answer>(store, `${path}/${action}`, { method: 'POST', body: {} })
    setSending(false)
    if (answer.ok) return answer.data
    logAuthFailure(`the ${action} of a return`, answer.status)
    setFailed(true)
    return null
  }
  const book = async () => setLabel(await send<ReturnLabelAnswer>('label'))
  const markSent = async () => {
    if (await send('sent')) onSent()
  }

  return (
    <div className={styles.parcel}>
      {ready ? (
        <>
          <p className={styles.soft}>{t('return.label_text')}</p>
          <ButtonLink look="main" href={ready} target="_blank">
            {t('return.open_carrier_label')}
          </ButtonLink>
        </>
      ) : (
        label?.state !== 'unavailable' && (
          <Button look="main" disabled={isSending} onClick={() => void book()}>
            {t('return.get_label')}
          </Button>
        )
      )}
      <div role="status">
        {label && label.state !== 'ready' && <p>{t(`return.label_${label.state}`)}</p>}
        {hasFailed && <p>{t('return.label_failed')}</p>}
      </div>
      {tracking && <a href={tracking}>{t('return.track')}</a>}
      <Button disabled={isSending} onClick={() => void markSent()}>
        {t('return.mark_sent')}
      </Button>
    </div>
  )
}
