/** Undoes an entry of a history; why that is not possible is shown beside it. */
import { Button } from '../../ui/button.tsx'
import { apiPaths } from '../paths.ts'
import { useTexts } from '../texts.tsx'
import { RefusalNotice } from './form.tsx'
import { useChange } from './use-change.ts'

export function UndoButton({ id }: { id: number }) {
  const { t } = useTexts()
  const { isSending, refusal, send } = useChange('POST', apiPaths.undo(id), { done: t('audit.undone') })
  return (
    <>
      <Button size="small" disabled={isSending} onClick={() => void send()}>
        {t('audit.undo')}
      </Button>
      <RefusalNotice refusal={refusal} />
    </>
  )
}
