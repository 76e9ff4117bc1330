/** How long buyers have to pay an invoice, and when an unpaid one is reminded. */
import { useState } from 'react'
import { Check, Field } from '../../shell/form.tsx'
import { useTexts } from '../../texts.tsx'
import { AmountField } from './amount-field.tsx'
import { SectionForm, type FormProps } from './section-form.tsx'
import layout from '../../shell/form-layout.module.css'
import styles from './settings.module.css'

export function InvoicesForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="invoices" explain={t('settings.invoices_explain')}>
      {(invoices, change) => (
        <div className={layout.fields}>
          <AmountField
            label={t('settings.private_days')}
            hint={t('settings.private_days_hint')}
            name="privateDays"
            value={invoices.privateDays}
            isCount
            onChange={(days) => change({ privateDays: days ?? 0 })}
          />
          <AmountField
            label={t('settings.business_days')}
            hint={t('settings.business_days_hint')}
            name="businessDays"
            value={invoices.businessDays}
            isCount
            onChange={(days) => change({ businessDays: days ?? 0 })}
          />
          <DaysField
            label={t('settings.reminder_days')}
            hint={t('settings.reminder_days_hint')}
            name="reminderDays"
            value={invoices.reminderDays}
            onChange={(days) => change({ reminderDays: days })}
          />
          <Check
            label={
              <span>
                {t('settings.invoice_alone')}
                <span className={styles.note}>{t('settings.invoice_alone_hint')}</span>
              </span>
            }
            checked={invoices.onlyMethod}
            onChange={({ target }) => change({ onlyMethod: target.checked })}
          />
        </div>
      )}
    </SectionForm>
  )
}

const textOf = (days: readonly number[]) => days.join(', ')
const daysIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number)

/** Numbers separated by commas. What was typed stays as it is while it means the same numbers. */
function DaysField({
  value,
  onChange,
  ...field
}: {
  label: string
  hint: string
  name: string
  value: readonly number[]
  onChange: (days: number[]) => void
}) {
  const [typed, setTyped] = useState(textOf(value))
  const isTyped = textOf(daysIn(typed)) === textOf(value)
  return (
    <Field
      {...field}
      pattern="\s*(\d+(\s*,\s*\d+)*)?\s*"
      value={isTyped ? typed : textOf(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(daysIn(target.value))
      }}
    />
  )
}
