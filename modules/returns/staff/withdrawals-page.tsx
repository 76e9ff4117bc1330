/** The declared list of withdrawals: until when the law wants the money back, what has arrived, and what staff decide. */
import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { paths } from '../../../admin/paths.ts'
import { can, useSession } from '../../../admin/session.ts'
import { MoreActions, type MenuAction } from '../../../admin/shell/more-actions.tsx'
import { refusalText } from '../../../admin/shell/refusals.ts'
import { Status } from '../../../admin/shell/status.tsx'
import { useChange } from '../../../admin/shell/use-change.ts'
import { useTexts } from '../../../admin/texts.tsx'
import type { PageHandle } from '../../../admin/shell/store-choice.ts'
import { loadList, ResourceList } from '../../../admin/pages/resources/resource-list.tsx'
import { useResource } from '../../../admin/pages/resources/use-resource.ts'
import {
  WithdrawalDialog,
  withdrawnUnits,
  type StartedDecision,
  type WithdrawalRow,
} from './withdrawal-dialog.tsx'
import buttons from '../../../admin/shell/action-buttons.module.css'
import styles from './returns-page.module.css'
import { returnApi, returnPaths } from './return-paths.ts'

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadList('withdrawals', given)

export function Component() {
  const { t, date } = useTexts()
  const session = useSession()
  const [started, setStarted] = useState<StartedDecision | null>(null)
  return (
    <>
      <ResourceList<WithdrawalRow>
        resource={useResource('withdrawals')}
        rowActions={(row) =>
          can(session, 'return:handle', row.store) && <WithdrawalActions row={row} onStart={setStarted} />
        }
        cells={{
          refundDueOn: (row) => <Due row={row} text={date(row.refundDueOn)} />,
          order: (row) =>
            row.order === null ? (
              t('withdrawals.unmatched', { number: row.orderNumber })
            ) : (
              <Link to={paths.order(row.order)}>{row.order}</Link>
            ),
          goodsBackAt: (row) => row.goodsBackAt && date(row.goodsBackAt),
          items: (row) => withdrawnUnits(row) || (row.goods === '' && t('withdrawals.whole')),
        }}
      />
      {started && <WithdrawalDialog {...started} onClose={() => setStarted(null)} />}
    </>
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
  const { isSending, refusal, send } = useChange('POST', returnApi.withdrawalActions(row.id), {
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
          <Link className={buttons.button ?? ''} to={returnPaths.refundOfWithdrawal(row.order, row.id)}>
            {t('withdrawals.refund')}
          </Link>
        )
      )}
      <MoreActions actions={rest} />
    </span>
  )
}

/** The last day by law, red when it is over; a closed withdrawal has none. */
function Due({ row, text }: { row: WithdrawalRow; text: string }) {
  const { t } = useTexts()
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  if (row.doneAt !== null) return t('withdrawals.doneAt')
  const isOver = row.refundDueOn < today
  return <Status tone={isOver ? 'bad' : 'warning'} text={text} />
}
