/** What the shop's tests of everything know of each module: `modules/NAME/module.test-support.ts`. */
import { modules } from '../modules/modules.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { MailText } from '../providers/mail/plain-mail.ts'
import type { AdminCall } from './admin/admin-calls.ts'
import type { AccessRule } from './access/access-rule.ts'

export interface ModuleTests {
  /** Who may call its routes, and open its pages (test/access). */
  apiAccess?: Readonly<Record<string, AccessRule>>
  pageAccess?: Readonly<Record<string, AccessRule>>
  /** Its routes of the back office that change something (test/admin/admin-calls.ts). */
  adminCalls?: Readonly<Record<string, AdminCall>>
  /** Its pages as a guest sees them: name → path after the store (test/page-types.ts). */
  pageTypes?: Readonly<Record<string, string>>
  /** Its files that convert amounts, or calculate with hundredths of something else, and why (test/amount-units.test.ts). */
  convertsAmounts?: Readonly<Record<string, string>>
  calculatesHundredths?: Readonly<Record<string, string>>
  /** Examples of its mails, by kind. `link`: an address for their links. */
  mailExamples?: (
    store: StoreCode,
    example: { product: string; link: string },
  ) => Readonly<Record<string, readonly MailText[]>>
}

export const moduleTests: readonly ModuleTests[] = await Promise.all(
  modules.map(async ({ name }) => {
    const { moduleTests } = (await import(`../modules/${name}/module.test-support.ts`)) as {
      moduleTests: ModuleTests
    }
    return moduleTests
  }),
)

/** One of their tables, over all modules. */
export const ofModules = <Name extends Exclude<keyof ModuleTests, 'mailExamples'>>(name: Name) =>
  Object.assign({}, ...moduleTests.map((tests) => tests[name] ?? {})) as NonNullable<ModuleTests[Name]>
