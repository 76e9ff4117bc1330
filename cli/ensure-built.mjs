/** Builds the shop and its back office into build/, each if its sources changed since its last build. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, projectEnv, projectNode, root } from './run-command.mjs'
import { step } from './steps.mjs'

/** What is built: its folders and files, and the file that holds their hash after a build. */
const shop = {
  title: 'Building the shop',
  stamp: join(root, 'build', '.sources'),
  program: [join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'],
  folders: [
    'api',
    'app',
    'catalogue-import',
    'shop-import',
    'cli',
    'contract',
    'db',
    'demo',
    'domain',
    'locales',
    'modules',
    'providers',
    'public',
    'read-model',
    'sandbox',
    'sdk',
    'server',
    'ui',
  ],
  files: [
    'anode.config.ts',
    'package.json',
    'package-lock.json',
    'react-router.config.ts',
    'tsconfig.json',
    'vite.config.ts',
    'vite-layer-order.ts',
    'vite-precompress.ts',
    'vite-style-sheets.ts',
  ],
}
const admin = {
  title: 'Building the back office',
  stamp: join(root, 'build', '.admin-sources'),
  program: [
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
    '--config',
    'vite.admin.config.ts',
  ],
  // Of the contract it takes types only, which are not in the build; of the domain what ui/ imports.
  folders: ['admin', 'domain/content', 'domain/stores', 'modules', 'sdk', 'ui'],
  files: [
    ...readdirSync(join(root, 'locales'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => [`locales/${name}/admin.json`, `locales/${name}/import.json`]),
    'package-lock.json',
    'public/favicon.svg',
    'tsconfig.json',
    'vite.admin.config.ts',
    'vite-layer-order.ts',
    'vite-precompress.ts',
  ],
}

/** Tests, and the demo's data and drawings, which a running shop reads from where they are. */
const notBuilt = /\.(test|e2e)\.tsx?$|\.(ndjson|svgz)$/

/** Path of the built server, or undefined before the first build. */
export function builtServerProgram() {
  const names = ['main.js', 'index.js'].map((name) => join(root, 'build', 'server', name))
  return names.find((name) => existsSync(name))
}

/**
 * Node flags and variables of a shop node that keep its memory small. The young generation fits a few pages
 * being rendered. The limit of the old generation is several times what a node needs; V8 derives from it how
 * far the heap may grow before a collection: without it a node takes 90 MB more after the same requests. The
 * system's allocator gets few arenas for the threads that compress, and returns blocks of the size of a page
 * at once instead of keeping them between smaller live ones; but not the 64 kB buffer of every socket read,
 * which would be mapped again for each read. `gc` is used by server/collect-when-quiet.ts. Fastify's types do
 * not know yet the successor of the option that the warning is about (server/app.ts).
 */
export const serverFlags = [
  '--max-semi-space-size=12',
  '--max-old-space-size=384',
  '--expose-gc',
  '--disable-warning=FSTDEP023',
]
export const serverEnv = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '73728',
  MALLOC_TRIM_THRESHOLD_: '73728',
}

/** Whether the builds in build/ match the current sources. */
export function isBuilt() {
  return [shop, admin].every(isCurrent)
}

/** Returns whether a build was needed. */
export async function ensureBuilt() {
  let isBuiltNow = false
  // Modules from outside are among the sources.
  process.stdout.write(await mustRun(projectNode, [join(root, 'cli', 'bind-modules.ts')]))
  for (const part of [shop, admin]) {
    // Asked after the shop's build: it empties build/, with the back office and its stamp.
    if (isCurrent(part)) continue
    isBuiltNow = true
    const { title, stamp, program } = part
    const hash = hashSources(part)
    await step(title, async () => {
      rmSync(stamp, { force: true })
      await mustRun(projectNode, program, { env: projectEnv({ NODE_ENV: 'production' }) })
      mkdirSync(join(root, 'build'), { recursive: true })
      writeFileSync(stamp, hash)
    })
  }
  return isBuiltNow
}

function isCurrent(part) {
  return existsSync(part.stamp) && readFileSync(part.stamp, 'utf8') === hashSources(part)
}

/** Hashes contents instead of times: a checkout gives every file a new time. */
function hashSources({ folders, files }) {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  const walk = (folder) => {
    if (!existsSync(join(root, folder))) return
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && !notBuilt.test(entry.name)) add(path)
    }
  }
  for (const folder of folders) walk(folder)
  for (const file of files) if (existsSync(join(root, file))) add(file)
  return hash.digest('hex')
}
