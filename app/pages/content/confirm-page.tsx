/**
 * Target of the link in a confirmation mail (double opt-in). It asks first: mail scanners follow links, and
 * must not confirm anything.
 */
import { useState, type SubmitEvent } from 'react'
import type { PageHandle } from '../../layout/page-handle.ts'
import type { ConfirmationAnswer } from '../../../contract/subscribers.ts'
import { companyPaths } from '../../../domain/companies/company-paths.ts'
import { mailPaths } from '../../../domain/notifications/mail-paths.ts'
import { shopContext } from '../../shop-context.ts'
import { callApi } from '../../state/api-client.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { ConfirmCompany } from './confirm-company.tsx'
import { PlainPage } from './plain-page.tsx'
import type { Route } from './+types/confirm-page'
import styles from './plain-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const token = query.get('token') ?? ''
  const isCompany = query.get('for') === 'company'
  const title = serverTranslate(shop.store)(isCompany ? 'verify_company.title' : 'confirm.title')
  const { confirm } = isCompany ? companyPaths : mailPaths
  return {
    token,
    isCompany,
    head: pageHead(shop, { title, path: confirm(shop.store.code, token), index: false }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

type Step = 'ready' | 'sending' | 'refused' | 'failed'

export default function ConfirmPage({ loaderData: { token, isCompany } }: Route.ComponentProps) {
  return isCompany ? <ConfirmCompany token={token} /> : <ConfirmAddress token={token} />
}

function ConfirmAddress({ token }: { token: string }) {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<Step>('ready')
  const [confirmed, setConfirmed] = useState<ConfirmationAnswer['purpose'] | null>(null)
  const title = t('confirm.title')
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setStep('sending')
    const answer = await callApi<ConfirmationAnswer>(store, 'confirmations', {
      method: 'POST',
      body: { token },
    })
    if (answer.ok) setConfirmed(answer.data.purpose)
    else setStep(answer.status === 403 ? 'refused' : 'failed')
  }
  if (confirmed !== null) {
    return (
      <PlainPage title={title} subject={title}>
        <Notice look="done" role="status">
          {t(`confirm.done_${confirmed}`)}
        </Notice>
      </PlainPage>
    )
  }
  return (
    <PlainPage title={title} lead={t('confirm.text')} subject={title}>
      {(step === 'refused' || step === 'failed') && (
        <Notice look="danger" role="alert">
          {t(step === 'refused' ? 'confirm.refused' : 'form.failed')}
        </Notice>
      )}
      <form className={styles.form} method="post" onSubmit={submit}>
        <Button type="submit" look="main" disabled={step === 'sending' || step === 'refused'}>
          {t('confirm.send')}
        </Button>
      </form>
    </PlainPage>
  )
}
