/**
 * A copy of the project's program files with a fifth store, Finland, added as docs/stores.md describes it: its
 * file, its lines in stores.ts and its texts. Nothing else is changed.
 */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../server/project-root.ts'

/** Folders that a deployment is built from. */
const programFolders =
  /^(?:api|app|catalogue-import|cli|contract|db|demo|domain|locales|modules|providers|public|read-model|sandbox|sdk|server|shop-import|ui)\//
const programFiles =
  /^(?:package\.json|tsconfig\.json|react-router\.config\.ts|vite\.config\.ts|vite-layer-order\.ts|vite-precompress\.ts|vite-style-sheets\.ts)$/
/** Tests and what runs them, which may name the stores that there are, and what modules add to the back office's screens. */
const testFiles =
  /\.(?:test|e2e|test-support|test-oracle)\.tsx?$|-fixture\.server\.ts$|\/staff-texts\.ts$|^modules\/[^/]+\/staff\/|^cli\/(?:run-tests|test-report)\.ts$/

export async function makeFiveStoreProject(folder: string): Promise<void> {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  }).split('\n')
  const copied = files.filter(
    (file) => (programFolders.test(file) && !testFiles.test(file)) || programFiles.test(file),
  )
  for (const parent of new Set(copied.map((file) => dirname(file))))
    await mkdir(join(folder, parent), { recursive: true })
  await Promise.all(copied.map((file) => cp(join(projectRoot, file), join(folder, file))))
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  await addFinland(folder)
}

async function addFinland(folder: string): Promise<void> {
  const fixtures = import.meta.dirname
  const facts = await readFile(join(fixtures, 'fi.ts'), 'utf8')
  await writeFile(
    join(folder, 'domain/stores/fi.ts'),
    replaceOnce(facts, "'../../domain/stores/store.ts'", "'./store.ts'"),
  )
  const list = join(folder, 'domain/stores/stores.ts')
  const stores = await readFile(list, 'utf8')
  const imported = replaceOnce(stores, 'import { no,', "import { fi, fiPolicy } from './fi.ts'\nimport { no,")
  const listed = replaceOnce(
    imported,
    'const listed = { sv, no, de, da }',
    'const listed = { sv, no, de, da, fi }',
  )
  await writeFile(list, replaceOnce(listed, '  da: daPolicy,\n', '  da: daPolicy,\n  fi: fiPolicy,\n'))
  await writeTexts(join(folder, 'locales'), join(fixtures, 'finnish.json'))
  for (const suffix of ['', '.mails', '.storage', '.staff'])
    for (const file of globSync(`modules/*/texts/sv${suffix}.json`, { cwd: folder }))
      await cp(join(folder, file), join(folder, file.replace(`/sv${suffix}.json`, `/fi${suffix}.json`)))
}

/** The Swedish texts, with Finnish ones for what the test reads. */
async function writeTexts(locales: string, finnishFile: string): Promise<void> {
  await cp(join(locales, 'sv'), join(locales, 'fi'), { recursive: true })
  const finnish = JSON.parse(await readFile(finnishFile, 'utf8')) as Record<string, Texts>
  for (const [name, texts] of Object.entries(finnish)) {
    const file = join(locales, 'fi', `${name}.json`)
    const swedish = JSON.parse(await readFile(file, 'utf8')) as Texts
    await writeFile(file, JSON.stringify(translated(swedish, texts, name)))
  }
}

interface Texts {
  [key: string]: string | Texts
}

/** Throws for a text that the shop does not have. */
function translated(original: Texts, translation: Texts, path: string): Texts {
  const result = { ...original }
  for (const [key, text] of Object.entries(translation)) {
    const before = original[key]
    if (before === undefined) throw new Error(`There is no text ${path}.${key}.`)
    result[key] =
      typeof text === 'string' || typeof before === 'string'
        ? text
        : translated(before, text, `${path}.${key}`)
  }
  return result
}

function replaceOnce(text: string, before: string, after: string): string {
  const parts = text.split(before)
  if (parts.length !== 2) throw new Error(`Expected once, found ${parts.length - 1} times: ${before}`)
  return parts.join(after)
}
