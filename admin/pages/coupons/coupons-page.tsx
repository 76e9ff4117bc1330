/** Discount codes with their state and how often they were used. */
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import type { couponRow } from '../../../contract/admin/coupons.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useFieldFilter } from '../fields/use-field-filter.ts'
import { can, useSession } from '../../session.ts'
import { ActionButtons } from '../../shell/action-buttons.tsx'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { usePageActions } from '../../shell/page-actions.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import { couponStates, couponTones, kindText } from './coupon-words.ts'

type CouponRow = z.infer<typeof couponRow>

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<CouponRow>(apiPaths.coupons, given)

export function Component() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const mayEdit = can(useSession(), 'coupon:edit')
  const page = useLoaderData<TableAnswer<CouponRow>>()
  usePageActions([
    ...(mayEdit
      ? [
          {
            id: 'new-coupon',
            label: t('coupons.new'),
            group: 'page' as const,
            keys: 'n',
            run: () => void navigate(paths.newCoupon),
          },
        ]
      : []),
    {
      id: 'coupon-simulator',
      label: t('simulator.title'),
      group: 'page',
      run: () => void navigate(paths.couponSimulator()),
    },
  ])
  return (
    <Page
      title={t('section.coupons')}
      actions={
        <ActionButtons
          actions={[
            ...(mayEdit ? [{ id: 'new', label: t('coupons.new'), to: paths.newCoupon }] : []),
            { id: 'simulate', label: t('simulator.title'), to: paths.couponSimulator() },
          ]}
        />
      }
    >
      <DataTable terms={useCouponTerms()} page={page} views={<SavedViews name="coupons" />} />
    </Page>
  )
}

function useCouponTerms(): TableTerms<CouponRow> {
  const { t, dateTime, number } = useTexts()
  const { stores } = useSession()
  const ofFields = useFieldFilter('coupon')
  return {
    label: t('section.coupons'),
    searchLabel: t('coupons.search'),
    defaultSort: '-created',
    keyOf: ({ code }) => code,
    pathOf: ({ code }) => paths.coupon(code),
    exportPath: apiPaths.coupons,
    columns: [
      { name: 'code', label: t('coupons.code'), sort: 'code', cell: ({ code }) => code },
      {
        name: 'state',
        label: t('coupons.state'),
        cell: ({ state }) => <Status tone={couponTones[state]} text={t(`coupons.state_${state}`)} />,
      },
      { name: 'kind', label: t('coupons.kind'), cell: ({ kind }) => kindText(t, kind) },
      { name: 'label', label: t('coupons.labels'), cell: ({ label }) => label },
      {
        name: 'stores',
        label: t('orders.store'),
        cell: (row) => (row.stores.length === 0 ? t('store.all') : row.stores.map(storeName).join(', ')),
      },
      {
        name: 'used',
        label: t('coupons.used'),
        sort: 'used',
        isNumber: true,
        cell: ({ used, usageLimit: limit }) =>
          limit === null ? number(used) : `${number(used)} / ${number(limit)}`,
      },
      {
        name: 'validFrom',
        label: t('coupons.valid_from'),
        cell: ({ validFrom: from }) => from !== null && dateTime(from),
      },
      {
        name: 'validTo',
        label: t('coupons.valid_to'),
        sort: 'valid_to',
        cell: ({ validTo: to }) => to !== null && dateTime(to),
      },
      {
        name: 'createdAt',
        label: t('coupons.created'),
        sort: 'created',
        isHidden: true,
        cell: ({ createdAt: at }) => dateTime(at),
      },
    ],
    filters: [
      {
        name: 'state',
        label: t('coupons.state'),
        kind: 'options',
        options: couponStates.map((state) => ({ value: state, label: t(`coupons.state_${state}`) })),
      },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: stores.map(({ code, name }) => ({ value: code, label: name })),
      },
      ...ofFields,
    ],
  }
}
