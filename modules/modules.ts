/**
 * The modules of this shop. A module is a folder with everything of one capability; without its line here it is not part
 * of the shop. `docs/modules.md` says what a module may have. Those from outside follow (`anode.config.ts`); their names are
 * not in the types here, because a checkout is compiled without them.
 */
import type { Keyed, Listed, ModuleDeclarations } from './declarations.ts'
import { agreements } from './agreements/declarations.ts'
import { backInStock } from './back-in-stock/declarations.ts'
import { bring } from './bring/declarations.ts'
import { brreg } from './brreg/declarations.ts'
import { budbee } from './budbee/declarations.ts'
import { contact } from './contact/declarations.ts'
import { dhl } from './dhl/declarations.ts'
import { experiments } from './experiments/declarations.ts'
import { finders } from './finders/declarations.ts'
import { instabee } from './instabee/declarations.ts'
import { kustom } from './kustom/declarations.ts'
import { newsletter } from './newsletter/declarations.ts'
import { offers } from './offers/declarations.ts'
import { postnord } from './postnord/declarations.ts'
import { priceNotices } from './price-notices/declarations.ts'
import { productLists } from './product-lists/declarations.ts'
import { purchaseRequests } from './purchase-requests/declarations.ts'
import { returns } from './returns/declarations.ts'
import { reviews } from './reviews/declarations.ts'
import { scheduledImports } from './scheduled-imports/declarations.ts'
import { stripe } from './stripe/declarations.ts'
import { subscriptions } from './subscriptions/declarations.ts'
import { vies } from './vies/declarations.ts'
import { outside } from './outside.generated.ts'
import { walley } from './walley/declarations.ts'
import { webhooks } from './webhooks/declarations.ts'
import { webVitals } from './web-vitals/declarations.ts'

const declared = [
  agreements,
  backInStock,
  bring,
  brreg,
  budbee,
  contact,
  dhl,
  experiments,
  finders,
  instabee,
  kustom,
  newsletter,
  offers,
  postnord,
  priceNotices,
  productLists,
  purchaseRequests,
  returns,
  reviews,
  scheduledImports,
  stripe,
  subscriptions,
  vies,
  walley,
  webhooks,
  webVitals,
] as const satisfies readonly ModuleDeclarations[]

/** Their declarations, in the order in which their pages, routes and sections are added. */
export const modules: readonly ModuleDeclarations[] = [...declared, ...outside]

type Declared = (typeof declared)[number]

type ListName =
  | 'ownSections'
  | 'sectionsWithToken'
  | 'sectionsWhileClosed'
  | 'mailTopics'
  | 'optIns'
  | 'auditActions'
  | 'commands'
  | 'browsingCalls'
  | 'erasureObstacles'
  | 'events'
type RecordName =
  | 'carriers'
  | 'shippingMethods'
  | 'paymentAccounts'
  | 'paymentMethods'
  | 'vatRegisters'
  | 'translatedPages'
  | 'mails'
  | 'auditObjects'
  | 'permissions'
  | 'scheduledJobs'
  | 'ownData'
  | 'shopperLinks'
  | 'accountPages'
  | 'footerLinks'
  | 'retention'
  | 'browserStorage'
  | 'notices'
  | 'visitorMails'
  | 'mailTemplates'
  | 'attemptLimits'
  | 'staffSections'
  | 'subscribers'

/** The items of one of their lists, over all modules. */
export function namesOf<Name extends ListName>(name: Name): Listed<Declared, Name>[] {
  return modules.flatMap((module) => module[name] ?? []) as Listed<Declared, Name>[]
}

/** A name in one of their records, over all modules. */
export type DeclaredName<Name extends RecordName> = Keyed<Declared, Name>

/** One of their records, over all modules. Throws for a name that two of them declare. */
export function entriesOf<Name extends RecordName>(
  name: Name,
): ReadonlyMap<DeclaredName<Name>, NonNullable<ModuleDeclarations[Name]>[string]> {
  type Value = NonNullable<ModuleDeclarations[Name]>[string]
  const all = new Map<DeclaredName<Name>, Value>()
  for (const module of modules)
    for (const [key, value] of Object.entries(module[name] ?? {}) as [DeclaredName<Name>, Value][]) {
      if (all.has(key)) throw new Error(`two modules declare ${key} in ${name}`)
      all.set(key, value)
    }
  return all
}

/** A value for each name in one of their records. */
export function valuesOf<Name extends RecordName, Value>(
  name: Name,
  valueOf: (entry: NonNullable<ModuleDeclarations[Name]>[string]) => Value,
): Readonly<Record<DeclaredName<Name>, Value>> {
  return Object.fromEntries([...entriesOf(name)].map(([key, entry]) => [key, valueOf(entry)])) as Record<
    DeclaredName<Name>,
    Value
  >
}

/** Topics of mails that an address gets once its owner has confirmed, over all modules. */
export type OptInName = Listed<Declared, 'optIns'>

/** Codes of what keeps an account from being erased, over all modules. */
export type ErasureObstacleName = Listed<Declared, 'erasureObstacles'>

/** Purposes of keys over all modules. */
export type ModuleKeyPurpose = Listed<Declared, 'keyPurposes'>
