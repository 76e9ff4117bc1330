/** The buttons of what can be done with a row now. */
import { useState } from 'react'
import type { ActedRow, ResourceDescription, ResourceRow } from '../../../contract/admin/resources.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { areComplete, InputFields, valuesOf, type Values } from './input-fields.tsx'
import { titleOf } from './resource-cell.tsx'
import { resourceWords } from './resource-words.ts'
import { ShownOnce } from './shown-once.tsx'

type ResourceAction = ResourceDescription['actions'][number]

export function RowActions({ resource, row }: { resource: ResourceDescription; row: ResourceRow }) {
  return resource.actions
    .filter(({ name }) => row.actions.includes(name))
    .map((action) => <RowAction key={action.name} resource={resource} action={action} row={row} />)
}

/** Asks for the fields of an action in a dialog; one without fields is done at once. */
function RowAction({
  resource,
  action: { name, inputs, is_main: isMain },
  row,
}: {
  resource: ResourceDescription
  action: ResourceAction
  row: ResourceRow
}) {
  const { t } = useTexts()
  const words = resourceWords(t, resource)
  const [values, setValues] = useState<Values | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { send, ...sending } = useChange<ActedRow>(
    'POST',
    apiPaths.rowAction(resource.name, String(row[resource.key]), name),
    {
      done: words.done(name, titleOf(t, resource, row)),
    },
  )
  const change = {
    ...sending,
    send: async (body?: unknown) => {
      const acted = await send(body)
      setSecret(acted?.shown_once ?? null)
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
        aria-label={`${label}: ${titleOf(t, resource, row)}`}
        disabled={change.isSending}
        onClick={() => (inputs.length === 0 ? void change.send({}) : setValues(valuesOf(inputs, row, null)))}
      >
        {label}
      </Button>
      {secret !== null && (
        <ShownOnce label={words.secret()} secret={secret} onClose={() => setSecret(null)} />
      )}
      {values !== null && (
        <ConfirmDialog
          title={label}
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
