/**
 * The rooms of the code base and the arrows between them, read from the imports. A room is a folder for one
 * noun; its subfolders are internal. Tests and test tools may import anything and are not checked.
 */
import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { dirname, join, normalize } from 'node:path'

export interface Arrow {
  from: string
  to: string
  /** The importing file and the imported one, relative to the project's root. */
  file: string
  imported: string
}

/** Folders whose subfolders are rooms. */
const grouping = ['app/features', 'app/pages', 'domain', 'providers', 'read-model', 'app']

/** Files at the root of `app/` that everything in it may import; the others there are entry points. */
const appShared = new Set([
  'app/links.ts',
  'app/order-links.ts',
  'app/finder-links.ts',
  'app/shop-context.ts',
  'app/guards.server.ts',
])

const isTest = (file: string) => /\.(?:test|e2e|test-support|test-oracle)\.|-fixture\.server\.ts$/.test(file)

/** The room of a file: the longest grouping folder above it and one folder more. */
export function roomOf(file: string): string {
  if (appShared.has(file)) return 'app/links'
  const group = grouping.find((folder) => file.startsWith(`${folder}/`))
  const rest = group === undefined ? file : file.slice(group.length + 1)
  const place = rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : ''
  return join(group ?? '', place) || '.'
}

/** Every import of one room by another, types included. `root`: folder of the checkout. */
export function readArrows(root: string): Arrow[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) =>
        /^[a-z-]+\/.*\.(?:tsx?|mjs)$/.test(file) && !/^(?:test|bench|cli)\//.test(file) && !isTest(file),
    )
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].flatMap(([, path = '']) => {
      const imported = normalize(join(dirname(file), path.replace(/\?.*$/, '')))
      const [from, to] = [roomOf(file), roomOf(imported)]
      return from === to ? [] : [{ from, to, file, imported }]
    })
  })
}

/** Import cycles: groups of rooms that reach each other, each sorted by name; empty if there are none. */
export function findCircles(arrows: readonly Pick<Arrow, 'from' | 'to'>[]): string[][] {
  const reached = new Map<string, Set<string>>()
  const reach = (room: string): Set<string> => {
    const known = reached.get(room)
    if (known) return known
    const found = new Set<string>()
    reached.set(room, found)
    const pending = [room]
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      for (const { from, to } of arrows)
        if (from === next && !found.has(to)) {
          found.add(to)
          pending.push(to)
        }
    return found
  }
  const rooms = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].sort()
  const circles = rooms
    .filter((room) => reach(room).has(room))
    .map((room) => rooms.filter((other) => reach(room).has(other) && reach(other).has(room)).join('\n'))
  return [...new Set(circles)].map((circle) => circle.split('\n'))
}
