/**
 * The people of a company: invitations by a mailed single-use link, roles, and leaving. A company keeps at least one
 * admin; only staff can remove the last one.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findAccount } from '../accounts/account-repository.server.ts'
import { isAccountToken } from '../accounts/token.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import type { Company, CompanyMembership } from './company.ts'
import {
  deleteInvitation,
  deleteMember,
  findCompany,
  findInvitation,
  insertInvitation,
  insertMember,
  peopleOf,
  updateMember,
  spendInvitation,
} from './company-repository.server.ts'

/** How long the link of an invitation is valid. */
const invitationLifeMs = 7 * 24 * 3600_000

export interface CompanyServices extends MailGateServices {
  db: Kysely<DB>
  jobs: JobQueue<'company-mail'>
}

const membershipFields = ({ role, approvalAboveMinor }: CompanyMembership) => ({ role, approvalAboveMinor })

/** Adds an account at once, on behalf of staff. */
export async function addPerson(
  db: Kysely<DB>,
  actor: Actor,
  input: { company: Company; accountId: number; membership: CompanyMembership },
): Promise<{ ok: true } | { ok: false; code: 'has_company' }> {
  const { company, accountId, membership } = input
  return audited(db, actor, async (trx, record) => {
    if (!(await insertMember(trx, company, { accountId, ...membership })))
      return { ok: false, code: 'has_company' } as const
    record({
      action: 'company.add_person',
      object: ['company', company.id],
      store: company.store,
      after: { accountId, ...membershipFields(membership) },
    })
    return { ok: true } as const
  })
}

export type InvitePerson =
  | { ok: true; id: number }
  | { ok: false; code: 'email' | 'is_member' | 'too_many_mails' }

/** Mails an invitation; an open one to the same address ends. `network`: of the request, null for staff. */
export async function invitePerson(
  services: CompanyServices,
  actor: Actor,
  input: { company: Company; email: string; membership: CompanyMembership; network: string | null },
): Promise<InvitePerson> {
  const { db, clock, jobs } = services
  const { company, membership, network } = input
  const email = normalizeEmail(input.email)
  if (email === null) return { ok: false, code: 'email' }
  return audited(db, actor, async (trx, record): Promise<InvitePerson> => {
    const people = await peopleOf(trx, company.id, { lock: true })
    if (people.some((person) => person.email === email)) return { ok: false, code: 'is_member' }
    const mail = { kind: 'company-invitation', recipient: email, network } as const
    if (!(await admitMail(trx, services, mail)).ok) return { ok: false, code: 'too_many_mails' }
    const now = clock()
    const invitation = { email, ...membership }
    const id = await insertInvitation(trx, company.id, invitation, {
      now,
      expiresAt: now + invitationLifeMs,
    })
    await jobs.enqueue(trx, 'company-mail', { about: 'invitation', id })
    record({
      action: 'company.invite',
      object: ['company', company.id],
      store: company.store,
      after: membershipFields(membership),
    })
    return { ok: true, id }
  })
}

/** False where the company has no such open invitation. */
export async function withdrawInvitation(
  db: Kysely<DB>,
  actor: Actor,
  { company, id }: { company: Company; id: number },
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const isDeleted = await deleteInvitation(trx, company.id, id)
    if (isDeleted)
      record({ action: 'company.withdraw_invitation', object: ['company', company.id], store: company.store })
    return isDeleted
  })
}

export type JoinCompany =
  | { ok: true; company: Company }
  /** `other_address`: the invitation is for another address than the account's. */
  | { ok: false; code: 'token_refused' | 'other_address' | 'has_company' }

/** Accepts an invitation as the logged-in account, whose address must be the invited one. A refusal keeps the link. */
export async function joinCompany(
  { db, clock }: Pick<CompanyServices, 'db' | 'clock'>,
  actor: Actor,
  { token, accountId }: { token: string; accountId: number },
): Promise<JoinCompany> {
  const invitation = isAccountToken(token) ? await findInvitation(db, token, clock()) : null
  if (invitation === null) return { ok: false, code: 'token_refused' }
  const account = await findAccount(db, accountId)
  if (account?.email !== invitation.email) return { ok: false, code: 'other_address' }
  const { role, approvalAboveMinor } = invitation
  return audited(db, actor, async (trx, record): Promise<JoinCompany> => {
    const company = await findCompany(trx, invitation.companyId)
    if (company === null) return { ok: false, code: 'token_refused' }
    const membership = { role, approvalAboveMinor }
    if (!(await insertMember(trx, company, { accountId, ...membership })))
      return { ok: false, code: 'has_company' }
    if (!(await spendInvitation(trx, invitation.id, clock())))
      throw new Error('the invitation was used meanwhile')
    record({
      action: 'company.join',
      object: ['company', company.id],
      store: company.store,
      after: { accountId, ...membership },
    })
    return { ok: true, company }
  })
}

export type ChangePerson = { ok: true } | { ok: false; code: 'unknown_person' | 'last_admin' }

/** Sets a person's role and approval limit, or removes the person where `membership` is null. */
export async function changePerson(
  db: Kysely<DB>,
  actor: Actor,
  input: { company: Company; accountId: number; membership: CompanyMembership | null },
): Promise<ChangePerson> {
  const { company, accountId, membership } = input
  return audited(db, actor, async (trx, record): Promise<ChangePerson> => {
    const people = await peopleOf(trx, company.id, { lock: true })
    const person = people.find((each) => each.accountId === accountId)
    if (person === undefined) return { ok: false, code: 'unknown_person' }
    const others = people.filter((each) => each !== person)
    const keepsAdmin = membership?.role === 'admin' || others.some(({ role }) => role === 'admin')
    if (person.role === 'admin' && !keepsAdmin && actor.kind === 'buyer')
      return { ok: false, code: 'last_admin' }
    if (membership === null) await deleteMember(trx, company.id, accountId)
    else await updateMember(trx, company.id, accountId, membership)
    record({
      action: membership === null ? 'company.remove_person' : 'company.change_person',
      object: ['company', company.id],
      store: company.store,
      before: { accountId, ...membershipFields(person) },
      ...(membership !== null && { after: { accountId, ...membershipFields(membership) } }),
    })
    return { ok: true }
  })
}
