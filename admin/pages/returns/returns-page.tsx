/** Returns, each with the next steps that staff can take. */
import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import type { returnActionBody, returnRow } from '../../../contract/admin/returns.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { RefusalNotice, TextField } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { Status, type Tone } from '../../shell/status.tsx'
import { storeName } from '../../shell/store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../routes.tsx'
import styles from './returns-page.module.css'

type ReturnRow = z.infer<typeof returnRow>
type ReturnAction = z.infer<typeof returnActionBody>['action']

const statuses = [
  'registered',
  'sent',
  'received',
  'inspected',
  'refunded',
  'exchanged',
  'rejected',
] as const satisfies readonly ReturnRow['status'][]

const tones: Readonly<Record<ReturnRow['status'], Tone>> = {
  registered: 'neutral',
  sent: 'active',
  received: 'warning',
  inspected: 'warning',
  refunded: 'good',
  exchanged: 'good',
  rejected: 'bad',
}

/** What usually comes next; the API decides whether it is possible. */
const nextActions: Readonly<Record<ReturnRow['status'], readonly ReturnAction[]>> = {
  registered: ['receive'],
  sent: ['receive'],
  received: ['inspect'],
  inspected: ['refund', 'exchange', 'reject'],
  refunded: [],
  exchanged: [],
  rejected: [],
}

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<ReturnRow>(apiPaths.returns, given)

interface Started {
  row: ReturnRow
  action: ReturnAction
}

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<ReturnRow>>()
  const [started, setStarted] = useState<Started | null>(null)
  return (
    <Page title={t('section.returns')}>
      <DataTable terms={useReturnTerms(setStarted)} page={page} views={<SavedViews name="returns" />} />
      {started && <ReturnDialog {...started} onClose={() => setStarted(null)} />}
    </Page>
  )
}

function ReturnDialog({ row, action, onClose }: Started & { onClose: () => void }) {
  const { t } = useTexts()
  const [reason, setReason] = useState('')
  const title = t(`returns.action_${action}`)
  const { isSending, refusal, send } = useChange('POST', apiPaths.returnActions(row.id), {
    done: t('order.done', { action: title }),
  })
  return (
    <Dialog title={`${title}: ${row.id}`} description={t(`returns.explain_${action}`)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          const body = action === 'reject' ? { action, reason: reason.trim() } : { action }
          if ((await send(body)) !== null) onClose()
        }}
      >
        {action === 'reject' && (
          <TextField
            label={t('order.reason')}
            value={reason}
            maxLength={1000}
            required
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <RefusalNotice refusal={refusal} />
        <DialogButtons>
          <Button size="small" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="small" look="main" disabled={isSending}>
            {title}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function useReturnTerms(onStart: (started: Started) => void): TableTerms<ReturnRow> {
  const { t, dateTime, number } = useTexts()
  const session = useSession()
  return {
    label: t('section.returns'),
    searchLabel: t('returns.search'),
    defaultSort: '-registered',
    keyOf: ({ id }) => id,
    pathOf: ({ order }) => paths.order(order),
    rowActions: (row) =>
      can(session, 'return:handle', row.store) && (
        <span className={styles.actions}>
          {nextActions[row.status].map((action) => (
            <Button key={action} size="small" onClick={() => onStart({ row, action })}>
              {t(`returns.action_${action}`)}
            </Button>
          ))}
        </span>
      ),
    columns: [
      { name: 'id', label: t('orders.number'), cell: ({ id }) => id },
      {
        name: 'registered_at',
        label: t('returns.registered'),
        sort: 'registered',
        cell: (row) => dateTime(row.registered_at),
      },
      { name: 'buyer', label: t('orders.buyer'), cell: ({ buyer }) => buyer },
      {
        name: 'status',
        label: t('orders.status'),
        cell: ({ status }) => <Status tone={tones[status]} text={t(`returns.status_${status}`)} />,
      },
      { name: 'units', label: t('returns.units'), isNumber: true, cell: ({ units }) => number(units) },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      { name: 'order', label: t('returns.order'), isHidden: true, cell: ({ order }) => order },
      {
        name: 'reasons',
        label: t('returns.reasons'),
        isHidden: true,
        cell: ({ reasons }) => reasons.join(', '),
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
