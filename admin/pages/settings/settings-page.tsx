/** What the merchant sets for one store, what the store lacks before it may open, and the latest changes with undo. */
import { NavLink, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { SettingsAnswer } from '../../../contract/admin/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card, Columns } from '../../shell/card.tsx'
import { RefusalNotice } from '../../shell/form.tsx'
import { LeaveWarningOfForms } from '../../shell/leave-warning.tsx'
import { Page } from '../../shell/page.tsx'
import { storeName } from '../../store-name.ts'
import { Timeline } from '../../shell/timeline.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import {
  BankForm,
  CompanyForm,
  DispatchForm,
  LegalForm,
  MailForm,
  OrdersForm,
  ParcelsForm,
  ProductsForm,
} from './company-forms.tsx'
import { IdentityForm, OpeningForm, StorefrontForm } from './store-forms.tsx'
import { OpeningChecklist } from './opening-checklist.tsx'
import { paymentName } from '../orders/order-words.ts'
import { InvoicesForm } from './invoices-form.tsx'
import { CreditForm, RefundsForm, ShippingForm } from './price-forms.tsx'
import { CarrierAccounts, PaymentAccounts } from './provider-accounts.tsx'
import styles from './settings.module.css'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<SettingsAnswer>(apiPaths.settings(params['store'] ?? ''), request.signal)

export function Component() {
  const { t } = useTexts()
  const session = useSession()
  const settings = useLoaderData<SettingsAnswer>()
  const { store } = settings
  const form = { settings, mayEdit: can(session, 'settings:edit', store) }
  return (
    <Page title={t('section.settings')} intro={t('settings.intro')}>
      <StoreTabs
        stores={session.stores.flatMap(({ code }) => (can(session, 'settings:read', code) ? [code] : []))}
      />
      <LeaveWarningOfForms>
        <Columns
          // Another store is another form: nothing that was typed moves over.
          key={store}
          main={
            <>
              <OpeningForm {...form} />
              <IdentityForm {...form} />
              <StorefrontForm {...form} />
              <CompanyForm {...form} />
              <BankForm {...form} />
              <LegalForm {...form} />
              <InvoicesForm {...form} />
              <MailForm {...form} />
              <OrdersForm {...form} />
              <ProductsForm {...form} />
              <DispatchForm {...form} />
              <ShippingForm {...form} />
              <CreditForm {...form} />
              <RefundsForm {...form} />
              <PaymentAccounts {...form} />
              <CarrierAccounts {...form} />
              <ParcelsForm {...form} />
              <History settings={settings} />
            </>
          }
          side={
            <>
              <OpeningChecklist settings={settings} />
              <Payments names={settings.payments} />
            </>
          }
        />
      </LeaveWarningOfForms>
    </Page>
  )
}

function StoreTabs({ stores }: { stores: readonly string[] }) {
  const { t } = useTexts()
  return (
    <nav className={styles.tabs} aria-label={t('orders.store')}>
      {stores.map((store) => (
        <NavLink key={store} to={paths.settingsOf(store)}>
          {storeName(store)}
        </NavLink>
      ))}
    </nav>
  )
}

/** The payment methods that buyers are offered. */
function Payments({ names }: { names: readonly string[] }) {
  const { t } = useTexts()
  return (
    <Card title={t('settings.payments')}>
      <p>
        {names.length === 0
          ? t('settings.no_payments')
          : names.map((name) => paymentName(t, name)).join(', ')}
      </p>
    </Card>
  )
}

function History({ settings: { history } }: { settings: SettingsAnswer }) {
  const { t } = useTexts()
  const entryOf = (id: number) => history.find((entry) => entry.id === id)
  return (
    <Card title={t('settings.history')}>
      <Timeline
        entries={history.map((entry) => ({ ...entry, action: t(`settings.${entry.section}` as AdminKey) }))}
        actionsOf={({ id }) => entryOf(id)?.canUndo && <UndoButton id={id} />}
      />
    </Card>
  )
}

function UndoButton({ id }: { id: number }) {
  const { t } = useTexts()
  const { isSending, refusal, send } = useChange('POST', apiPaths.undo(id), { done: t('audit.undone') })
  return (
    <>
      <Button size="small" disabled={isSending} onClick={() => void send()}>
        {t('audit.undo')}
      </Button>
      <RefusalNotice refusal={refusal} />
    </>
  )
}
