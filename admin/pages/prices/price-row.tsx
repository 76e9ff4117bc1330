import { memo } from 'react'
import { storeCurrency, storeName } from '../../store-name.ts'
import { useTexts, type Words } from '../../texts.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { marginPercent } from '../../pricing/margin.ts'
import { readAmount } from '../../pricing/typed-amount.ts'
import {
  editable,
  type CellProblem,
  type Cells,
  type EditableColumn,
  type GridRow,
  type Problems,
  isTypable,
  type ShownCampaign,
} from './price-cells.ts'
import styles from './price-grid.module.css'

export interface ShownRow {
  key: string
  row: GridRow
  cells: Cells
  /** Columns that differ from what is stored. */
  changed: ReadonlySet<EditableColumn>
  problems: Problems
}

/** Columns in order; the first ones name the row. */
export const columns = ['sku', 'name', 'store', ...editable, 'ex_vat', 'vat', 'cost', 'margin'] as const
type Column = (typeof columns)[number]

/** Classes of the cells of each column. */
export const cellClasses = Object.fromEntries(
  columns.map((name) => [name, classNames(styles.cell, styles[name])]),
) as Record<Column, string>

/** Pixels. */
export const rowHeight = 32

export const isEditable = (column: Column): column is EditableColumn =>
  (editable as readonly string[]).includes(column)

/**
 * A row of the price grid. While the grid scrolls and the selection moves, most rows stay as they are and are not
 * rendered again: all that a row shows comes in its properties, which are compared one by one.
 */
export const PriceRow = memo(function PriceRow({
  currentId,
  shown,
  row,
  currentColumn,
  selectedFrom,
  selectedTo,
  draft,
  onDraft,
  onLeave,
  shownCampaign,
}: {
  /** Id of the current cell. */
  currentId: string
  shown: ShownRow
  /** Its place among all rows, from 0. */
  row: number
  /** Null: the current cell is in another row. */
  currentColumn: number | null
  /** First and last selected column; null: none of this row. */
  selectedFrom: number | null
  selectedTo: number | null
  /** What is typed into the current cell; null: it is not being changed. */
  draft: string | null
  onDraft: (text: string) => void
  /** The focus has left the field of the current cell. */
  onLeave?: () => void
  shownCampaign: ShownCampaign
}) {
  const texts = useTexts()
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.row}
      style={{ transform: `translateY(${row * rowHeight}px)` }}
    >
      {columns.map((name, position) => {
        const isCurrent = position === currentColumn
        const isSelected =
          selectedFrom !== null && selectedTo !== null && position >= selectedFrom && position <= selectedTo
        const problem = isEditable(name) ? shown.problems[name] : undefined
        return (
          <div
            key={name}
            {...(isCurrent && { id: currentId })}
            role={position === 0 ? 'rowheader' : 'gridcell'}
            aria-selected={isSelected}
            {...(isEditable(name) && isTypable(name, shownCampaign) ? {} : { 'aria-readonly': true })}
            {...(problem && { 'aria-invalid': true, title: problemText(texts.t, problem) })}
            className={cellClasses[name]}
            data-current={isCurrent || undefined}
            data-selected={isSelected || undefined}
            data-changed={(isEditable(name) && shown.changed.has(name)) || undefined}
            data-fixed={(isEditable(name) && !isTypable(name, shownCampaign)) || undefined}
            data-wrong={problem || undefined}
            data-below={(name === 'margin' && (marginIn(shown) ?? 0) < 0) || undefined}
          >
            {isCurrent && draft !== null && onLeave && isEditable(name) ? (
              <CellInput
                label={texts.t(`prices.column_${name}`)}
                isDay={isDay(name)}
                text={draft}
                onText={onDraft}
                onLeave={onLeave}
              />
            ) : (
              cellText(shown, name, texts)
            )}
            {problem && <span className="visually-hidden">{problemText(texts.t, problem)}</span>}
          </div>
        )
      })}
    </div>
  )
})

export const isDay = (column: Column) => column === 'from' || column === 'to'

export const problemText = (t: ReturnType<typeof useTexts>['t'], problem: CellProblem) =>
  t(`prices.problem_${problem}`)

/** A day has the browser's calendar. */
function CellInput({
  label,
  isDay: hasCalendar,
  text,
  onText,
  onLeave,
}: {
  label: string
  isDay: boolean
  text: string
  onText: (text: string) => void
  onLeave: () => void
}) {
  return (
    <input
      className={styles.input}
      aria-label={label}
      autoFocus
      type={hasCalendar ? 'date' : 'text'}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onBlur={onLeave}
    />
  )
}

/** What a cell shows. A function and no component: a frame of a scroll renders some fifty. */
function cellText(shown: ShownRow, column: Column, { money, date, number }: Words): string {
  const { row, cells, problems } = shown
  if (column === 'sku' || column === 'name') return row[column]
  if (column === 'store') return storeName(row.store)
  if (column === 'vat') return `${number(row.vatRate)} %`
  if (column === 'cost') return row.cost === null ? '' : money(row.cost, storeCurrency(row.store))
  if (column === 'margin') {
    const margin = marginIn(shown)
    return margin === null ? '' : `${number(margin)} %`
  }
  if (column === 'ex_vat') {
    const price = chargedIn(cells)
    return typeof price === 'string' ? '' : money(price / (1 + row.vatRate / 100), storeCurrency(row.store))
  }
  const text = cells[column]
  if (problems[column] || text === '' || column === 'tiers') return text
  if (isDay(column)) return date(text)
  const price = readAmount(text)
  return typeof price === 'string' ? text : money(price, storeCurrency(row.store))
}

/** The typed price of one unit: the campaign's where there is one. */
const chargedIn = ({ campaign, price }: Cells) => readAmount(campaign === '' ? price : campaign)

/** Percent; null: the cost is not known, or there is no price. */
function marginIn({ row, cells }: ShownRow): number | null {
  const price = chargedIn(cells)
  return row.cost === null || typeof price === 'string' ? null : marginPercent(price, row.vatRate, row.cost)
}

/** What is copied: as a spreadsheet reads it. */
export function plainText({ row, cells }: ShownRow, column: Column): string {
  if (isEditable(column)) return cells[column]
  if (column === 'vat') return String(row.vatRate)
  if (column === 'cost') return row.cost === null ? '' : String(row.cost)
  return column === 'ex_vat' || column === 'margin' ? '' : row[column]
}
