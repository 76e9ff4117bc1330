/** What the store lacks before it may open. Each missing item leads to the form or the page where it is done. */
import { Link } from 'react-router'
import type { SettingsAnswer } from '../../../contract/admin/settings.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { Status } from '../../shell/status.tsx'
import { useTexts, type AdminKey } from '../../texts.tsx'
import { checklistId } from './checklist-id.ts'
import { formId } from './form-id.ts'
import styles from './settings.module.css'

const form = (name: Parameters<typeof formId>[0]) => `#${formId(name)}`
const pages = () => paths.resource('content-pages')

/** Where each item is done; what is set in the environment of the server is done outside of the back office. */
const places: Readonly<Record<string, (store: string) => string>> = {
  identity: () => form('identity'),
  storefront: () => form('storefront'),
  company: () => form('company'),
  bank: () => form('bank'),
  legal: () => form('legal'),
  dispatch: () => form('dispatch'),
  mail_sender: () => form('mail'),
  payments: () => form('accounts'),
  provider_keys: () => form('accounts'),
  carrier_keys: () => form('carriers'),
  shipping_methods: () => form('shipping'),
  terms_page: pages,
  privacy_page: pages,
  contact_page: pages,
  shipping_page: pages,
  returns_page: pages,
  products: () => paths.import,
  statutory_data: paths.productsWithoutStatutoryData,
  owner: () => paths.resource('staff'),
  open: () => form('opening'),
}

export function OpeningChecklist({ settings }: { settings: SettingsAnswer }) {
  const { t } = useTexts()
  const { store, checklist: checks, products, statutoryGaps: count } = settings
  const textOf = (name: string) => {
    if (name !== 'statutory_data') return t(`settings.check_${name}` as AdminKey)
    return products.value.requiresStatutoryData
      ? t('settings.check_statutory_data_withheld', { count })
      : t('settings.check_statutory_data', { count })
  }
  const missing = checks.filter(({ done }) => !done).length
  return (
    <Card id={checklistId} title={t('settings.checklist')}>
      <p>{t('settings.missing', { count: missing })}</p>
      <ul className={styles.checks}>
        {checks.map(({ name, done }) => {
          const place = done ? undefined : places[name]
          return (
            <li key={name}>
              <Status
                tone={done ? 'good' : 'warning'}
                text={done ? t('settings.check_done') : t('settings.check_missing')}
              />
              {place ? <Link to={place(store)}>{textOf(name)}</Link> : <span>{textOf(name)}</span>}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
