/**
 * Opens an account: first an e-mail address, to which a link is mailed; behind the link name and password.
 * Everybody gets the same answer to an address, with or without an account.
 */
import { useState, type SubmitEvent } from 'react'
import { useLocation } from 'react-router'
import { isPassword } from '../../../domain/accounts/account.ts'
import { readDestination } from '../../../domain/accounts/login-destination.ts'
import { isEmail } from '../../../domain/stores/email.ts'
import { emailIn } from '../../../ui/email-in.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { PageHandle } from '../../layout/page-handle.ts'
import { links, withQuery } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { openAccount, requestAccount } from '../../state/open-account.ts'
import { useHydrated } from '../../state/use-hydrated.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { PlainPage } from '../content/plain-page.tsx'
import plainStyles from '../content/plain-page.module.css'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/register-page'
import { formText } from './form-text.ts'

export const handle: PageHandle = { layout: 'plain' }

export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('register.title')
  const token = new URL(request.url).searchParams.get('token') || null
  return { token, head: pageHead(shop, { title, path: links.register(shop.store.code), index: false }) }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

/**
 * The page that asked for the login; null: none. Read in the browser: the cached page does not depend on it.
 */
function useDestination(): string | null {
  const { code } = useStore()
  const { search } = useLocation()
  const isHydrated = useHydrated()
  return isHydrated ? readDestination(new URLSearchParams(search).get('destination') ?? '', code) : null
}

export default function RegisterPage({ loaderData: { token } }: Route.ComponentProps) {
  const t = useStrings()
  const title = t('register.title')
  return (
    <PlainPage
      title={title}
      lead={t(token === null ? 'register.lead' : 'register.finish_lead')}
      subject={title}
    >
      {token === null ? <AddressForm /> : <DetailsForm token={token} />}
    </PlainPage>
  )
}

function AddressForm() {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<'ready' | 'invalid' | 'sending' | 'failed' | 'sent'>('ready')
  const destination = useDestination()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = emailIn(event.currentTarget)
    if (!isEmail(email)) return setStep('invalid')
    setStep('sending')
    setStep(await requestAccount(store, email, destination ?? undefined))
  }
  if (step === 'sent')
    return (
      <Notice look="done" role="status">
        {t('register.sent')}
      </Notice>
    )
  return (
    <form className={plainStyles.form} method="post" noValidate onSubmit={submit}>
      {step === 'failed' && (
        <Notice look="danger" role="alert">
          {t('form.failed')}
        </Notice>
      )}
      <FormField
        label={t('form.email')}
        name="email"
        type="email"
        autoComplete="email"
        error={step === 'invalid' && t('form.email_invalid')}
      />
      <Button type="submit" look="main" disabled={step === 'sending'}>
        {t('register.send')}
      </Button>
      <a href={links.login(store.code, destination ?? undefined)}>{t('register.have')}</a>
      <p>{t('register.company')}</p>
    </form>
  )
}

const fields = ['firstName', 'lastName', 'password'] as const
type Errors = Partial<Record<(typeof fields)[number], string>>

function DetailsForm({ token }: { token: string }) {
  const t = useStrings()
  const store = useStore()
  const destination = useDestination()
  const [step, setStep] = useState<'ready' | 'sending' | 'refused' | 'failed'>('ready')
  const [errors, setErrors] = useState<Errors>({})
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const firstName = formText(form, 'firstName').trim()
    const lastName = formText(form, 'lastName').trim()
    const password = formText(form, 'password')
    const wrong: Errors = {
      ...(firstName === '' && { firstName: t('form.missing', { field: t('checkout.first_name') }) }),
      ...(lastName === '' && { lastName: t('form.missing', { field: t('checkout.last_name') }) }),
      ...(!isPassword(password) && { password: t('login.password_hint') }),
    }
    setErrors(wrong)
    const first = fields.find((field) => wrong[field] !== undefined)
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setStep('sending')
    const answer = await openAccount(store, { token, firstName, lastName, password })
    if (answer.ok) return location.assign(destination ?? links.account(store.code))
    setErrors(answer.errors)
    setStep(answer.status === 401 ? 'refused' : answer.status === 422 ? 'ready' : 'failed')
  }
  if (step === 'refused')
    return (
      <>
        <Notice look="danger" role="alert">
          {t('register.refused')}
        </Notice>
        <a href={withQuery(links.register(store.code), { destination })}>{t('register.again')}</a>
      </>
    )
  return (
    <form className={plainStyles.form} method="post" noValidate onSubmit={submit}>
      {step === 'failed' && (
        <Notice look="danger" role="alert">
          {t('form.failed')}
        </Notice>
      )}
      <FormField
        label={t('checkout.first_name')}
        name="firstName"
        autoComplete="given-name"
        error={errors.firstName}
      />
      <FormField
        label={t('checkout.last_name')}
        name="lastName"
        autoComplete="family-name"
        error={errors.lastName}
      />
      <FormField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('login.password_hint')}
        error={errors.password}
      />
      <Button type="submit" look="main" disabled={step === 'sending'}>
        {t('register.finish')}
      </Button>
    </form>
  )
}
