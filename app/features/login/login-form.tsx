/** E-mail and password (AUTH-08, AUTH-10), and links to the panel's other forms. */
import { useState, type SubmitEvent } from 'react'
import { useRevalidator } from 'react-router'
import { logIn, type LogInAnswer } from '../../state/auth.ts'
import { keepEmail, lastEmail, showLogin, type LoginMode, type LoginNotice } from '../../state/login-mode.ts'
import { canUsePasskeys, logInWithPasskey } from '../../state/passkeys.ts'
import { closePanel, loginDestination } from '../../state/panels.ts'
import { links, withQuery } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './login-panel.module.css'

const refusals = {
  wrong: 'login.wrong',
  moved: 'login.wrong',
  too_many: 'login.too_many',
  failed: 'login.failed',
  passkey: 'login.passkey_failed',
} as const satisfies Record<Exclude<LogInAnswer, 'in'> | 'passkey', string>

export function LoginForm({ notice }: { notice: LoginNotice | null }) {
  const t = useStrings()
  const store = useStore()
  const [refusal, setRefusal] = useState<keyof typeof refusals | null>(null)
  const [sending, setSending] = useState(false)
  const { revalidate } = useRevalidator()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setSending(true)
    setRefusal(null)
    const answer = await logIn(store, { email: emailIn(form), password: passwordIn(form) })
    setSending(false)
    if (answer !== 'in') {
      setRefusal(answer)
      passwordField(form).value = ''
      passwordField(form).focus()
      return
    }
    entered()
  }
  function entered() {
    showLogin({ mode: 'login', notice: null })
    const destination = loginDestination()
    if (destination !== null) return location.assign(destination)
    closePanel()
    // Checkout pre-fills its form from the account only when it opens.
    if (location.pathname.startsWith(links.checkout(store.code))) location.reload()
    // The page may be one that the customer may see only now, as an order.
    else void revalidate()
  }
  async function usePasskey() {
    setSending(true)
    setRefusal(null)
    const answer = await logInWithPasskey(store)
    setSending(false)
    if (answer === 'in') return entered()
    if (answer !== 'cancelled') setRefusal(answer === 'wrong' ? 'passkey' : answer)
  }
  return (
    <form className={styles.form} method="post" onSubmit={submit}>
      {notice === 'token_refused' && (
        <Notice look="warning" role="alert">
          {t('login.token_refused')}
        </Notice>
      )}
      {notice === 'password_changed' && (
        <Notice look="done" role="status">
          {t('login.changed')}
        </Notice>
      )}
      <h3>{t('login.log_in')}</h3>
      {refusal !== null && (
        <Notice look="danger" role="alert">
          {t(refusals[refusal])}
          {refusal === 'moved' && ` ${t('login.moved')}`}
        </Notice>
      )}
      <FormField
        label={t('form.email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={lastEmail()}
        required
      />
      <FormField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" look="main" wide disabled={sending}>
        {t('login.log_in')}
      </Button>
      {canUsePasskeys() && (
        <Button wide onClick={usePasskey} disabled={sending}>
          {t('login.passkey')}
        </Button>
      )}
      <ModeLink to={{ mode: 'forgotten' }}>{t('login.to_forgotten')}</ModeLink>
      <div className={styles.other}>
        <a href={withQuery(links.register(store.code), { destination: loginDestination() })}>
          {t('login.to_register')}
        </a>
        <p>{t('login.no_account')}</p>
        <ModeLink to={{ mode: 'order' }}>{t('login.to_order')}</ModeLink>
      </div>
    </form>
  )
}

/** Switches to another form of the panel, with the e-mail address that is typed in this one. */
export function ModeLink({ to, children }: { to: LoginMode; children: string }) {
  return (
    <button
      type="button"
      className={styles.mode}
      onClick={({ currentTarget: { form } }) => {
        const email = form ? emailIn(form) : ''
        if (email !== '') keepEmail(email)
        showLogin(to)
      }}
    >
      {children}
    </button>
  )
}

const passwordField = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('input[name=password]')!

/** The password as typed: not trimmed, spaces are part of it. */
const passwordIn = (form: HTMLFormElement): string => passwordField(form).value
