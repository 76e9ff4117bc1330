/**
 * The rooms of the code base and the arrows between them, read from the imports. A room is a folder for one
 * noun; its subfolders are internal. Tests, test tools, `bench/`, `cli/` and the files of the project's root may
 * import anything; they are not read.
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

/** Folders whose subfolders are rooms; those inside another grouping folder come first. */
const grouping = [
  'admin/pages',
  'app/features',
  'app/pages',
  'admin',
  'api',
  'contract',
  'demo',
  'locales',
  'modules',
  'catalogue-import',
  'ui',
  'app',
  'domain',
  'providers',
  'read-model',
  'server',
]

/** Root files of a grouping folder that everything in it may import; the others there are entry points. */
const shared: Readonly<Record<string, readonly string[]>> = {
  admin: [
    'api-client.ts',
    'code-request.ts',
    'passkeys.ts',
    'paths.ts',
    'session.ts',
    'store-name.ts',
    'texts.tsx',
  ],
  app: ['guards.server.ts', 'links.ts', 'order-links.ts', 'shop-context.ts'],
  server: [
    'account-variables.ts',
    'bound-modules.ts',
    'carrier-settings.ts',
    'chosen-service.ts',
    'config-error.ts',
    'config.ts',
    'data-dir.ts',
    'dkim-settings.ts',
    'log.ts',
    'module-manifests.ts',
    'node-setting.ts',
    'outage-log.ts',
    'outside-manifests.generated.ts',
    'payment-settings.ts',
    'project-root.ts',
    'provider-settings.ts',
    'require-primary.ts',
    'security-headers.ts',
    'start-conditions.ts',
  ],
}

const isTest = (file: string) => /\.(?:test|e2e|test-support|test-oracle)\./.test(file)

/** The files of a module that the kernel reads through a list (docs/modules.md). */
const ofList =
  /^modules\/[^/]+\/(?:agreed-prices\.server|carrier\.server|payment-account\.server|declarations|future-shipping\.server|notices\.server|opt-in\.server|personal-data\.server|product-part\.server|refund-part\.server)\.ts$/

/**
 * The room of a file: the longest grouping folder above it and one folder more. The files of a module that the kernel
 * reads through a list belong to that list.
 */
export function roomOf(file: string): string {
  if (ofList.test(file)) return 'modules'
  const group = grouping.find((folder) => file.startsWith(`${folder}/`))
  const rest = group === undefined ? file : file.slice(group.length + 1)
  if (group !== undefined && shared[group]?.includes(rest)) return `${group}/shared`
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
    return [...text.matchAll(/(?:from|import)\s*\(?\s*(['"])(\.[^'"]*)\1/g)].flatMap(([, , path = '']) => {
      const imported = normalize(join(dirname(file), path.replace(/\?.*$/, '')))
      const [from, to] = [roomOf(file), roomOf(imported)]
      // They import pure files of their own folder; the linter refuses circles between files.
      const isOwn = ofList.test(file) && dirname(file) === dirname(imported)
      return from === to || isOwn ? [] : [{ from, to, file, imported }]
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
