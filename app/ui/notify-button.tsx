/** "Tell me when it is back": asks for an e-mail address and hands it in (CARD-08, CARD-11). */
import { useState, type FormEvent } from 'react'
import { isEmail } from '../../domain/stores/email.ts'
import { callApi } from '../state/api-client.ts'
import { useStore, useStrings } from '../state/strings.tsx'
import { Button } from './button.tsx'
import { FormField } from './form-field.tsx'
import styles from './notify-button.module.css'

type Step = 'closed' | 'open' | 'sending' | 'invalid' | 'failed' | 'done'

export function NotifyButton({ sku, name, className }: { sku: string; name: string; className?: string }) {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<Step>('closed')
  if (step === 'closed') {
    return (
      <Button
        {...(className && { className })}
        wide
        aria-label={t('card.notify_of', { name })}
        onClick={() => setStep('open')}
      >
        {t('card.notify')}
      </Button>
    )
  }
  if (step === 'done') {
    return (
      <p className={styles.done} role="status">
        {t('card.notify_done')}
      </p>
    )
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (!isEmail(email)) return setStep('invalid')
    setStep('sending')
    const answer = await callApi(store, 'stock-notifications', { method: 'POST', body: { sku, email } })
    setStep(answer.ok ? 'done' : 'failed')
  }
  const error = step === 'invalid' ? t('form.email_invalid') : step === 'failed' ? t('form.failed') : null
  return (
    <div className={styles.place}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormField
          label={t('form.email')}
          name="email"
          type="email"
          autoComplete="email"
          autoFocus
          error={error}
        />
        <Button type="submit" wide disabled={step === 'sending'}>
          {t('card.notify_send')}
        </Button>
      </form>
    </div>
  )
}
