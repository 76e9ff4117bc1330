/** What modules do with the login of a customer: `storefront/login.ts` of each, found by its name, loaded with the login. */
import type { Store } from '../../domain/stores/stores.ts'

/** What a module's `storefront/login.ts` exports as `login`. */
export interface ModuleLogin {
  /** Once, after the login: joins what the browser keeps with what the account keeps. */
  enter?(store: Store): Promise<void>
  /** After the login, and every few minutes with later pages: brings together what the browser and the account keep. */
  join?(store: Store): Promise<void>
  /** With every page of a customer, and every store that is visited: follows later changes in this browser. */
  watch?(store: Store): void
  /** After the logout: deletes what the module keeps of the account in the browser. */
  leave?(): void
}

const logins = Object.values(
  import.meta.glob<ModuleLogin>('../../modules/*/storefront/login.ts', { eager: true, import: 'login' }),
)

export const enterModules = (store: Store): Promise<unknown> =>
  Promise.all(logins.flatMap((login) => login.enter?.(store) ?? []))

export const joinModules = (store: Store): Promise<unknown> =>
  Promise.all(logins.flatMap((login) => login.join?.(store) ?? []))

export function watchModules(store: Store): void {
  for (const login of logins) login.watch?.(store)
}

export function leaveModules(): void {
  for (const login of logins) login.leave?.()
}
