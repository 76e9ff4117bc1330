/** The devices that are logged in to the account; one or all can be logged out. */
import { useState } from 'react'
import type { SessionEntry } from '../../../contract/accounts.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount, leaveAccount } from '../../state/auth.ts'
import { AccountFailure } from './account-failure.tsx'
import { useAccountList } from './use-account-list.ts'
import styles from './security.module.css'

export function SessionList() {
  const t = useStrings()
  const store = useStore()
  const sessions = useAccountList<SessionEntry>('auth/sessions')
  const [ended, setEnded] = useState<number[]>([])
  const [failed, setFailed] = useState(false)
  const { iso, timeZone } = store
  const time = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const at = (text: string) => time.format(new Date(text))
  async function end({ id, current }: SessionEntry) {
    const answer = await callAccount(store, `auth/sessions/${id}`, { method: 'DELETE' })
    if (answer.ok && current) return leaveAccount()
    setFailed(!answer.ok)
    if (answer.ok) setEnded([...ended, id])
  }
  async function endAll() {
    const answer = await callAccount(store, 'auth/sessions', { method: 'DELETE' })
    if (answer.ok) return leaveAccount()
    setFailed(true)
  }
  return (
    <section className={styles.part}>
      <h3>{t('security.sessions')}</h3>
      {sessions.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {sessions.state === 'failed' && <AccountFailure status={sessions.status} retry={sessions.retry} />}
      {sessions.state === 'there' && (
        <>
          <ul className={styles.list}>
            {sessions.items
              .filter(({ id }) => !ended.includes(id))
              .map((session) => (
                <li key={session.id}>
                  <span className={styles.what}>
                    <strong>
                      {session.device ?? t('security.unknown_device')}
                      {session.current && ` (${t('security.this_device')})`}
                    </strong>
                    <span className={styles.note}>
                      {t('security.session_times', {
                        since: at(session.logged_in_at),
                        used: at(session.used_at),
                      })}
                    </span>
                  </span>
                  <Button size="small" onClick={() => end(session)}>
                    {t('security.end_session')}
                  </Button>
                </li>
              ))}
          </ul>
          {failed && (
            <Notice look="danger" role="alert">
              {t('security.failed')}
            </Notice>
          )}
          <div>
            <Button onClick={endAll}>{t('security.end_all')}</Button>
          </div>
        </>
      )}
    </section>
  )
}
