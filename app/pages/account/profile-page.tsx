/** A member's own data (ROUTE-09, ACCOUNT-02). Behind the account's gate like every page below it. */
import { useEffect, useState } from 'react'
import { gated } from '../../guards.server.ts'
import { callAccount } from '../../state/auth.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccountPart } from './account-part.tsx'
import { ProfileForm } from './profile-form.tsx'
import type { ProfileUser } from './use-profile-form.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function ProfilePage() {
  const t = useStrings()
  const store = useStore()
  const [user, setUser] = useState<ProfileUser | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let left = false
    setFailed(false)
    void callAccount<{ user: ProfileUser }>(store, 'auth/profile').then((answer) => {
      if (left) return
      if (answer.ok) setUser(answer.data.user)
      else setFailed(true)
    })
    return () => {
      left = true
    }
  }, [store, attempt])
  return (
    <AccountPart title={t('account.profile')}>
      {user !== null ? (
        <ProfileForm user={user} />
      ) : failed ? (
        <Notice look="danger" role="alert">
          <p>{t('account.list_failed')}</p>
          <Button onClick={() => setAttempt(attempt + 1)}>{t('account.retry')}</Button>
        </Notice>
      ) : (
        <p role="status">{t('account.loading')}</p>
      )}
    </AccountPart>
  )
}
