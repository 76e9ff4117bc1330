/** Asks for another login address; links are mailed to the present and to the new one. */
import { useState, type SubmitEvent } from 'react'
import { isEmail } from '../../../domain/stores/email.ts'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount, logAuthFailure } from '../../state/auth.ts'
import { formText } from './form-text.ts'
import styles from './security.module.css'

export function EmailForm() {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<'ready' | 'sending' | 'sent' | 'too_many' | 'failed'>('ready')
  const [errors, setErrors] = useState<Record<string, string>>({})
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = emailIn(form)
    if (!isEmail(email)) return setErrors({ email: t('form.email_invalid') })
    setErrors({})
    setStep('sending')
    const body = { email, password: formText(form, 'password') }
    const answer = await callAccount(store, 'auth/email', { method: 'POST', body })
    if (answer.ok) {
      form.reset()
      return setStep('sent')
    }
    setErrors(answer.errors)
    if (answer.status !== 422) logAuthFailure('changing the address', answer.status)
    setStep(answer.status === 422 ? 'ready' : answer.status === 429 ? 'too_many' : 'failed')
  }
  return (
    <section className={styles.part}>
      <h3>{t('security.email')}</h3>
      <p>{t('security.email_text')}</p>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <FormField
          label={t('security.new_email')}
          name="email"
          type="email"
          autoComplete="email"
          error={errors['email']}
        />
        <FormField
          label={t('security.current')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors['password']}
        />
        {(step === 'failed' || step === 'too_many') && (
          <Notice look="danger" role="alert">
            {t(step === 'failed' ? 'security.failed' : 'login.too_many')}
          </Notice>
        )}
        {step === 'sent' && (
          <Notice look="done" role="status">
            {t('security.email_sent')}
          </Notice>
        )}
        <Button type="submit" disabled={step === 'sending'}>
          {t('security.email_send')}
        </Button>
      </form>
    </section>
  )
}
