/** Accounts at payment providers and carriers: keys can be set and removed here, and are never shown. */
import type { ProviderAccount } from '../../../contract/admin/settings.ts'
import { valuesOf } from '../../../modules/modules.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { Check, Field, RefusalNotice } from '../../shell/form.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { useUnsaved } from '../../shell/leave-warning.tsx'
import { Status } from '../../shell/status.tsx'
import { actorText } from '../../shell/timeline.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useEdited } from '../../shell/use-edited.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import { formId } from './form-id.ts'
import type { FormProps } from './section-form.tsx'
import styles from './settings.module.css'

/** Names of the companies; the same in every language. */
const companies: Readonly<Record<ProviderAccount['provider'], string>> = {
  ...valuesOf('paymentAccounts', ({ name }) => name),
  ...valuesOf('carriers', ({ company, name }) => company ?? name),
}

export function PaymentAccounts(form: FormProps) {
  const { t } = useTexts()
  return (
    <Card id={formId('accounts')} title={t('settings.accounts')}>
      <p className={styles.soft}>{t('settings.accounts_explain')}</p>
      <Accounts {...form} accounts={form.settings.accounts} />
    </Card>
  )
}

export function CarrierAccounts(form: FormProps) {
  const { t } = useTexts()
  return (
    <Card id={formId('carriers')} title={t('settings.carriers')}>
      <p className={styles.soft}>
        {t('settings.accounts_explain')} {t('settings.carriers_explain')}
      </p>
      <Accounts {...form} accounts={form.settings.carrierAccounts} />
    </Card>
  )
}

function Accounts({ accounts, ...form }: FormProps & { accounts: readonly ProviderAccount[] }) {
  return accounts.map((account) => <Account key={account.provider} {...form} account={account} />)
}

/** Null: an optional key that is to be removed. */
const nothingTyped = (): Readonly<Record<string, string | null>> => ({})

function Account({ settings: { store }, account, mayEdit }: FormProps & { account: ProviderAccount }) {
  const { t } = useTexts()
  const { provider, source, keys } = account
  const { base, draft: typed, setDraft: setTyped, reset } = useEdited(account, nothingTyped)
  const path = apiPaths.providerKeys(store, provider)
  const setting = useChange('PUT', path, { done: t('settings.keys_saved') })
  const removal = useChange('DELETE', path, { done: t('settings.keys_removed') })
  const given = Object.fromEntries(
    Object.entries(typed).filter(([, value]) => value === null || value.trim() !== ''),
  )
  useUnsaved(Object.keys(given).length > 0)
  const isFixed = source === 'environment' || source === 'simulator'
  const refusal = setting.refusal ?? removal.refusal
  // What was typed stays; sending it once more is about the account that the refusal names.
  const present = presentValue(refusal, base)
  const expected = present.setAt
  return (
    <form
      className={styles.form}
      aria-label={companies[provider]}
      autoComplete="off"
      onSubmit={async (event) => {
        event.preventDefault()
        if ((await setting.send({ keys: given, expected })) !== null) reset()
      }}
    >
      <h3>{companies[provider]}</h3>
      <p>
        <AccountState account={present} />
      </p>
      {mayEdit && !isFixed && (
        <>
          <div className={styles.grid}>
            {keys.map(({ name, optional, isSet, endsIn: end }) => {
              const set = end === null ? t('settings.key_set') : t('settings.key_ends', { end })
              const empty = optional ? t('settings.key_optional') : t('settings.key_missing')
              const label = t(`settings.key_${name}` as AdminKey)
              const isRemoved = typed[name] === null
              return (
                <div key={name}>
                  <Field
                    label={label}
                    type="password"
                    autoComplete="off"
                    maxLength={300}
                    value={typed[name] ?? ''}
                    hint={isSet ? set : empty}
                    disabled={isRemoved}
                    onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
                  />
                  {optional && isSet && (
                    <Check
                      label={t('views.remove', { name: label })}
                      checked={isRemoved}
                      onChange={({ target }) => setTyped({ ...typed, [name]: target.checked ? null : '' })}
                    />
                  )}
                </div>
              )
            })}
          </div>
          <RefusalNotice refusal={refusal} />
          {refusal !== null && <KeyProblems fields={refusal.details['fields']} />}
          <div className={styles.buttons}>
            <Button
              type="submit"
              size="small"
              disabled={setting.isSending || Object.keys(given).length === 0}
            >
              {t('settings.set_keys')}
            </Button>
            {account.setAt !== null && (
              <Button
                size="small"
                disabled={removal.isSending}
                onClick={async () => {
                  if ((await removal.send({ expected })) !== null) reset()
                }}
              >
                {t('settings.remove_keys')}
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  )
}

function AccountState({
  account: { source, setAt: at, setBy: by, isReadable },
}: {
  account: ProviderAccount
}) {
  const { t, dateTime } = useTexts()
  if (source === 'environment') return <Status tone="good" text={t('settings.keys_environment')} />
  if (source === 'simulator') return <Status tone="warning" text={t('settings.keys_simulator')} />
  if (at === null || by === null) {
    const text = source === 'environment_points' ? 'settings.keys_points' : 'settings.keys_none'
    return <Status tone="neutral" text={t(text)} />
  }
  if (!isReadable) return <Status tone="bad" text={t('settings.keys_unreadable')} />
  return <Status tone="good" text={t('settings.keys_set', { at: dateTime(at), by: actorText(by, t) })} />
}

function KeyProblems({ fields }: { fields: unknown }) {
  const { t } = useTexts()
  if (typeof fields !== 'object' || fields === null) return null
  return (
    <ul className={styles.problems}>
      {Object.entries(fields as Record<string, string>).map(([name, problem]) => (
        <li key={name}>
          {t(`settings.key_${name}` as AdminKey)}:{' '}
          {t(problem === 'required' ? 'settings.problem_required' : 'settings.problem_key_form')}
        </li>
      ))}
    </ul>
  )
}
