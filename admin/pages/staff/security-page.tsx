/** How the person signs in: passkeys, recovery codes, sessions. Changes are confirmed with a passkey. */
import { useEffect } from 'react'
import { useFetcher, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { OwnSecurity } from '../../../contract/admin/security.ts'
import type { RecoveryCodes as Codes } from '../../../contract/admin/sign-in.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { readApi, sendApi, type Change, type Refusal } from '../../api-client.ts'
import { createPasskey, withStepUp } from '../../passkeys.ts'
import { apiPaths } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { showToast } from '../../shell/toasts.tsx'
import { useTexts } from '../../texts.tsx'
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import styles from './staff.module.css'

export const loader = ({ request }: LoaderFunctionArgs): Promise<OwnSecurity> =>
  readApi(apiPaths.security, request.signal)

export async function action({ request }: { request: Request }): Promise<Change<Codes | null>> {
  const form = await request.formData()
  const text = (name: string) => form.get(name) as string
  switch (form.get('intent')) {
    case 'add-passkey':
      return withStepUp(() =>
        createPasskey<null>(apiPaths.passkeyOptions, apiPaths.passkeys, { body: { name: text('name') } }),
      )
    case 'remove-passkey':
      return withStepUp(() => sendApi<null>('DELETE', apiPaths.passkey(text('id'))))
    case 'recovery-codes':
      return withStepUp(() => sendApi<Codes>('POST', apiPaths.recoveryCodes))
    default:
      return sendApi<null>('DELETE', apiPaths.ownSession(text('id')))
  }
}

export function Component() {
  const { t } = useTexts()
  return (
    <Page title={t('security.title')} intro={t('security.intro')}>
      <Passkeys />
      <AuthenticatorApp />
      <RecoverySection />
      <Sessions />
    </Page>
  )
}

/** A fetcher of this page's action; a refusal is shown as a message. */
function useChange() {
  const { t } = useTexts()
  const fetcher = useFetcher<Change<Codes | null>>()
  const refusal = fetcher.data && !fetcher.data.ok ? fetcher.data : null
  useEffect(() => {
    if (refusal) showToast({ title: t(reasonOf(refusal)), look: 'failed' })
  }, [refusal, t])
  return fetcher
}

function reasonOf({ code }: Refusal) {
  if (code === 'last_passkey') return 'security.last_passkey'
  return code === 'cancelled' ? 'passkey.cancelled' : 'passkey.refused'
}

function Passkeys() {
  const { t, date } = useTexts()
  const { passkeys } = useLoaderData<OwnSecurity>()
  const fetcher = useChange()
  return (
    <section className={styles.section}>
      <h2>{t('security.passkeys')}</h2>
      {passkeys.length === 1 && <Notice>{t('security.second_passkey')}</Notice>}
      <ul className={styles.list}>
        {passkeys.map(({ id, name, createdAt, usedAt, backedUp }) => (
          <li key={id} className={styles.row}>
            <div>
              <strong>{name}</strong> {backedUp && <Badge>{t('security.synchronised')}</Badge>}
              <p className={styles.facts}>
                {t('security.added', { date: date(createdAt) })}
                {usedAt && ` · ${t('security.used', { date: date(usedAt) })}`}
              </p>
            </div>
            <fetcher.Form method="post">
              <input type="hidden" name="id" value={id} />
              <Button
                type="submit"
                name="intent"
                value="remove-passkey"
                size="small"
                disabled={fetcher.state !== 'idle' || passkeys.length === 1}
                title={passkeys.length === 1 ? t('security.last_passkey') : undefined}
                aria-label={t('security.remove', { name })}
              >
                {t('remove')}
              </Button>
            </fetcher.Form>
          </li>
        ))}
      </ul>
      <fetcher.Form method="post" className={styles.form}>
        <FormField label={t('security.passkey_name')} name="name" required maxLength={60} />
        <Button
          type="submit"
          name="intent"
          value="add-passkey"
          size="small"
          disabled={fetcher.state !== 'idle'}
        >
          {t('security.add_passkey')}
        </Button>
      </fetcher.Form>
    </section>
  )
}

function RecoverySection() {
  const { t } = useTexts()
  const { recoveryCodesLeft: left } = useLoaderData<OwnSecurity>()
  const fetcher = useChange()
  const codes = fetcher.data?.ok ? fetcher.data.data?.recoveryCodes : undefined
  return (
    <section className={styles.section}>
      <h2>{t('recovery.title')}</h2>
      {codes ? <RecoveryCodes codes={codes} /> : <p>{t('recovery.left', { count: left })}</p>}
      <fetcher.Form method="post">
        <Button
          type="submit"
          name="intent"
          value="recovery-codes"
          size="small"
          disabled={fetcher.state !== 'idle'}
        >
          {t('recovery.renew')}
        </Button>
      </fetcher.Form>
    </section>
  )
}

function Sessions() {
  const { t, dateTime } = useTexts()
  const { sessions } = useLoaderData<OwnSecurity>()
  const fetcher = useChange()
  return (
    <section className={styles.section}>
      <h2>{t('security.sessions')}</h2>
      <ul className={styles.list}>
        {sessions.map(({ id, device, signedInAt, current }) => (
          <li key={id} className={styles.row}>
            <div>
              <strong>{device ?? t('security.unknown_device')}</strong>{' '}
              {current && <Badge>{t('security.this_session')}</Badge>}
              <p className={styles.facts}>{t('security.signed_in', { date: dateTime(signedInAt) })}</p>
            </div>
            {!current && (
              <fetcher.Form method="post">
                <input type="hidden" name="id" value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value="end-session"
                  size="small"
                  disabled={fetcher.state !== 'idle'}
                >
                  {t('security.end_session')}
                </Button>
              </fetcher.Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
