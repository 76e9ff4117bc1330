/** A copy of the project's program files in another folder, for tests that change them and build the result. */
import { execFileSync } from 'node:child_process'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { projectRoot } from '../server/project-root.ts'

/** Folders that a deployment is built from. */
const programFolders =
  /^(?:admin|api|app|catalogue-import|cli|contract|db|demo|domain|locales|modules|providers|public|read-model|sandbox|sdk|server|shop-archive|shop-import|ui)\//
const programFiles =
  /^(?:anode\.config\.ts|package\.json|tsconfig\.json|react-router\.config\.ts|vite(?!st)[a-z.-]*\.ts)$/
/** Tests and what runs them. */
const testFiles =
  /\.(?:test|e2e|test-support|test-oracle)\.tsx?$|-fixture\.server\.ts$|^cli\/(?:run-tests|test-report)\.ts$/

/** `without`: further files that are left out; `and`: further ones that are copied. The packages are shared. */
export async function copyProject(
  folder: string,
  { without, and }: { without?: RegExp; and?: RegExp } = {},
): Promise<void> {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  }).split('\n')
  const copied = files.filter(
    (file) =>
      and?.test(file) ||
      (((programFolders.test(file) && !testFiles.test(file)) || programFiles.test(file)) &&
        !without?.test(file)),
  )
  for (const parent of new Set(copied.map((file) => dirname(file))))
    await mkdir(join(folder, parent), { recursive: true })
  await Promise.all(copied.map((file) => cp(join(projectRoot, file), join(folder, file))))
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
}
