/**
 * What staff may do: permissions, and roles as named sets of them. A person holds each role in one or more
 * stores. Pure. The API refuses by it; screens only hide and disable.
 */
import { entriesOf, type DeclaredName } from '../../modules/modules.ts'
import type { StoreCode } from '../stores/stores.ts'

const kernelPermissions = [
  'order:read',
  'order:note',
  'order:ship',
  'order:capture',
  'order:refund',
  'order:cancel',
  'order:edit',
  'order:create',
  'customer:read',
  'customer:edit',
  'customer:export',
  'customer:erase',
  'product:read',
  'product:edit',
  'price:read',
  'price:edit',
  'stock:read',
  'stock:edit',
  'coupon:read',
  'coupon:edit',
  'import:run',
  'settings:read',
  'settings:edit',
  'staff:read',
  'staff:edit',
  'audit:read',
  'audit:undo',
  'export:personal',
  'archive:export',
] as const
export type Permission = (typeof kernelPermissions)[number] | DeclaredName<'permissions'>

const ofModules = entriesOf('permissions')

export const permissions: readonly Permission[] = [...kernelPermissions, ...ofModules.keys()]

const catalogueReading = ['product:read', 'price:read', 'stock:read', 'coupon:read'] as const
const reading = ['order:read', 'customer:read', ...catalogueReading, 'settings:read', 'audit:read'] as const

export const roleNames = [
  'owner',
  'manager',
  'catalogue',
  'service',
  'warehouse',
  'accountant',
  'auditor',
] as const
export type Role = (typeof roleNames)[number]

/** The kernel's permissions of each role that has not all. */
const kernelRoles: Record<Exclude<Role, 'owner' | 'manager'>, readonly Permission[]> = {
  catalogue: [
    ...catalogueReading,
    'product:edit',
    'price:edit',
    'stock:edit',
    'coupon:edit',
    'import:run',
    'audit:read',
    'audit:undo',
  ],
  service: [
    'order:read',
    'order:note',
    'order:refund',
    'order:cancel',
    'order:edit',
    'order:create',
    'customer:read',
    'customer:edit',
    'customer:export',
    ...catalogueReading,
  ],
  warehouse: ['order:read', 'order:note', 'order:ship', 'product:read', 'stock:read', 'stock:edit'],
  accountant: [...reading, 'export:personal'],
  auditor: [...reading, 'staff:read'],
}

const withModules = (role: keyof typeof kernelRoles): readonly Permission[] => [
  ...kernelRoles[role],
  ...[...ofModules].flatMap(([permission, holders]) => (holders.includes(role) ? [permission] : [])),
]

const ofOwners: readonly Permission[] = ['staff:edit', 'archive:export']

/** The permissions of each role. Only owners change staff, and take all data of the shop with them. */
export const roles: Record<Role, readonly Permission[]> = {
  owner: permissions,
  manager: permissions.filter((permission) => !ofOwners.includes(permission)),
  catalogue: withModules('catalogue'),
  service: withModules('service'),
  warehouse: withModules('warehouse'),
  accountant: withModules('accountant'),
  auditor: withModules('auditor'),
}

export function isRole(text: string): text is Role {
  return (roleNames as readonly string[]).includes(text)
}

/** A role held in one store. */
export interface StaffRole {
  role: Role
  store: StoreCode
}

/** Permission → the stores in which it is held; a permission that is not held is absent. */
export type Grants = Partial<Record<Permission, readonly StoreCode[]>>

/** What the roles permit, the stores in the order of `held`. */
export function grantsOf(held: readonly StaffRole[]): Grants {
  const grants: Partial<Record<Permission, StoreCode[]>> = {}
  for (const { role, store } of held)
    for (const permission of roles[role]) {
      const stores = (grants[permission] ??= [])
      if (!stores.includes(store)) stores.push(store)
    }
  return grants
}
