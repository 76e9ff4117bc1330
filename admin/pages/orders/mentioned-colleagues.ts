/** Mentions in the text of a note: `@` and the name of a colleague. */

export interface Colleague {
  id: number
  name: string
}

/** The name that is being typed at the caret, and the position of its `@`; null: none. */
export function beingTyped(text: string, caret: number): { name: string; start: number } | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || !/(?:^|\s)$/u.test(text.slice(0, start))) return null
  const name = text.slice(start + 1, caret)
  return name.length > 40 || name.includes('\n') ? null : { name, start }
}

/** Ids of the colleagues whom the text mentions. A longer name wins: `@Anna Berg` does not mention Anna. */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): number[] {
  let rest = text
  const ids: number[] = []
  for (const { id, name } of colleagues.toSorted((a, b) => b.name.length - a.name.length)) {
    if (!rest.includes(`@${name}`)) continue
    ids.push(id)
    // People of the same name are all mentioned.
    if (!colleagues.some((other) => other.name === name && !ids.includes(other.id)))
      rest = rest.replaceAll(`@${name}`, '')
  }
  return ids
}
