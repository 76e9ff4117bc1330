/** A member's own data (ROUTE-09, ACCOUNT-02). Behind the account's guard like every page below it. */
import { useEffect, useState } from 'react'
import type { ProfileAnswer } from '../../../contract/accounts.ts'
import { gated } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { callAccount } from '../../state/auth.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { AccountFailure } from './account-failure.tsx'
import { AccountPart } from './account-part.tsx'
import { ProfileBlocks } from './profile-blocks.tsx'
import { ProfileForm } from './profile-form.tsx'
import { OwnMails } from './own-mails.tsx'
import type { ProfileUser } from './use-profile-form.ts'
import account from './account-page.module.css'
import styles from './profile-form.module.css'

export const loader = gated({ guards: ['account'] }, () => null)

export default function ProfilePage() {
  const t = useStrings()
  const store = useStore()
  const [user, setUser] = useState<ProfileUser | null>(null)
  /** The status if no response arrived. */
  const [failed, setFailed] = useState<number | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isInCompany = useShopState(({ auth }) => auth.user?.company !== undefined)
  useEffect(() => {
    let left = false
    setFailed(null)
    void callAccount<ProfileAnswer>(store, 'auth/profile').then((answer) => {
      if (left) return
      if (answer.ok) setUser(answer.data.user)
      else setFailed(answer.status)
    })
    return () => {
      left = true
    }
  }, [store, attempt])
  return (
    <AccountPart title={t('account.profile')}>
      {user !== null ? (
        <ProfileForm user={user} />
      ) : failed !== null ? (
        <AccountFailure status={failed} retry={() => setAttempt(attempt + 1)} />
      ) : (
        <p role="status" className={account.pending}>
          {t('account.loading')}
        </p>
      )}
      <ul className={styles.more}>
        <li>
          <a href={links.account(store.code, 'security')}>{t('security.title')}</a>
        </li>
        <li>
          <a href={links.account(store.code, 'addresses')}>{t('address.title')}</a>
        </li>
        <li>
          <a href={links.account(store.code, 'data')}>{t('data.title')}</a>
        </li>
        {!isInCompany && (
          <li>
            <a href={links.account(store.code, 'company')}>{t('company.open')}</a>
          </li>
        )}
      </ul>
      <OwnMails />
      <ProfileBlocks />
    </AccountPart>
  )
}
