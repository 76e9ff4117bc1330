/** The customer's passkeys: add, name, remove. */
import { useEffect, useState, type SubmitEvent } from 'react'
import type { PasskeyEntry } from '../../../contract/accounts.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { deviceName } from '../../../domain/accounts/device-name.ts'
import { callAccount } from '../../state/auth.ts'
import { addPasskey, canUsePasskeys } from '../../state/passkeys.ts'
import { AccountFailure } from './account-failure.tsx'
import { formText } from './form-text.ts'
import { ProofForm } from './proof-form.tsx'
import styles from './security.module.css'

type Passkeys =
  | { state: 'loading' }
  | { state: 'failed'; status: number }
  | { state: 'there'; items: PasskeyEntry[] }

export function PasskeyList() {
  const t = useStrings()
  const store = useStore()
  const [passkeys, setPasskeys] = useState<Passkeys>({ state: 'loading' })
  const [problem, setProblem] = useState<'security.passkey_failed' | 'security.failed' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSupported, setSupported] = useState(true)
  /** What to repeat once the customer has proved that it is them. */
  const [interrupted, setInterrupted] = useState<(() => Promise<void>) | null>(null)
  async function read() {
    const answer = await callAccount<PasskeyEntry[]>(store, 'auth/passkeys')
    setPasskeys(
      answer.ok ? { state: 'there', items: answer.data } : { state: 'failed', status: answer.status },
    )
  }
  useEffect(() => {
    setSupported(canUsePasskeys())
    void read()
    // oxlint-disable-next-line react/exhaustive-deps -- read once; changes below read again
  }, [])
  async function add() {
    setBusy(true)
    setProblem(null)
    const answer = await addPasskey(store, deviceName(navigator.userAgent) ?? t('security.unknown_device'))
    setBusy(false)
    if (answer === 'proof_needed') setInterrupted(() => add)
    if (answer === 'failed') setProblem('security.passkey_failed')
    if (answer === 'added') await read()
  }
  async function change(id: string, call: { method: 'PATCH' | 'DELETE'; body?: { name: string } }) {
    const answer = await callAccount(store, `auth/passkeys/${id}`, call)
    if (!answer.ok && answer.status === 403) return setInterrupted(() => () => change(id, call))
    setProblem(answer.ok ? null : 'security.failed')
    if (answer.ok) await read()
  }
  return (
    <section className={styles.part}>
      <h3>{t('security.passkeys')}</h3>
      <p>{t('security.passkeys_text')}</p>
      {passkeys.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {passkeys.state === 'failed' && <AccountFailure status={passkeys.status} retry={read} />}
      {passkeys.state === 'there' && (
        <>
          {passkeys.items.length === 0 && <p>{t('security.no_passkeys')}</p>}
          <ul className={styles.list}>
            {passkeys.items.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} change={change} />
            ))}
          </ul>
        </>
      )}
      {interrupted !== null && (
        <ProofForm
          proved={() => {
            setInterrupted(null)
            void interrupted()
          }}
        />
      )}
      {problem !== null && (
        <Notice look="danger" role="alert">
          {t(problem)}
        </Notice>
      )}
      {isSupported ? (
        <div>
          <Button look="main" onClick={add} disabled={isBusy}>
            {t('security.add_passkey')}
          </Button>
        </div>
      ) : (
        <p>{t('security.passkey_unsupported')}</p>
      )}
    </section>
  )
}

interface PasskeyRowProps {
  passkey: PasskeyEntry
  change: (id: string, call: { method: 'PATCH' | 'DELETE'; body?: { name: string } }) => Promise<void>
}

function PasskeyRow({ passkey: { id, name, created_at: created, used_at: used }, change }: PasskeyRowProps) {
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  const since = day.format(new Date(created))
  function rename(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formText(event.currentTarget, 'name').trim()
    if (typed !== '') void change(id, { method: 'PATCH', body: { name: typed.slice(0, 60) } })
  }
  return (
    <li>
      <span className={styles.what}>
        <strong>{name}</strong>
        <span className={styles.note}>
          {used === null
            ? t('security.passkey_unused', { since })
            : t('security.passkey_times', { since, used: day.format(new Date(used)) })}
        </span>
      </span>
      <form className={styles.rename} method="post" onSubmit={rename}>
        <FormField
          label={t('security.passkey_name')}
          name="name"
          defaultValue={name}
          maxLength={60}
          autoComplete="off"
        />
        <Button type="submit" size="small">
          {t('security.rename')}
        </Button>
      </form>
      <Button size="small" onClick={() => change(id, { method: 'DELETE' })}>
        {t('security.remove')}
      </Button>
    </li>
  )
}
