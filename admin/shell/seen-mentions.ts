/** Notifies the menu of mentions that some were seen in this tab. */
const listeners = new Set<() => void>()

/** Calls `listener` whenever mentions were seen. Answers how to stop. */
export function onSeenMentions(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announceSeenMentions(): void {
  for (const listener of listeners) listener()
}
