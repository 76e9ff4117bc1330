/** What was just removed, with a button that undoes it, and what could not be done. */
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import type { useListChanges } from './use-list-changes.ts'

export function ListNotices({ removed, hasFailed, undo }: Omit<ReturnType<typeof useListChanges>, 'run'>) {
  const t = useStrings()
  return (
    <>
      {hasFailed && (
        <Notice look="danger" role="alert">
          {t('form.failed')}
        </Notice>
      )}
      {removed && (
        <Notice role="status">
          {t('cart.removed', { name: removed.name })}{' '}
          <Button size="small" onClick={() => void undo()}>
            {t('cart.undo')}
          </Button>
        </Notice>
      )}
    </>
  )
}
