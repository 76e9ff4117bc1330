/**
 * One order: lines with the trace of their prices, payments, shipments, refunds, notes and timeline; facts at the
 * right; what can be done at the top, with the reason where it cannot. Each dialog has an address of its own.
 */
import { Fragment } from 'react'
import {
  Link,
  Outlet,
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
} from 'react-router'
import { Notice } from '../../../ui/notice.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card, Columns, Facts } from '../../shell/card.tsx'
import { ActionButtons, type ButtonAction } from '../../shell/action-buttons.tsx'
import { ModuleCards } from '../../shell/module-cards.tsx'
import { Page } from '../../shell/page.tsx'
import { usePageActions } from '../../shell/page-actions.ts'
import { refusalText } from '../../shell/refusals.ts'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { Timeline } from '../../shell/timeline.tsx'
import { useTexts } from '../../texts.tsx'
import { EraseData, ExportData } from '../../shell/personal-data.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMails } from './order-mails.tsx'
import { FieldValuesCard } from '../fields/field-values.tsx'
import { readFieldValues } from '../fields/read-field-values.ts'
import { OrderNotes } from './order-notes.tsx'
import { OrderPayments } from './order-payments.tsx'
import {
  addressText,
  orderActionNames,
  invoiceTones,
  orderTones,
  type OrderActionName,
  type OrderPageData,
} from './order-words.ts'
import { RefundRequests } from './refund-requests.tsx'
import { OrderRefunds, OrderShipments } from './order-shipments.tsx'

type Loaded = OrderPageData & { fields: FieldValuesAnswer }

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { number = '' } = params
  const [order, fields] = await Promise.all([
    readApi<OrderPageData>(apiPaths.order(number), request.signal),
    readFieldValues('order', number, request.signal),
  ])
  return { ...order, fields }
}

/** Keys of the actions that are used all day. */
const actionKeys: Partial<Record<OrderActionName, string>> = { ship: 's', refund: 'r', cancel: 'c' }

export function Component() {
  const { t, dateTime, money } = useTexts()
  const order = useLoaderData<Loaded>()
  const navigate = useNavigate()
  const actions: ButtonAction[] = orderActionNames.flatMap((name) => {
    const action = order.actions.find((one) => one.name === name)
    // What is not about this order's state is left out; the rest says why it is not possible.
    if (action === undefined || (!action.allowed && hiddenReasons.has(action.reason ?? ''))) return []
    return {
      id: name,
      label: t(`order.action_${name}`),
      to: paths.orderAction(order.number, name),
      ...(actionKeys[name] && { keys: actionKeys[name] }),
      ...(!action.allowed && { disabledReason: refusalText(t, action.reason ?? '') }),
    }
  })
  usePageActions([
    ...actions.map(({ id, label, to, keys, disabledReason }) => ({
      id,
      label,
      group: 'page' as const,
      ...(keys !== undefined && { keys }),
      ...(disabledReason !== undefined && { disabledReason }),
      run: () => void navigate(to, { preventScrollReset: true }),
    })),
    {
      id: 'back',
      label: t('order.back'),
      group: 'page',
      keys: 'u',
      run: () => void navigate(paths.orders),
    },
  ])
  return (
    <Page
      title={order.number}
      badges={<Status tone={orderTones[order.status]} text={t(`orders.status_${order.status}`)} />}
      intro={t('order.intro', { store: storeName(order.store), time: dateTime(order.placedAt) })}
      back={{ label: t('section.orders'), to: paths.orders }}
      actions={<ActionButtons actions={actions} />}
    >
      <Columns
        main={
          <>
            {order.creditReview !== null && (
              <Notice look="warning">
                {t('order.credit_review', {
                  amount: money(order.creditReview.open, order.currency),
                  count: order.creditReview.orders,
                })}
              </Notice>
            )}
            <OrderLines order={order} />
            <OrderPayments order={order} />
            <OrderShipments order={order} />
            <RefundRequests order={order} />
            <OrderRefunds order={order} />
            <FieldValuesCard object="order" name={order.number} answer={order.fields} />
            <ModuleCards place="order" of={{ order: order.number, store: order.store }} />
            <OrderNotes order={order} />
            <Card title={t('timeline.title')}>
              <Timeline entries={order.timeline} />
            </Card>
          </>
        }
        side={<OrderFacts order={order} />}
      />
      <Outlet context={order} />
    </Page>
  )
}

/** Refusals that say the action belongs to another state of the order altogether. */
const hiddenReasons = new Set(['not_held', 'not_owed', 'already_done', 'provider_unsupported', 'on_shipment'])

function OrderFacts({ order }: { order: OrderPageData }) {
  const { t, date, day, dateTime, iso, money } = useTexts()
  const session = useSession()
  const { shopUrl: shop } = session
  const { customer, delivery } = order
  return (
    <>
      <Card title={t('order.buyer')}>
        <Facts
          facts={[
            [
              t('order.name'),
              customer.company === null ? customer.name : `${customer.company}\n${customer.name}`,
            ],
            [t('orders.customer_type'), t(`orders.customer_${customer.type}`)],
            [
              t('orders.email'),
              <a key="mail" href={`mailto:${customer.email}`}>
                {customer.email}
              </a>,
            ],
            [t('order.phone'), customer.phone],
            [
              t('order.placed_by_staff'),
              order.placedByStaff &&
                (order.placedByStaff.payment === 'link'
                  ? t('order.staff_link', { name: order.placedByStaff.name })
                  : order.placedByStaff.name),
            ],
            [t('order.vat_number'), customer.vatNumber],
            [
              t('customers.account'),
              customer.accountId !== null && can(session, 'customer:read', order.store) && (
                <Link key="account" to={paths.customer(customer.accountId)}>
                  {t('customers.show')}
                </Link>
              ),
            ],
            [
              t('order.other_orders'),
              <Link key="orders" to={`${paths.orders}?filter.email=${encodeURIComponent(customer.email)}`}>
                {t('order.same_email')}
              </Link>,
            ],
          ]}
        />
        {customer.accountId === null && <BuyerData order={order} />}
      </Card>
      <Card title={t('order.delivery')}>
        <Facts
          facts={[
            [t('order.recipient'), addressText(order.recipient, iso)],
            ...order.formerRecipients.map(
              ({ address, until }) =>
                [t('order.former_recipient', { time: dateTime(until) }), addressText(address, iso)] as const,
            ),
            [t('order.billing'), addressText(order.billingAddress, iso)],
            [t('order.method'), delivery.method],
            [t('order.service_point'), delivery.servicePoint],
            [t('order.arrival'), delivery.arrival && arrivalText(delivery.arrival, date)],
            [t('order.delivered'), order.deliveredAt && dateTime(order.deliveredAt)],
            [t('order.buyer_note'), order.noteOfBuyer],
          ]}
        />
      </Card>
      <Card title={t('order.papers')}>
        {order.invoices.length === 0 && order.mails.length === 0 && <p>{t('order.no_papers')}</p>}
        <Facts
          facts={[
            ...order.invoices.map(
              ({ number, kind, hasDocument, issuedAt, due }) =>
                [
                  t(kind === 'credit_note' ? 'order.credit_note' : 'order.invoice'),
                  <Fragment key={number}>
                    {hasDocument ? (
                      <a href={apiPaths.orderInvoice(order.number, number)} target="_blank" rel="noreferrer">
                        {number}, {date(issuedAt)}
                      </a>
                    ) : (
                      `${number}, ${date(issuedAt)}`
                    )}
                    {due && (
                      <div>
                        <Status
                          tone={invoiceTones[due.state]}
                          text={t(`invoice.state_${due.state}`, {
                            day: day(due.on),
                            open: money(due.open, order.currency),
                          })}
                        />
                      </div>
                    )}
                  </Fragment>,
                ] as const,
            ),
            [t('order.mails'), order.mails.length > 0 && <OrderMails key="mails" order={order} />],
          ]}
        />
        <Link to={paths.orderAction(order.number, 'answer')} preventScrollReset>
          {t('answer.title')}
        </Link>
        <ButtonLink size="small" href={paths.packingSlip(order.number)} target="_blank">
          {t('order.packing_slip')}
        </ButtonLink>
        <ButtonLink size="small" href={`${shop}/${order.store}`} target="_blank" rel="noreferrer">
          {t('order.open_shop')}
        </ButtonLink>
      </Card>
    </>
  )
}

/** The personal data of a buyer without an account; those of the others are on the customer's page. */
function BuyerData({ order: { number, store } }: { order: OrderPageData }) {
  const { t } = useTexts()
  const session = useSession()
  const { revalidate } = useRevalidator()
  return (
    <>
      {can(session, 'customer:export', store) && (
        <ExportData path={apiPaths.orderBuyer(number, 'export')} file={`buyer-${number}.json`} />
      )}
      {can(session, 'customer:erase', store) && (
        <EraseData
          path={apiPaths.orderBuyer(number, 'erase')}
          words={{
            title: t('guest.erase'),
            explanation: t('guest.explain'),
            done: t('guest.erased'),
          }}
          onErased={() => void revalidate()}
        />
      )}
    </>
  )
}

function arrivalText({ from, to }: { from: string; to: string }, date: (day: string) => string): string {
  return from === to ? date(from) : `${date(from)} – ${date(to)}`
}
