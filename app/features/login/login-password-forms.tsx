/**
 * Resetting the password: requesting the mail (AUTH-11), then choosing a password with the mail's token
 * (AUTH-12).
 */
import { useState, type SubmitEvent } from 'react'
import { isPassword } from '../../../domain/accounts/account.ts'
import { isEmail } from '../../../domain/stores/email.ts'
import { callApi } from '../../state/api-client.ts'
import { logAuthFailure } from '../../state/auth.ts'
import { keepEmail, lastEmail, showLogin } from '../../state/login-mode.ts'
import { loginDestination } from '../../state/panels.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ModeLink } from './login-form.tsx'
import styles from './login-panel.module.css'

const toLogin = { mode: 'login', notice: null } as const

/** Answers the same for every address, and at once, so that nobody learns whether it has an account. */
export function ForgottenForm() {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<'ready' | 'invalid' | 'sending' | 'failed' | 'sent'>('ready')
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = emailIn(event.currentTarget)
    if (!isEmail(email)) return setStep('invalid')
    keepEmail(email)
    setStep('sending')
    const answer = await callApi(store, 'auth/forgot-password', {
      method: 'POST',
      body: { email, destination: loginDestination() ?? undefined },
    })
    if (!answer.ok) logAuthFailure('asking for a new password', answer.status)
    setStep(answer.ok ? 'sent' : 'failed')
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <h3>{t('login.forgotten')}</h3>
      {step === 'sent' ? (
        <Notice look="done" role="status">
          {t('login.forgotten_sent')}
        </Notice>
      ) : (
        <>
          <p>{t('login.forgotten_text')}</p>
          {step === 'failed' && (
            <Notice look="danger" role="alert">
              {t('login.failed')}
            </Notice>
          )}
          <FormField
            label={t('form.email')}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={lastEmail()}
            error={step === 'invalid' && t('form.email_invalid')}
          />
          <Button type="submit" look="main" wide disabled={step === 'sending'}>
            {t('login.forgotten_send')}
          </Button>
        </>
      )}
      <ModeLink to={toLogin}>{t('login.to_login')}</ModeLink>
    </form>
  )
}

type Problem = 'short' | 'refused' | 'differs' | 'token' | 'failed'

export function ChangePasswordForm({ token }: { token: string }) {
  const t = useStrings()
  const store = useStore()
  const [problem, setProblem] = useState<Problem | null>(null)
  /** Why the server rejects the password. */
  const [refusal, setRefusal] = useState<string>()
  const [sending, setSending] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const [password = '', again = ''] = [...new FormData(event.currentTarget).values()].map(String)
    if (!isPassword(password)) return setProblem('short')
    if (password !== again) return setProblem('differs')
    setSending(true)
    setProblem(null)
    const answer = await callApi(store, 'auth/change-password', { method: 'POST', body: { token, password } })
    setSending(false)
    if (answer.ok) return showLogin({ mode: 'login', notice: 'password_changed' })
    if (answer.status === 422) {
      setRefusal(answer.errors['password'])
      return setProblem('refused')
    }
    if (answer.status !== 401) logAuthFailure('changing the password', answer.status)
    setProblem(answer.status === 401 ? 'token' : 'failed')
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <h3>{t('login.change')}</h3>
      {(problem === 'token' || problem === 'failed') && (
        <Notice look="danger" role="alert">
          {t(problem === 'token' ? 'login.reset_refused' : 'login.failed')}
        </Notice>
      )}
      {problem === 'token' && <ModeLink to={{ mode: 'forgotten' }}>{t('login.to_forgotten')}</ModeLink>}
      <FormField
        label={t('login.new_password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('login.password_hint')}
        error={problem === 'short' ? t('login.password_hint') : problem === 'refused' && refusal}
      />
      <FormField
        label={t('login.password_again')}
        name="again"
        type="password"
        autoComplete="new-password"
        error={problem === 'differs' && t('login.password_differs')}
      />
      <Button type="submit" look="main" wide disabled={sending}>
        {t('login.change_save')}
      </Button>
      <ModeLink to={toLogin}>{t('login.to_login')}</ModeLink>
    </form>
  )
}
