/** The proof that an old starter battery was returned, for the refund of its deposit (BattDG § 19). */
import { useId, useState, type SubmitEvent } from 'react'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import type { ShownDeposits } from './load-return.server.ts'
import { pictureTypes, sendPicture } from '../../../app/state/send-picture.ts'
import styles from './parts/returns.module.css'

export function DepositForm({ number, deposits }: { number: string; deposits: ShownDeposits }) {
  const t = useStrings()
  const store = useStore()
  const id = useId()
  const [quantity, setQuantity] = useState(1)
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [proofOn, file] = [form.get('proof_on'), form.get('file')]
    if (typeof proofOn !== 'string' || !(file instanceof File) || proofOn === '' || file.size === 0)
      return setProblem(t('deposit.incomplete'))
    setSending(true)
    setProblem(null)
    const query = { quantity: String(quantity), proof_on: proofOn }
    const answer = await sendPicture(store, `orders/${number}/deposit-proofs`, file, query)
    setSending(false)
    if (answer.ok) setSent(true)
    else setProblem(answer.message ?? t('return.label_failed'))
  }
  return (
    <section className={styles.earlier} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t('deposit.title')}</h3>
      <p>{t('deposit.lead')}</p>
      {deposits.proofs.length > 0 && (
        <ul className={styles.goods}>
          {deposits.proofs.map((proof) => (
            <li key={proof.id}>
              {proof.day}: {t(`deposit.status_${proof.status}`)}
              {proof.rejection !== null && `. ${t('return.rejection', { reason: proof.rejection })}`}
            </li>
          ))}
        </ul>
      )}
      {isSent && (
        <Notice look="done" role="status">
          {t('deposit.sent')}
        </Notice>
      )}
      {!isSent && deposits.left > 0 && (
        <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
          <div className={styles.field}>
            <span aria-hidden="true">{t('deposit.quantity')}</span>
            <QuantityStepper
              quantity={quantity}
              most={deposits.left}
              label={t('deposit.quantity')}
              onChange={setQuantity}
            />
          </div>
          <div className={styles.field}>
            <label htmlFor={`${id}-day`}>{t('deposit.day')}</label>
            <input id={`${id}-day`} name="proof_on" type="date" max={deposits.today} />
          </div>
          <FileField label={t('deposit.file')} name="file" accept={pictureTypes} />
          {problem !== null && (
            <Notice look="danger" role="alert">
              {problem}
            </Notice>
          )}
          <Button type="submit" disabled={isSending}>
            {t('deposit.send')}
          </Button>
        </form>
      )}
    </section>
  )
}
