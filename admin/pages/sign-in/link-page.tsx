/** The page of a mailed link: a code completes the sign-in; then the page to register a new passkey opens. */
import { Form, Link, redirect, useActionData, useNavigation } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sendApi, type Refusal } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useTexts } from '../../texts.tsx'
import { Entrance } from './entrance.tsx'

export async function action({ request }: { request: Request }): Promise<Response | Refusal> {
  const code = (await request.formData()).get('code') as string
  // The token is in the fragment, which no server sees.
  const signedIn = await sendApi('POST', apiPaths.signInByLink, { token: location.hash.slice(1), code })
  return signedIn.ok ? redirect(paths.security) : signedIn
}

export function Component() {
  const { t } = useTexts()
  const refusal = useActionData<Refusal>()
  const busy = useNavigation().state !== 'idle'
  if (refusal?.code === 'link_invalid')
    return (
      <Entrance title={t('invitation.invalid')}>
        <p>{t('link.invalid_text')}</p>
        <Link to={paths.requestLink}>{t('link.request_title')}</Link>
      </Entrance>
    )
  return (
    <Entrance title={t('sign_in.title')}>
      <p>{t('link.code_intro')}</p>
      {refusal && (
        <Notice look="danger" role="alert">
          {t(reasonOf(refusal))}
        </Notice>
      )}
      <Form method="post">
        <FormField
          label={t('link.code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" look="main" wide disabled={busy}>
          {t('sign_in.title')}
        </Button>
      </Form>
    </Entrance>
  )
}

function reasonOf({ code }: Refusal) {
  if (code === 'locked') return 'sign_in.locked'
  return code === 'too_many_requests' ? 'sign_in.too_many' : 'link.code_refused'
}
