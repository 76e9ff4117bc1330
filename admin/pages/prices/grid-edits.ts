/** Changes of the grid that are not saved yet, with undo and redo. Each step is one paste, fill or typed cell. Pure. */
import type { EditableColumn } from './price-cells.ts'

export interface CellEdit {
  /** Of the row. */
  key: string
  column: EditableColumn
  text: string
}

interface Step {
  edits: readonly CellEdit[]
  /** What the cells were before; null: as stored. */
  before: readonly (CellEdit | (Omit<CellEdit, 'text'> & { text: null }))[]
}

export interface GridEdits {
  /** Row → column → text that differs from what is stored. */
  changed: ReadonlyMap<string, Partial<Record<EditableColumn, string>>>
  done: readonly Step[]
  undone: readonly Step[]
}

export const noEdits: GridEdits = { changed: new Map(), done: [], undone: [] }

type Write = Omit<CellEdit, 'text'> & { text: string | null }

function written(changed: GridEdits['changed'], writes: readonly Write[]): GridEdits['changed'] {
  const next = new Map(changed)
  for (const { key, column, text } of writes) {
    const { [column]: _former, ...rest } = next.get(key) ?? {}
    const row = text === null ? rest : { ...rest, [column]: text }
    if (Object.keys(row).length === 0) next.delete(key)
    else next.set(key, row)
  }
  return next
}

/** `storedText`: the text of a cell without changes; a cell that gets it again is not changed. */
export function edit(
  { changed, done }: GridEdits,
  edits: readonly CellEdit[],
  storedText: (key: string, column: EditableColumn) => string,
): GridEdits {
  const before = edits.map(({ key, column }) => ({ key, column, text: changed.get(key)?.[column] ?? null }))
  const writes = edits.map((each) =>
    each.text === storedText(each.key, each.column) ? { ...each, text: null } : each,
  )
  return { changed: written(changed, writes), done: [...done, { edits, before }], undone: [] }
}

export function undo({ changed, done, undone }: GridEdits): GridEdits {
  const step = done.at(-1)
  if (!step) return { changed, done, undone }
  return { changed: written(changed, step.before), done: done.slice(0, -1), undone: [...undone, step] }
}

export function redo(
  edits: GridEdits,
  storedText: (key: string, column: EditableColumn) => string,
): GridEdits {
  const step = edits.undone.at(-1)
  if (!step) return edits
  return { ...edit(edits, step.edits, storedText), undone: edits.undone.slice(0, -1) }
}

/** Without the changes of some rows, for example because they were saved; steps cannot be undone afterwards. */
export function without({ changed }: GridEdits, keys: ReadonlySet<string>): GridEdits {
  return { changed: new Map([...changed].filter(([key]) => !keys.has(key))), done: [], undone: [] }
}
