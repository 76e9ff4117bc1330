/**
 * Calls that build on each other, one at a time: what comes while one is under way is put together and goes with the
 * next, so that an answer holds everything that was asked before it.
 */
export function inTurn<Part extends object, Answer>(
  send: (part: Part) => Promise<Answer>,
): (part: Part) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  let next: { part: Part; answer: Promise<Answer> } | null = null
  return (part) => {
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
    last = answer.catch(() => {})
    return answer
  }
}
