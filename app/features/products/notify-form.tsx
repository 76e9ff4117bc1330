/** Asks for an e-mail address and submits it with the sku: for a notice of a module (CARD-11). */
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { isEmail } from '../../../domain/stores/email.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import { callApi } from '../../state/api-client.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'
import styles from './notify-form.module.css'

/** What is asked for: the call of the API, and the keys of the texts of its button and of its end. */
export interface NoticeForm {
  path: string
  send: StringKey
  done: StringKey
}

type Step = 'ready' | 'sending' | 'done'

export default function NotifyForm({ sku, form }: { sku: string; form: NoticeForm }) {
  const t = useStrings()
  const store = useStore()
  const { path, send, done } = form
  const [step, setStep] = useState<Step>('ready')
  const [error, setError] = useState<string | null>(null)
  if (step === 'done') return <Done text={t(done)} />
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = emailIn(event.currentTarget)
    if (!isEmail(email)) return setError(t('form.email_invalid'))
    setError(null)
    setStep('sending')
    const answer = await callApi(store, path, { method: 'POST', body: { sku, email } })
    setStep(answer.ok ? 'done' : 'ready')
    // 409: the product is in stock again; the response says so in the store's language.
    if (!answer.ok) setError((answer.status === 409 ? answer.message : null) ?? t('form.failed'))
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormField
        label={t('form.email')}
        name="email"
        type="email"
        autoComplete="email"
        // The form takes the place of the button that opened it.
        autoFocus
        error={error}
      />
      <Button type="submit" wide disabled={step === 'sending'}>
        {t(send)}
      </Button>
    </form>
  )
}

/** Takes the place of the form, and with it the focus. */
function Done({ text }: { text: string }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <p ref={message} tabIndex={-1} role="group" aria-label={text} className={styles.done}>
      {text}
    </p>
  )
}
