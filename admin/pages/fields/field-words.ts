/** What staff call a field of the shop's own. Pure. */
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import type { Translate } from '../../texts.tsx'
import { storeName } from '../../store-name.ts'

type ShownField = FieldValuesAnswer['fields'][number]

/** In the language of the person, otherwise as the first store that names it does. */
export const fieldName = ({ names, key }: Pick<ShownField, 'names' | 'key'>, language: string): string =>
  names[language] ?? Object.values(names)[0] ?? key

/** With the unit, the store or the language, and that it must be filled in: "Längd (mm), Sverige". */
export function fieldLabel(
  field: Pick<ShownField, 'key' | 'kind' | 'names' | 'unit' | 'isRequired'>,
  { scope, kind }: ShownField['scopes'][number],
  { t, language }: { t: Translate; language: string },
): string {
  const name = fieldName(field, language)
  const notes = [
    field.kind === 'rich_text' ? 'HTML' : null,
    field.unit,
    field.isRequired ? t('fields.required') : null,
  ].filter((note) => note !== null)
  const label = notes.length === 0 ? name : `${name} (${notes.join(', ')})`
  if (kind === 'shared') return label
  return `${label}, ${kind === 'store' ? storeName(scope) : languageName(scope, language)}`
}

/** Staff's Norwegian is `no`. */
const languageName = (code: string, inLanguage: string): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(code) ?? code
