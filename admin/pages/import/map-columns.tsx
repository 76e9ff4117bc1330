/** What the columns of a file mean: a field for each, with what is made of its value, saved by name. */
import { useState } from 'react'
import type {
  ColumnsAnswer,
  MappedField,
  MappingStep,
  SavedMappingAnswer,
} from '../../../contract/admin/imports.ts'
import { Button } from '../../../ui/button.tsx'
import { sendApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { Field, Select } from '../../shell/form.tsx'
import { refusalText } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import { attributePrefix, fieldLabel } from './field-label.ts'
import { MappingSteps } from './mapping-steps.tsx'
import styles from './import.module.css'

/** Of a name, as the API takes it. */
const longestName = 60

/** The fields that a factor applies to. */
const amounts = ['price', 'ordinary_price', 'sale_price']

/** What a column or a constant is mapped to; field '': it is not read. */
interface Row {
  column: string | null
  samples: readonly string[]
  field: string
  text: string
  steps: readonly MappingStep[]
  /** The store that alone gets it; '': all of the import. */
  store: string
  /** The stores that its name may mean. */
  stores: readonly string[]
  /** What an attribute is called that is made of the column; null: it is not of the file. */
  attribute: string | null
}

/** The option that leaves the heading line to the server. */
const automatic = 'auto'

interface MapColumnsProps {
  found: ColumnsAnswer
  /** The file is being read again. */
  isReading: boolean
  /** Another heading line: its row, or `auto`. */
  onHeader: (header: string) => void
  /** The fields that there are, the usual ones first. */
  fields: readonly string[]
  /** The mapping that is changed; null: a new one. */
  mapping: { name: string; version: string; fields: readonly MappedField[] } | null
  /** Proposed for a new one. */
  suggestedName: string
  /** The stores in which the person may import. */
  stores: readonly { code: string; name: string }[]
  onSaved: (saved: { name: string; version: string }) => void
  onRemoved: () => void
}

export function MapColumns({
  found,
  isReading,
  onHeader,
  fields,
  mapping,
  suggestedName,
  stores,
  onSaved,
  onRemoved,
}: MapColumnsProps) {
  const { t } = useTexts()
  const [rows, setRows] = useState(() => rowsOf(found, mapping?.fields ?? null))
  const [name, setName] = useState(mapping?.name ?? suggestedName)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const optionOf = (field: string) => ({ value: field, label: fieldLabel(t, field) })
  const options = [{ value: '', label: t('import.map_none') }, ...fields.map(optionOf)]
  const change = (at: number, more: Partial<Row>) => {
    setProblem(null)
    setRows(rows.map((row, index) => (index === at ? { ...row, ...more } : row)))
  }
  const save = async () => {
    setIsSaving(true)
    const mapped = rows.flatMap(({ field, column, text, steps, store }) =>
      field === '' ? [] : [{ field, column, text, steps: [...steps], ...(store !== '' && { store }) }],
    )
    // Under another name it is a new one.
    const isChange = mapping !== null && mapping.name.toLowerCase() === name.trim().toLowerCase()
    const headerRow = chosenRow(found)
    const body = {
      version: isChange ? mapping.version : null,
      fields: mapped,
      ...(headerRow !== null && { headerRow }),
    }
    const saved = await sendApi<SavedMappingAnswer>('PUT', apiPaths.importMapping(name.trim()), body).finally(
      () => setIsSaving(false),
    )
    if (saved.ok) return onSaved({ name: name.trim(), version: saved.data.version })
    const { field, store } = saved.details
    const plain = typeof field === 'string' ? fieldLabel(t, field) : ''
    const label = typeof store === 'string' ? `${plain} (${storeName(store)})` : plain
    if (saved.code === 'unmapped') setProblem(t('import.map_lacks', { field: label }))
    else if (saved.code === 'mapped_twice') setProblem(t('import.map_twice', { field: label }))
    else if (saved.code === 'mapping_exists') setProblem(t('import.map_exists'))
    else setProblem(refusalText(t, saved.code, saved.details))
  }
  const remove = async () => {
    if (mapping === null) return
    const removed = await sendApi('DELETE', apiPaths.importMapping(mapping.name))
    if (removed.ok || removed.status === 404) onRemoved()
    else setProblem(refusalText(t, removed.code, removed.details))
  }
  return (
    <Card title={t('import.map_title')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <p>{t('import.map_hint')}</p>
        <HeadingLine found={found} isReading={isReading} onHeader={onHeader} />
        <ul className={styles.columns}>
          {rows.map((row, at) => (
            <li key={`${row.column ?? ''}\n${at}`} className={styles.column}>
              <ColumnName row={row} onText={(text) => change(at, { text })} />
              <div className={styles.mapped}>
                <Select
                  label={t('import.map_field')}
                  value={row.field}
                  options={[...options, ...attributesOf(row).map(optionOf)]}
                  onChange={(field) =>
                    change(at, {
                      field,
                      steps: amounts.includes(field)
                        ? row.steps
                        : row.steps.filter(({ kind }) => kind !== 'multiply'),
                    })
                  }
                />
                {row.field !== '' && (stores.length > 1 || row.store !== '') && (
                  <Select
                    label={t('import.map_store')}
                    {...(row.store === '' &&
                      row.stores.length > 1 && {
                        hint: t('import.map_stores_meant', { stores: row.stores.map(storeName).join(', ') }),
                      })}
                    value={row.store}
                    options={[
                      { value: '', label: t('import.map_all_stores') },
                      ...stores.map(({ code, name }) => ({ value: code, label: name })),
                      ...(row.store === '' || stores.some(({ code }) => code === row.store)
                        ? []
                        : [{ value: row.store, label: storeName(row.store) }]),
                    ]}
                    onChange={(store) => change(at, { store })}
                  />
                )}
                {row.field !== '' && row.column !== null && (
                  <MappingSteps
                    steps={row.steps}
                    isAmount={amounts.includes(row.field)}
                    onChange={(steps) => change(at, { steps })}
                  />
                )}
                {row.field !== '' && row.column !== null && (
                  <Button
                    size="small"
                    look="quiet"
                    onClick={() =>
                      setRows(rows.toSpliced(at + 1, 0, { ...row, field: '', steps: [], store: '' }))
                    }
                  >
                    {t('import.map_again')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <Button size="small" onClick={() => setRows([...rows, constantRow])}>
            {t('import.map_add_constant')}
          </Button>
        </div>
        {!rows.some(({ field }) => field === 'title') && <p>{t('import.map_update')}</p>}
        <div className={styles.fields}>
          <Field
            label={t('import.map_name')}
            value={name}
            required
            maxLength={longestName}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="submit" size="small" look="main" disabled={isSaving || isReading}>
            {t('import.map_save')}
          </Button>
          {mapping !== null && (
            <Button size="small" look="quiet" onClick={() => void remove()}>
              {t('import.map_remove', { name: mapping.name })}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

/** The heading line that a person has chosen, now or for the mapping; null: it was found. */
const chosenRow = ({ headerRow, wantedRow }: ColumnsAnswer): number | null =>
  wantedRow === headerRow ? wantedRow : null

/** Which row names the columns, with the first rows to choose from. Of records no row does. */
function HeadingLine({
  found,
  isReading,
  onHeader,
}: Pick<MapColumnsProps, 'found' | 'isReading' | 'onHeader'>) {
  const { t } = useTexts()
  const { headerRow, wantedRow, rows } = found
  if (headerRow === null || rows.length === 0) return null
  const chosen = chosenRow(found)
  return (
    <fieldset className={styles.fields} disabled={isReading}>
      <Select
        label={t('import.header_row')}
        hint={t('import.header_hint')}
        value={chosen === null ? automatic : String(chosen)}
        options={[
          {
            value: automatic,
            label:
              chosen === null ? t('import.header_auto_row', { row: headerRow }) : t('import.header_auto'),
          },
          ...rows.map(({ number, cells }) => ({
            value: String(number),
            label: `${number}: ${cells.join(' · ')}`,
          })),
        ]}
        onChange={onHeader}
      />
      {wantedRow !== null && wantedRow !== headerRow && (
        <p className={styles.problem} role="alert">
          {t('import.header_missing', { wanted: wantedRow, row: headerRow })}
        </p>
      )}
    </fieldset>
  )
}

const constantRow: Row = {
  column: null,
  samples: [],
  field: '',
  text: '',
  steps: [],
  store: '',
  stores: [],
  attribute: null,
}

/** The attributes that a column can become: one of its name, and the one that it is mapped to. */
const attributesOf = ({ attribute, field }: Row): string[] => [
  ...new Set([
    ...(attribute === null ? [] : [attributePrefix + attribute]),
    ...(field.startsWith(attributePrefix) ? [field] : []),
  ]),
]

/** A column with samples, or the text that each row gets. */
function ColumnName({
  row: { column, samples, text },
  onText,
}: {
  row: Row
  onText: (text: string) => void
}) {
  const { t } = useTexts()
  if (column === null)
    return (
      <Field label={t('import.map_constant')} value={text} onChange={({ target }) => onText(target.value)} />
    )
  return (
    <div>
      <strong className={styles.columnName}>{column}</strong>
      {samples.map((sample) => (
        <span key={sample} className={styles.sample}>
          {sample}
        </span>
      ))}
    </div>
  )
}

/** The columns of the file, then the constants of the mapping and columns that the file lacks. */
function rowsOf({ columns }: ColumnsAnswer, fields: readonly MappedField[] | null): Row[] {
  const ofColumns = columns.flatMap(({ name, samples, field, store, stores, attribute }): Row[] => {
    const plain = {
      column: name,
      samples,
      text: '',
      steps: [],
      store: '',
      stores,
      attribute: attribute === '' ? null : attribute,
    }
    if (fields === null) return [{ ...plain, field: field ?? '', store: store ?? '' }]
    const mapped = fields.filter(({ column }) => column === name)
    return mapped.length === 0
      ? [{ ...plain, field: '' }]
      : mapped.map((each) => ({ ...plain, field: each.field, steps: each.steps, store: each.store ?? '' }))
  })
  // Constants, and columns that this file lacks: saving must not drop them.
  const others = (fields ?? []).filter(({ column }) => !columns.some(({ name }) => name === column))
  return [
    ...ofColumns,
    ...others.map((each) => ({ ...each, samples: [], store: each.store ?? '', stores: [], attribute: null })),
  ]
}
