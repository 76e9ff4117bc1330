/**
 * Binds the modules that `anode.config.ts` names: copies each into `modules/NAME`, where everything that reads modules
 * finds it, and writes the lists that name them (`docs/modules-from-outside.md`). Part of every build. Where a module
 * cannot be bound, it says so of each and changes nothing.
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import config from '../anode.config.ts'
import { shopEvents } from '../contract/events.ts'
import { iconNames, sectionPaths } from '../contract/sidebar.ts'
import type { CouponFieldType, ModuleCouponKind } from '../modules/coupon-kind.ts'
import { dangerousGoodsClasses } from '../domain/products/dangerous-goods.ts'
import { carrierLogos, isCarrierLogo } from '../domain/stores/store.ts'
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
import { reservedNames } from '../server/reserved-names.ts'

/** A module that is to be bound. */
interface Source extends BoundModule {
  /** What the configuration calls it. */
  named: string
  /** Absolute path of the folder that is the module. */
  folder: string
  /** Its files, relative to the folder. */
  files: readonly string[]
  /** Its declarations; undefined where they cannot be read. */
  declarations?: ModuleDeclarations
}

/** A generated list: the file of a module that it imports, and what it exports. */
interface List {
  file: string
  /** File of a module; not every module has it. */
  of: string
  /** What that file exports. */
  exported: string
  /** Import of the type of the list, and its declaration. */
  type: string
  /** The list as an expression of the imported names, by name of the module. */
  value: (imported: ReadonlyMap<string, string>) => string
}

const array = (imported: ReadonlyMap<string, string>) => `[${[...imported.values()].join(', ')}]`
const record = (imported: ReadonlyMap<string, string>) =>
  imported.size === 0
    ? '{}'
    : `{ ${[...imported].map(([module, name]) => `'${module}': ${name}`).join(', ')} }`
const map = (imported: ReadonlyMap<string, string>) =>
  `new Map([${[...imported].map(([module, name]) => `['${module}', ${name} as ModuleManifest]`).join(', ')}])`

/** What a module says of its account at a payment provider, and at a carrier. */
const accountFile = 'payment-account.server.ts'
/** Its coupon kinds. */
const couponKindsFile = 'coupon-kinds.ts'
const steps: readonly string[] = [
  'unitRewards',
  'unitReductions',
  'sumReductions',
] satisfies ModuleCouponKind['step'][]
const fieldTypes: readonly string[] = [
  'amount',
  'number',
  'optionalNumber',
  'flag',
  'ids',
  'texts',
] satisfies CouponFieldType[]
const carrierFile = 'carrier.server.ts'
/** Places of the back office that have cards (`admin/shell/module-cards.tsx`). */
const cardPlaces: readonly string[] = ['order', 'product', 'customer', 'company', 'todo']

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
  {
    file: 'modules/outside-payment-accounts.generated.ts',
    of: accountFile,
    exported: 'paymentAccount',
    type: "import type { PaymentAccountDescription } from './account-description.ts'\nexport const outsidePaymentAccounts: Readonly<Record<string, PaymentAccountDescription>> = ",
    value: record,
  },
  {
    file: 'modules/outside-coupon-kinds.generated.ts',
    of: couponKindsFile,
    exported: 'couponKinds',
    type: "import type { ModuleCouponKind } from './coupon-kind.ts'\nexport const outsideCouponKinds: Readonly<Record<string, readonly ModuleCouponKind[]>> = ",
    value: record,
  },
  {
    file: 'modules/outside-carriers.generated.ts',
    of: carrierFile,
    exported: 'carrier',
    type: "import type { CarrierDescription } from './account-description.ts'\nexport const outsideCarriers: Readonly<Record<string, CarrierDescription>> = ",
    value: record,
  },
]

/**
 * What the declarations of a module from outside may have, by name: `names` are among those of the shop, and begin with
 * the module's.
 */
const declarable: Readonly<Partial<Record<keyof ModuleDeclarations, 'names' | 'free'>>> = {
  name: 'free',
  pages: 'names',
  ownSections: 'names',
  auditActions: 'names',
  auditObjects: 'names',
  auditCodes: 'free',
  mails: 'names',
  permissions: 'names',
  scheduledJobs: 'names',
  events: 'names',
  subscribers: 'names',
  commands: 'names',
  fields: 'names',
  retention: 'names',
  ownData: 'free',
  browserStorage: 'names',
  paymentAccounts: 'names',
  paymentMethods: 'names',
  vatRegisters: 'names',
  staffPages: 'names',
  staffSections: 'names',
  mailTransport: 'free',
  pictureStore: 'free',
  carriers: 'names',
  shippingMethods: 'names',
}
/** Forms that the database or the API asks for. */
const forms: Readonly<Partial<Record<keyof ModuleDeclarations, RegExp>>> = {
  events: /^[a-z_-]+\.[a-z_]+$/,
  auditActions: /^[a-z_-]+\.[a-zA-Z_-]+$/,
  auditObjects: /^[a-z_-]{1,40}$/,
  paymentMethods: /^[a-z_-]{1,40}$/,
  shippingMethods: /^[a-z_-]{1,40}$/,
}

const minorUnits = z.int().nonnegative()
/** The form of a shipping method that is declared. */
const shippingMethod = z.strictObject({
  carrier: z.string(),
  kind: z.enum(['pickup', 'locker', 'home', 'letter']),
  stores: z.record(
    z.string(),
    z.strictObject({
      name: z.string().min(1).max(60),
      priceMinor: minorUnits,
      freeFromMinor: minorUnits.optional(),
      heavier: z
        .array(z.strictObject({ aboveGrams: z.int().positive(), priceMinor: minorUnits }))
        .refine(
          (steps) => steps.every((step, at) => at === 0 || step.aboveGrams > steps[at - 1]!.aboveGrams),
          'is not ascending',
        )
        .optional(),
    }),
  ),
  buyers: z
    .array(z.enum(['private', 'business']))
    .min(1)
    .optional(),
  days: z
    .strictObject({ min: z.int().nonnegative(), max: z.int().nonnegative().max(60) })
    .refine(({ min, max }) => min <= max, 'ends before it begins'),
  maxUnits: z.int().positive().optional(),
  maxWeightGrams: z.int().positive().optional(),
  maxSidesMm: z
    .tuple([z.int().positive(), z.int().positive(), z.int().positive()])
    .refine(([long, middle, short]) => long >= middle && middle >= short, 'is not longest first')
    .optional(),
  carries: z.array(z.enum(dangerousGoodsClasses)).optional(),
})

/** Kinds of texts, by the ending of their files, with the languages that each is in. */
const textKinds = {
  '.json': languagesWith('chrome'),
  '.mails.json': languagesWith('chrome'),
  '.staff.json': languagesWith('admin'),
} as const
type TextKind = keyof typeof textKinds

const problems: string[] = []
const sources: Source[] = []
for (const named of config.modules) {
  const source = await readSource(named)
  if (source) sources.push(source)
}
const declared = [...(await declarationsHere()), ...sources.flatMap(({ declarations = [] }) => declarations)]
for (const problem of [...collisions(sources), ...sources.flatMap(nameProblems)]) problems.push(problem)
if (problems.length > 0) {
  console.error(`Modules of anode.config.ts cannot be bound; nothing was changed.\n${problems.join('\n')}`)
  process.exit(1)
}
removeFormer()
const changed = sources.filter((source) => !isBound(source))
for (const source of changed) replace(source)
for (const list of lists) writeList(list)
for (const { module, package: name, version } of changed) console.log(`Bound ${module} (${name} ${version}).`)

/** What a line of the configuration names; undefined where it cannot be bound, and why is noted. */
async function readSource(named: string): Promise<Source | undefined> {
  const refuse = (why: string): undefined => void problems.push(`${named}: ${why}`)
  const isFolder = named.startsWith('.') || isAbsolute(named)
  const packageFolder = isFolder ? resolve(projectRoot, named) : join(projectRoot, 'node_modules', named)
  const file = join(packageFolder, 'package.json')
  if (!existsSync(file)) return refuse(`there is no ${file}; is the package installed?`)
  const parsed = modulePackage.safeParse(readJson(file))
  if (!parsed.success) return refuse(`its package.json: ${z.prettifyError(parsed.error)}`)
  const { name, version, anode } = parsed.data
  const bound = { module: anode.module, package: name, version, fits: anode.fits }
  if (!fits(anode.fits)) return refuse(unfitMessage(bound))
  const folder = join(packageFolder, anode.folder)
  if (!isInside(packageFolder, folder)) return refuse(`its folder ${anode.folder} is not in the package`)
  const target = join(projectRoot, 'modules', anode.module)
  if (reservedNames.has(anode.module) || (existsSync(target) && !existsSync(join(target, boundFile))))
    return refuse(`${anode.module} is a name of the shop's own`)
  const required = ['declarations.ts', 'module.server.ts']
  const missing = required.filter((each) => !existsSync(join(folder, each)))
  if (missing.length > 0) return refuse(`it has no ${missing.join(' and no ')}`)
  try {
    const source: Source = { ...bound, named, folder, files: moduleFiles(folder) }
    const found = [
      ...importProblems(source),
      ...textProblems(source),
      ...cardProblems(source),
      ...(await declarationProblems(source)),
    ]
    for (const problem of new Set(found)) refuse(problem)
    return source
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Null where the file is no JSON. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith('../') || isAbsolute(way))
}

/** Its files without tests, packages and files of tools. Throws for a link to nowhere. */
function moduleFiles(folder: string): string[] {
  const isOfTools = (path: string) => basename(path) === 'node_modules' || basename(path).startsWith('.')
  return globSync('**/*', { cwd: folder, exclude: isOfTools })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => !/\.(?:test|e2e)\.tsx?$|(?:^|\/)package(?:-lock)?\.json$/.test(file))
    .toSorted()
}

/** A module is copied without what is around it: it imports its own files, the interface, and packages of the shop. */
function importProblems({ folder, files }: Source): string[] {
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const imported = [...text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g)].map(
        ([, , name = '']) => name,
      )
      return imported.flatMap((name) => {
        if (name.startsWith('.'))
          return isInside(folder, join(folder, dirname(file), name))
            ? []
            : [`${file} imports ${name}, which is not in its folder`]
        if (/^anode\/(?:module|storefront|staff)$/.test(name) || isBuiltin(name)) return []
        const [first = '', second = ''] = name.split('/')
        const packageName = first.startsWith('@') ? `${first}/${second}` : first
        return existsSync(join(projectRoot, 'node_modules', packageName))
          ? []
          : [`${file} imports ${name}; install the package ${packageName} in the shop`]
      })
    })
}

/** Languages of which the shop has such a file: of shoppers, or of staff. */
function languagesWith(name: string): string[] {
  return globSync(`locales/*/${name}.json`, { cwd: projectRoot })
    .map((file) => basename(dirname(file)))
    .toSorted()
}

/** Its texts are there in each language or in none, with the same keys. */
function textProblems({ folder, files }: Source): string[] {
  return Object.entries(textKinds).flatMap(([ending, languages]) => {
    const named = languages.map((language) => `texts/${language}${ending}`)
    const present = named.filter((file) => files.includes(file))
    if (present.length === 0) return []
    const read = present.map((file) => [file, readTexts(folder, file)] as const)
    const broken = read.flatMap(([file, texts]) =>
      typeof texts === 'string' ? [`${file} is not JSON: ${texts}`] : [],
    )
    if (present.length < named.length)
      return [...broken, `it has ${present[0]} and no ${named.find((file) => !present.includes(file))}`]
    if (broken.length > 0) return broken
    const keys = read.map(([file, texts]) => [file, new Set(keysOf(texts))] as const)
    const all = keys.reduce((union, [, own]) => union.union(own), new Set<string>())
    return keys.flatMap(([file, own]) => {
      const [missing] = all.difference(own)
      return missing === undefined ? [] : [`${file} lacks ${missing}, which another language has`]
    })
  })
}

/** The texts of a file; the reason where it is no JSON object. */
function readTexts(folder: string, file: string): Readonly<Record<string, unknown>> | string {
  try {
    const texts: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return typeof texts === 'object' && texts !== null && !Array.isArray(texts)
      ? (texts as Record<string, unknown>)
      : 'no object'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Keys of texts; those of an object in them, as mails have, with its key and a point in front. */
function keysOf(texts: object | string): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? [key, ...keysOf(value).map((inner) => `${key}.${inner}`)]
      : [key],
  )
}

/** A text that the module has to have. What one language lacks, and files that are no JSON, `textProblems` names. */
function textProblem({ folder, files }: Source, ending: TextKind, key: string): string[] {
  const read = textKinds[ending]
    .map((language) => `texts/${language}${ending}`)
    .filter((file) => files.includes(file))
    .map((file) => readTexts(folder, file))
  return read.some((texts) => typeof texts === 'string' || texts[key] !== undefined)
    ? []
    : [`no texts/*${ending} has ${key}`]
}

/** A card is of a place that there is. */
function cardProblems({ files }: Source): string[] {
  return files.flatMap((file) => {
    const place = /^staff\/([^/]+)-card\.tsx$/.exec(file)?.[1]
    return place === undefined || cardPlaces.includes(place)
      ? []
      : [`${file} is a card of ${place}, which is no place; places are ${cardPlaces.join(', ')}`]
  })
}

/** What the modules of the shop's own tree declare. */
async function declarationsHere(): Promise<ModuleDeclarations[]> {
  const files = globSync('modules/*/declarations.ts', { cwd: projectRoot })
    .filter((file) => !existsSync(join(projectRoot, dirname(file), boundFile)))
    .filter((file) => !basename(dirname(file)).startsWith('.'))
  const loaded = await Promise.all(
    files.map((file) => import(pathToFileURL(join(projectRoot, file)).href) as Promise<object>),
  )
  return loaded.flatMap((file) => Object.values(file) as ModuleDeclarations[])
}

/** Names of the shop and of modules that its declarations use: those that nobody has. */
function nameProblems({ named, declarations = { name: '' } }: Source): string[] {
  const events = new Set<string>([
    ...Object.keys(shopEvents),
    ...declared.flatMap(({ events: ofModule = [] }) => ofModule),
  ])
  const sections = new Set<string>([
    ...sectionPaths,
    ...declared.flatMap(({ staffSections = {} }) => Object.keys(staffSections).map((name) => `/${name}`)),
  ])
  const noPath = (after: string) =>
    after.startsWith('/') ? 'which is no section of the sidebar' : 'and paths begin with /'
  return [
    ...Object.entries(declarations.subscribers ?? {}).flatMap(([name, { events: asked }]) =>
      asked
        .filter((event) => !events.has(event))
        .map((event) => `${name} in subscribers has ${event}, which is no event of the shop or of a module`),
    ),
    ...Object.entries(declarations.staffSections ?? {}).flatMap(([name, { after, icon }]) => [
      ...(sections.has(after) ? [] : [`${name} in staffSections is after ${after}, ${noPath(after)}`]),
      ...(iconNames.some((each) => each === icon)
        ? []
        : [`${name} in staffSections has the icon ${icon}, which there is not`]),
    ]),
    ...Object.entries(declarations.auditObjects ?? {})
      .filter(([, { page = '/' }]) => !page.startsWith('/'))
      .map(([name, { page }]) => `${name} in auditObjects has the page ${page}, and paths begin with /`),
  ].map((problem) => `${named}: declarations.ts: ${problem}`)
}

/**
 * Names begin with that of the module, so that no other module and no later release of the shop has them. Read from a
 * copy: Node runs no TypeScript below `node_modules`.
 */
async function declarationProblems(source: Source): Promise<string[]> {
  const { module } = source
  const copy = stage(source)
  try {
    const address = pathToFileURL(join(copy, 'declarations.ts')).href
    const loaded = (await import(address)) as { declarations?: ModuleDeclarations }
    const { declarations } = loaded
    if (!declarations) return ['declarations.ts exports no declarations']
    if (declarations.name !== module)
      return [`its declarations name it ${declarations.name}, and its package.json ${module}`]
    source.declarations = declarations
    const wrong = [
      ...paymentProblems(source, declarations),
      ...staffProblems(source, declarations),
      ...(await couponProblems(source, copy)),
      ...carrierProblems(source, declarations),
      ...methodProblems(source, declarations),
    ]
    if (wrong.length > 0) return wrong
    const begins = nameOf(module)
    return (Object.keys(declarations) as (keyof ModuleDeclarations)[]).flatMap((list) => {
      const kind = declarable[list]
      if (kind === undefined) return [`${list} is not for modules from outside yet`]
      if (kind === 'free') return []
      const named = declarations[list] ?? []
      const all = Array.isArray(named) ? (named as readonly string[]) : Object.keys(named)
      return all.flatMap((name) => {
        if (!begins.test(name)) return [`${name} in ${list} does not begin with ${module}`]
        return forms[list]?.test(name) === false
          ? [`${name} in ${list} is not of the form ${forms[list].source}`]
          : []
      })
    })
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** What names of a module begin with. */
function nameOf(module: string): RegExp {
  return new RegExp(`^${module.replaceAll('-', '[-_]')}(?![a-z0-9])`)
}

/** Its coupon kinds have names of their own, for the kind and its fields, and words for each. */
async function couponProblems(source: Source, copy: string): Promise<string[]> {
  const { module, files } = source
  if (!files.includes(couponKindsFile)) return []
  const loaded = (await import(pathToFileURL(join(copy, couponKindsFile)).href)) as {
    couponKinds?: readonly ModuleCouponKind[]
  }
  const { couponKinds } = loaded
  if (!Array.isArray(couponKinds)) return [`${couponKindsFile} exports no couponKinds`]
  const kinds = couponKinds as readonly ModuleCouponKind[]
  return kinds.flatMap(({ name, fields, grantField, step, apply }) => {
    const names = [name, ...Object.keys(fields)]
    const needed = [
      `coupons.kind_${name}`,
      `coupons.explain_${name}`,
      ...Object.keys(fields).map((field) => `coupon_field.${field}`),
    ]
    return [
      ...names
        .filter((each) => !nameOf(module).test(each))
        .map((each) => `${each} in ${couponKindsFile} does not begin with ${module}`),
      ...Object.entries(fields)
        .filter(([field, type]) => !/^[a-z0-9_]+$/.test(field) || !fieldTypes.includes(type))
        .map(([field]) => `${field} of ${name} in ${couponKindsFile} is no field of a known type`),
      ...(Object.hasOwn(fields, grantField) ? [] : [`${name}: its grantField is none of its fields`]),
      ...(steps.includes(step) && typeof apply === 'function'
        ? []
        : [`${name}: its step is one of ${steps.join(', ')}, with apply`]),
      ...(kinds.filter((each) => each.name === name).length > 1 ? [`${name} is there twice`] : []),
      ...needed.flatMap((key) => textProblem(source, '.staff.json', key)),
    ]
  })
}

/** A module has one account at a payment provider, of its own name, and a name and a sentence for each of its methods. */
function paymentProblems(
  source: Source,
  { paymentAccounts = {}, paymentMethods = {} }: ModuleDeclarations,
): string[] {
  const { module, files } = source
  const accounts = Object.keys(paymentAccounts)
  const methods = Object.entries(paymentMethods)
  if (accounts.length === 0 && methods.length === 0) return []
  if (accounts.join() !== module) return [`its account in paymentAccounts is to be named ${module}`]
  if (!files.includes(accountFile)) return [`it has no ${accountFile}`]
  const needed = methods.flatMap(([id]) => [`payment_method.${id}`, `payment_method.${id}_text`])
  return [
    ...methods.flatMap(([id, { collects, offered }]) =>
      collects === 'redirect' && offered !== undefined
        ? []
        : [`${id} in paymentMethods is no redirect that is offered`],
    ),
    ...needed.flatMap((key) => textProblem(source, '.json', key)),
    ...textProblem(source, '.staff.json', `settings.keys_${module}`),
  ]
}

/** Its pages of the back office are files of their own, and each section opens one and has a name. */
function staffProblems(
  source: Source,
  { staffPages = {}, staffSections = {} }: ModuleDeclarations,
): string[] {
  const pages = Object.entries(staffPages).flatMap(([path, file]) =>
    /^staff\/[^/]+-page\.tsx$/.test(file) && source.files.includes(file)
      ? []
      : [`${path} in staffPages is to name a file of the module, staff/NAME-page.tsx`],
  )
  const sections = Object.keys(staffSections).flatMap((name) =>
    Object.hasOwn(staffPages, name)
      ? textProblem(source, '.staff.json', `section.${name}`)
      : [`${name} in staffSections is no path of staffPages`],
  )
  return [...pages, ...sections]
}

/** A module has one carrier, of its own name, and a name for its keys. */
function carrierProblems(source: Source, { carriers = {} }: ModuleDeclarations): string[] {
  const { module, files } = source
  const accounts = Object.entries(carriers)
  if (accounts.length === 0) return []
  if (accounts.map(([name]) => name).join() !== module)
    return [`its carrier in carriers is to be named ${module}`]
  if (accounts.some(([, { mark }]) => mark !== undefined))
    return [`${module} in carriers has a mark, and marks are of carriers of the shop`]
  // Its account would take the place of theirs: their parcels, prices and tracking pages.
  if (carrierLogos.some((mark) => mark.toLowerCase() === module))
    return [`its carrier has the name of a carrier of the shop, ${module}`]
  if (!files.includes(carrierFile)) return [`it has no ${carrierFile}`]
  return textProblem(source, '.staff.json', `settings.keys_${module}`)
}

/** Shipping methods are of stores of the shop, and of the module's carrier or one of the shop's. */
function methodProblems(
  { module }: Source,
  { carriers = {}, shippingMethods = {} }: ModuleDeclarations,
): string[] {
  const stores = languagesWith('chrome')
  return Object.entries(shippingMethods).flatMap(([id, declared]) => {
    const read = shippingMethod.safeParse(declared)
    if (!read.success) return [`${id} in shippingMethods: ${z.prettifyError(read.error)}`]
    const { carrier } = read.data
    const unknown = Object.keys(read.data.stores).find((store) => !stores.includes(store))
    if (unknown !== undefined)
      return [`${id} in shippingMethods is of the store ${unknown}, which there is not`]
    return Object.hasOwn(carriers, carrier) || isCarrierLogo(carrier)
      ? []
      : [`${id} in shippingMethods has the carrier ${carrier}, which is neither ${module} nor of the shop`]
  })
}

/** Where two modules could declare the same name. */
function collisions(all: readonly Source[]): string[] {
  return all.flatMap((source, place) =>
    all
      .filter(
        (other, at) =>
          at !== place &&
          (other.module === source.module ? at > place : other.module.startsWith(`${source.module}-`)),
      )
      .map(
        (other) =>
          `${source.named}: ${other.named} is the module ${other.module}, which has its name or begins with it`,
      ),
  )
}

/** Folders of modules that the configuration names no more. Their tables stay. */
function removeFormer(): void {
  const wanted = new Set(sources.map(({ module }) => module))
  for (const { module } of boundModules(projectRoot))
    if (!wanted.has(module)) {
      const folder = join(projectRoot, 'modules', module)
      const tables = existsSync(join(folder, 'migrations'))
        ? ' Its tables stay as they are; naming it again finds them.'
        : ''
      rmSync(folder, { recursive: true, force: true })
      console.log(`Took out ${module}.${tables}`)
    }
}

/** What a bound module has besides its own files: it is not of this repository. */
function marks({ module, package: name, version, fits: range }: BoundModule): ReadonlyMap<string, Buffer> {
  const bound: BoundModule = { module, package: name, version, fits: range }
  return new Map([
    ['.gitignore', Buffer.from('*\n')],
    [boundFile, Buffer.from(`${JSON.stringify(bound, null, 2)}\n`)],
  ])
}

/** Nothing is written where the module is bound as it is: a shop that runs reads it. */
function isBound(source: Source): boolean {
  const target = join(projectRoot, 'modules', source.module)
  if (!existsSync(target)) return false
  const wanted = new Map([
    ...source.files.map((file) => [file, readFileSync(join(source.folder, file))] as const),
    ...marks(source),
  ])
  const present = globSync(['**/*', '.gitignore'], { cwd: target }).filter((file) =>
    statSync(join(target, file)).isFile(),
  )
  return (
    present.length === wanted.size &&
    present.every((file) => wanted.get(file)?.equals(readFileSync(join(target, file))))
  )
}

/** Puts the module in place of the one that is bound, if any; a build that is killed leaves one of both. */
function replace(source: Source): void {
  const target = join(projectRoot, 'modules', source.module)
  const copy = stage(source)
  rmSync(target, { recursive: true, force: true })
  renameSync(copy, target)
}

/** Copies the module, with its marks first, into a folder that nothing reads; answers its path. */
function stage(source: Source): string {
  const copy = join(projectRoot, 'modules', `.${source.module}-${process.pid}`)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy)
  for (const [file, contents] of marks(source)) writeFileSync(join(copy, file), contents)
  for (const file of source.files) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    writeFileSync(join(copy, file), readFileSync(join(source.folder, file)))
  }
  return copy
}

function writeList({ file, of, exported, type, value }: List): void {
  const imported = new Map(
    sources.filter(({ files }) => files.includes(of)).map(({ module }, place) => [module, `module${place}`]),
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
