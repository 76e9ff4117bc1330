/**
 * Opens a company as a customer, who becomes its first admin (decision 141). Until staff verify it, its people have no
 * invoice and no agreed prices, and its number stays free for others.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { CompanyMember } from './company.ts'
import { addPerson } from './company-people.server.ts'
import { findMember } from './company-repository.server.ts'
import { createCompany, type CompanyForm, type CompanyRefusal } from './edit-company.server.ts'

/** What a customer states of a company; references and cost centres are set afterwards. */
export type OpenCompanyForm = Pick<
  CompanyForm,
  'name' | 'organisationNumber' | 'vatNumber' | 'street' | 'postalCode' | 'city'
>

export type OpenCompany =
  | { ok: true; member: CompanyMember }
  | CompanyRefusal
  /** `exists`: the store has a verified company with that number. `has_company`: the account belongs to one. */
  | { ok: false; code: 'exists' | 'has_company' }

const admin = { role: 'admin', approvalAboveMinor: null } as const

export async function openCompany(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { store, accountId, form }: { store: StoreCode; accountId: number; form: OpenCompanyForm },
): Promise<OpenCompany> {
  return audited(db, actor, async (trx): Promise<OpenCompany> => {
    // The account's lock: it opens one company, or joins one, at a time.
    await sql`select 1 from account where id = ${accountId} for update`.execute(trx)
    if ((await findMember(trx, accountId, store)) !== null) return { ok: false, code: 'has_company' }
    const created = await createCompany({ db: trx, clock }, actor, { store, form, isVerified: false })
    if (!created.ok) return created
    const { company } = created
    const added = await addPerson(trx, actor, { company, accountId, membership: admin })
    if (!added.ok) throw new Error('the account joined a company meanwhile')
    return { ok: true, member: { ...admin, accountId, company } }
  })
}
