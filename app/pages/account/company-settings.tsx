/** The company's invoice address and the references that its orders need; for admins. */
import { useState, type SubmitEvent } from 'react'
import type { CompanyAnswer } from '../../../contract/companies.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { callAccount } from '../../state/auth.ts'
import { formText } from './form-text.ts'
import styles from './security.module.css'

const references = [
  ['yourReference', 'checkout.your_reference'],
  ['purchaseOrder', 'checkout.purchase_order'],
  ['costCentre', 'checkout.cost_centre'],
] as const

/** The fields of the form as the API names them. */
type Settings = Pick<
  CompanyAnswer,
  | 'street'
  | 'postal_code'
  | 'city'
  | 'invoice_email'
  | 'electronic_address'
  | 'required_references'
  | 'cost_centres'
>

export function CompanySettings({ company }: { company: CompanyAnswer }) {
  const t = useStrings()
  const store = useStore()
  /** What the form showed at first, or was saved last. */
  const [shown, setShown] = useState<Settings>(company)
  const [step, setStep] = useState<'ready' | 'sending' | 'saved' | 'failed'>('ready')
  const [errors, setErrors] = useState<Record<string, string>>({})
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setStep('sending')
    const entered: Settings = {
      street: formText(form, 'street'),
      postal_code: formText(form, 'postal_code'),
      city: formText(form, 'city'),
      invoice_email: formText(form, 'invoice_email'),
      electronic_address: formText(form, 'electronic_address'),
      required_references: references.map(([name]) => name).filter((name) => formText(form, name) !== ''),
      cost_centres: formText(form, 'cost_centres').split('\n'),
    }
    const answer = await callAccount<CompanyAnswer>(store, 'company', {
      method: 'PATCH',
      body: changesOf(shown, entered),
    })
    if (answer.ok) setShown(answer.data)
    setErrors(answer.ok ? {} : answer.errors)
    setStep(answer.ok ? 'saved' : answer.status === 422 ? 'ready' : 'failed')
  }
  const fields = [
    ['street', 'checkout.address', company.street],
    ['postal_code', 'checkout.postal_code', company.postal_code],
    ['city', 'checkout.city', company.city],
    ['invoice_email', 'company.invoice_email', company.invoice_email],
    ['electronic_address', 'checkout.electronic_address', company.electronic_address],
  ] as const
  return (
    <section className={styles.part}>
      <h3>{t('company.settings')}</h3>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        {fields.map(([name, label, value]) => (
          <FormField
            key={name}
            label={t(label)}
            name={name}
            autoComplete="off"
            defaultValue={value ?? ''}
            error={errors[name]}
          />
        ))}
        <fieldset className={styles.choice}>
          <legend>{t('company.require')}</legend>
          {references.map(([name, label]) => (
            <div key={name}>
              <label>
                <input
                  type="checkbox"
                  name={name}
                  defaultChecked={company.required_references.includes(name)}
                />{' '}
                {t(label)}
              </label>
            </div>
          ))}
        </fieldset>
        <TextAreaField
          id="company-cost-centres-list"
          label={t('company.cost_centres')}
          name="cost_centres"
          rows={4}
          defaultValue={company.cost_centres.join('\n')}
          error={errors['cost_centres']}
        />
        {step === 'failed' && (
          <Notice look="danger" role="alert">
            {t('company.failed')}
          </Notice>
        )}
        {step === 'saved' && (
          <Notice look="done" role="status">
            {t('company.saved')}
          </Notice>
        )}
        <Button type="submit" disabled={step === 'sending'}>
          {t('company.save')}
        </Button>
      </form>
    </section>
  )
}

/**
 * The fields that were changed in the form: a colleague, or the shop's staff, may have corrected another one since it
 * was opened.
 */
function changesOf(shown: Settings, entered: Settings): Partial<Settings> {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
  const names = Object.keys(entered) as (keyof Settings)[]
  const changed = names.filter((name) => !isSame(shown[name], entered[name]))
  return Object.fromEntries(changed.map((name) => [name, entered[name]]))
}
