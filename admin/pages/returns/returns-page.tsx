/** Returns, each with the next steps that staff can take. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import type { returnRow } from '../../../contract/admin/returns.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeCurrency, storeName } from '../../store-name.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import { ReturnDialog, type StartedAction } from './return-dialog.tsx'
import { nextActions, payingActions, returnTones } from './return-words.ts'
import styles from './returns-page.module.css'

type ReturnRow = z.infer<typeof returnRow>

const statuses = [
  'registered',
  'sent',
  'received',
  'inspected',
  'refunded',
  'exchanged',
  'rejected',
] as const satisfies readonly ReturnRow['status'][]

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<ReturnRow>(apiPaths.returns, given)

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<ReturnRow>>()
  const [started, setStarted] = useState<StartedAction | null>(null)
  return (
    <Page title={t('section.returns')}>
      <DataTable terms={useReturnTerms(setStarted)} page={page} views={<SavedViews name="returns" />} />
      {started && <ReturnDialog {...started} onClose={() => setStarted(null)} />}
    </Page>
  )
}

function useReturnTerms(onStart: (started: StartedAction) => void): TableTerms<ReturnRow> {
  const { t, dateTime, number } = useTexts()
  const session = useSession()
  return {
    label: t('section.returns'),
    searchLabel: t('returns.search'),
    defaultSort: '-registered',
    keyOf: ({ id }) => id,
    pathOf: ({ id }) => paths.return(id),
    isPersonal: true,
    ...(can(session, 'export:personal') && { exportPath: apiPaths.returns }),
    rowActions: (row) =>
      can(session, 'return:handle', row.store) && (
        <span className={styles.actions}>
          {nextActions[row.status]
            .filter((action) => !payingActions.has(action) || can(session, 'order:refund', row.store))
            .map((action) => (
              <Button
                key={action}
                size="small"
                onClick={() => onStart({ id: row.id, currency: storeCurrency(row.store), action })}
              >
                {t(`returns.action_${action}`)}
              </Button>
            ))}
        </span>
      ),
    columns: [
      { name: 'id', label: t('orders.number'), cell: ({ id }) => id },
      {
        name: 'registeredAt',
        label: t('returns.registered'),
        sort: 'registered',
        cell: (row) => dateTime(row.registeredAt),
      },
      { name: 'buyer', label: t('orders.buyer'), cell: ({ buyer }) => buyer },
      {
        name: 'status',
        label: t('orders.status'),
        cell: ({ status }) => <Status tone={returnTones[status]} text={t(`returns.status_${status}`)} />,
      },
      { name: 'units', label: t('returns.units'), isNumber: true, cell: ({ units }) => number(units) },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      {
        name: 'order',
        label: t('returns.order'),
        isHidden: true,
        cell: ({ order }) => <Link to={paths.order(order)}>{order}</Link>,
      },
      {
        name: 'reasons',
        label: t('returns.reasons'),
        isHidden: true,
        cell: ({ reasons }) => reasons.map((reason) => t(`returns.reason_${reason}`)).join(', '),
      },
    ],
    filters: [
      {
        name: 'status',
        label: t('orders.status'),
        kind: 'options',
        options: statuses.map((value) => ({ value, label: t(`returns.status_${value}`) })),
      },
      { name: 'registered', label: t('returns.registered'), kind: 'days' },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: session.stores.map(({ code, name }) => ({ value: code, label: name })),
      },
      { name: 'order', label: t('returns.order'), kind: 'text' },
    ],
  }
}
