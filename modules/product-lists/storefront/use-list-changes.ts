/** The last removal on the page, which can be undone, and what could not be done. */
import { useState } from 'react'

export interface Undoable {
  /** What was removed. */
  name: string
  undo: () => Promise<unknown>
}

export function useListChanges() {
  const [removed, setRemoved] = useState<Undoable | null>(null)
  const [hasFailed, setFailed] = useState(false)
  /** Runs a change; a removal that succeeds can be undone with `undoable`. */
  async function run(change: Promise<boolean>, undoable: Undoable | null = null): Promise<boolean> {
    const isDone = await change
    setFailed(!isDone)
    setRemoved(isDone ? undoable : null)
    return isDone
  }
  const undo = async () => {
    await removed?.undo()
    setRemoved(null)
  }
  return { removed, hasFailed, run, undo }
}
