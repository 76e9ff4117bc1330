/**
 * Binds the modules that `anode.config.ts` names: copies each into `modules/NAME`, where everything that reads modules
 * finds it, and writes the lists that name them (`docs/modules-from-outside.md`). Part of every build. Where a module
 * does not fit, it says so of each and changes nothing.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import config from '../anode.config.ts'
import type { ModuleDeclarations } from '../modules/declarations.ts'
import {
  boundFile,
  boundModules,
  fits,
  modulePackage,
  unfitMessage,
  type BoundModule,
} from '../server/bound-modules.ts'
import { projectRoot } from '../server/project-root.ts'

/** A module that is to be bound. */
interface Source extends BoundModule {
  /** Absolute path of the folder that is the module. */
  folder: string
}

/** A generated list: the file of a module that it imports, and what it exports. */
interface List {
  file: string
  /** File of a module; only the first two are required of each. */
  of: string
  /** What that file exports. */
  exported: string
  /** Import of the type of the list, and the list as an expression of the imported names, by name of the module. */
  type: string
  value: (imported: ReadonlyMap<string, string>) => string
}

const array = (imported: ReadonlyMap<string, string>) => `[${[...imported.values()].join(', ')}]`
const map = (imported: ReadonlyMap<string, string>) =>
  `new Map([${[...imported].map(([module, name]) => `['${module}', ${name} as ModuleManifest]`).join(', ')}])`

const lists: readonly List[] = [
  {
    file: 'modules/outside.generated.ts',
    of: 'declarations.ts',
    exported: 'declarations',
    type: "import type { ModuleDeclarations } from './declarations.ts'\nexport const outside: readonly ModuleDeclarations[] = ",
    value: array,
  },
  {
    file: 'server/outside-manifests.generated.ts',
    of: 'module.server.ts',
    exported: 'module',
    type: "import type { ModuleManifest } from '../sdk/module.ts'\nexport const outsideManifests: ReadonlyMap<string, ModuleManifest> = ",
    value: map,
  },
  {
    file: 'modules/outside-personal-data.generated.ts',
    of: 'personal-data.server.ts',
    exported: 'personalData',
    type: "import type { PersonalDataOfModule } from './personal-data.server.ts'\nexport const outsidePersonalData: readonly PersonalDataOfModule[] = ",
    value: array,
  },
]

/** Lists and records of the declarations whose names are among those of the shop. */
const namedLists = [
  'attemptLimits',
  'auditActions',
  'auditObjects',
  'commands',
  'events',
  'keyPurposes',
  'mailQueues',
  'mailTopics',
  'mails',
  'notices',
  'ownSections',
  'permissions',
  'retention',
  'scheduledJobs',
  'staffSections',
  'subscribers',
] as const satisfies readonly (keyof ModuleDeclarations)[]

const problems: string[] = []
const refuse = (module: string, why: string) => void problems.push(`${module}: ${why}`)

const read = await Promise.all(config.modules.map(readSource))
const sources = read.filter((source) => source !== undefined)
const names = sources.map(({ module }) => module)
for (const name of new Set(names.filter((name, place) => names.indexOf(name) !== place)))
  refuse(name, 'two packages are modules of this name')
if (problems.length > 0) {
  console.error(`Modules of anode.config.ts cannot be bound; nothing was changed.\n${problems.join('\n')}`)
  process.exit(1)
}
removeFormer()
for (const source of sources) bind(source)
for (const list of lists) writeList(list)
if (sources.length > 0)
  console.log(
    `Bound ${sources.map(({ module, package: name, version }) => `${module} (${name} ${version})`).join(', ')}.`,
  )

/** What a line of the configuration names; undefined where it cannot be bound, and why is noted. */
async function readSource(named: string): Promise<Source | undefined> {
  const folder = /^\.{0,2}\//.test(named)
    ? resolve(projectRoot, named)
    : join(projectRoot, 'node_modules', named)
  const file = join(folder, 'package.json')
  if (!existsSync(file)) {
    refuse(named, `there is no ${file}; is the package installed?`)
    return undefined
  }
  const read = modulePackage.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!read.success) {
    refuse(named, `its package.json: ${z.prettifyError(read.error)}`)
    return undefined
  }
  const { name, version, anode } = read.data
  const source = {
    module: anode.module,
    package: name,
    version,
    fits: anode.fits,
    folder: join(folder, anode.folder),
  }
  for (const problem of await problemsOf(source)) refuse(named, problem)
  return source
}

async function problemsOf(source: Source): Promise<string[]> {
  const { module, folder } = source
  if (!fits(source.fits)) return [unfitMessage(source)]
  const own = join(projectRoot, 'modules', module)
  if (existsSync(own) && !existsSync(join(own, boundFile)))
    return [`this shop has a module ${module} of its own`]
  const required = ['declarations.ts', 'module.server.ts']
  const missing = required.filter((name) => !existsSync(join(folder, name)))
  if (missing.length > 0) return missing.map((name) => `it has no ${name}`)
  return [...importsFromElsewhere(folder), ...(await foreignNames(source))]
}

/** Names begin with that of the module, so that no other module and no later release of the shop has them. */
async function foreignNames({ module, folder }: Source): Promise<string[]> {
  const address = pathToFileURL(join(folder, 'declarations.ts')).href
  const loaded = (await import(address).catch((error: Error) => ({ error }))) as {
    declarations?: ModuleDeclarations
    error?: Error
  }
  const { declarations } = loaded
  if (!declarations)
    return [`declarations.ts exports no declarations${loaded.error ? `: ${loaded.error.message}` : ''}`]
  if (declarations.name !== module)
    return [`its declarations name it ${declarations.name}, and its package.json ${module}`]
  const begins = new RegExp(`^${module.replaceAll('-', '[-_]')}(?![a-z0-9])`)
  return namedLists.flatMap((list) => {
    const named = declarations[list] ?? []
    const all = Array.isArray(named) ? (named as readonly string[]) : Object.keys(named)
    return all
      .filter((name) => !begins.test(name))
      .map((name) => `${name} in ${list} does not begin with ${module}`)
  })
}

/** A module is copied without what is around it. */
function importsFromElsewhere(folder: string): string[] {
  return moduleFiles(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*(['"])(\.[^'"]*)\1/g)].map(
        ([, , path = '']) => path,
      )
      return imported
        .filter((path) => relative(folder, join(folder, dirname(file), path)).startsWith(`..${sep}`))
        .map((path) => `${file} imports ${path}, which is not in its folder`)
    })
}

/** Its files without tests, packages and files of tools. */
function moduleFiles(folder: string): string[] {
  return globSync('**/*', {
    cwd: folder,
    exclude: (path) => basename(path) === 'node_modules' || basename(path).startsWith('.'),
  })
    .filter(
      (file) =>
        statSync(join(folder, file)).isFile() &&
        !/\.(?:test|e2e)\.tsx?$|(?:^|\/)package(?:-lock)?\.json$/.test(file),
    )
    .toSorted()
}

/** Folders of modules that the configuration names no more. Their tables stay. */
function removeFormer(): void {
  for (const { module } of boundModules(projectRoot))
    if (!names.includes(module)) {
      rmSync(join(projectRoot, 'modules', module), { recursive: true })
      console.log(`Took out ${module}. Its tables stay as they are; naming it again finds them.`)
    }
}

/** Nothing is written where the module is bound as it is: a shop that runs reads it. */
function bind({ folder, ...bound }: Source): void {
  const target = join(projectRoot, 'modules', bound.module)
  const wanted = new Map([
    ...moduleFiles(folder).map((file) => [file, readFileSync(join(folder, file))] as const),
    // It is not of this repository.
    ['.gitignore', Buffer.from('*\n')] as const,
    [boundFile, Buffer.from(`${JSON.stringify(bound, null, 2)}\n`)] as const,
  ])
  const present = existsSync(target)
    ? globSync(['**/*', '.gitignore'], { cwd: target }).filter((file) =>
        statSync(join(target, file)).isFile(),
      )
    : []
  const isBound =
    present.length === wanted.size &&
    present.every((file) => wanted.get(file)?.equals(readFileSync(join(target, file))))
  if (isBound) return
  rmSync(target, { recursive: true, force: true })
  for (const [file, contents] of wanted) {
    mkdirSync(join(target, dirname(file)), { recursive: true })
    writeFileSync(join(target, file), contents)
  }
}

function writeList({ file, of, exported, type, value }: List): void {
  const imported = new Map(
    names
      .filter((name) => existsSync(join(projectRoot, 'modules', name, of)))
      .map((name) => [
        name,
        `${name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Module`,
      ]),
  )
  const from = file.startsWith('modules/') ? '.' : '../modules'
  const lines = [
    '// Written by `npm run build` from anode.config.ts: what the modules from outside have.',
    ...[...imported].map(
      ([name, local]) => `import { ${exported} as ${local} } from '${from}/${name}/${of}'`,
    ),
    `${type}${value(imported)}`,
  ]
  const text = `${lines.join('\n')}\n`
  const path = join(projectRoot, file)
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}
