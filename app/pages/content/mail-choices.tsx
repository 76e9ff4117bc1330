/** Which mails the address in a mail's link gets; the link's `token` proves the address. */
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callApi } from '../../state/api-client.ts'
import { MailPreferencesForm, type CallPreferences } from './mail-preferences-form.tsx'
import { NoticeList } from './notice-list.tsx'
import { PlainPage } from './plain-page.tsx'

export function MailChoices({ email, token }: { email: string; token: string }) {
  const t = useStrings()
  const store = useStore()
  const title = t('mail_preferences.title')
  const call: CallPreferences = (topics) =>
    topics
      ? callApi(store, 'mail-preferences', { method: 'PUT', body: { email, token, topics } })
      : callApi(store, 'mail-preferences', { query: { email, token } })
  return (
    <PlainPage title={title} lead={t('mail_preferences.text')} subject={title}>
      <p>{t('mail_preferences.address', { email })}</p>
      <MailPreferencesForm call={call} />
      <NoticeList
        read={() => callApi(store, 'notices', { query: { email, token } })}
        remove={({ kind, sku }) =>
          callApi(store, 'notices/remove', { method: 'POST', body: { email, token, kind, sku } })
        }
      />
    </PlainPage>
  )
}
