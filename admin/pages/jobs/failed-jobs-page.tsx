/** Background jobs that fail: what, for which order, why; another attempt, or off the list. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { failedJobRow } from '../../../contract/admin/failed-jobs.ts'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { Page } from '../../shell/page.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { DataTable } from '../../table/data-table.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'

type FailedJobRow = z.infer<typeof failedJobRow>

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<FailedJobRow>(apiPaths.failedJobs, given)

export function Component() {
  const { t } = useTexts()
  const [dismissed, setDismissed] = useState<FailedJobRow | null>(null)
  const page = useLoaderData<TableAnswer<FailedJobRow>>()
  return (
    <Page title={t('failed_jobs.title')} intro={t('failed_jobs.intro')}>
      <DataTable terms={useFailedJobTerms(setDismissed)} page={page} />
      {dismissed && <DismissDialog row={dismissed} onClose={() => setDismissed(null)} />}
    </Page>
  )
}

function JobButtons({ row, onDismiss }: { row: FailedJobRow; onDismiss: () => void }) {
  const { t } = useTexts()
  const { isSending, refusal, send } = useChange('POST', apiPaths.failedJobAction(row.id, 'retry'), {
    done: t('failed_jobs.retried'),
  })
  return (
    <>
      {refusal && <span role="alert">{refusalText(t, refusal.code)}</span>}
      <Button size="small" disabled={isSending} onClick={() => void send()}>
        {t('failed_jobs.retry')}
      </Button>
      <Button size="small" disabled={isSending} onClick={onDismiss}>
        {t('failed_jobs.dismiss')}
      </Button>
    </>
  )
}

function DismissDialog({ row, onClose }: { row: FailedJobRow; onClose: () => void }) {
  const { t } = useTexts()
  const change = useChange('POST', apiPaths.failedJobAction(row.id, 'dismiss'), {
    done: t('failed_jobs.dismissed'),
  })
  const name = t(`queue.${row.queue}` as AdminKey)
  return (
    <ConfirmDialog
      title={t('failed_jobs.dismiss_title')}
      description={
        <>
          <p>{row.order === null ? name : `${name}, ${row.order}`}</p>
          <p>{t('failed_jobs.dismiss_text')}</p>
        </>
      }
      action={t('failed_jobs.dismiss')}
      change={change}
      onClose={onClose}
    />
  )
}

function useFailedJobTerms(onDismiss: (row: FailedJobRow) => void): TableTerms<FailedJobRow> {
  const { t, dateTime, keys } = useTexts()
  const { stores } = useSession()
  return {
    label: t('failed_jobs.title'),
    searchLabel: t('failed_jobs.search'),
    defaultSort: '-failed',
    keyOf: ({ id }) => id,
    exportPath: apiPaths.failedJobs,
    rowActions: (row) => row.may_change && <JobButtons row={row} onDismiss={() => onDismiss(row)} />,
    columns: [
      { name: 'queue', label: t('failed_jobs.job'), cell: ({ queue }) => t(`queue.${queue}` as AdminKey) },
      {
        name: 'order',
        label: t('returns.order'),
        cell: ({ order }) => order && <Link to={paths.order(order)}>{order}</Link>,
      },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => store && storeName(store) },
      {
        name: 'state',
        label: t('failed_jobs.state'),
        cell: ({ state }) =>
          state === 'failed' ? (
            <Status tone="bad" text={t('failed_jobs.failed')} />
          ) : (
            <Status tone="warning" text={t('failed_jobs.waiting')} />
          ),
      },
      {
        name: 'failed_at',
        label: t('failed_jobs.failed_at'),
        sort: 'failed',
        cell: (row) => row.failed_at && dateTime(row.failed_at),
      },
      {
        name: 'next_at',
        label: t('failed_jobs.next_at'),
        isHidden: true,
        cell: (row) => row.next_at && dateTime(row.next_at),
      },
      {
        name: 'attempts',
        label: t('failed_jobs.attempts'),
        isNumber: true,
        cell: ({ attempts }) => attempts,
      },
      { name: 'error', label: t('failed_jobs.error'), cell: ({ error }) => error && <code>{error}</code> },
      { name: 'id', label: t('failed_jobs.id'), isHidden: true, cell: ({ id }) => id },
    ],
    filters: [
      {
        name: 'queue',
        label: t('failed_jobs.job'),
        kind: 'options',
        options: keys
          .filter((key) => key.startsWith('queue.'))
          .map((key) => ({ value: key.slice('queue.'.length), label: t(key) })),
      },
      {
        name: 'state',
        label: t('failed_jobs.state'),
        kind: 'options',
        options: [
          { value: 'failed', label: t('failed_jobs.failed') },
          { value: 'retry', label: t('failed_jobs.waiting') },
        ],
      },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: stores.map(({ code, name }) => ({ value: code, label: name })),
      },
    ],
  }
}
