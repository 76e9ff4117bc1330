/** The people who run the shop, as the back office and the operator's commands see them. Pure. */
import type { Actor } from '../audit/actor.ts'
import { storeCodes } from '../stores/stores.ts'
import type { StaffRole } from '../permissions/permissions.ts'

/** Languages of the back office; the first is the default. */
export const staffLanguages = ['en', ...storeCodes] as const
export type StaffLanguage = (typeof staffLanguages)[number]

export interface StaffMember {
  id: number
  email: string
  name: string
  language: StaffLanguage
  roles: StaffRole[]
  createdAt: Date
  /** Null: may sign in. */
  deactivatedAt: Date | null
  /** Too many failed sign-ins; null: not locked. */
  lockedAt: Date | null
  /** Number of passkeys. Without any the invitation was not accepted yet. */
  passkeys: number
  /** The last request; null: none yet. */
  usedAt: Date | null
}

/** Most passkeys of one person. */
export const mostStaffPasskeys = 20

/** Pages of the back office that links lead to. The token is in the fragment, which is sent to no server. */
export const staffPaths = {
  invitation: (token: string) => `/invitation#${token}`,
  security: '/security',
  signInLink: (token: string) => `/sign-in/link#${token}`,
}

/** A member of staff as the actor of what they do. */
export function staffActor(id: number, requestId: string | null): Actor {
  return { kind: 'staff', id: String(id), onBehalfOf: null, requestId }
}
