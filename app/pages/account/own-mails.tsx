/** Which mails the customer gets. */
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount } from '../../state/auth.ts'
import { NoticeList } from '../content/notice-list.tsx'
import { MailPreferencesForm, type CallPreferences } from '../content/mail-preferences-form.tsx'

export function OwnMails() {
  const t = useStrings()
  const store = useStore()
  const call: CallPreferences = (topics) =>
    callAccount(
      store,
      'auth/mail-preferences',
      topics ? { method: 'PUT', body: { topics } } : { method: 'GET' },
    )
  return (
    <section>
      <h3>{t('mail_preferences.title')}</h3>
      <p>{t('mail_preferences.text')}</p>
      <MailPreferencesForm call={call} />
      <NoticeList
        read={() => callAccount(store, 'auth/notices')}
        remove={({ kind, sku }) =>
          callAccount(store, `auth/notices/${kind}/${encodeURIComponent(sku)}`, { method: 'DELETE' })
        }
      />
    </section>
  )
}
