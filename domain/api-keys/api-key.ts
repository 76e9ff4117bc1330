/**
 * Keys with which programs use the back office's API. A key belongs to a person of staff and has some of their
 * permissions in some of their stores; it never has more than the person has at that moment. Pure.
 */
import { permissions, type Grants, type Permission } from '../permissions/permissions.ts'
import type { StoreCode } from '../stores/stores.ts'

/** Longest validity of a key, and the one that a form suggests, in days. */
export const longestKeyDays = 365
export const usualKeyDays = 90

/** Most keys that are neither revoked nor expired. */
export const mostKeys = 100

/** Days before its end from which a key is on To do. */
export const expiringDays = 14

/** Staff themselves, and what always asks for a passkey or an authenticator app, which a program has not. */
const ofPeople: ReadonlySet<Permission> = new Set([
  'staff:edit',
  'customer:export',
  'customer:erase',
  'export:personal',
  'archive:export',
])

/** Whether only people may use what asks for this permission. */
export const isOfPeople = (permission: Permission): boolean => ofPeople.has(permission)

/** The permissions that a key may have. */
export const keyPermissions: readonly Permission[] = permissions.filter(
  (permission) => !isOfPeople(permission),
)

export interface KeyTerms {
  permissions: readonly Permission[]
  /** Empty: all stores of the person. */
  stores: readonly StoreCode[]
}

/** What a key permits while its person holds `held`. */
export function grantsOfKey(held: Grants, terms: KeyTerms): Grants {
  const grants: Partial<Record<Permission, readonly StoreCode[]>> = {}
  for (const permission of terms.permissions) {
    if (isOfPeople(permission)) continue
    const stores = (held[permission] ?? []).filter(
      (store) => terms.stores.length === 0 || terms.stores.includes(store),
    )
    if (stores.length > 0) grants[permission] = stores
  }
  return grants
}

/** Whether a person with `held` may give a key these terms. Without stores in the terms: whether it has any use. */
export const isWithin = (held: Grants, { permissions: asked, stores }: KeyTerms): boolean =>
  asked.every((permission) => {
    const own = held[permission] ?? []
    return !isOfPeople(permission) && own.length > 0 && stores.every((store) => own.includes(store))
  })
