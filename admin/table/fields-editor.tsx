/** The editor of the filter by the shop's own fields, which are one filter: `care:=Torkas,length:10..20`. */
import { useState } from 'react'
import { useTexts } from '../texts.tsx'
import type { FilterField } from './table-terms.ts'
import { readFields, writeFields, type FieldTerms } from './field-terms.ts'
import styles from './filter-bar.module.css'

/** Typed values are applied by Enter or the button, as those of other filters. */
export function FieldsEditor({
  fields,
  value,
  onChange,
}: {
  fields: readonly FilterField[]
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTexts()
  const [terms, setTerms] = useState<FieldTerms>(() => readFields(value))
  const set = (key: string, values: readonly string[]) => setTerms({ ...terms, [key]: values })
  if (fields.length === 0) return <p className={styles.hint}>{t('table.nothing_matches')}</p>
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(writeFields(terms))
      }}
    >
      {fields.map((field) => (
        <fieldset key={field.key} className={styles.options}>
          <legend className={styles.group}>{field.label}</legend>
          <FieldTerm
            field={field}
            values={terms[field.key] ?? []}
            onChange={(next) => set(field.key, next)}
          />
        </fieldset>
      ))}
      <button type="submit" className={styles.add}>
        {t('table.apply')}
      </button>
    </form>
  )
}

function FieldTerm({
  field,
  values,
  onChange,
}: {
  field: FilterField
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}) {
  const { t } = useTexts()
  if (field.kind === 'choice')
    return field.options.map(({ value, label }) => (
      <label key={value} className={styles.option}>
        <input
          type="checkbox"
          checked={values.includes(`=${value}`)}
          onChange={({ target }) => {
            const others = values.filter((one) => one !== `=${value}`)
            onChange(target.checked ? [...others, `=${value}`] : others)
          }}
        />
        {label}
      </label>
    ))
  const [first = ''] = values
  if (field.kind === 'text')
    return (
      <div className={styles.typed}>
        <input
          type="text"
          aria-label={field.label}
          value={first.slice(1)}
          onChange={({ target }) => onChange(target.value === '' ? [] : [`=${target.value}`])}
        />
      </div>
    )
  const [from = '', to = ''] = first.split('..')
  const setRange = (range: { from: string; to: string }) =>
    onChange(range.from === '' && range.to === '' ? [] : [`${range.from}..${range.to}`])
  return (
    <div className={styles.days}>
      {(['from', 'to'] as const).map((edge) => (
        <label key={edge}>
          {t(`table.${edge}`)}
          <input
            type={field.kind}
            {...(field.kind === 'number' && { step: 'any' })}
            value={edge === 'from' ? from : to}
            onChange={({ target }) => setRange({ from, to, [edge]: target.value })}
          />
        </label>
      ))}
    </div>
  )
}
