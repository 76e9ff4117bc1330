/** Somebody else has saved the same thing meanwhile: each field that both changed, with both versions to choose from. */
import { useId } from 'react'
import { useTexts, type Words } from '../texts.tsx'
import { fieldText } from './change-words.ts'
import type { Conflict, Side } from './versions.ts'
import styles from './version-choice.module.css'

export function VersionChoice({
  conflicts,
  chosen,
  onChoose,
  labelOf = fieldText,
}: {
  conflicts: readonly Conflict[]
  /** By the path of the field; the own version where nothing is chosen. */
  chosen: Readonly<Record<string, Side>>
  onChoose: (path: string, side: Side) => void
  labelOf?: (path: string) => string
}) {
  const { t } = useTexts()
  return (
    <div className={styles.choice} role="alert">
      <p>{conflicts.length === 0 ? t('versions.apart') : t('versions.both')}</p>
      {conflicts.map((conflict) => (
        <Field
          key={conflict.path}
          conflict={conflict}
          label={labelOf(conflict.path)}
          side={chosen[conflict.path] ?? 'mine'}
          onChoose={(side) => onChoose(conflict.path, side)}
        />
      ))}
      <p>{t('versions.save_again')}</p>
    </div>
  )
}

function Field({
  conflict,
  label,
  side,
  onChoose,
}: {
  conflict: Conflict
  label: string
  side: Side
  onChoose: (side: Side) => void
}) {
  const { t, number } = useTexts()
  const name = useId()
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      {(['mine', 'theirs'] as const).map((each) => (
        <label key={each} className={styles.version}>
          <input type="radio" name={name} checked={side === each} onChange={() => onChoose(each)} />
          <span>
            <b>{t(`versions.${each}`)}</b> {valueText(conflict[each], { t, number })}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Numbers and lists as people read them; a list of pairs, as a bank account of kind and number, on one line. */
function valueText(value: unknown, words: Pick<Words, 't' | 'number'>): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value === 'boolean') return words.t(value ? 'table.yes' : 'table.no')
  if (typeof value === 'number') return words.number(value)
  if (Array.isArray(value)) return value.map((each) => valueText(each, words)).join('; ') || '–'
  if (isPair(value)) return `${value.label} ${value.value}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isPair = (value: unknown): value is { label: string; value: string } =>
  typeof value === 'object' && value !== null && 'label' in value && 'value' in value
