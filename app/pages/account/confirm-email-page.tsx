/**
 * Target of the links that confirm another login address. It asks first: mail scanners follow links, and must
 * not confirm anything.
 */
import { useState, type SubmitEvent } from 'react'
import type { ConfirmEmailAnswer } from '../../../contract/accounts.ts'
import { accountPaths } from '../../../domain/accounts/account-paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { PageHandle } from '../../layout/page-handle.ts'
import { shopContext } from '../../shop-context.ts'
import { callApi } from '../../state/api-client.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { PlainPage } from '../content/plain-page.tsx'
import styles from '../content/plain-page.module.css'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/confirm-email-page'

export const handle: PageHandle = { layout: 'plain' }

export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('confirm_email.title')
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const path = accountPaths.confirmEmail(shop.store.code, token)
  return { token, head: pageHead(shop, { title, path, index: false }) }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function ConfirmEmailPage({ loaderData: { token } }: Route.ComponentProps) {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<'ready' | 'sending' | 'refused' | 'failed' | 'half' | 'done'>('ready')
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setStep('sending')
    const call = { method: 'POST', body: { token } } as const
    const answer = await callApi<ConfirmEmailAnswer>(store, 'auth/confirm-email', call)
    if (answer.ok) return setStep(answer.data.done ? 'done' : 'half')
    setStep(answer.status === 401 ? 'refused' : 'failed')
  }
  const title = t('confirm_email.title')
  if (step === 'half' || step === 'done')
    return (
      <PlainPage title={title} subject={title}>
        <Notice look="done" role="status">
          {t(`confirm_email.${step}`)}
        </Notice>
      </PlainPage>
    )
  return (
    <PlainPage title={title} lead={t('confirm_email.text')} subject={title}>
      {(step === 'refused' || step === 'failed') && (
        <Notice look="danger" role="alert">
          {t(step === 'refused' ? 'register.refused' : 'form.failed')}
        </Notice>
      )}
      <form className={styles.form} method="post" onSubmit={submit}>
        <Button type="submit" look="main" disabled={step === 'sending' || step === 'refused'}>
          {t('confirm_email.send')}
        </Button>
      </form>
    </PlainPage>
  )
}
