/** Signing in with a passkey; afterwards the page that was asked for opens. */
import { Form, Link, redirect, useActionData, useNavigation, type ActionFunctionArgs } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Refusal } from '../../api-client.ts'
import { signIn } from '../../passkeys.ts'
import { paths } from '../../paths.ts'
import { useTexts } from '../../texts.tsx'
import { Entrance } from './entrance.tsx'
import styles from './entrance.module.css'

export async function action({ request }: ActionFunctionArgs): Promise<Response | Refusal> {
  const signedIn = await signIn()
  if (!signedIn.ok) return signedIn
  const next = new URL(request.url).searchParams.get('next') ?? paths.home
  // Only pages of the back office: `//host` would be another origin.
  return redirect(/^\/(?![/\\])/.test(next) ? next : paths.home)
}

export function Component() {
  const { t } = useTexts()
  const refusal = useActionData<Refusal>()
  const busy = useNavigation().state !== 'idle'
  return (
    <Entrance title={t('sign_in.title')}>
      <p>{t('sign_in.intro')}</p>
      {refusal && (
        <Notice look="danger" role="alert">
          {t(reasonOf(refusal))}
        </Notice>
      )}
      <Form method="post">
        <Button type="submit" look="main" wide disabled={busy}>
          {t('sign_in.passkey')}
        </Button>
      </Form>
      <Link className={styles.note} to={paths.requestLink}>
        {t('link.request_title')}
      </Link>
    </Entrance>
  )
}

function reasonOf({ code }: Refusal) {
  if (code === 'cancelled') return 'passkey.cancelled'
  if (code === 'locked') return 'sign_in.locked'
  return code === 'too_many_requests' ? 'sign_in.too_many' : 'passkey.refused'
}
