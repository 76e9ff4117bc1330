/** One customer: facts, latest orders, what happened; export and erasure of the personal data. */
import { useState } from 'react'
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { customerPage } from '../../../contract/admin/customers.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card, Columns, Facts } from '../../shell/card.tsx'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { RefusalNotice } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../shell/store-name.ts'
import { Timeline } from '../../shell/timeline.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { orderTones } from '../orders/order-words.ts'
import styles from '../orders/order.module.css'

type CustomerPageData = z.infer<typeof customerPage>

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<CustomerPageData>(apiPaths.customer(params['id'] ?? ''), request.signal)

export function Component() {
  const { t, date } = useTexts()
  const session = useSession()
  const customer = useLoaderData<CustomerPageData>()
  const { id, store } = customer
  return (
    <Page
      title={customer.company ?? (customer.name || customer.number)}
      intro={t('order.intro', { store: storeName(store), time: customer.number })}
      back={{ label: t('section.customers'), to: paths.customers }}
      actions={
        <>
          {can(session, 'customer:export', store) && <ExportButton customer={customer} />}
          {can(session, 'customer:erase', store) && <EraseButton id={id} />}
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
            <Card title={t('timeline.title')}>
              <Timeline entries={customer.timeline} />
            </Card>
          </>
        }
        side={
          <Card title={t('customers.account')}>
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
                  [customer.street, `${customer.postal_code} ${customer.city}`.trim()]
                    .filter(Boolean)
                    .join('\n'),
                ],
                [t('customers.created'), date(customer.created_at)],
              ]}
            />
          </Card>
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
      {customer.orders.map(({ number, placed_at: placedAt, status, total, currency }) => (
        <li key={number}>
          <Link to={paths.order(number)}>{number}</Link> {date(placedAt)}, {money(total, currency)}{' '}
          <Status tone={orderTones[status]} text={t(`orders.status_${status}`)} />
        </li>
      ))}
    </ul>
  )
}

/** Hands the data over as a file. */
function ExportButton({ customer: { id, number } }: { customer: CustomerPageData }) {
  const { t } = useTexts()
  const { isSending, refusal, send } = useChange('POST', apiPaths.customerAction(id, 'export'))
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <Button
        size="small"
        disabled={isSending}
        onClick={async () => {
          const data = await send()
          if (data !== null) saveFile(`customer-${number}.json`, JSON.stringify(data, null, 2))
        }}
      >
        {t('customers.export')}
      </Button>
    </>
  )
}

function saveFile(name: string, json: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

function EraseButton({ id }: { id: number }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { isSending, refusal, send } = useChange('POST', apiPaths.customerAction(id, 'erase'), {
    done: t('customers.erased'),
    rereads: false,
  })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('customers.erase')}
      </Button>
      {isOpen && (
        <Dialog
          title={t('customers.erase')}
          description={t('customers.explain_erase')}
          onClose={() => setOpen(false)}
        >
          <RefusalNotice refusal={refusal} />
          <DialogButtons>
            <Button size="small" onClick={() => setOpen(false)}>
              {t('cancel')}
            </Button>
            <Button
              size="small"
              look="main"
              disabled={isSending}
              onClick={async () => {
                if ((await send()) !== null) void navigate(paths.customers)
              }}
            >
              {t('customers.erase')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}
