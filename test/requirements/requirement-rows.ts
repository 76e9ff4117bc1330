/** The requirement rows of docs/requirements: one file per area, one heading per row. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../server/project-root.ts'

/** Every row, such as `CART-01`, in the order of the areas' files. */
export async function readRequirementRows(): Promise<string[]> {
  const folder = join(projectRoot, 'docs', 'requirements')
  const files = globSync('[A-Z]*.md', { cwd: folder }).filter((file) => file !== 'README.md')
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/^## ([A-Z]+-\d{2,})$/gm)].map(([, row]) => row as string))
}
