/** Sets a new password with the present one. */
import { useState, type SubmitEvent } from 'react'
import { isPassword } from '../../../domain/accounts/account.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount, logAuthFailure } from '../../state/auth.ts'
import styles from './security.module.css'
import { formText } from './form-text.ts'

export function PasswordForm() {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<'ready' | 'sending' | 'saved' | 'too_many' | 'failed'>('ready')
  const [errors, setErrors] = useState<Record<string, string>>({})
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const password = formText(form, 'password')
    if (!isPassword(password)) return setErrors({ password: t('login.password_hint') })
    setErrors({})
    setStep('sending')
    const body = { current_password: formText(form, 'current_password'), password }
    const answer = await callAccount(store, 'auth/password', { method: 'PUT', body })
    if (answer.ok) {
      form.reset()
      return setStep('saved')
    }
    setErrors(answer.errors)
    if (answer.status !== 422) logAuthFailure('changing the password', answer.status)
    setStep(answer.status === 422 ? 'ready' : answer.status === 429 ? 'too_many' : 'failed')
  }
  return (
    <section className={styles.part}>
      <h3>{t('security.password')}</h3>
      <p>{t('security.password_text')}</p>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <FormField
          label={t('security.current')}
          name="current_password"
          type="password"
          autoComplete="current-password"
          error={errors['current_password']}
        />
        <FormField
          label={t('login.new_password')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t('login.password_hint')}
          error={errors['password']}
        />
        {(step === 'failed' || step === 'too_many') && (
          <Notice look="danger" role="alert">
            {t(step === 'failed' ? 'security.failed' : 'login.too_many')}
          </Notice>
        )}
        {step === 'saved' && (
          <Notice look="done" role="status">
            {t('security.password_saved')}
          </Notice>
        )}
        <Button type="submit" look="main" disabled={step === 'sending'}>
          {t('login.change_save')}
        </Button>
      </form>
    </section>
  )
}
