/**
 * Who belongs to the staff: invitations, roles, leaving. An owner changes people only in stores where they
 * are an owner themselves, and no change leaves a store without an owner who can sign in.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { StaffRole } from '../permissions/permissions.ts'
import { staffPaths, type StaffLanguage, type StaffMember } from './staff.ts'
import {
  clearFailures,
  findStaff,
  findStaffByEmail,
  insertStaff,
  issueLink,
  listStaff,
  lockStaff,
  replaceRoles,
  revokeKeysOf,
  setDeactivated,
} from './staff-repository.server.ts'
import { endStaffSessions } from './staff-session-repository.server.ts'

export interface ManageStaffServices {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
  adminUrl: string
}

/** Validity of an invitation. */
export const invitationLifeMs = 3 * 24 * 3_600_000

export interface Invitation {
  staffId: number
  /** Absolute address with its token; valid once. */
  link: string
  expiresAt: Date
}

/**
 * Invites a person, or lets a member of staff back in who cannot sign in any more. `roles` are added to those
 * the person has; a person who was deactivated is active again. The earlier link of the person ends.
 */
export async function inviteStaff(
  { db, clock, adminUrl }: ManageStaffServices,
  actor: Actor,
  input: { email: string; name?: string; language?: StaffLanguage; roles: readonly StaffRole[] },
): Promise<Invitation> {
  return audited(db, actor, async (trx, record) => {
    await lockStaff(trx)
    const now = clock()
    const known = await findStaffByEmail(trx, input.email)
    const staffId =
      known?.id ??
      (await insertStaff(trx, {
        email: input.email,
        name: input.name ?? input.email.split('@')[0]!,
        language: input.language ?? 'en',
        now: new Date(now),
      }))
    const before = known?.roles ?? []
    const roles = [...before, ...input.roles.filter((role) => !holds(before, role))]
    await replaceRoles(trx, staffId, roles)
    if (known?.deactivatedAt) await setDeactivated(trx, staffId, null)
    const { token, expiresAt } = await issueLink(trx, {
      staffId,
      kind: 'invitation',
      now,
      lifeMs: invitationLifeMs,
    })
    record({
      action: 'staff.invite',
      object: ['staff', staffId],
      before: { roles: namesOf(before) },
      after: { roles: namesOf(roles), isNew: known === null },
    })
    return { staffId, link: adminUrl + staffPaths.invitation(token), expiresAt }
  })
}

/**
 * The invitation of an owner, who hands the link over. It is refused for somebody who signs in already: the link would
 * open that person's access to the owner. Only an operator's command lets such a person back in.
 */
export async function inviteColleague(
  services: ManageStaffServices,
  actor: Actor,
  input: Parameters<typeof inviteStaff>[2] & Pick<ChangeInput, 'stores'>,
): Promise<
  | ({ ok: true } & Invitation)
  | { ok: false; code: 'already_signs_in' }
  | Extract<StaffChange, { code: 'store_not_permitted' }>
> {
  const { stores, ...invited } = input
  return audited(services.db, actor, async (trx) => {
    await lockStaff(trx)
    const known = await findStaffByEmail(trx, invited.email)
    if (known !== null && known.passkeys > 0) return { ok: false, code: 'already_signs_in' }
    const foreign = foreignRole([...invited.roles, ...(known?.roles ?? [])], stores)
    if (foreign) return foreign
    return { ok: true, ...(await inviteStaff({ ...services, db: trx }, actor, invited)) }
  })
}

/** The refusal of a role in a store where the actor may not change staff; null: there is none. */
function foreignRole(roles: readonly StaffRole[], stores: readonly StoreCode[]) {
  const foreign = roles.find(({ store }) => !stores.includes(store))
  return foreign ? ({ ok: false, code: 'store_not_permitted', store: foreign.store } as const) : null
}

const holds = (roles: readonly StaffRole[], { role, store }: StaffRole) =>
  roles.some((held) => held.role === role && held.store === store)

/** `owner:sv`, for the audit. */
const namesOf = (roles: readonly StaffRole[]): string[] => roles.map(({ role, store }) => `${role}:${store}`)

export type StaffChange =
  | { ok: true }
  | { ok: false; code: 'not_found' | 'last_owner' }
  /** The person has roles in stores in which the owner is none. */
  | { ok: false; code: 'store_not_permitted'; store: StoreCode }
  /** Somebody else has changed the person's roles. */
  | { ok: false; code: 'changed_meanwhile'; current: readonly StaffRole[] }

interface ChangeInput {
  staffId: number
  /** The stores in which the actor may change staff; all of them for an operator's command. */
  stores: readonly StoreCode[]
}

/**
 * Replaces a person's roles in the actor's stores; roles in other stores stay. `expected`: those that the actor saw;
 * absent: whichever the person has.
 */
export async function changeStaffRoles(
  { db }: Pick<ManageStaffServices, 'db'>,
  actor: Actor,
  {
    staffId,
    stores,
    roles,
    expected,
  }: ChangeInput & { roles: readonly StaffRole[]; expected?: readonly StaffRole[] | undefined },
): Promise<StaffChange> {
  const foreign = foreignRole(roles, stores)
  if (foreign) return foreign
  return changed(db, actor, staffId, async (trx, person, record) => {
    const own = (held: readonly StaffRole[]) => namesOf(held.filter(({ store }) => stores.includes(store)))
    if (expected !== undefined && own(expected).toSorted().join() !== own(person.roles).toSorted().join())
      return { ok: false, code: 'changed_meanwhile', current: person.roles }
    const kept = person.roles.filter(({ store }) => !stores.includes(store))
    const next = [...kept, ...roles.filter((role, at) => !holds(roles.slice(0, at), role))]
    await replaceRoles(trx, staffId, next)
    record({
      action: 'staff.change_roles',
      object: ['staff', staffId],
      before: { roles: namesOf(person.roles) },
      after: { roles: namesOf(next) },
    })
    return { ok: true }
  })
}

/** Ends a person's access: every session and API key at once. Roles are kept for a return by a new invitation. */
export async function deactivateStaff(
  { db, clock }: Pick<ManageStaffServices, 'db' | 'clock'>,
  actor: Actor,
  { staffId, stores }: ChangeInput,
): Promise<StaffChange> {
  return changed(db, actor, staffId, async (trx, person, record) => {
    const foreign = foreignRole(person.roles, stores)
    if (foreign) return foreign
    if (person.deactivatedAt !== null) return { ok: true }
    const now = clock()
    await setDeactivated(trx, staffId, new Date(now))
    const sessions = await endStaffSessions(trx, { staffId, now })
    record({ action: 'staff.deactivate', object: ['staff', staffId], after: { endedSessions: sessions } })
    for (const key of await revokeKeysOf(trx, staffId, now))
      record({ action: 'api_key.revoke', object: ['api_key', key] })
    return { ok: true }
  })
}

/** Releases the lock after too many failed sign-ins. */
export async function unlockStaff(
  { db }: Pick<ManageStaffServices, 'db'>,
  actor: Actor,
  { staffId, stores }: ChangeInput,
): Promise<StaffChange> {
  return changed(db, actor, staffId, async (trx, person, record) => {
    const foreign = foreignRole(person.roles, stores)
    if (foreign) return foreign
    await clearFailures(trx, staffId)
    record({ action: 'staff.unlock', object: ['staff', staffId] })
    return { ok: true }
  })
}

/** Ends every session of a person. */
export async function revokeStaffSessions(
  { db, clock }: Pick<ManageStaffServices, 'db' | 'clock'>,
  actor: Actor,
  { staffId }: Pick<ChangeInput, 'staffId'>,
): Promise<StaffChange & { ended?: number }> {
  return changed(db, actor, staffId, async (trx, _person, record) => {
    const ended = await endStaffSessions(trx, { staffId, now: clock() })
    record({ action: 'staff.end_sessions', object: ['staff', staffId], after: { ended } })
    return { ok: true, ended }
  })
}

type Record = Parameters<Parameters<typeof audited>[2]>[1]
type Transaction = Parameters<Parameters<typeof audited>[2]>[0]

/** Runs a change of one person; it is rolled back where it takes the last owner from a store. */
async function changed<Answer extends StaffChange>(
  db: Kysely<DB>,
  actor: Actor,
  staffId: number,
  work: (trx: Transaction, person: StaffMember, record: Record) => Promise<Answer>,
): Promise<Answer | StaffChange> {
  return audited(db, actor, async (trx, record, rollBack): Promise<Answer | StaffChange> => {
    await lockStaff(trx)
    const person = await findStaff(trx, staffId)
    if (person === null) return { ok: false, code: 'not_found' }
    const before = await ownedStores(trx)
    const answer = await work(trx, person, record)
    const after = await ownedStores(trx)
    if (answer.ok && [...before].some((store) => !after.has(store)))
      return rollBack({ ok: false, code: 'last_owner' })
    return answer
  })
}

/** The stores with an owner who can sign in. */
async function ownedStores(trx: Kysely<DB>): Promise<Set<StoreCode>> {
  const people = await listStaff(trx)
  const owners = people.filter(
    ({ deactivatedAt, lockedAt, passkeys }) => deactivatedAt === null && lockedAt === null && passkeys > 0,
  )
  return new Set(
    owners.flatMap(({ roles }) => roles.flatMap(({ role, store }) => (role === 'owner' ? [store] : []))),
  )
}
