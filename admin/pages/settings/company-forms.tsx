/**
 * Company, bank accounts, sender of mails, statements on documents, minimum order, which products are sold, where
 * parcels are sent from and how they are booked.
 */
import { Button } from '../../../ui/button.tsx'
import { Check, Field, TextField } from '../../shell/form.tsx'
import { useTexts } from '../../texts.tsx'
import { AmountField } from './amount-field.tsx'
import { SectionForm, type FormProps } from './section-form.tsx'
import { companyFields, dispatchFields } from './setting-words.ts'
import styles from './settings.module.css'

export function CompanyForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="company" explain={t('settings.company_explain')}>
      {(company, change) => (
        <div className={styles.grid}>
          {companyFields.map(([name, label, autoComplete]) => (
            <Field
              key={name}
              label={t(label)}
              name={name}
              value={company[name]}
              autoComplete={autoComplete}
              aria-required
              maxLength={200}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ))}
        </div>
      )}
    </SectionForm>
  )
}

export function BankForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="bank" explain={t('settings.bank_explain')}>
      {({ accounts }, change) => {
        const replace = (at: number, part: Partial<(typeof accounts)[number]>) =>
          change({ accounts: accounts.map((each, index) => (index === at ? { ...each, ...part } : each)) })
        return (
          <>
            {accounts.map(({ label, value }, index) => (
              // Rows have no id of their own, and keep their order while they are typed.
              <div key={index} className={styles.account}>
                <Field
                  label={t('settings.account_label')}
                  value={label}
                  required
                  maxLength={200}
                  onChange={({ target }) => replace(index, { label: target.value })}
                />
                <Field
                  label={t('settings.account_value')}
                  value={value}
                  required
                  maxLength={200}
                  onChange={({ target }) => replace(index, { value: target.value })}
                />
                <Button
                  size="small"
                  aria-label={t('views.remove', { name: label })}
                  onClick={() => change({ accounts: accounts.filter((_, at) => at !== index) })}
                >
                  {t('remove')}
                </Button>
              </div>
            ))}
            {accounts.length < 8 && (
              <Button
                size="small"
                className={styles.save}
                onClick={() => change({ accounts: [...accounts, { label: '', value: '' }] })}
              >
                {t('settings.add_account')}
              </Button>
            )}
          </>
        )
      }}
    </SectionForm>
  )
}

export function MailForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="mail" explain={t('settings.mail_explain')}>
      {({ name, address }, change) => (
        <div className={styles.grid}>
          <Field
            label={t('settings.sender_name')}
            name="name"
            value={name}
            aria-required
            maxLength={200}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Field
            label={t('settings.sender_address')}
            name="address"
            inputMode="email"
            value={address}
            aria-required
            maxLength={200}
            onChange={({ target }) => change({ address: target.value })}
          />
        </div>
      )}
    </SectionForm>
  )
}

export function LegalForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="legal" explain={t('settings.legal_explain')}>
      {({ notes }, change) => (
        <TextField
          label={t('settings.legal_notes')}
          name="notes"
          value={notes.join('\n')}
          rows={Math.max(3, notes.length + 1)}
          maxLength={2400}
          onChange={({ target }) => change({ notes: target.value === '' ? [] : target.value.split('\n') })}
        />
      )}
    </SectionForm>
  )
}

export function OrdersForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="orders" explain={t('settings.orders_explain')}>
      {({ minimum }, change) => (
        <div className={styles.grid}>
          <AmountField
            label={t('settings.amount_in', { name: t('settings.minimum'), currency: form.settings.currency })}
            name="minimum"
            value={minimum}
            onChange={(value) => change({ minimum: value ?? 0 })}
          />
        </div>
      )}
    </SectionForm>
  )
}

export function ProductsForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="products" explain={t('settings.products_explain')}>
      {({ requiresStatutoryData: isRequired }, change) => (
        <Check
          label={t('settings.requires_statutory_data')}
          checked={isRequired}
          onChange={({ target }) => change({ requiresStatutoryData: target.checked })}
        />
      )}
    </SectionForm>
  )
}

export function DispatchForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="dispatch" explain={t('settings.dispatch_explain')}>
      {(place, change) => (
        <div className={styles.grid}>
          {dispatchFields.map(([name, label, autoComplete]) => (
            <Field
              key={name}
              label={t(label)}
              name={name}
              value={place[name]}
              autoComplete={autoComplete}
              aria-required={name !== 'voecNumber'}
              maxLength={name === 'countryCode' ? 2 : 200}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ))}
        </div>
      )}
    </SectionForm>
  )
}

export function ParcelsForm(form: FormProps) {
  const { t } = useTexts()
  return (
    <SectionForm {...form} section="parcels" explain={t('settings.parcels_explain')}>
      {({ shipsByHand: isByHand }, change) => (
        <Check
          label={t('settings.ships_by_hand')}
          checked={isByHand}
          onChange={({ target }) => change({ shipsByHand: target.checked })}
        />
      )}
    </SectionForm>
  )
}
