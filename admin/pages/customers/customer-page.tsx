/**
 * One customer: facts, orders, consents, what happened; export and erasure of the
 * personal data.
 */
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card, Columns, Facts } from '../../shell/card.tsx'
import { ModuleCards } from '../../shell/module-cards.tsx'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { Timeline } from '../../shell/timeline.tsx'
import { useTexts } from '../../texts.tsx'
import { orderTones } from '../orders/order-words.ts'
import styles from '../orders/order.module.css'
import { EraseData, ExportData } from '../../shell/personal-data.tsx'
import { CustomerConsents, CustomerFormerOrders, type CustomerPageData } from './customer-cards.tsx'
import { FieldValuesCard } from '../fields/field-values.tsx'
import { readFieldValues } from '../fields/read-field-values.ts'
import { AddressBook } from './address-book.tsx'
import { CustomerCompanies } from './customer-companies.tsx'
import { EditCustomer } from './edit-customer.tsx'
import { creditText, CustomerCredit } from './store-credit.tsx'

interface Loaded {
  customer: CustomerPageData
  fields: FieldValuesAnswer
  /** Of the companies, in their order. */
  companyFields: FieldValuesAnswer[]
}

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { id = '' } = params
  const [customer, fields] = await Promise.all([
    readApi<CustomerPageData>(apiPaths.customer(id), request.signal),
    readFieldValues('customer', id, request.signal),
  ])
  const companyFields = await Promise.all(
    customer.companies.map((company) => readFieldValues('company', String(company.id), request.signal)),
  )
  return { customer, fields, companyFields }
}

export function Component() {
  const words = useTexts()
  const { t, date } = words
  const session = useSession()
  const { customer, fields, companyFields } = useLoaderData<Loaded>()
  const navigate = useNavigate()
  const { id, store } = customer
  const credit = creditText(customer, words)
  return (
    <Page
      title={customer.company ?? (customer.name || customer.number)}
      intro={t('order.intro', { store: storeName(store), time: customer.number })}
      back={{ label: t('section.customers'), to: paths.resource('customers') }}
      actions={
        <>
          {can(session, 'customer:export', store) && (
            <ExportData
              path={apiPaths.customerAction(id, 'export')}
              file={`customer-${customer.number}.json`}
            />
          )}
          {can(session, 'customer:erase', store) && (
            <EraseData
              path={apiPaths.customerAction(id, 'erase')}
              words={{
                title: t('customers.erase'),
                explanation: [
                  t('customers.explain_erase'),
                  credit !== null && t('customers.erase_credit', { credit }),
                ]
                  .filter(Boolean)
                  .join(' '),
                done: t('customers.erased'),
              }}
              onErased={() => void navigate(paths.resource('customers'))}
            />
          )}
        </>
      }
    >
      <Columns
        main={
          <>
            <Card
              title={t('section.orders')}
              actions={<Link to={paths.ordersOfCustomer(id)}>{t('order.same_email')}</Link>}
            >
              <CustomerOrders customer={customer} />
            </Card>
            <FieldValuesCard object="customer" name={String(id)} answer={fields} />
            {customer.formerOrders.length > 0 && <CustomerFormerOrders orders={customer.formerOrders} />}
            <ModuleCards place="customer" of={{ customer: id, store }} />
            <Card title={t('timeline.title')}>
              <Timeline entries={customer.timeline} />
            </Card>
          </>
        }
        side={
          <>
            <Card
              title={t('customers.account')}
              actions={can(session, 'customer:edit', store) && <EditCustomer customer={customer} />}
            >
              <Facts
                facts={[
                  [t('order.name'), customer.name],
                  [t('customers.company'), customer.company],
                  [t('orders.customer_type'), t(`orders.customer_${customer.type}`)],
                  [
                    t('orders.email'),
                    <a key="mail" href={`mailto:${customer.email}`}>
                      {customer.email}
                    </a>,
                  ],
                  [t('order.phone'), customer.phone],
                  [
                    t('customers.address'),
                    [customer.street, `${customer.postalCode} ${customer.city}`.trim()]
                      .filter(Boolean)
                      .join('\n'),
                  ],
                  [t('customers.createdAt'), date(customer.createdAt)],
                ]}
              />
            </Card>
            <AddressBook customer={customer} />
            <CustomerCompanies customer={customer} fields={companyFields} />
            <CustomerCredit customer={customer} />
            <CustomerConsents consents={customer.consents} />
          </>
        }
      />
    </Page>
  )
}

function CustomerOrders({ customer }: { customer: CustomerPageData }) {
  const { t, money, date } = useTexts()
  if (customer.orders.length === 0) return <p>{t('customers.no_orders')}</p>
  return (
    <ul className={styles.entries}>
      {customer.orders.map(({ number, placedAt, status, total, currency }) => (
        <li key={number}>
          <Link to={paths.order(number)}>{number}</Link> {date(placedAt)}, {money(total, currency)}{' '}
          <Status tone={orderTones[status]} text={t(`orders.status_${status}`)} />
        </li>
      ))}
    </ul>
  )
}
