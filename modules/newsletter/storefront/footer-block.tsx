/** Signs up for the newsletter; only where the store has one (CHROME-14). */
import { useState, type SubmitEvent } from 'react'
import { isEmail } from '../../../domain/stores/email.ts'
import { callApi } from '../../../app/state/api-client.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'
import styles from './footer-block.module.css'

type Step = 'ready' | 'invalid' | 'sending' | 'failed' | 'done'

export default function NewsletterForm() {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<Step>('ready')
  if (!store.newsletter) return null
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = emailIn(event.currentTarget)
    if (!isEmail(email)) return setStep('invalid')
    setStep('sending')
    const answer = await callApi(store, 'newsletter', { method: 'POST', body: { email } })
    setStep(answer.ok ? 'done' : 'failed')
  }
  const error = step === 'invalid' ? t('form.email_invalid') : step === 'failed' ? t('form.failed') : null
  return (
    <form className={styles.newsletter} method="post" noValidate onSubmit={submit}>
      <h2>{t('newsletter.title')}</h2>
      <p>{t('newsletter.text')}</p>
      {step === 'done' ? (
        <p role="status">
          <b>{t('newsletter.done')}</b>
        </p>
      ) : (
        <div className={styles.row}>
          <FormField label={t('form.email')} name="email" type="email" autoComplete="email" error={error} />
          <Button type="submit" look="main" disabled={step === 'sending'}>
            {t('newsletter.send')}
          </Button>
        </div>
      )}
    </form>
  )
}
