/**
 * Cancellation of a subscription without login (§ 312k BGB): one form with the button that declares it, then the
 * receipt with day and time, which can be saved.
 */
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import type { CancellationAnswer, CancellationRequest } from '../contract.ts'
import { longestReason } from '../contract-cancellation.ts'
import { Button } from '../../../ui/button.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { PageHandle } from '../../../app/layout/page-handle.ts'
import { links } from '../../../app/links.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { callApi } from '../../../app/state/api-client.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { metaOf, pageHead } from '../../../app/pages/page-head.ts'
import { PlainPage } from '../../../app/pages/content/plain-page.tsx'
import styles from '../../../app/pages/content/plain-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

export function loader({ context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('cancel.title')
  const path = links.modulePage(shop.store.code, 'cancel-subscription')
  return { head: pageHead(shop, { title, path, index: false }) }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => metaOf(loaderData)

type Declared = Omit<CancellationRequest, 'key'>

function declaredIn(form: HTMLFormElement): Declared {
  const data = new FormData(form)
  const text = (name: string) => {
    const typed = data.get(name)
    return typeof typed === 'string' ? typed.trim() : ''
  }
  return {
    contract: text('contract'),
    name: text('name'),
    email: emailIn(form),
    kind: text('kind') === 'extraordinary' ? 'extraordinary' : 'ordinary',
    reason: text('reason'),
    end: text('end') || 'earliest',
  }
}

export default function CancelSubscriptionPage() {
  const t = useStrings()
  const title = t('cancel.title')
  const [sent, setSent] = useState<{ declared: Declared; answer: CancellationAnswer } | null>(null)
  if (sent) {
    return (
      <PlainPage title={title} subject={title}>
        <Receipt {...sent} />
      </PlainPage>
    )
  }
  return (
    <PlainPage title={title} lead={t('cancel.lead')} subject={title}>
      <CancellationForm onDone={(declared, answer) => setSent({ declared, answer })} />
    </PlainPage>
  )
}

interface CancellationFormProps {
  onDone: (declared: Declared, answer: CancellationAnswer) => void
}

function CancellationForm({ onDone }: CancellationFormProps) {
  const t = useStrings()
  const store = useStore()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** The last attempt: the same content is sent again under the same key. */
  const attempt = useRef({ key: '', content: '' })
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const declared = declaredIn(event.currentTarget)
    const content = JSON.stringify(declared)
    if (attempt.current.content !== content) attempt.current = { key: crypto.randomUUID(), content }
    setSending(true)
    setProblem(null)
    const body = { ...declared, key: attempt.current.key }
    const answer = await callApi<CancellationAnswer>(store, 'contract-cancellations', {
      method: 'POST',
      body,
    })
    setSending(false)
    if (answer.ok) return onDone(declared, answer.data)
    if ('email' in answer.errors) setProblem(t('form.email_invalid'))
    else if (answer.errors['name'] !== undefined) setProblem(`${t('cancel.name')}: ${answer.errors['name']}`)
    else setProblem(t(answer.status === 429 ? 'login.too_many' : 'withdraw.failed'))
  }
  return (
    <form className={styles.form} method="post" onSubmit={submit}>
      <fieldset className={styles.options}>
        <legend>{t('cancel.kind')}</legend>
        <label>
          <input type="radio" name="kind" value="ordinary" defaultChecked /> {t('cancel.ordinary')}
        </label>
        <label>
          <input type="radio" name="kind" value="extraordinary" /> {t('cancel.extraordinary')}
        </label>
      </fieldset>
      <FormField label={t('cancel.reason')} name="reason" autoComplete="off" maxLength={longestReason} />
      <FormField
        label={t('cancel.name')}
        name="name"
        autoComplete="name"
        pattern=".*\S.*"
        maxLength={200}
        required
      />
      <FormField label={t('form.email')} name="email" type="email" autoComplete="email" required />
      <FormField
        label={t('cancel.contract')}
        name="contract"
        autoComplete="off"
        autoCapitalize="characters"
        pattern=".*\S.*"
        maxLength={60}
        required
      />
      <FormField label={t('cancel.end')} hint={t('cancel.end_hint')} name="end" type="date" />
      {problem && (
        <Notice look="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit" look="main" disabled={isSending}>
        {t('cancel.send')}
      </Button>
    </form>
  )
}

function Receipt({
  declared,
  answer: { declared_at, email },
}: {
  declared: Declared
  answer: CancellationAnswer
}) {
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const moment = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeStyle: 'long', timeZone })
  const end =
    declared.end === 'earliest'
      ? t('cancel.earliest')
      : new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(declared.end))
  const rows = [
    [t('cancel.contract'), declared.contract],
    [t('cancel.kind'), t(`cancel.${declared.kind}`)],
    ...(declared.reason === '' ? [] : [[t('cancel.reason'), declared.reason] as const]),
    [t('cancel.end'), end],
    [t('cancel.name'), declared.name],
  ] as const
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('cancel.done')}
      </h2>
      <p>{t('cancel.receipt', { moment: moment.format(new Date(declared_at)), email })}</p>
      <dl className={styles.declared}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
            </dd>
          </div>
        ))}
      </dl>
      <Button type="button" onClick={() => window.print()}>
        {t('cancel.save')}
      </Button>
    </>
  )
}
