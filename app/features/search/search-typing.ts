/**
 * Debounces the search while the shopper types and keeps only the latest result (SEARCH-02, SEARCH-03,
 * SEARCH-09).
 */
import { readTerm, searchDebounceMs } from '../../../domain/search/search-term.ts'

export interface Typing {
  /** Reports the current text of the field. */
  typed(text: string): void
  /** Cancels the pending or running search. */
  stop(): void
}

/** Runs the search once typing has paused, after aborting the signal of the previous one. */
export function followTyping(run: (term: string, signal: AbortSignal) => void): Typing {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: { term: string; controller: AbortController } | null = null
  const stop = () => {
    clearTimeout(timer)
    running?.controller.abort()
    running = null
  }
  return {
    typed(text) {
      const term = readTerm(text)
      // Extra spaces do not change the search.
      if (running !== null && running.term === term) return
      stop()
      if (term === null) return
      timer = setTimeout(() => {
        running = { term, controller: new AbortController() }
        run(term, running.controller.signal)
      }, searchDebounceMs)
    },
    stop,
  }
}
