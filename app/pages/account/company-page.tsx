/**
 * The company of the logged-in person: what modules show of it, its people and orders, and for admins its settings. Behind
 * the account's guard like every page below it.
 */
import { useCallback, useEffect, useState, type ComponentType } from 'react'
import type { CompanyAnswer } from '../../../contract/companies.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { organisationNumberText } from '../../../domain/stores/organisation-number.ts'
import { moduleParts } from '../../features/modules/module-part.tsx'
import { gated } from '../../guards.server.ts'
import { callAccount } from '../../state/auth.ts'
import { useShopState } from '../../state/shop-state.ts'
import { AccountFailure } from './account-failure.tsx'
import { AccountPart } from './account-part.tsx'
import { CompanyOrders } from './company-orders.tsx'
import { CompanyPeople } from './company-people.tsx'
import { CompanySettings } from './company-settings.tsx'
import { OpenCompanyForm } from './open-company-form.tsx'
import styles from './security.module.css'

/** Sections that modules add below the company's name, as `storefront/company-section.tsx`. */
const CompanySections = moduleParts(
  import.meta.glob<{ default: ComponentType<{ company: CompanyAnswer }> }>(
    '../../../modules/*/storefront/company-section.tsx',
    { eager: true },
  ),
)

export const loader = gated({ guards: ['account'] }, () => null)

type Loaded = { state: 'loading' | 'none' } | { state: 'failed'; status: number } | CompanyLoaded
interface CompanyLoaded {
  state: 'there'
  company: CompanyAnswer
}

export default function CompanyPage() {
  const t = useStrings()
  const store = useStore()
  const isInCompany = useShopState(({ auth }) => auth.user?.company !== undefined)
  const [loaded, setLoaded] = useState<Loaded>({ state: isInCompany ? 'loading' : 'none' })
  const load = useCallback(async () => {
    const answer = await callAccount<CompanyAnswer>(store, 'company')
    if (answer.ok) setLoaded({ state: 'there', company: answer.data })
    else setLoaded(answer.status === 404 ? { state: 'none' } : { state: 'failed', status: answer.status })
  }, [store])
  // A person of no company has none to ask for.
  useEffect(() => {
    if (isInCompany) void load()
  }, [isInCompany, load])
  return (
    <AccountPart title={t('company.title')}>
      {loaded.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {loaded.state === 'none' && <OpenCompanyForm onOpen={load} />}
      {loaded.state === 'failed' && <AccountFailure status={loaded.status} retry={() => void load()} />}
      {loaded.state === 'there' && (
        <div className={styles.parts}>
          <Head company={loaded.company} />
          <CompanySections company={loaded.company} />
          {loaded.company.role !== 'buyer' && (
            <>
              <CompanyPeople company={loaded.company} reload={load} />
              <CompanyOrders />
            </>
          )}
          {loaded.company.role === 'admin' && <CompanySettings company={loaded.company} />}
        </div>
      )}
    </AccountPart>
  )
}

function Head({ company }: { company: CompanyAnswer }) {
  const t = useStrings()
  const store = useStore()
  const { name, organisation_number, role, verified } = company
  const number = organisationNumberText(organisation_number, store)
  return (
    <section className={styles.part}>
      <h3>{name}</h3>
      <p>
        {t('company.number', { number })}
        {'\u00A0· '}
        {t(`company.role_${role}`)}
      </p>
      {!verified && <p role="note">{t('company.unverified')}</p>}
    </section>
  )
}
