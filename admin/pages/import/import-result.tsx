/** What an import would do: counts, columns, the differences of its rows, and rows with problems. */
import { useState } from 'react'
import type { ImportCheck } from '../../../contract/admin/imports.ts'
import { problemText } from '../../../locales/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../shell/card.tsx'
import { sayProblem } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import { columnLabel } from './field-label.ts'
import { NewProducts } from './new-products.tsx'
import { ProductPreview, previewOf } from './product-preview.tsx'
import styles from './import.module.css'

/** Rows of a table on the page: the answer has up to 1000. */
const shownRows = 200

const counted = ['read', 'created', 'changed', 'unchanged', 'repaired', 'refused'] as const

export function ImportResult({ answer, store }: { answer: ImportCheck; store: string }) {
  const { t, number } = useTexts()
  const { holds, table, entry, problems, notes, refused, problemsCsv: csv, columns, changes } = answer
  const { currency, otherCurrencies: others } = answer
  /** The page of the preview that is open; null: none is. */
  const [previewed, setPreviewed] = useState<number | null>(null)
  const pages = holds === 'products' ? previewOf(answer) : []
  return (
    <>
      <Card title={t('import.would')}>
        <p role="status">
          {answer.pictures
            ? t('import.pictures_would', {
                pictures: answer.created,
                files: answer.read,
                products: answer.pictures.products,
                with: number(answer.pictures.withPictures),
              })
            : counted.map((name) => `${t(`import.${name}`)}: ${number(answer[name])}`).join(' · ')}
        </p>
        {(answer.stores ?? []).map((each) => (
          <p key={each.store}>
            {[
              `${storeName(each.store)} – ${t('import.created')}: ${number(each.created)}`,
              ...(['changed', 'unchanged', 'repaired', 'refused'] as const).map(
                (name) => `${t(`import.${name}`)}: ${number(each[name])}`,
              ),
            ].join(' · ')}
          </p>
        ))}
        {answer.audience && <Audience audience={answer.audience} store={store} />}
        {currency !== null && others.length > 0 && (
          <p className={styles.problem} role="alert">
            {t('import.other_currency', { currencies: others.join(', '), currency })}
          </p>
        )}
        {currency !== null && others.length === 0 && answer.stores === undefined && (
          <p>{t('import.currency', { currency })}</p>
        )}
        {holds === 'former-pages' && (
          <p>{t('import.former_pages_next', { page: t('section.former-pages') })}</p>
        )}
        {answer.redirects > 0 && <p>{t('import.redirects', { count: number(answer.redirects) })}</p>}
        {entry !== null && <p>{t('import.entry', { file: entry })}</p>}
        {table && <TableForm table={table} format={answer.format} />}
        {(table?.headerRow ?? 1) > 1 && <p>{t('import.header_in', { row: table!.headerRow! })}</p>}
        {table && table.unusedColumns.length > 0 && (
          <p>{t('import.unused_columns', { columns: table.unusedColumns.join(', ') })}</p>
        )}
        {pages.length > 0 && currency !== null && (
          <p>
            <Button size="small" onClick={() => setPreviewed(0)}>
              {t('import.preview_open')}
            </Button>
          </p>
        )}
      </Card>
      {answer.newProducts.length > 0 && currency !== null && (
        <NewProducts products={answer.newProducts} currency={currency} onOpen={setPreviewed} />
      )}
      {previewed !== null && currency !== null && (
        <ProductPreview pages={pages} currency={currency} at={previewed} onClose={() => setPreviewed(null)} />
      )}
      <ProblemsCard problems={problems} notes={notes} count={refused} csv={csv} holds={holds} />
      {columns.length > 0 && (
        <Card title={t('import.columns')} isFlush>
          <Rows
            names={[t('import.column'), t('import.changed'), t('import.cleared')]}
            rows={columns.map(({ column, changed, cleared }) => [
              columnLabel(t, column),
              number(changed),
              number(cleared),
            ])}
          />
        </Card>
      )}
      {changes.length > 0 && (
        <Card title={t('import.differences')} isFlush>
          <Rows
            names={[
              t('import.row'),
              t(subjectOf(holds)),
              t('import.column'),
              t('import.before'),
              t('import.after'),
            ]}
            rows={changes.map(({ store: place, row, sku, column, before, after }) => [
              row,
              sku,
              [columnLabel(t, column), place && `(${storeName(place)})`].filter(Boolean).join(' '),
              before,
              after,
            ])}
          />
        </Card>
      )}
    </>
  )
}

/** Who would be added and subscribed, and a warning where the file seems to be of another store. */
function Audience({ audience, store }: { audience: NonNullable<ImportCheck['audience']>; store: string }) {
  const { t, number, iso } = useTexts()
  const { added, subscribed, elsewhere } = audience
  const name = storeName(store)
  return (
    <>
      <p>{t('import.audience', { added: number(added), subscribed: number(subscribed), store: name })}</p>
      {elsewhere && (
        <p className={styles.problem} role="alert">
          {t('import.elsewhere', {
            customers: number(elsewhere.customers),
            known: number(elsewhere.known),
            country:
              new Intl.DisplayNames(iso, { type: 'region' }).of(elsewhere.country) ?? elsewhere.country,
            store: name,
          })}
        </p>
      )}
    </>
  )
}

/** As what a table was read: the lines of a text, a sheet of a workbook, or the records of a document. */
function TableForm({ table, format }: { table: NonNullable<ImportCheck['table']>; format: string }) {
  const { t, number } = useTexts()
  const { sheet, separator, encoding } = table
  const form = {
    preset: t(`import.form_${table.preset}` as AdminKey),
    columns: number(table.columnCount),
  }
  if (sheet !== null) return <p>{t('import.table_sheet', { ...form, sheet })}</p>
  if (separator === null || encoding === null)
    return <p>{t('import.table_records', { ...form, format: format.toUpperCase() })}</p>
  return <p>{t('import.table', { ...form, separator: separator === '\t' ? '⇥' : separator, encoding })}</p>
}

type Problem = ImportCheck['problems'][number]
type Note = ImportCheck['notes'][number]

/** What a row of a file is about. */
const subjectOf = (holds: string): AdminKey =>
  holds === 'products' ? 'orders.sku' : (`import.subject_${holds}` as AdminKey)

/** Refused rows, of which there may be `count` in all, what was noted, and a file of both. */
export function ProblemsCard({ csv, ...list }: Omit<ProblemList, 'kept'> & { csv: string | null }) {
  const { t } = useTexts()
  if (list.problems.length + (list.notes ?? []).length === 0) return null
  return (
    <Card
      title={t('import.problems')}
      actions={
        csv !== null && (
          <Button size="small" onClick={() => saveCsv(csv)}>
            {t('import.problems_file')}
          </Button>
        )
      }
      isFlush
    >
      <Problems {...list} kept={list.problems.length} />
    </Card>
  )
}

interface ProblemList {
  /** Refused rows, the first ones. */
  problems: readonly Problem[]
  notes?: readonly Note[]
  /** Refused rows of the file of problems, and in all. */
  kept: number
  count?: number
  /** What the file holds. */
  holds?: string
}

/** Refused rows first, then what was noted. */
export function Problems({ problems, notes = [], kept, count = problems.length, ...form }: ProblemList) {
  return (
    <>
      {problems.length > 0 && <ProblemRows problems={problems} {...form} />}
      <MoreProblems kept={kept} count={count} />
      {notes.length > 0 && <NoteRows notes={notes} />}
    </>
  )
}

/** What was repaired or noted, by kind, with the rows and values of the first examples. */
function NoteRows({ notes }: { notes: readonly Note[] }) {
  const { t, number } = useTexts()
  return (
    <Rows
      names={[t('jobs.rows'), t('import.column'), t('import.examples'), t('import.note')]}
      rows={notes.map(({ code, column, count, examples }) => [
        number(count),
        columnLabel(t, column),
        examples
          .map(({ row, title, value }) =>
            [`${t('import.row')} ${row}`, [title, value].filter(Boolean).join(', ')]
              .filter(Boolean)
              .join(': '),
          )
          .join(' · '),
        problemText({ code, detail: null }, sayProblem(t)),
      ])}
    />
  )
}

/** Says that a list of refused rows, and the file of it, have only the first of them. */
function MoreProblems({ kept, count }: { kept: number; count: number }) {
  const { t, number } = useTexts()
  if (count <= kept) return null
  return <p className={styles.more}>{t('problems_listed', { kept: number(kept), count: number(count) })}</p>
}

/** Rows of a file that were refused, with the reason. */
function ProblemRows({ problems, holds = 'products' }: Pick<ProblemList, 'problems' | 'holds'>) {
  const { t } = useTexts()
  const hasTitles = problems.some(({ title }) => title !== null)
  return (
    <Rows
      names={[
        t(holds === 'pictures' ? 'import.file' : 'import.row'),
        t(subjectOf(holds)),
        ...(hasTitles ? [t('order.product')] : []),
        t('import.column'),
        t('import.value'),
        t('import.problem'),
      ]}
      rows={problems.map((problem) => [
        problem.row,
        problem.sku,
        ...(hasTitles ? [problem.title] : []),
        columnLabel(t, problem.column),
        problem.value,
        problemText(problem, sayProblem(t)),
      ])}
    />
  )
}

/** A plain table; the first column identifies nothing. */
export function Rows({ names, rows }: { names: string[]; rows: (string | number | null)[][] }) {
  const { t, number } = useTexts()
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((cells) => (
            <tr key={cells.join('\t')}>
              {cells.map((cell, index) => (
                <td key={names[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownRows && (
        <p className={styles.more}>{t('import.first_rows', { shown: number(shownRows) })}</p>
      )}
    </>
  )
}

function saveCsv(text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = 'problems.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
