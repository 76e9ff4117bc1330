/**
 * Asks a company that a customer opened whether they act for it: a mail with a single-use link goes to an address that
 * staff found, such as the one in the public register. Its answer verifies the company as staff would (decision 149).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isAccountToken } from '../accounts/token.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { normalizeEmail } from '../stores/email.ts'
import type { Company } from './company.ts'
import { findCompany, lockCompany, otherCompanyHas, peopleOf } from './company-repository.server.ts'
import {
  companyAsked,
  insertVerification,
  spendVerification,
} from './company-verification-repository.server.ts'
import { verifyCompany } from './verify-company.server.ts'

/** How long the link is valid. */
const verificationLifeMs = 7 * 24 * 3600_000

export type AskCompany =
  | { ok: true; id: number }
  /**
   * `email`: not an address; `address_of_person`: one of the company's people has it, so that it proves nothing;
   * `company_exists`: another verified company of the store has the number.
   */
  | {
      ok: false
      code: 'unknown_company' | 'already_done' | 'company_exists' | 'email' | 'address_of_person'
    }

/** Mails the question; an open one to the same company ends. */
export async function askCompany(
  { db, clock, jobs }: { db: Kysely<DB>; clock: () => number; jobs: JobQueue<'company-mail'> },
  actor: Actor,
  { companyId, email: given }: { companyId: number; email: string },
): Promise<AskCompany> {
  const email = normalizeEmail(given)
  if (email === null) return { ok: false, code: 'email' }
  return audited(db, actor, async (trx, record): Promise<AskCompany> => {
    if ((await findCompany(trx, companyId)) === null) return { ok: false, code: 'unknown_company' }
    const company = await lockCompany(trx, companyId)
    if (company.isVerified) return { ok: false, code: 'already_done' }
    if (await otherCompanyHas(trx, company)) return { ok: false, code: 'company_exists' }
    const people = await peopleOf(trx, companyId)
    if (people.some((person) => person.email === email)) return { ok: false, code: 'address_of_person' }
    const now = clock()
    const id = await insertVerification(trx, company, { email, now, expiresAt: now + verificationLifeMs })
    await jobs.enqueue(trx, 'company-mail', { about: 'verification', id })
    record({ action: 'company.ask_verification', object: ['company', companyId], store: company.store })
    return { ok: true, id }
  })
}

export type AnswerForCompany =
  | { ok: true; company: Company }
  /** `verification_refused`: the link was used, replaced or has expired. */
  | { ok: false; code: 'verification_refused' | 'exists' }

/** Verifies the company whose mail contained the token. A refusal does not spend the token. */
export async function answerForCompany(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  token: string,
): Promise<AnswerForCompany> {
  const refused = { ok: false, code: 'verification_refused' } as const
  if (!isAccountToken(token)) return refused
  return audited(db, actor, async (trx, _record, rollBack): Promise<AnswerForCompany> => {
    const companyId = await companyAsked(trx, token)
    if (companyId === null) return refused
    // The company's row first, as everybody who asks it.
    const company = await lockCompany(trx, companyId)
    const verification = await spendVerification(trx, token, clock())
    if (verification === null) return refused
    const verified = await verifyCompany({ db: trx, clock }, actor, companyId, { verification })
    if (verified.ok) return { ok: true, company }
    return rollBack(verified.code === 'company_exists' ? { ok: false, code: 'exists' } : refused)
  })
}
