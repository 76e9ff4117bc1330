/** State of the profile form: values, errors (VALID-12), and the result of submitting it. */
import { useState, type HTMLInputAutoCompleteAttribute, type SubmitEvent } from 'react'
import type { ProfileAnswer } from '../../../contract/accounts.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import { isMobileNumber } from '../../../domain/stores/mobile-number.ts'
import { isPostalCode } from '../../../domain/stores/postal-code.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { callAccount, logAuthFailure } from '../../state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { looksLikePhone } from '../checkout/check-form.ts'

const fields = [
  ['firstName', 'checkout.first_name', 'given-name'],
  ['lastName', 'checkout.last_name', 'family-name'],
  ['companyName', 'checkout.company_name', 'organization'],
  ['phone', 'checkout.phone', 'tel'],
  ['address', 'checkout.address', 'street-address'],
  ['postalCode', 'checkout.postal_code', 'postal-code'],
  ['city', 'checkout.city', 'address-level2'],
] as const satisfies [string, StringKey, HTMLInputAutoCompleteAttribute][]

type Field = (typeof fields)[number][0]
type Texts = Record<Field, string>

/** The fields of GET /api/auth/profile that the form shows. */
export type ProfileUser = { email: string; type: 'private' | 'business' } & Record<Field, string | null>

type Problem = Extract<StringKey, `field.${string}`> | 'form.missing'

/** The error of a field, null if it is valid. Address and telephone may be empty. */
function problemOf(field: Field, value: string, business: boolean, store: Store): Problem | null {
  const text = value.trim()
  const needed = field === 'firstName' || field === 'lastName' || (field === 'companyName' && business)
  if (text === '') return needed ? 'form.missing' : null
  if (field === 'postalCode' && !isPostalCode(text, store)) return 'field.postal_code'
  if (field === 'phone' && !isMobileNumber(text, store) && !looksLikePhone(text, store)) return 'field.phone'
  return null
}

const textsOf = (user: ProfileUser): Texts =>
  Object.fromEntries(fields.map(([field]) => [field, user[field] ?? ''])) as Texts

export function useProfileForm(user: ProfileUser) {
  const t = useStrings()
  const store = useStore()
  const business = user.type === 'business'
  const [texts, setTexts] = useState(() => textsOf(user))
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [step, setStep] = useState<'ready' | 'sending' | 'saved' | 'no_access' | 'failed'>('ready')
  const shown = fields.filter(([field]) => business || field !== 'companyName')
  const check = (field: Field) => {
    const problem = problemOf(field, texts[field], business, store)
    const label = fields.find(([name]) => name === field)?.[1]
    return problem === null ? undefined : t(problem, { field: label ? t(label) : '' })
  }
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = shown.flatMap(([field]) => {
      const text = check(field)
      return text === undefined ? [] : [[field, text] as const]
    })
    setErrors(Object.fromEntries(wrong))
    if (wrong[0]) return form.querySelector<HTMLInputElement>(`[name=${wrong[0][0]}]`)?.focus()
    setStep('sending')
    const answer = await callAccount<ProfileAnswer>(store, 'auth/profile', {
      method: 'PUT',
      body: texts,
    })
    if (answer.ok) {
      setTexts(textsOf(answer.data.user))
      return setStep('saved')
    }
    setErrors(answer.errors)
    if (answer.status !== 422) logAuthFailure('saving the profile', answer.status)
    setStep(answer.status === 422 ? 'ready' : answer.status === 403 ? 'no_access' : 'failed')
  }
  const change = (field: Field, value: string) => {
    setTexts({ ...texts, [field]: value })
    setErrors({ ...errors, [field]: undefined })
    setStep('ready')
  }
  const leave = (field: Field) => setErrors({ ...errors, [field]: check(field) })
  return { shown, texts, errors, step, change, leave, submit }
}
