/**
 * Ends the newsletter for the address in its link (ROUTE-18, NEWS-01); the link's `token` proves the address.
 * Older links carry it as `key`.
 */
import { useState, type SubmitEvent } from 'react'
import { isEmail } from '../../../domain/stores/email.ts'
import { MailChoices } from './mail-choices.tsx'
import type { PageHandle } from '../../layout/page-handle.ts'
import { namesOf } from '../../../modules/modules.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { callApi } from '../../state/api-client.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { PlainPage } from './plain-page.tsx'
import type { Route } from './+types/unsubscribe-page'
import styles from './plain-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const title = serverTranslate(shop.store)('unsubscribe.title')
  const query = new URL(request.url).searchParams
  return {
    email: query.get('email') ?? '',
    token: query.get('token') ?? query.get('key') ?? '',
    /** The link of a mail that leads to all choices, and where there is no newsletter. */
    chooses: query.has('choose') || namesOf('optIns').length === 0,
    head: pageHead(shop, { title, path: links.unsubscribe(code), index: false }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

type Step = 'ready' | 'invalid' | 'sending' | 'refused' | 'failed' | 'done'

export default function UnsubscribePage({ loaderData }: Route.ComponentProps) {
  const { email, token } = loaderData
  const t = useStrings()
  const [chooses, setChooses] = useState(loaderData.chooses)
  const title = t('unsubscribe.title')
  // Without a valid link anybody could end anybody's newsletter.
  if (token === '') return <PlainPage title={title} lead={t('unsubscribe.need_link')} subject={title} />
  if (chooses) return <MailChoices email={email} token={token} />
  return (
    <PlainPage title={title} lead={t('unsubscribe.text')} subject={title}>
      <UnsubscribeForm email={email} token={token} />
      <Button onClick={() => setChooses(true)}>{t('unsubscribe.more')}</Button>
    </PlainPage>
  )
}

function UnsubscribeForm({ email, token }: { email: string; token: string }) {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<Step>('ready')
  const [address, setAddress] = useState(email)
  if (step === 'done') {
    return (
      <Notice look="done" role="status">
        {t('unsubscribe.done', { email: address })}
      </Notice>
    )
  }
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = emailIn(event.currentTarget)
    if (!isEmail(typed)) return setStep('invalid')
    setStep('sending')
    const answer = await callApi(store, 'unsubscribe', { method: 'POST', body: { email: typed, token } })
    setAddress(typed)
    setStep(answer.ok ? 'done' : answer.status === 403 ? 'refused' : 'failed')
  }
  const errors = {
    invalid: t('form.email_invalid'),
    refused: t('unsubscribe.refused'),
    failed: t('form.failed'),
  } as const
  const error = step in errors ? errors[step as keyof typeof errors] : null
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <FormField
        label={t('form.email')}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        error={error}
      />
      <Button type="submit" look="main" disabled={step === 'sending'}>
        {t('unsubscribe.send')}
      </Button>
    </form>
  )
}
