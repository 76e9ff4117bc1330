/** Asks for a mailed link, for people whose passkeys are lost. */
import { Form, Link, useActionData, useNavigation } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sendApi, type Refusal } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useTexts } from '../../texts.tsx'
import { Entrance } from './entrance.tsx'
import styles from './entrance.module.css'

type Answer = { ok: true; email: string } | Refusal

export async function action({ request }: { request: Request }): Promise<Answer> {
  const email = (await request.formData()).get('email') as string
  const sent = await sendApi('POST', apiPaths.signInLink, { email })
  return sent.ok ? { ok: true, email } : sent
}

export function Component() {
  const { t } = useTexts()
  const answer = useActionData<Answer>()
  const busy = useNavigation().state !== 'idle'
  return (
    <Entrance title={t('link.request_title')}>
      {answer?.ok ? (
        <Notice role="status">{t('link.sent', { email: answer.email })}</Notice>
      ) : (
        <>
          <p>{t('link.intro')}</p>
          {answer && (
            <Notice look="danger" role="alert">
              {t(answer.code === 'too_many_requests' ? 'sign_in.too_many' : 'error.not_saved_text')}
            </Notice>
          )}
          <Form method="post">
            <FormField label={t('link.email')} name="email" type="email" autoComplete="username" required />
            <Button type="submit" look="main" wide disabled={busy}>
              {t('link.send')}
            </Button>
          </Form>
        </>
      )}
      <p className={styles.note}>{t('link.no_code')}</p>
      <Link to={paths.signIn()}>{t('sign_in.passkey')}</Link>
    </Entrance>
  )
}
