/** The table of orders. */
import { lazy, Suspense, useState } from 'react'
import { useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { useFieldFilter } from '../fields/use-field-filter.ts'
import { can, useSession } from '../../session.ts'
import { paymentStatusText } from '../../shell/change-words.ts'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import type { BulkTarget } from '../../table/selection.ts'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import {
  orderStatuses,
  orderTones,
  paymentMethods,
  paymentName,
  shippedParts,
  type OrderRow,
} from './order-words.ts'

// Loaded when orders are shipped.
const ShipOrdersDialog = lazy(async () => ({
  default: (await import('./ship-orders-dialog.tsx')).ShipOrdersDialog,
}))

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<OrderRow>(apiPaths.orders, given)

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<OrderRow>>()
  const { search } = useLocation()
  const session = useSession()
  const mayShip = can(session, 'order:ship')
  const mayCreate = can(session, 'order:create')
  const terms = useOrderTerms()
  const [shipping, setShipping] = useState<BulkTarget<OrderRow> | null>(null)
  return (
    <Page
      title={t('section.orders')}
      actions={
        <>
          {mayShip && (
            <ButtonLink size="small" href={paths.pickingList(search.slice(1))}>
              {t('picking.title')}
            </ButtonLink>
          )}
          {mayCreate && (
            <ButtonLink size="small" href={paths.newOrder}>
              {t('new_order.title')}
            </ButtonLink>
          )}
        </>
      }
    >
      <DataTable
        terms={
          mayShip ? { ...terms, bulkActions: [{ label: t('ship_orders.title'), run: setShipping }] } : terms
        }
        page={page}
        views={<SavedViews name="orders" />}
      />
      {shipping && (
        <Suspense>
          <ShipOrdersDialog target={shipping} onClose={() => setShipping(null)} />
        </Suspense>
      )}
    </Page>
  )
}

function useOrderTerms(): TableTerms<OrderRow> {
  const { t, money, dateTime } = useTexts()
  const session = useSession()
  const payment = (code: string) => paymentName(t, code)
  const ofFields = useFieldFilter('order')
  return {
    label: t('section.orders'),
    searchLabel: t('orders.search'),
    defaultSort: '-placed',
    keyOf: ({ number }) => number,
    pathOf: ({ number }) => paths.order(number),
    isPersonal: true,
    ...(can(session, 'export:personal') && { exportPath: apiPaths.orders }),
    columns: [
      { name: 'number', label: t('orders.number'), sort: 'number', cell: ({ number }) => number },
      {
        name: 'placedAt',
        label: t('orders.placed'),
        sort: 'placed',
        cell: (row) => <time dateTime={row.placedAt}>{dateTime(row.placedAt)}</time>,
      },
      { name: 'buyer', label: t('orders.buyer'), cell: ({ buyer }) => buyer },
      {
        name: 'status',
        label: t('orders.status'),
        sort: 'status',
        cell: ({ status }) => <Status tone={orderTones[status]} text={t(`orders.status_${status}`)} />,
      },
      { name: 'shipped', label: t('orders.shipped'), cell: ({ shipped }) => t(`orders.shipped_${shipped}`) },
      { name: 'payment', label: t('orders.payment'), cell: (row) => payment(row.payment) },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      {
        name: 'total',
        label: t('orders.total'),
        sort: 'total',
        isNumber: true,
        cell: ({ total, currency }) => money(total, currency),
      },
      { name: 'email', label: t('orders.email'), isHidden: true, cell: ({ email }) => email },
      {
        name: 'customerType',
        label: t('orders.customer_type'),
        isHidden: true,
        cell: (row) => t(`orders.customer_${row.customerType}`),
      },
      {
        name: 'paymentStatus',
        label: t('orders.payment_status'),
        isHidden: true,
        cell: (row) => row.paymentStatus && paymentStatusText(t, row.paymentStatus),
      },
    ],
    filters: [
      {
        name: 'status',
        label: t('orders.status'),
        kind: 'options',
        options: orderStatuses.map((value) => ({ value, label: t(`orders.status_${value}`) })),
      },
      {
        name: 'shipped',
        label: t('orders.shipped'),
        kind: 'options',
        options: shippedParts.map((value) => ({ value, label: t(`orders.shipped_${value}`) })),
      },
      {
        name: 'payment',
        label: t('orders.payment'),
        kind: 'options',
        options: paymentMethods.map((value) => ({ value, label: payment(value) })),
      },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: session.stores.map(({ code, name }) => ({ value: code, label: name })),
      },
      { name: 'placed', label: t('orders.placed'), kind: 'days' },
      {
        name: 'customer_type',
        label: t('orders.customer_type'),
        kind: 'options',
        options: [
          { value: 'private', label: t('orders.customer_private') },
          { value: 'business', label: t('orders.customer_business') },
        ],
      },
      {
        name: 'waiting_days',
        label: t('orders.waiting_days'),
        kind: 'number',
        hint: t('orders.waiting_days_hint'),
      },
      {
        name: 'missed_cut_offs',
        label: t('orders.missed_cut_offs'),
        kind: 'number',
        hint: t('orders.missed_cut_offs_hint'),
      },
      { name: 'leaves_today', label: t('orders.leaves_today'), kind: 'flag' },
      { name: 'payment_status', label: t('orders.payment_status'), kind: 'text' },
      { name: 'sku', label: t('orders.sku'), kind: 'text' },
      { name: 'email', label: t('orders.email'), kind: 'text' },
      { name: 'account', label: t('orders.account'), kind: 'text' },
      { name: 'payment_problem', label: t('orders.payment_problem'), kind: 'flag' },
      {
        name: 'mentioned',
        label: t('orders.mentioned'),
        kind: 'options',
        options: [{ value: String(session.staff.id), label: session.staff.name }],
      },
      { name: 'refund_requested', label: t('orders.refund_requested'), kind: 'flag' },
      { name: 'mail_failed', label: t('orders.mail_failed'), kind: 'flag' },
      ...ofFields,
    ],
  }
}
