/** Values of fields as they are typed. Pure. */
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'

type ShownField = FieldValuesAnswer['fields'][number]

/** By key of the field, then by scope. */
export type FieldValues = FieldValuesAnswer['values']
type Value = FieldValues[string][string]

/** Name of the input → what is typed; a flag is `true`, `false` or empty. */
export type FieldDraft = Readonly<Record<string, string>>

export const inputName = (key: string, scope: string): string => (scope === '' ? key : `${key}.${scope}`)

/** What is stored, as text. */
export function draftOf(fields: readonly ShownField[], values: FieldValues): FieldDraft {
  return Object.fromEntries(
    fields.flatMap(({ key, scopes }) =>
      scopes.map(({ scope }) => [inputName(key, scope), String(values[key]?.[scope] ?? '')]),
    ),
  )
}

/** What a change sends: the typed values that differ from the stored ones, and those that it expects to be stored. */
export function changedValues(
  fields: readonly ShownField[],
  draft: FieldDraft,
  stored: FieldValues,
): Record<'values' | 'expected', Record<string, Record<string, Value | null>>> {
  const values: Record<string, Record<string, Value | null>> = {}
  const expected: typeof values = {}
  for (const { key, kind, scopes } of fields)
    for (const { scope } of scopes) {
      const before = stored[key]?.[scope] ?? null
      const typed = (draft[inputName(key, scope)] ?? '').trim()
      if (typed === String(before ?? '')) continue
      ;(values[key] ??= {})[scope] = valueOf(kind, typed)
      ;(expected[key] ??= {})[scope] = before
    }
  return { values, expected }
}

function valueOf(kind: ShownField['kind'], typed: string): Value | null {
  if (typed === '') return null
  if (kind === 'number') return Number(typed.replace(',', '.'))
  if (kind === 'flag') return typed === 'true'
  return typed
}

/** A picture as it is stored: its source, and after a space its alternative text. Null: there is none. */
export function pictureIn(typed: string): { source: string; alt: string } | null {
  const [source = '', ...words] = typed.split(' ')
  return source === '' ? null : { source, alt: words.join(' ') }
}

export const pictureText = (source: string, alt: string): string =>
  alt.trim() === '' ? source : `${source} ${alt.trimStart()}`
