/**
 * The modules of this shop. A module is a folder with everything of one capability; without its line here it is not part
 * of the shop. `docs/modules.md` says what a module may have.
 */
import type { Keyed, Listed, ModuleDeclarations } from './declarations.ts'
import { reviews } from './reviews/declarations.ts'

export const modules = [reviews] as const satisfies readonly ModuleDeclarations[]

type Declared = (typeof modules)[number]

type ListName = 'ownSections' | 'sectionsWithToken' | 'mailTopics' | 'auditActions'
type RecordName = 'mails' | 'auditObjects' | 'scheduledJobs' | 'ownData' | 'retention'

/** The items of one of their lists, over all modules. */
export function listed<Name extends ListName>(name: Name): Listed<Declared, Name>[] {
  return modules.flatMap((module: ModuleDeclarations) => module[name] ?? []) as Listed<Declared, Name>[]
}

/** One of their records, over all modules. */
export function keyed<Name extends RecordName>(
  name: Name,
): Readonly<Record<Keyed<Declared, Name>, NonNullable<ModuleDeclarations[Name]>[string]>> {
  return Object.assign({}, ...modules.map((module: ModuleDeclarations) => module[name] ?? {})) as Readonly<
    Record<Keyed<Declared, Name>, NonNullable<ModuleDeclarations[Name]>[string]>
  >
}

/** Purposes of keys over all modules. */
export type ModuleKeyPurpose = Listed<Declared, 'keyPurposes'>
