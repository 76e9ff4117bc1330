/**
 * A copy of the project's program files with a fifth store, Finland, added as docs/stores.md describes it: its
 * file, its lines in stores.ts and its texts. Nothing else is changed.
 */
import { globSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyProject } from '../project-copy.ts'

/** The back office may name the stores that there are, and what modules add to its screens with it. */
const backOffice = /^admin\/|^modules\/[^/]+\/(?:staff\/|staff-texts\.ts$)/

export async function makeFiveStoreProject(folder: string): Promise<void> {
  await copyProject(folder, { without: backOffice })
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
