/** The companies whose people the customer is one of, with the facts that staff may correct. */
import { Fragment, useState } from 'react'
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { refusalText } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { Card, Facts } from '../../shell/card.tsx'
import { ModuleCards } from '../../shell/module-cards.tsx'
import { storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import { FieldValuesCard } from '../fields/field-values.tsx'
import type { CustomerPageData } from './customer-cards.tsx'
import { FactsDialog, type FactFields } from './facts-dialog.tsx'

type Membership = CustomerPageData['companies'][number]

const fields: FactFields<Membership['facts']> = [
  ['name', 'customers.company'],
  ['organisationNumber', 'customers.organisation_number'],
  ['vatNumber', 'order.vat_number'],
  ['street', 'address.street'],
  ['postalCode', 'address.postal_code'],
  ['city', 'address.city'],
  ['invoiceEmail', 'customers.invoice_email'],
  ['electronicAddress', 'customers.electronic_address'],
]

/** `fields`: of the shop's own fields, for each company in their order. */
export function CustomerCompanies({
  customer,
  fields: ofCompanies,
}: {
  customer: CustomerPageData
  fields: readonly FieldValuesAnswer[]
}) {
  const { t } = useTexts()
  return customer.companies.map((membership, place) => (
    <Fragment key={membership.store}>
      <CompanyCard customer={customer} membership={membership} />
      <FieldValuesCard
        object="company"
        name={String(membership.id)}
        answer={ofCompanies[place]!}
        title={t('fields.of', { name: membership.facts.name })}
      />
      <ModuleCards place="company" of={{ company: membership.id, store: membership.store }} />
    </Fragment>
  ))
}

function CompanyCard({
  customer,
  membership: { store, role, approvalAbove, currency, verified, facts },
}: {
  customer: CustomerPageData
  membership: Membership
}) {
  const { t, money } = useTexts()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const mayEdit = can(session, 'customer:edit', customer.store) && can(session, 'customer:edit', store)
  return (
    <Card
      title={t('customers.company_in', { store: storeName(store) })}
      actions={
        mayEdit && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('customers.edit')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('customers.company'), facts.name],
          [t('customers.organisation_number'), facts.organisationNumber],
          [t('order.vat_number'), facts.vatNumber],
          [
            t('customers.address'),
            [facts.street, `${facts.postalCode} ${facts.city}`.trim()].filter(Boolean).join('\n'),
          ],
          [t('customers.invoice_email'), facts.invoiceEmail],
          [t('customers.electronic_address'), facts.electronicAddress],
          [t('staff.role'), t(`customers.role_${role}`)],
          [t('customers.verification'), verified ? '' : t('customers.unverified')],
          [t('customers.approval_above'), approvalAbove === null ? '' : money(approvalAbove, currency)],
        ]}
      />
      {mayEdit && !verified && (
        <>
          <VerifyButton customer={customer} store={store} />
          <AskButton customer={customer} store={store} />
        </>
      )}
      {isOpen && (
        <FactsDialog
          title={t('customers.edit_company')}
          description={t('customers.explain_company')}
          fields={fields}
          stored={facts}
          method="PUT"
          path={apiPaths.customerCompany(customer.id, store)}
          done={t('customers.company_edited')}
          bodyOf={(wanted, expected) => ({ facts: wanted, expected })}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

/** Confirms that the people of the company act for it. */
function VerifyButton({ customer, store }: { customer: CustomerPageData; store: string }) {
  const { t } = useTexts()
  const path = apiPaths.customerCompanyVerification(customer.id, store)
  const { isSending, refusal, send } = useChange('POST', path, { done: t('customers.verified') })
  return (
    <>
      {refusal && <p role="alert">{refusalText(t, refusal.code)}</p>}
      <Button size="small" disabled={isSending} onClick={() => void send()}>
        {t('customers.verify')}
      </Button>
    </>
  )
}

const questionFields: FactFields<{ email: string }> = [['email', 'customers.company_address']]

/** Has the company confirm it by mail, at an address that the customer did not give. */
function AskButton({ customer, store }: { customer: CustomerPageData; store: string }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('customers.ask_company')}
      </Button>
      {isOpen && (
        <FactsDialog
          title={t('customers.ask_company')}
          description={t('customers.explain_ask')}
          fields={questionFields}
          stored={{ email: '' }}
          method="POST"
          path={apiPaths.customerCompanyQuestion(customer.id, store)}
          done={t('customers.company_asked')}
          submit={t('customers.ask_company_send')}
          bodyOf={({ email }) => ({ email })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
