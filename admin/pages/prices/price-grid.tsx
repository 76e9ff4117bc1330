/**
 * The price grid: cells that are moved through, typed into, copied and pasted like those of a spreadsheet. Only the rows
 * in view are in the document. The grid has one place in the tab order; Tab moves between its cells and leaves it after
 * the last one of a row.
 */
import {
  useEffect,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { usePageKeys } from '../../shell/page-actions.ts'
import { useTexts } from '../../texts.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { CellEdit } from './grid-edits.ts'
import { isTypable, readClipboard, type EditableColumn, type ShownCampaign } from './price-cells.ts'
import {
  cellClasses,
  columns,
  isDay,
  isEditable,
  plainText,
  PriceRow,
  rowHeight,
  type ShownRow,
} from './price-row.tsx'
import { isIn, nextRows, sameRows, type RowRange } from './rendered-rows.ts'
import styles from './price-grid.module.css'

/** Rows outside of the window on both sides. */
const spare = 8

/** After as many milliseconds without a scroll event, scrolling has ended. */
const scrollEndMs = 150

interface Place {
  row: number
  column: number
}

/** The cell below the pointer, also while the grid scrolls. */
function placeAt({ clientX, clientY }: MouseEvent): Place | null {
  const cell = document
    .elementsFromPoint(clientX, clientY)
    .find((element) => element.matches('[role=gridcell], [role=rowheader]'))
  const row = cell?.parentElement
  if (!cell || !row) return null
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column: [...row.children].indexOf(cell) }
}

const between = (value: number, from: number, to: number) =>
  value >= Math.min(from, to) && value <= Math.max(from, to)

/** What of the grid is in its window. */
interface View {
  /** Pixels above the window, in whole rows: within one, the same rows are in view. */
  top: number
  /** Pixels of the window. */
  height: number
  /** Rows that are in the document. */
  rendered: RowRange
}

function wantedRows({ top, height }: Pick<View, 'top' | 'height'>, count: number): RowRange {
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - spare),
    last: Math.min(count, Math.ceil((top + height) / rowHeight) + 1 + spare),
  }
}

/**
 * The window of a grid of so many rows, and how it is changed. A few more rows are rendered with each frame until all
 * that are wanted are.
 */
function useView(count: number) {
  const start = { top: 0, height: 600 }
  const [view, changeView] = useReducer(
    (before: View, change: Partial<Pick<View, 'top' | 'height'>>): View => {
      const after = { ...before, ...change }
      const rendered = nextRows(before.rendered, wantedRows(after, count))
      const isSame =
        after.top === before.top && after.height === before.height && sameRows(rendered, before.rendered)
      return isSame ? before : { ...after, rendered }
    },
    { ...start, rendered: wantedRows(start, count) },
  )
  useEffect(() => {
    if (sameRows(view.rendered, wantedRows(view, count))) return undefined
    const frame = requestAnimationFrame(() => changeView({}))
    return () => cancelAnimationFrame(frame)
  }, [view, count])
  return [view, changeView] as const
}

/** Whether the grid scrolls, and what a scroll event calls. */
function useScrolling(): [boolean, () => void] {
  const [isScrolling, setScrolling] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const scrolled = () => {
    setScrolling(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setScrolling(false), scrollEndMs)
  }
  return [isScrolling, scrolled]
}

export function PriceGrid({
  rows,
  shownCampaign,
  onEdit,
  onUndo,
  onRedo,
}: {
  rows: readonly ShownRow[]
  shownCampaign: ShownCampaign
  onEdit: (edits: readonly CellEdit[]) => void
  onUndo: () => void
  onRedo: () => void
}) {
  const { t } = useTexts()
  const canType = (name: (typeof columns)[number]): name is EditableColumn =>
    isEditable(name) && isTypable(name, shownCampaign)
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [isScrolling, scrolled] = useScrolling()
  const [view, changeView] = useView(rows.length)
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
    const watch = new ResizeObserver(() => changeView({ height: element.clientHeight }))
    watch.observe(element)
    return () => watch.disconnect()
  }, [changeView])
  useEffect(() => {
    setAt((place) => ({ ...place, row: Math.max(0, Math.min(place.row, rows.length - 1)) }))
    setAnchor((place) => ({ ...place, row: Math.max(0, Math.min(place.row, rows.length - 1)) }))
  }, [rows.length])

  const { first, last } = view.rendered
  const rendered = Array.from({ length: last - first }, (_, index) => first + index)
  // The current row does not wait for its frame: it is what is typed into and what a screen reader reads.
  if (isIn(wantedRows(view, rows.length), at.row) && !isIn(view.rendered, at.row)) rendered.push(at.row)
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
    if (current && canType(column) && current.cells[column] !== text)
      onEdit([{ key: current.key, column, text }])
  }

  /** The cells of the selection that can be changed. */
  const selected = (): { shown: ShownRow; column: EditableColumn; row: number }[] => {
    const from = Math.min(at.row, anchor.row)
    const inRows = rows.slice(from, Math.max(at.row, anchor.row) + 1)
    return inRows.flatMap((shown, index) =>
      columns.flatMap((name, position) =>
        canType(name) && between(position, at.column, anchor.column)
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
        return shown && name && canType(name) ? [{ key: shown.key, column: name, text }] : []
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

  usePageKeys([
    { label: t('prices.key_edit'), keys: 'F2' },
    { label: t('prices.key_extend'), keys: 'Shift+↓' },
    { label: t('prices.key_column'), keys: 'mod+a' },
    { label: t('prices.key_copy'), keys: 'mod+c' },
    { label: t('prices.key_paste'), keys: 'mod+v' },
    { label: t('prices.key_fill'), keys: 'mod+d' },
    { label: t('prices.key_clear'), keys: 'Delete' },
    { label: t('prices.key_undo'), keys: 'mod+z' },
    { label: t('prices.key_redo'), keys: 'mod+y' },
  ])

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
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 2)
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
      if (!current || !canType(column)) move({ ...at, row: at.row + 1 })
      else setDraft(current.cells[column])
    } else if (key.length === 1 && !isCommand && !event.altKey && current && canType(column))
      setDraft(isDay(column) ? current.cells[column] : key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onMouseDown = (event: MouseEvent) => {
    const place = placeAt(event)
    if (place === null || event.target instanceof HTMLInputElement) return
    if (draft !== null) commit(draft)
    move(place, event.shiftKey)
  }
  const onMouseMove = (event: MouseEvent) => {
    if (event.buttons !== 1 || draft !== null) return
    const place = placeAt(event)
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
      aria-multiselectable="true"
      // A row out of view is not in the document.
      aria-activedescendant={rendered.includes(at.row) ? `${id}-current` : undefined}
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        scrolled()
        changeView({ top: currentTarget.scrollTop - (currentTarget.scrollTop % rowHeight) })
      }}
      onKeyDown={onKeyDown}
      onCopy={copy}
      onPaste={paste}
    >
      <div className={classNames(styles.row, styles.head)} role="row" aria-rowindex={1}>
        {columns.map((name) => (
          <div key={name} role="columnheader" className={cellClasses[name]}>
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
        onDoubleClick={() => current && canType(column) && setDraft(current.cells[column])}
      >
        {rendered.map((row) => {
          const shown = rows[row]
          if (!shown) return null
          const isSelected = between(row, at.row, anchor.row)
          return (
            <PriceRow
              key={shown.key}
              currentId={`${id}-current`}
              shown={shown}
              shownCampaign={shownCampaign}
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
        {/* Otherwise the browser looks in each frame for the cell that has come below the pointer: a fifth of it. */}
        <div hidden={!isScrolling} className={styles.shield} />
      </div>
      <p id={`${id}-keys`} hidden>
        {t('prices.keys')}
      </p>
    </div>
  )
}
