/** Asks before something is done with several rows of a list, and says how many it was done with. */
import type { BulkAnswer, ResourceDescription, ResourceRow } from '../../../contract/admin/resources.ts'
import { apiPaths } from '../../paths.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { showToast } from '../../shell/toasts.tsx'
import { useChange } from '../../shell/use-change.ts'
import { bodyOfTarget, type BulkTarget } from '../../table/selection.ts'
import { useTexts } from '../../texts.tsx'
import { resourceWords } from '../../shell/resource-words.ts'

export interface ChosenBulk {
  action: string
  target: BulkTarget<ResourceRow>
  /** Ends the selection. */
  done: () => void
}

export function BulkChange({
  resource,
  chosen: { action, target, done },
  onClose,
}: {
  resource: ResourceDescription
  chosen: ChosenBulk
  onClose: () => void
}) {
  const { t } = useTexts()
  const words = resourceWords(t, resource)
  const change = useChange<BulkAnswer>('POST', apiPaths.bulkAction(resource.name, action))
  const body = bodyOfTarget(target, 'keys', (row) => String(row[resource.key]))
  const sending = {
    ...change,
    send: async (sent?: unknown) => {
      const answer = await change.send(sent)
      if (answer !== null)
        showToast({
          title: words.bulkDone(action, answer.done),
          ...(answer.refused > 0 && { text: t('bulk.left_out', { count: answer.refused }) }),
        })
      return answer
    },
  }
  return (
    <ConfirmDialog
      title={words.action(action)}
      description={t('bulk.rows', { count: target.count })}
      action={words.action(action)}
      change={sending}
      body={body}
      onClose={onClose}
      onDone={() => {
        done()
        onClose()
      }}
    />
  )
}
