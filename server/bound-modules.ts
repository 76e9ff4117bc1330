/**
 * The modules from outside that `npm run build` has bound: copied into `modules/NAME`, each with a file that says what
 * it is (`cli/bind-modules.ts`).
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { satisfies, validRange } from 'semver'
import { z } from 'zod'
import { moduleInterface } from '../sdk/module-interface.ts'
import { ConfigError } from './config-error.ts'
import { projectRoot } from './project-root.ts'

/** Name of the file that marks a folder as bound. */
export const boundFile = 'bound.json'

/** What the `package.json` of a module says of it. */
export const modulePackage = z.object({
  name: z.string(),
  version: z.string(),
  anode: z.object({
    /** Name of the module: its folder, its prefix of names, and its tables' schema. */
    module: z
      .string()
      .max(30)
      .regex(/^[a-z]+(?:-[a-z]+)*$/, 'is not lower-case words joined by hyphens'),
    /** Versions of the module interface that it fits, for example `^1.0.0`. */
    fits: z.string().refine((range) => validRange(range) !== null, 'is not a range of versions'),
    /** The folder in the package that is the module; the whole package by default. */
    folder: z.string().default('.'),
  }),
})

const boundModule = z.object({
  module: z.string(),
  /** Name and version of its package. */
  package: z.string(),
  version: z.string(),
  fits: z.string(),
})
export type BoundModule = z.infer<typeof boundModule>

/** The bound modules, in the order of their names. `root`: folder of the project. */
export function boundModules(root = projectRoot): BoundModule[] {
  return globSync(`modules/*/${boundFile}`, { cwd: root })
    .toSorted()
    .map((file) => {
      const bound = boundModule.parse(JSON.parse(readFileSync(join(root, file), 'utf8')))
      if (bound.module !== basename(dirname(file)))
        throw new ConfigError(`${file} is of the module ${bound.module}: delete the folder, or that file.`)
      return bound
    })
}

/** Whether a module fits this release. */
export const fits = (range: string): boolean => satisfies(moduleInterface, range)

export const unfitMessage = ({ package: name, version, fits: range }: Omit<BoundModule, 'module'>): string =>
  `${name} ${version} fits version ${range} of the module interface, and this release has ${moduleInterface}. Update it, or take it out of anode.config.ts.`

/** Throws ConfigError that names the bound modules that do not fit this release: before a database is changed. */
export function requireFittingModules(): void {
  const unfit = boundModules().filter((module) => !fits(module.fits))
  if (unfit.length > 0) throw new ConfigError(unfit.map(unfitMessage).join('\n'))
}

/** Folders of migrations that bound modules bring, by module. */
export const moduleMigrations = (root = projectRoot): ReadonlyMap<string, string> =>
  new Map(
    boundModules(root)
      .map(({ module }) => [module, join(root, 'modules', module, 'migrations')] as const)
      .filter(([, folder]) => existsSync(folder)),
  )
