/** Withdrawals: until when the law wants the money back, what has arrived, and what staff decide. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { TableAnswer } from '../../../contract/admin/table.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { MoreActions, type MenuAction } from '../../shell/more-actions.tsx'
import { Page } from '../../shell/page.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { DataTable } from '../../table/data-table.tsx'
import { SavedViews } from '../../table/saved-views.tsx'
import { loadTable } from '../../table/table-loader.ts'
import type { TableTerms } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { PageHandle } from '../../shell/store-choice.ts'
import {
  WithdrawalDialog,
  withdrawnUnits,
  type StartedDecision,
  type WithdrawalRow,
} from './withdrawal-dialog.tsx'
import buttons from '../../shell/action-buttons.module.css'
import styles from './returns-page.module.css'

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadTable<WithdrawalRow>(apiPaths.withdrawals, given)

export function Component() {
  const { t } = useTexts()
  const page = useLoaderData<TableAnswer<WithdrawalRow>>()
  const [started, setStarted] = useState<StartedDecision | null>(null)
  return (
    <Page title={t('section.withdrawals')}>
      <DataTable
        terms={useWithdrawalTerms(setStarted)}
        page={page}
        views={<SavedViews name="withdrawals" />}
      />
      {started && <WithdrawalDialog {...started} onClose={() => setStarted(null)} />}
    </Page>
  )
}

function WithdrawalActions({
  row,
  onStart,
}: {
  row: WithdrawalRow
  onStart: (started: StartedDecision) => void
}) {
  const { t } = useTexts()
  const session = useSession()
  const { isSending, refusal, send } = useChange('POST', apiPaths.withdrawalActions(row.id), {
    done: t('withdrawals.done'),
  })
  if (row.doneAt !== null) return null
  const isMatched = row.order !== null
  const decisions = [
    // Also where staff took another order than the one that the buyer named.
    ...(isMatched && row.order !== row.orderNumber.trim().toUpperCase() ? (['match'] as const) : []),
    'close' as const,
    'reject' as const,
  ]
  const goodsBack = {
    id: 'goods_back',
    label: t('withdrawals.goods_back'),
    isDisabled: isSending,
    onSelect: () => void send({ action: 'goods_back' }),
  }
  const rest: MenuAction[] = [
    ...(row.goodsBackAt === null ? [goodsBack] : []),
    ...decisions.map((decision) => ({
      id: decision,
      label: t(`withdrawals.${decision}`),
      onSelect: () => onStart({ row, decision }),
    })),
  ]
  return (
    <span className={styles.actions}>
      {refusal && <span role="alert">{refusalText(t, refusal.code)}</span>}
      {row.order === null ? (
        <Button size="small" onClick={() => onStart({ row, decision: 'match' })}>
          {t('withdrawals.match')}
        </Button>
      ) : (
        can(session, 'order:refund', row.store) && (
          <Link className={buttons.button ?? ''} to={paths.refundOfWithdrawal(row.order, row.id)}>
            {t('withdrawals.refund')}
          </Link>
        )
      )}
      <MoreActions actions={rest} />
    </span>
  )
}

function useWithdrawalTerms(onStart: (started: StartedDecision) => void): TableTerms<WithdrawalRow> {
  const { t, date, dateTime } = useTexts()
  const session = useSession()
  return {
    label: t('section.withdrawals'),
    searchLabel: t('withdrawals.search'),
    defaultSort: 'due',
    keyOf: ({ id }) => String(id),
    rowActions: (row) =>
      can(session, 'return:handle', row.store) && <WithdrawalActions row={row} onStart={onStart} />,
    isPersonal: true,
    ...(can(session, 'export:personal') && { exportPath: apiPaths.withdrawals }),
    columns: [
      {
        name: 'refundDueOn',
        label: t('withdrawals.due'),
        sort: 'due',
        cell: (row) => <Due row={row} text={date(row.refundDueOn)} />,
      },
      { name: 'name', label: t('orders.buyer'), cell: ({ name }) => name },
      {
        name: 'order',
        label: t('returns.order'),
        cell: (row) =>
          row.order === null ? (
            t('withdrawals.unmatched', { number: row.orderNumber })
          ) : (
            <Link to={paths.order(row.order)}>{row.order}</Link>
          ),
      },
      {
        name: 'declaredAt',
        label: t('withdrawals.declared'),
        sort: 'declared',
        cell: (row) => dateTime(row.declaredAt),
      },
      {
        name: 'goodsBackAt',
        label: t('withdrawals.goods_back'),
        cell: (row) => row.goodsBackAt && date(row.goodsBackAt),
      },
      { name: 'store', label: t('orders.store'), cell: ({ store }) => storeName(store) },
      {
        name: 'items',
        label: t('withdrawals.goods'),
        isHidden: true,
        cell: (row) => withdrawnUnits(row) || (row.goods === '' && t('withdrawals.whole')),
      },
      { name: 'goods', label: t('withdrawals.words'), isHidden: true, cell: ({ goods }) => goods },
      { name: 'email', label: t('orders.email'), isHidden: true, cell: ({ email }) => email },
      {
        name: 'doneAt',
        label: t('withdrawals.closed'),
        isHidden: true,
        cell: (row) => row.doneAt && dateTime(row.doneAt),
      },
      {
        name: 'rejection',
        label: t('withdrawals.rejection'),
        isHidden: true,
        cell: ({ rejection }) => rejection,
      },
    ],
    filters: [
      { name: 'open', label: t('withdrawals.open'), kind: 'flag' },
      { name: 'due', label: t('withdrawals.due'), kind: 'days' },
      { name: 'matched', label: t('withdrawals.matched'), kind: 'flag' },
      {
        name: 'store',
        label: t('orders.store'),
        kind: 'options',
        options: session.stores.map(({ code, name }) => ({ value: code, label: name })),
      },
    ],
  }
}

/** The last day by law, red when it is over; a closed withdrawal has none. */
function Due({ row, text }: { row: WithdrawalRow; text: string }) {
  const { t } = useTexts()
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  if (row.doneAt !== null) return t('withdrawals.closed')
  const isOver = row.refundDueOn < today
  return <Status tone={isOver ? 'bad' : 'warning'} text={text} />
}
