/** The declared list of returns, each with the next steps that staff can take. */
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { can, useSession } from '../../../admin/session.ts'
import { storeCurrency } from '../../../admin/store-name.ts'
import { useTexts } from '../../../admin/texts.tsx'
import type { PageHandle } from '../../../admin/shell/store-choice.ts'
import { loadList, ResourceList } from '../../../admin/pages/resources/resource-list.tsx'
import { useResource } from '../../../admin/pages/resources/use-resource.ts'
import { ReturnDialog, type StartedAction } from './return-dialog.tsx'
import { nextActions, payingActions, type ReturnStatus } from './return-words.ts'
import styles from './returns-page.module.css'

/** What the buttons need of a row. */
interface ReturnRow {
  id: string
  store: string
  status: ReturnStatus
}

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadList('returns', given)

export function Component() {
  const [started, setStarted] = useState<StartedAction | null>(null)
  return (
    <>
      <ResourceList<ReturnRow>
        resource={useResource('returns')}
        rowActions={(row) => <NextSteps row={row} onStart={setStarted} />}
      />
      {started && <ReturnDialog {...started} onClose={() => setStarted(null)} />}
    </>
  )
}

function NextSteps({
  row: { id, store, status },
  onStart,
}: {
  row: ReturnRow
  onStart: (started: StartedAction) => void
}) {
  const { t } = useTexts()
  const session = useSession()
  if (!can(session, 'return:handle', store)) return null
  return (
    <span className={styles.actions}>
      {nextActions[status]
        .filter((action) => !payingActions.has(action) || can(session, 'order:refund', store))
        .map((action) => (
          <Button
            key={action}
            size="small"
            onClick={() => onStart({ id, currency: storeCurrency(store), action })}
          >
            {t(`returns.action_${action}`)}
          </Button>
        ))}
    </span>
  )
}
