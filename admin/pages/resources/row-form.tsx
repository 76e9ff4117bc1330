/** The form of a row: a new one, or the fields of one that is there. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { ResourceDescription, ResourceRow, savedRow } from '../../../contract/admin/resources.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { RefusalNotice } from '../../shell/form.tsx'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { useStoreChoice } from '../../shell/store-choice.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { areComplete, InputFields, valuesOf } from './input-fields.tsx'
import layout from '../../shell/form-layout.module.css'

/** `row` null: a new one. */
export function RowForm({ resource, row }: { resource: ResourceDescription; row: ResourceRow | null }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { grants, stores } = useSession()
  const [chosenStore] = useStoreChoice()
  const { name, key, form } = resource
  const inputs = form?.inputs ?? []
  // The store of a row does not change.
  const shown = row === null ? inputs : inputs.filter(({ kind }) => kind !== 'store')
  const held = stores.filter(({ code }) => form && grants[form.permission]?.includes(code))
  const [initial] = useState(() => {
    const store = held.find(({ code }) => code === chosenStore) ?? held[0]
    return valuesOf(inputs, row ?? {}, store?.code ?? null)
  })
  const [values, setValues] = useState(initial)
  const [isDone, setDone] = useState(false)
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  const { isSending, refusal, send } = useChange<z.infer<typeof savedRow>>(
    row === null ? 'POST' : 'PUT',
    row === null ? apiPaths.resource(name) : apiPaths.resourceRow(name, String(row[key])),
    { done: t('resource.saved') },
  )
  return (
    <form
      className={layout.form}
      onSubmit={async (event) => {
        event.preventDefault()
        // The page of the saved row is another one: the warning must be gone before it is opened.
        setDone(true)
        const saved = await send(row === null ? values : { values, expected: initial })
        if (saved !== null && row === null) return navigate(paths.row(name, saved.key))
        if (saved === null) setDone(false)
        return undefined
      }}
    >
      <LeaveWarning isDirty={isDirty && !isDone} />
      <InputFields resource={resource} inputs={shown} values={values} onChange={setValues} />
      <RefusalNotice refusal={refusal} />
      <div className={layout.buttons}>
        <Button
          type="submit"
          size="small"
          look="main"
          disabled={isSending || !isDirty || !areComplete(inputs, values)}
        >
          {t('resource.save')}
        </Button>
      </div>
    </form>
  )
}
