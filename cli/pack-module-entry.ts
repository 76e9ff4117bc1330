/**
 * Packs what modules from outside are written against (`anode/module`, `anode/storefront`, `anode/staff`) into
 * `module-entry/anode-VERSION.tgz`: one file of types for each, without the rest of the shop. `--report` also
 * writes them beside their sources, where a test compares them, so that a change of the interface is seen in review.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { moduleInterface } from '../sdk/module-interface.ts'
import { mustRun, projectNode, root } from './run-command.mjs'

/** Each entry: its source, and its report. */
const entries = {
  module: { source: 'sdk/outside/module', report: 'sdk/outside/module.api.txt' },
  storefront: { source: 'app/outside/storefront', report: 'app/outside/storefront.api.txt' },
  staff: { source: 'admin/outside/staff', report: 'admin/outside/staff.api.txt' },
}

const target = join(root, 'module-entry')
const types = join(root, 'node_modules', '.cache', 'module-entry')
await rm(target, { recursive: true, force: true })
await mkdir(target, { recursive: true })
await emitTypes()
for (const [name, { source, report }] of Object.entries(entries)) {
  const bundle = await rolldown({
    input: { [name]: join(types, `${source}.d.ts`) },
    // Texts are named by types that are not part of the entries.
    external: (id) => !/^[./]/.test(id) || id.endsWith('.json'),
    plugins: [dts({ emitDtsOnly: true, dtsInput: true, tsconfig: false, generator: 'oxc' })],
  })
  await bundle.write({ dir: target, format: 'es' })
  if (process.argv.includes('--report'))
    await writeFile(join(root, report), await readFile(join(target, `${name}.d.ts`), 'utf8'))
}
await writeFile(join(target, 'package.json'), `${JSON.stringify(await packageOfEntry(), null, 2)}\n`)
await mustRun('npm', ['pack', '--ignore-scripts'], { cwd: target })
console.log(`Packed module-entry/anode-${moduleInterface}.tgz.`)

/** The types of all files that the entries import. */
async function emitTypes(): Promise<void> {
  await rm(types, { recursive: true, force: true })
  const folder = await mkdtemp(join(root, 'node_modules', '.cache-'))
  const config = join(folder, 'tsconfig.json')
  await writeFile(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        incremental: false,
        rootDir: root,
        outDir: types,
      },
      include: [],
      files: [
        ...Object.values(entries).map(({ source }) => join(root, `${source}.ts`)),
        join(root, 'app', 'virtual-modules.d.ts'),
      ],
    }),
  )
  try {
    await mustRun(projectNode, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What its types name, in the versions that the shop has. */
async function packageOfEntry(): Promise<object> {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const texts = await Promise.all(
    Object.keys(entries).map((name) => readFile(join(target, `${name}.d.ts`), 'utf8')),
  )
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/^import .* from "([^"]+)"/gm)].map(([, name = '']) =>
      name.replace(/(?<=^[^@/]+)\/.*/, ''),
    ),
  )
  // Types that those packages expect.
  const named = new Set([...imported, '@types/node', '@types/react'])
  const versions = { ...devDependencies, ...dependencies }
  return {
    name: 'anode',
    version: moduleInterface,
    description: 'Types of what modules of an Anode shop are written against; the shop has the code',
    type: 'module',
    exports: Object.fromEntries(
      Object.keys(entries).map((name) => [`./${name}`, { types: `./${name}.d.ts` }]),
    ),
    dependencies: Object.fromEntries([...named].toSorted().map((name) => [name, versions[name]])),
  }
}
