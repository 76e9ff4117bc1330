/** Which mails the customer gets. Behind the account's guard like every page below it. */
import { gated } from '../../guards.server.ts'
import { callAccount } from '../../state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { MailPreferencesForm, type CallPreferences } from '../content/mail-preferences-form.tsx'
import { AccountPart } from './account-part.tsx'

export const loader = gated({ guards: ['account'] }, () => null)

export default function MailsPage() {
  const t = useStrings()
  const store = useStore()
  const call: CallPreferences = (topics) =>
    callAccount(
      store,
      'auth/mail-preferences',
      topics ? { method: 'PUT', body: { topics } } : { method: 'GET' },
    )
  return (
    <AccountPart title={t('mail_preferences.title')}>
      <p>{t('mail_preferences.text')}</p>
      <MailPreferencesForm call={call} />
    </AccountPart>
  )
}
