/**
 * Staff, or the company itself by mail (ask-company.server.ts), confirm that the people of a company that a customer
 * opened act for it: from then on it may be invoiced, has its agreed prices, and owns its number.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findCompany, lockCompany, markVerified, otherCompanyHas } from './company-repository.server.ts'

export type VerifyCompany =
  | { ok: true }
  /** `company_exists`: another verified company of the store has the number. */
  | { ok: false; code: 'unknown_company' | 'already_done' | 'company_exists' }

/** `evidence`: the question that the company answered by mail; otherwise staff vouch for it. */
export async function verifyCompany(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  companyId: number,
  evidence: { verification?: number } = {},
): Promise<VerifyCompany> {
  return audited(db, actor, async (trx, record): Promise<VerifyCompany> => {
    if ((await findCompany(trx, companyId)) === null) return { ok: false, code: 'unknown_company' }
    const company = await lockCompany(trx, companyId)
    if (company.isVerified) return { ok: false, code: 'already_done' }
    if (await otherCompanyHas(trx, company)) return { ok: false, code: 'company_exists' }
    await markVerified(trx, companyId, clock())
    record({
      action: 'company.verify',
      object: ['company', companyId],
      store: company.store,
      after: evidence,
    })
    return { ok: true }
  })
}
