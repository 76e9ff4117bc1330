/**
 * The tag index of the page cache: which stored pages have a tag, and when a change last named it, so that a
 * page whose data changed while it was being rendered is not stored.
 */

export interface TaggedKeys {
  add(key: string, tags: Iterable<string>): void
  remove(key: string, tags: Iterable<string>): void
  keysOf(tag: string): string[]
}

/** Tag → keys of the pages that have it; tags without a page are removed. */
export function createTaggedKeys(): TaggedKeys {
  const byTag = new Map<string, Set<string>>()
  return {
    add(key, tags) {
      for (const tag of tags) {
        const keys = byTag.get(tag)
        if (keys) keys.add(key)
        else byTag.set(tag, new Set([key]))
      }
    },
    remove(key, tags) {
      for (const tag of tags) {
        const keys = byTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) byTag.delete(tag)
      }
    },
    keysOf: (tag) => [...(byTag.get(tag) ?? [])],
  }
}

export interface ChangeCache {
  /** The number of changes so far; identifies the moment at which a render begins. */
  readonly now: number
  /** Whether a change named one of the tags at or after that moment. */
  touched(tags: Iterable<string>, since: number): boolean
  note(tags: readonly string[]): void
  /** Marks everything as changed. */
  noteAll(): void
}

/** Maximum number of recorded tags; beyond it, everything is marked as changed once. */
const maxTags = 100_000

export function createChangeCache(): ChangeCache {
  const changedAt = new Map<string, number>()
  let count = 0
  let allChangedBefore = 0
  const noteAll = () => {
    count++
    changedAt.clear()
    allChangedBefore = count
  }
  return {
    get now() {
      return count
    },
    touched(tags, since) {
      if (since < allChangedBefore) return true
      for (const tag of tags) if ((changedAt.get(tag) ?? -1) >= since) return true
      return false
    },
    note(tags) {
      if (changedAt.size > maxTags) noteAll()
      for (const tag of tags) changedAt.set(tag, count)
      count++
    },
    noteAll,
  }
}
