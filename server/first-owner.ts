/** The start's line about the back office: its address, and how the first owner gets in. */
import type { Actor } from '../domain/audit/actor.ts'
import { inviteStaff } from '../domain/staff/manage-staff.server.ts'
import { listStaff } from '../domain/staff/staff-repository.server.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import type { Database } from './database/database.ts'

/** The owner of a demo, who needs no mailbox. */
const demoOwner = { email: 'owner@example.com', name: 'Owner' }

/**
 * In a demo without anybody who can sign in, a link that registers the owner's passkey, valid once; elsewhere
 * the command that makes one.
 */
export async function backOfficeLine(
  { db, adminUrl, demo }: { db: Database; adminUrl: string; demo: boolean },
  actor: Actor,
): Promise<string> {
  const staff = await listStaff(db)
  if (staff.some(({ passkeys, deactivatedAt }) => passkeys > 0 && deactivatedAt === null)) return adminUrl
  if (!demo) return `${adminUrl} (nobody can sign in yet: npm run anode -- staff invite MAIL --role owner)`
  const roles = storeCodes.map((store) => ({ role: 'owner', store }) as const)
  const { link } = await inviteStaff({ db, clock: Date.now, adminUrl }, actor, { ...demoOwner, roles })
  return link
}
