/**
 * How the customer signs in: password, address, passkeys and the devices that are logged in. Behind the
 * account's guard like every page below it.
 */
import { gated } from '../../guards.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { AccountPart } from './account-part.tsx'
import { EmailForm } from './email-form.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import styles from './security.module.css'

export const loader = gated({ guards: ['account'] }, () => null)

export default function SecurityPage() {
  const t = useStrings()
  return (
    <AccountPart title={t('security.title')}>
      <div className={styles.parts}>
        <PasskeyList />
        <PasswordForm />
        <EmailForm />
        <SessionList />
      </div>
    </AccountPart>
  )
}
