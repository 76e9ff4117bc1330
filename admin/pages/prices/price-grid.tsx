/**
 * The price grid: cells that are moved through, typed into, copied and pasted like those of a spreadsheet. Only the rows
 * in view are in the document. The grid has one place in the tab order; Tab moves between its cells and leaves it after
 * the last one of a row.
 */
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { useTexts } from '../../texts.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { CellEdit } from './grid-edits.ts'
import { readClipboard, type EditableColumn } from './price-cells.ts'
import { columns, isDay, isEditable, plainText, PriceRow, rowHeight, type ShownRow } from './price-row.tsx'
import styles from './price-grid.module.css'

/** Rows outside of the window on both sides. */
const spare = 8

interface Place {
  row: number
  column: number
}

/** The cell that an element of the grid belongs to. */
function placeOf(element: EventTarget): Place | null {
  const cell = element instanceof Element ? element.closest<HTMLElement>('[data-column]') : null
  return cell && { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
}

const between = (value: number, from: number, to: number) =>
  value >= Math.min(from, to) && value <= Math.max(from, to)

export function PriceGrid({
  rows,
  onEdit,
  onUndo,
  onRedo,
}: {
  rows: readonly ShownRow[]
  onEdit: (edits: readonly CellEdit[]) => void
  onUndo: () => void
  onRedo: () => void
}) {
  const { t } = useTexts()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  /** In whole rows: within one, the same rows are in view. */
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  const [at, setAt] = useState<Place>({ row: 0, column: 3 })
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 3 })
  /** What is typed into the current cell; null: it is not being changed. */
  const [draft, setDraft] = useState<string | null>(null)
  /** A key has ended the change of a cell. The focus moves when the field is gone: its blur would save the draft. */
  const returnsFocus = useRef(false)

  useLayoutEffect(() => {
    if (draft !== null || !returnsFocus.current) return
    returnsFocus.current = false
    frame.current?.focus({ preventScroll: true })
  }, [draft])
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const watch = new ResizeObserver(() => setHeight(element.clientHeight))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    setAt((place) => ({ ...place, row: Math.max(0, Math.min(place.row, rows.length - 1)) }))
    setAnchor((place) => ({ ...place, row: Math.max(0, Math.min(place.row, rows.length - 1)) }))
  }, [rows.length])

  const first = Math.max(0, Math.floor(top / rowHeight) - spare)
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + 1 + spare)
  const column = columns[at.column]!
  const current = rows[at.row]

  const move = (place: Place, extend = false) => {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, place.row)),
      column: Math.max(0, Math.min(columns.length - 1, place.column)),
    }
    setAt(next)
    if (!extend) setAnchor(next)
    const element = frame.current
    if (element === null) return
    const y = next.row * rowHeight
    // The heading covers the first row of the window.
    if (y < element.scrollTop) element.scrollTop = y
    else if (y + 2 * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = y + 2 * rowHeight - element.clientHeight
    const heading = element.firstElementChild?.children[next.column]
    if (!(heading instanceof HTMLElement)) return
    const [left, right] = [heading.offsetLeft, heading.offsetLeft + heading.offsetWidth]
    if (left < element.scrollLeft) element.scrollLeft = left
    else if (right > element.scrollLeft + element.clientWidth)
      element.scrollLeft = right - element.clientWidth
  }
  const commit = (text: string) => {
    setDraft(null)
    if (current && isEditable(column) && current.cells[column] !== text)
      onEdit([{ key: current.key, column, text }])
  }

  /** The cells of the selection that can be changed. */
  const selected = (): { shown: ShownRow; column: EditableColumn; row: number }[] => {
    const from = Math.min(at.row, anchor.row)
    const inRows = rows.slice(from, Math.max(at.row, anchor.row) + 1)
    return inRows.flatMap((shown, index) =>
      columns.flatMap((name, position) =>
        isEditable(name) && between(position, at.column, anchor.column)
          ? [{ shown, column: name, row: from + index }]
          : [],
      ),
    )
  }
  const fillDown = () => {
    const from = Math.min(at.row, anchor.row)
    const source = rows[from]
    if (!source) return
    onEdit(
      selected()
        .filter(({ row }) => row > from)
        .map(({ shown, column: name }) => ({ key: shown.key, column: name, text: source.cells[name] })),
    )
  }
  const paste = (event: ClipboardEvent) => {
    if (draft !== null) return
    event.preventDefault()
    const table = readClipboard(event.clipboardData.getData('text/plain'))
    const single = table.length === 1 && table[0]?.length === 1
    if (single) {
      onEdit(
        selected().map(({ shown, column: name }) => ({ key: shown.key, column: name, text: table[0]![0]! })),
      )
      return
    }
    const start = { row: Math.min(at.row, anchor.row), column: Math.min(at.column, anchor.column) }
    const edits = table.flatMap((line, down) =>
      line.flatMap((text, right): CellEdit[] => {
        const shown = rows[start.row + down]
        const name = columns[start.column + right]
        return shown && name && isEditable(name) ? [{ key: shown.key, column: name, text }] : []
      }),
    )
    onEdit(edits)
    setAt(start)
    setAnchor({
      row: Math.min(rows.length - 1, start.row + table.length - 1),
      column: Math.min(columns.length - 1, start.column + (table[0]?.length ?? 1) - 1),
    })
  }
  const copy = (event: ClipboardEvent) => {
    if (draft !== null) return
    event.preventDefault()
    const text = rows
      .slice(Math.min(at.row, anchor.row), Math.max(at.row, anchor.row) + 1)
      .map((shown) =>
        columns
          .filter((_, position) => between(position, at.column, anchor.column))
          .map((name) => plainText(shown, name))
          .join('\t'),
      )
      .join('\n')
    event.clipboardData.setData('text/plain', text)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    if (draft !== null) {
      if (key === 'Escape') {
        returnsFocus.current = true
        setDraft(null)
      } else if (key === 'Enter' || key === 'Tab') {
        event.preventDefault()
        returnsFocus.current = true
        commit(draft)
        move(
          key === 'Enter'
            ? { ...at, row: at.row + (shiftKey ? -1 : 1) }
            : { ...at, column: at.column + (shiftKey ? -1 : 1) },
        )
      } else return
      event.stopPropagation()
      return
    }
    const page = Math.max(1, Math.floor(height / rowHeight) - 2)
    const steps: Record<string, Place> = {
      ArrowUp: { ...at, row: isCommand ? 0 : at.row - 1 },
      ArrowDown: { ...at, row: isCommand ? rows.length - 1 : at.row + 1 },
      ArrowLeft: { ...at, column: at.column - 1 },
      ArrowRight: { ...at, column: at.column + 1 },
      PageUp: { ...at, row: at.row - page },
      PageDown: { ...at, row: at.row + page },
      Home: { row: isCommand ? 0 : at.row, column: 0 },
      End: { row: isCommand ? rows.length - 1 : at.row, column: columns.length - 1 },
    }
    const step = steps[key]
    if (step) move(step, shiftKey)
    else if (key === 'Tab') {
      const next = at.column + (shiftKey ? -1 : 1)
      // Out of the grid at the ends of a row.
      if (next < 0 || next >= columns.length) return
      move({ ...at, column: next })
    } else if (isCommand && key.toLowerCase() === 'z' && !shiftKey) onUndo()
    else if (isCommand && (key.toLowerCase() === 'y' || key.toLowerCase() === 'z')) onRedo()
    else if (isCommand && key.toLowerCase() === 'd') fillDown()
    else if (isCommand && key.toLowerCase() === 'a') {
      setAnchor({ row: 0, column: at.column })
      setAt({ row: rows.length - 1, column: at.column })
    } else if (key === 'Delete' || key === 'Backspace')
      onEdit(selected().map(({ shown, column: name }) => ({ key: shown.key, column: name, text: '' })))
    else if (key === 'Enter' || key === 'F2') {
      if (!current || !isEditable(column)) move({ ...at, row: at.row + 1 })
      else setDraft(current.cells[column])
    } else if (key.length === 1 && !isCommand && !event.altKey && current && isEditable(column))
      setDraft(isDay(column) ? current.cells[column] : key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onMouseDown = ({ target, shiftKey }: MouseEvent) => {
    const place = placeOf(target)
    if (place === null || target instanceof HTMLInputElement) return
    if (draft !== null) commit(draft)
    move(place, shiftKey)
  }
  const onMouseMove = ({ target, buttons }: MouseEvent) => {
    const place = buttons === 1 && draft === null ? placeOf(target) : null
    if (place !== null && (place.row !== at.row || place.column !== at.column)) setAt(place)
  }

  return (
    <div
      ref={frame}
      className={styles.frame}
      role="grid"
      aria-label={t('prices.grid')}
      aria-describedby={`${id}-keys`}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      // A row out of view is not in the document.
      aria-activedescendant={between(at.row, first, last - 1) ? `${id}-${at.row}-${at.column}` : undefined}
      tabIndex={0}
      onScroll={({ currentTarget }) =>
        setTop(currentTarget.scrollTop - (currentTarget.scrollTop % rowHeight))
      }
      onKeyDown={onKeyDown}
      onCopy={copy}
      onPaste={paste}
    >
      <div className={classNames(styles.row, styles.head)} role="row" aria-rowindex={1}>
        {columns.map((name, position) => (
          <div
            key={name}
            role="columnheader"
            aria-colindex={position + 1}
            className={classNames(styles.cell, styles[name])}
          >
            {t(`prices.column_${name}`)}
          </div>
        ))}
      </div>
      <div
        className={styles.rows}
        role="rowgroup"
        style={{ height: rows.length * rowHeight }}
        onMouseDown={onMouseDown}
        onMouseMove={onMouseMove}
        onDoubleClick={() => current && isEditable(column) && setDraft(current.cells[column])}
      >
        {rows.slice(first, last).map((shown, index) => {
          const row = first + index
          const isSelected = between(row, at.row, anchor.row)
          return (
            <PriceRow
              key={shown.key}
              gridId={id}
              shown={shown}
              row={row}
              currentColumn={row === at.row ? at.column : null}
              selectedFrom={isSelected ? Math.min(at.column, anchor.column) : null}
              selectedTo={isSelected ? Math.max(at.column, anchor.column) : null}
              draft={row === at.row ? draft : null}
              onDraft={setDraft}
              {...(row === at.row && draft !== null && { onLeave: () => commit(draft) })}
            />
          )
        })}
      </div>
      <p id={`${id}-keys`} hidden>
        {t('prices.keys')}
      </p>
    </div>
  )
}
