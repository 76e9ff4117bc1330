/** The form for one address of the address book, new or changed. The server validates it by the country. */
import { useState, type SubmitEvent } from 'react'
import type { AddressEntry } from '../../../contract/addresses.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount, logAuthFailure } from '../../state/auth.ts'
import { formText } from './form-text.ts'
import styles from './profile-form.module.css'

const fields = [
  ['firstName', 'checkout.first_name', 'given-name'],
  ['lastName', 'checkout.last_name', 'family-name'],
  ['companyName', 'checkout.company_optional', 'organization'],
  ['address', 'checkout.address', 'street-address'],
  ['postalCode', 'checkout.postal_code', 'postal-code'],
  ['city', 'checkout.city', 'address-level2'],
] as const

interface BookAddressFormProps {
  kind: AddressEntry['kind']
  /** Null: a new one. */
  address: AddressEntry | null
  /** The first of its kind is the default unless the customer says otherwise. */
  isFirst: boolean
  saved: () => void
  cancel: () => void
}

export function BookAddressForm({ kind, address, isFirst, saved, cancel }: BookAddressFormProps) {
  const t = useStrings()
  const store = useStore()
  const [step, setStep] = useState<'ready' | 'sending' | 'failed'>('ready')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const texts = Object.fromEntries(fields.map(([field]) => [field, formText(form, field)]))
    const body = { kind, isDefault: new FormData(form).has('isDefault'), ...texts }
    setStep('sending')
    setRefusal(null)
    const answer =
      address === null
        ? await callAccount(store, 'auth/addresses', { method: 'POST', body })
        : await callAccount(store, `auth/addresses/${address.id}`, { method: 'PUT', body })
    if (answer.ok) return saved()
    setErrors(answer.errors)
    if (answer.status === 409) setRefusal(answer.message)
    else if (answer.status !== 422) logAuthFailure('saving an address', answer.status)
    setStep(answer.status === 422 || answer.status === 409 ? 'ready' : 'failed')
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <div className={styles.fields}>
        {fields.map(([field, label, autoComplete]) => (
          <FormField
            key={field}
            label={t(label)}
            name={field}
            autoComplete={autoComplete}
            defaultValue={address?.[field] ?? ''}
            error={errors[field]}
          />
        ))}
      </div>
      <label>
        <input type="checkbox" name="isDefault" defaultChecked={address?.isDefault ?? isFirst} />{' '}
        {t('address.make_default')}
      </label>
      {(step === 'failed' || refusal !== null) && (
        <Notice look="danger" role="alert">
          {refusal ?? t('account.save_failed')}
        </Notice>
      )}
      <div className={styles.end}>
        <Button type="submit" look="main" disabled={step === 'sending'}>
          {t('account.save')}
        </Button>
        <Button onClick={cancel}>{t('address.cancel')}</Button>
      </div>
    </form>
  )
}
