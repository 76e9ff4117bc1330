/** Which mails the address in the link gets; the link's `token` proves the address, as when unsubscribing. */
import type { PageHandle } from '../../layout/page-handle.ts'
import { mailPaths } from '../../../domain/notifications/mail-paths.ts'
import { shopContext } from '../../shop-context.ts'
import { callApi } from '../../state/api-client.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { MailPreferencesForm, type CallPreferences } from './mail-preferences-form.tsx'
import { PlainPage } from './plain-page.tsx'
import type { Route } from './+types/mail-preferences-page'

export const handle: PageHandle = { layout: 'plain' }

export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('mail_preferences.title')
  const query = new URL(request.url).searchParams
  const email = query.get('email') ?? ''
  const token = query.get('token') ?? ''
  const path = mailPaths.preferences(shop.store.code, email, token)
  return { email, token, head: pageHead(shop, { title, path, index: false }) }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function MailPreferencesPage({ loaderData: { email, token } }: Route.ComponentProps) {
  const t = useStrings()
  const store = useStore()
  const title = t('mail_preferences.title')
  if (token === '') return <PlainPage title={title} lead={t('mail_preferences.need_link')} subject={title} />
  const call: CallPreferences = (topics) =>
    topics
      ? callApi(store, 'mail-preferences', { method: 'PUT', body: { email, token, topics } })
      : callApi(store, 'mail-preferences', { query: { email, token } })
  return (
    <PlainPage title={title} lead={t('mail_preferences.text')} subject={title}>
      <p>{t('mail_preferences.address', { email })}</p>
      <MailPreferencesForm call={call} />
    </PlainPage>
  )
}
