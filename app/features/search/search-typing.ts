/** When a search runs while somebody types, and that only the latest one counts (SEARCH-02, SEARCH-03, SEARCH-09). */
import { readTerm, searchDebounceMs } from '../../../domain/search/search-term.ts'

export interface Typing {
  /** Tells what stands in the field now. */
  typed(text: string): void
  /** Calls off what waits or runs. */
  stop(): void
}

/** Runs the search once typing has paused; the signal of an earlier one is aborted before. */
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
      // A space more or less is the same search.
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
