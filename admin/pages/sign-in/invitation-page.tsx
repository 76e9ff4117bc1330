/** The page of an invitation link: registers the first passkey, shows the recovery codes, leads inside. */
import { Form, Link, useActionData, useLoaderData, useNavigation } from 'react-router'
import type { InvitationAnswer, RecoveryCodes as Codes } from '../../../contract/admin/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sendApi, type Change } from '../../api-client.ts'
import { createPasskey } from '../../passkeys.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useTexts } from '../../texts.tsx'
import { Entrance } from './entrance.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './entrance.module.css'

/** The token is in the fragment, which no server sees. */
const tokenOfAddress = () => location.hash.slice(1)

export function loader(): Promise<Change<InvitationAnswer>> {
  return sendApi('POST', apiPaths.invitation, { token: tokenOfAddress() })
}

/** The link is used up by accepting it. */
export const shouldRevalidate = () => false

export async function action({ request }: { request: Request }): Promise<Change<Codes>> {
  const token = tokenOfAddress()
  const form = await request.formData()
  return createPasskey(apiPaths.invitationOptions, apiPaths.acceptInvitation, {
    optionsBody: { token },
    body: { token, passkeyName: form.get('name') },
  })
}

export function Component() {
  const { t } = useTexts()
  const invitation = useLoaderData<Change<InvitationAnswer>>()
  const answer = useActionData<Change<Codes>>()
  const busy = useNavigation().state !== 'idle'
  if (answer?.ok)
    return (
      <Entrance title={t('recovery.title')}>
        <RecoveryCodes codes={answer.data.recoveryCodes} />
        <p>{t('invitation.second')}</p>
        <Link to={paths.security}>{t('invitation.add_second')}</Link>
        <Link to={paths.home}>{t('invitation.go_on')}</Link>
      </Entrance>
    )
  if (!invitation.ok)
    return (
      <Entrance title={t('invitation.invalid')}>
        <p>{t('invitation.invalid_text')}</p>
        <Link to={paths.signIn()}>{t('sign_in.title')}</Link>
      </Entrance>
    )
  return (
    <Entrance title={t('invitation.title', { name: invitation.data.name })}>
      <p>{t('invitation.intro', { email: invitation.data.email })}</p>
      {answer && (
        <Notice look="danger" role="alert">
          {t(answer.code === 'cancelled' ? 'passkey.cancelled' : 'passkey.refused')}
        </Notice>
      )}
      <Form method="post">
        <input type="hidden" name="name" value={t('passkey.this_device')} />
        <Button type="submit" look="main" wide disabled={busy}>
          {t('invitation.register')}
        </Button>
      </Form>
      <p className={styles.note}>{t('passkey.what')}</p>
    </Entrance>
  )
}
