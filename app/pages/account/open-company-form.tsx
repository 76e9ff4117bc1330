/** Opens a company, of which the customer becomes the admin; for customers who belong to none. */
import { useState, type SubmitEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount, takeSession } from '../../state/auth.ts'
import { formText } from './form-text.ts'
import styles from './security.module.css'

const fields = [
  ['name', 'checkout.company_name', 'organization'],
  ['organisation_number', 'company.number_label', 'off'],
  ['street', 'checkout.address', 'street-address'],
  ['postal_code', 'checkout.postal_code', 'postal-code'],
  ['city', 'checkout.city', 'address-level2'],
] as const

export function OpenCompanyForm({ onOpen }: { onOpen: () => Promise<void> }) {
  const t = useStrings()
  const store = useStore()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setSending(true)
    setProblem(null)
    const body = Object.fromEntries(fields.map(([name]) => [name, formText(form, name)]))
    const answer = await callAccount(store, 'company', { method: 'POST', body })
    if (answer.ok) {
      // The role, the view without VAT and the menu follow the membership.
      await takeSession(store, 'account')
      return onOpen()
    }
    setSending(false)
    setErrors(answer.errors)
    if (answer.status !== 422) setProblem(answer.message ?? t('company.failed'))
    const wrong = fields.find(([name]) => answer.errors[name] !== undefined)
    if (wrong) form.querySelector<HTMLInputElement>(`[name=${wrong[0]}]`)?.focus()
  }
  return (
    <section className={styles.part}>
      <h3>{t('company.open')}</h3>
      <p>{t('company.open_text')}</p>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        {fields.map(([name, label, autoComplete]) => (
          <FormField
            key={name}
            label={t(label)}
            name={name}
            autoComplete={autoComplete}
            error={errors[name]}
          />
        ))}
        {problem !== null && (
          <Notice look="danger" role="alert">
            {problem}
          </Notice>
        )}
        <Button type="submit" look="main" disabled={isSending}>
          {t('company.open_send')}
        </Button>
      </form>
    </section>
  )
}
