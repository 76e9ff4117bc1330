/** A function whose calls run one after the other. */
export interface UpdateQueue<Part extends object, Answer> {
  (part: Part): Promise<Answer>
  /** Resolves when all calls so far have succeeded or failed. */
  idle(): Promise<void>
}

/**
 * A serial queue for calls that build on each other: parts passed while a call is in flight are merged and
 * sent with the next one, so that each answer includes everything sent before it.
 */
export function createUpdateQueue<Part extends object, Answer>(
  send: (part: Part) => Promise<Answer>,
): UpdateQueue<Part, Answer> {
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
  return Object.assign(ask, { idle: () => last })
}

function nothing(): void {}
