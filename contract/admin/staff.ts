/** Staff: who belongs to it, with which roles in which stores. */
import { z } from 'zod'
import { safeName, safeText } from '../text.ts'

/** A role and a store by their names; the API checks that both exist. */
export const staffRole = z.object({ role: z.string().max(20), store: z.string().max(10) })

/** GET /admin/api/staff */
export const staffList = z.object({
  staff: z.array(
    z.object({
      id: z.number(),
      email: z.string(),
      name: z.string(),
      roles: z.array(staffRole),
      status: z.enum(['active', 'invited', 'locked', 'deactivated']),
      passkeys: z.number(),
      usedAt: z.string().nullable(),
    }),
  ),
  /** Role → its permissions. */
  roles: z.record(z.string(), z.array(z.string())),
})
export type StaffList = z.infer<typeof staffList>
export type StaffEntry = StaffList['staff'][number]

/** POST /admin/api/staff */
export const inviteStaffRequest = z.object({
  email: safeText(254),
  name: safeName(100).refine((name) => name.trim() !== ''),
  /** A language of the back office; the API checks that it exists. */
  language: z.string().max(10).default('en'),
  roles: z.array(staffRole).max(100),
})

/** The link of an invitation, valid once; it is shown to the owner alone. */
export const staffInvitation = z.object({ link: z.string(), expiresAt: z.string() })
export type StaffInvitation = z.infer<typeof staffInvitation>

/**
 * PUT /admin/api/staff/:id/roles. `expected`: the roles that the owner saw; others in the owner's stores are answered 409
 * with those of the person as `current`.
 */
export const staffRolesRequest = z.object({
  roles: z.array(staffRole).max(100),
  expected: z.array(staffRole).max(200),
})

export const staffParams = z.object({ id: z.coerce.number().int().positive() })
