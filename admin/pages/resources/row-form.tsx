/** The form of a row: a new one, or the fields of one that is there. */
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { ResourceDescription, ResourceRowPage, SavedRow } from '../../../contract/admin/resources.ts'
import { Button } from '../../../ui/button.tsx'
import type { Refusal } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { CheckedForm, RefusalNotice, type FieldProblems } from '../../shell/form.tsx'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { useStoreChoice } from '../../shell/store-choice.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { areComplete, InputFields, valuesOf, type Values } from './input-fields.tsx'
import { resourceWords } from '../../shell/resource-words.ts'
import { ShownOnce } from './shown-once.tsx'
import layout from '../../shell/form-layout.module.css'

/** `page` null: a new row. */
export function RowForm({
  resource,
  page,
}: {
  resource: ResourceDescription
  page: Pick<ResourceRowPage, 'row' | 'version'> | null
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { grants, stores } = useSession()
  const [chosenStore] = useStoreChoice()
  const { name, key, form } = resource
  const inputs = form?.inputs ?? []
  // The store of a row does not change.
  const shown = page === null ? inputs : inputs.filter(({ kind }) => kind !== 'store')
  const held = stores.filter(({ code }) => form && grants[form.permission]?.includes(code))
  const store = (held.find(({ code }) => code === chosenStore) ?? held[0])?.code ?? null
  const [version, setVersion] = useState(page?.version)
  const [stored, setStored] = useState(() => valuesOf(shown, page?.row ?? {}, store))
  const [values, setValues] = useState(stored)
  if (page !== null && page.version !== version) {
    // Saved here, or changed by somebody else: what was typed meanwhile is kept.
    const next = valuesOf(shown, page.row, store)
    setVersion(page.version)
    setStored(next)
    setValues(
      Object.fromEntries(
        shown.map(({ name: field }) => [
          field,
          isSame(values[field], stored[field]) ? next[field] : values[field],
        ]),
      ),
    )
  }
  const isDirty = shown.some(({ name: field }) => !isSame(values[field], stored[field]))
  const [isDone, setDone] = useState(false)
  // A new row whose secret is shown before its page is opened.
  const [made, setMade] = useState<SavedRow | null>(null)
  const { isSending, refusal, send } = useChange<SavedRow>(
    page === null ? 'POST' : 'PUT',
    page === null ? apiPaths.resource(name) : apiPaths.resourceRow(name, String(page.row[key])),
    { done: t('resource.saved') },
  )
  const problems = problemsOf(refusal, t('resource.field_problem'))
  const save = async () => {
    // The page of a new row is another one: the warning must be gone before it is opened.
    setDone(page === null)
    const saved = await send(page === null ? values : { values, version })
    if (saved !== null && page === null) {
      if (saved.shownOnce !== null) return setMade(saved)
      return navigate(paths.row(name, saved.key))
    }
    setDone(false)
    if (saved === null) return revalidate()
    // A secret that was saved is not shown again, and not sent with the next change.
    const saidOnce = (all: Values): Values => ({
      ...all,
      ...Object.fromEntries(shown.filter(({ kind }) => kind === 'secret').map((input) => [input.name, ''])),
    })
    setStored(saidOnce(values))
    setValues(saidOnce)
    return undefined
  }
  return (
    <CheckedForm
      className={layout.form}
      refusal={refusal}
      problems={problems}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <LeaveWarning isDirty={isDirty && !isDone} />
      {made?.shownOnce != null && (
        <ShownOnce
          label={resourceWords(t, resource).secret()}
          secret={made.shownOnce}
          onClose={() => void navigate(paths.row(name, made.key))}
        />
      )}
      <InputFields resource={resource} inputs={shown} values={values} onChange={setValues} />
      <RefusalNotice
        refusal={refusal?.code === 'changed_meanwhile' ? { ...refusal, code: 'row_changed' } : refusal}
      />
      <div className={layout.buttons}>
        <Button
          type="submit"
          size="small"
          look="main"
          disabled={isSending || !isDirty || !areComplete(shown, values)}
        >
          {t('resource.save')}
        </Button>
      </div>
    </CheckedForm>
  )
}

const isSame = (one: Values[string], other: Values[string]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The fields that a refusal names: `hint` of a new row, `values.hint` and `values.triggers[0]` of a changed one. */
function problemsOf(refusal: Refusal | null, text: string): FieldProblems {
  const found = (refusal?.details['fields'] ?? {}) as Readonly<Record<string, string>>
  return Object.fromEntries(
    Object.keys(found).map((path) => [path.replace(/^values\./, '').replace(/[.[].*$/, ''), text]),
  )
}
