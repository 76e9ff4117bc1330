/** A call that waits for the one before it. */
export interface InTurn<Part extends object, Answer> {
  (part: Part): Promise<Answer>
  /** Resolves when everything asked so far is answered, or failed. */
  settled(): Promise<void>
}

/**
 * Calls that build on each other, one at a time: what comes while one is under way is put together and goes with the
 * next, so that an answer holds everything that was asked before it.
 */
export function inTurn<Part extends object, Answer>(
  send: (part: Part) => Promise<Answer>,
): InTurn<Part, Answer> {
  let last = Promise.resolve()
  let next: { part: Part; answer: Promise<Answer> } | null = null
  const ask = (part: Part): Promise<Answer> => {
    if (next !== null) {
      Object.assign(next.part, part)
      return next.answer
    }
    const all = { ...part }
    const answer = last.then(() => {
      next = null
      return send(all)
    })
    next = { part: all, answer }
    last = answer.then(nothing, nothing)
    return answer
  }
  return Object.assign(ask, { settled: () => last })
}

function nothing(): void {}
