/** The selection of a table's rows, and what can be done with them. */
import { useState } from 'react'
import type { TableAnswer } from '../../contract/admin/table.ts'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../texts.tsx'
import type { Selection, useSelection } from './selection.ts'
import type { TableTerms } from './table-terms.ts'
import styles from './data-table.module.css'

export function SelectRow<Row>({
  terms,
  row,
  selection,
}: {
  terms: TableTerms<Row>
  row: Row
  selection: Selection
}) {
  const { t } = useTexts()
  const key = terms.keyOf(row)
  return (
    <td className={styles.select}>
      <input
        type="checkbox"
        aria-label={t('table.select_row', { row: terms.nameOf?.(row) ?? key })}
        checked={selection.isAll || selection.keys.has(key)}
        onChange={() => selection.toggle(key)}
      />
    </td>
  )
}

export function SelectPage<Row>({
  terms,
  rows,
  selection,
}: {
  terms: TableTerms<Row>
  rows: readonly Row[]
  selection: Selection
}) {
  const { t } = useTexts()
  const keys = rows.map(terms.keyOf)
  return (
    <th scope="col" className={styles.select}>
      <input
        type="checkbox"
        aria-label={t('table.select_page')}
        checked={selection.isAll || (keys.length > 0 && keys.every((key) => selection.keys.has(key)))}
        onChange={() => selection.togglePage(keys)}
      />
    </th>
  )
}

export function BulkBar<Row>({
  terms,
  page,
  selection,
}: {
  terms: TableTerms<Row>
  page: TableAnswer<Row>
  selection: ReturnType<typeof useSelection>
}) {
  const { t, number } = useTexts()
  const rows = useSelectedRows(page.rows, terms, selection)
  const count = selection.isAll ? page.count : rows.length
  if (count === 0) return null
  const target = selection.isAll ? { count, query: selection.viewQuery } : { count, rows }
  return (
    <div className={styles.bulk}>
      <span role="status">{t('table.selected', { count })}</span>
      {!selection.isAll && page.count > rows.length && (
        <Button size="small" onClick={selection.selectAll}>
          {t('table.select_all', { count: number(page.count) })}
        </Button>
      )}
      {terms.bulkActions?.map(({ label, run }) => (
        <Button key={label} size="small" look="main" onClick={() => run(target, selection.clear)}>
          {label}
        </Button>
      ))}
      <Button size="small" onClick={selection.clear}>
        {t('table.clear_selection')}
      </Button>
    </div>
  )
}

/** The selected rows. Those of other pages are kept as they were when they were shown. */
function useSelectedRows<Row>(shown: readonly Row[], terms: TableTerms<Row>, { keys }: Selection): Row[] {
  const [pages, setPages] = useState<{ last: readonly Row[]; seen: ReadonlyMap<string, Row> }>(() => ({
    last: shown,
    seen: new Map(shown.map((row) => [terms.keyOf(row), row])),
  }))
  if (pages.last !== shown)
    setPages({
      last: shown,
      seen: new Map([...pages.seen, ...shown.map((row) => [terms.keyOf(row), row] as const)]),
    })
  return [...keys].flatMap((key) => pages.seen.get(key) ?? [])
}
