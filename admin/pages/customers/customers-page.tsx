/** Customers with an account; a row opens the customer. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import type { customerRow } from '../../../contract/admin/customers.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useFieldFilter } from '../fields/use-field-filter.ts'
import { can, useSession } from '../../session.ts'
import { Page } from '../../shell/page.tsx'
import { storeName } from '../../store-name.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'

type CustomerRow = z.infer<typeof customerRow>

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<CustomerRow>(apiPaths.customers, given)

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<CustomerRow>>()
  return (
    <Page title={t('section.customers')} intro={t('customers.intro')}>
      <DataTable terms={useCustomerTerms()} page={page} views={<SavedViews name="customers" />} />
    </Page>
  )
}

function useCustomerTerms(): TableTerms<CustomerRow> {
  const { t, date, dateTime, number } = useTexts()
  const session = useSession()
  const ofFields = useFieldFilter('customer')
  return {
    label: t('section.customers'),
    searchLabel: t('customers.search'),
    defaultSort: '-created',
    keyOf: ({ id }) => String(id),
    pathOf: ({ id }) => paths.customer(id),
    isPersonal: true,
    ...(can(session, 'export:personal') && { exportPath: apiPaths.customers }),
    columns: [
      { name: 'number', label: t('orders.number'), sort: 'number', cell: (row) => row.number },
      { name: 'name', label: t('order.name'), cell: ({ name }) => name },
      { name: 'company', label: t('customers.company'), cell: ({ company }) => company },
      { name: 'email', label: t('orders.email'), cell: ({ email }) => email },
      { name: 'orders', label: t('section.orders'), isNumber: true, cell: ({ orders }) => number(orders) },
      {
        name: 'formerOrders',
        label: t('customers.former_orders'),
        isNumber: true,
        cell: ({ formerOrders }) => number(formerOrders),
      },
      {
        name: 'lastOrderAt',
        label: t('customers.last_order'),
        cell: (row) => row.lastOrderAt && date(row.lastOrderAt),
      },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      {
        name: 'createdAt',
        label: t('customers.created'),
        sort: 'created',
        cell: (row) => dateTime(row.createdAt),
      },
      {
        name: 'type',
        label: t('orders.customer_type'),
        isHidden: true,
        cell: ({ type }) => t(`orders.customer_${type}`),
      },
    ],
    filters: [
      {
        name: 'type',
        label: t('orders.customer_type'),
        kind: 'options',
        options: [
          { value: 'private', label: t('orders.customer_private') },
          { value: 'business', label: t('orders.customer_business') },
        ],
      },
      { name: 'created', label: t('customers.created'), kind: 'days' },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: session.stores.map(({ code, name }) => ({ value: code, label: name })),
      },
      ...ofFields,
    ],
  }
}
