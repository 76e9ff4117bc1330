/** The buttons of what can be done with a row now. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ActedRow, ResourceDescription, ResourceRow } from '../../../contract/admin/resources.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { areComplete, InputFields, valuesOf, type Values } from './input-fields.tsx'
import { fullTitleOf, titleOf } from './resource-cell.tsx'
import { resourceWords } from '../../shell/resource-words.ts'
import { ShownOnce } from './shown-once.tsx'

type ResourceAction = ResourceDescription['actions'][number]

/** `onGone`: called after an action that removed the row from the list; its page no longer exists. */
export function RowActions({
  resource,
  row,
  onGone,
}: {
  resource: ResourceDescription
  row: ResourceRow
  onGone?: () => void
}) {
  return resource.actions
    .filter(({ name }) => row.actions.includes(name))
    .map((action) => (
      <RowAction key={action.name} resource={resource} action={action} row={row} onGone={onGone} />
    ))
}

/** Opens a dialog for an action that has fields or must be confirmed; other actions run at once. */
function RowAction({
  resource,
  action: { name, inputs, isMain, isConfirmed },
  row,
  onGone,
}: {
  resource: ResourceDescription
  action: ResourceAction
  row: ResourceRow
  onGone: (() => void) | undefined
}) {
  const { t } = useTexts()
  const words = resourceWords(t, resource)
  const [values, setValues] = useState<Values | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const { send, ...sending } = useChange<ActedRow>(
    'POST',
    apiPaths.rowAction(resource.name, String(row[resource.key]), name),
    {
      done: words.done(name, titleOf(t, resource, row)),
      // Once it is known whether the row is still there.
      rereads: false,
    },
  )
  const change = {
    ...sending,
    send: async (body?: unknown) => {
      const acted = await send(body)
      setSecret(acted?.shownOnce ?? null)
      if (acted?.isGone && onGone) onGone()
      else if (acted !== null) await revalidate()
      return acted
    },
  }
  const label = words.action(name)
  return (
    <>
      {change.refusal && values === null && (
        <span role="alert">{refusalText(t, change.refusal.code, change.refusal.details)}</span>
      )}
      <Button
        size="small"
        {...(isMain && { look: 'main' as const })}
        // In a list every row has such a button.
        aria-label={`${label}: ${fullTitleOf(t, resource, row)}`}
        disabled={change.isSending}
        onClick={() =>
          inputs.length === 0 && !isConfirmed ? void change.send({}) : setValues(valuesOf(inputs, row, null))
        }
      >
        {label}
      </Button>
      {secret !== null && (
        <ShownOnce label={words.secret()} secret={secret} onClose={() => setSecret(null)} />
      )}
      {values !== null && (
        <ConfirmDialog
          title={label}
          description={
            isConfirmed && (
              <>
                <p>{fullTitleOf(t, resource, row)}</p>
                <p>{words.ask(name, titleOf(t, resource, row))}</p>
              </>
            )
          }
          action={label}
          change={change}
          body={values}
          disabled={!areComplete(inputs, values)}
          onClose={() => setValues(null)}
        >
          <InputFields resource={resource} inputs={inputs} values={values} onChange={setValues} />
        </ConfirmDialog>
      )}
    </>
  )
}
