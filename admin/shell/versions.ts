/**
 * Two people have changed the same thing: the version that both began with, the own one and the stored one, merged field
 * by field. A field that only one of them changed has that change; where both did, the person chooses. Pure.
 */

export type Side = 'mine' | 'theirs'

/** A field that both changed, to different values. `path`: names joined by dots, as `stores.sv.name`. */
export interface Conflict {
  path: string
  mine: unknown
  theirs: unknown
}

export interface Merged<Value> {
  value: Value
  conflicts: Conflict[]
}

/** `chosen`: by the path of the conflict; the own version where nothing is chosen. */
export function mergeVersions<Value>(
  { base, mine, theirs }: { base: Value; mine: Value; theirs: Value },
  chosen: Readonly<Record<string, Side>> = {},
): Merged<Value> {
  const conflicts: Conflict[] = []
  const merge = (before: unknown, own: unknown, stored: unknown, path: string): unknown => {
    if (isSame(own, stored) || isSame(stored, before)) return own
    if (isSame(own, before)) return stored
    if (isFields(own) && isFields(stored))
      return mergeFields(isFields(before) ? before : {}, own, stored, path)
    const lists = [own, stored].map(byName)
    const [ownNames, storedNames] = lists
    if (ownNames && storedNames)
      return Object.values(mergeFields(byName(before) ?? {}, ownNames, storedNames, path))
    conflicts.push({ path, mine: own, theirs: stored })
    return chosen[path] === 'theirs' ? stored : own
  }
  const mergeFields = (before: Fields, own: Fields, stored: Fields, path: string): Fields => {
    const names = [...new Set([...Object.keys(stored), ...Object.keys(own)])]
    const entries = names.map((name) => [
      name,
      merge(before[name], own[name], stored[name], path === '' ? name : `${path}.${name}`),
    ])
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Fields
  }
  return { value: merge(base, mine, theirs, '') as Value, conflicts }
}

type Fields = Readonly<Record<string, unknown>>

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list whose members have an `id` or a `code`, by it; null of other lists, which are one value. */
function byName(value: unknown): Fields | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const entries = (value as unknown[]).map((member): [unknown, unknown] => [
    isFields(member) ? (member['id'] ?? member['code']) : undefined,
    member,
  ])
  return entries.every(([name]) => typeof name === 'string') ? (Object.fromEntries(entries) as Fields) : null
}
