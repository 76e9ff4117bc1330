/** Asks for the password or a passkey again, before how the customer signs in is changed. */
import { useState, type SubmitEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { canUsePasskeys, proveAgain } from '../../state/passkeys.ts'
import { formText } from './form-text.ts'
import styles from './security.module.css'

/** `proved`: goes on with what was interrupted. */
export function ProofForm({ proved }: { proved: () => void }) {
  const t = useStrings()
  const store = useStore()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function prove(password?: string) {
    setBusy(true)
    setError(undefined)
    const answer = await proveAgain(store, password)
    setBusy(false)
    if (answer === true) return proved()
    setError(answer ?? t('security.failed'))
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void prove(formText(event.currentTarget, 'password'))
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit} aria-label={t('security.proof')}>
      <p>{t('security.proof_text')}</p>
      <FormField
        label={t('security.current')}
        name="password"
        type="password"
        autoComplete="current-password"
        error={error}
      />
      <Button type="submit" look="main" disabled={isBusy}>
        {t('security.proof_password')}
      </Button>
      {canUsePasskeys() && (
        <Button onClick={() => prove()} disabled={isBusy}>
          {t('security.proof_passkey')}
        </Button>
      )}
    </form>
  )
}
