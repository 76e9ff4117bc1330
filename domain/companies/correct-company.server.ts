/**
 * Staff correct the facts of a customer's company, the organisation number too, by the rules of the company's own page.
 * The audit names the changed fields; their values are kept beside the account of the customer on whose page they were
 * changed (decision 125).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { insertAccountChange } from '../accounts/account-change-repository.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Company } from './company.ts'
import { findMember, lockCompany, otherCompanyHas, updateCompany } from './company-repository.server.ts'
import { readCompany, type CompanyFields, type CompanyRefusal } from './edit-company.server.ts'

/** What staff may correct. */
export const companyFactNames = [
  'name',
  'organisationNumber',
  'vatNumber',
  'street',
  'postalCode',
  'city',
  'invoiceEmail',
  'electronicAddress',
] as const satisfies readonly (keyof Company & keyof CompanyFields)[]
type FactName = (typeof companyFactNames)[number]

/** An empty text: there is none. */
export type CompanyFacts = Record<FactName, string>

export const factsOf = (company: Company): CompanyFacts =>
  Object.fromEntries(companyFactNames.map((name) => [name, company[name] ?? ''])) as CompanyFacts

export type CorrectCompany =
  | { ok: true }
  | { ok: false; code: 'unknown_company' | 'nothing_changed' }
  /** Another company of the store has the number. */
  | { ok: false; code: 'company_exists' }
  /** Only of fields that change. */
  | CompanyRefusal
  /** Somebody has changed one of these fields since the person read them. */
  | { ok: false; code: 'changed_meanwhile'; current: CompanyFacts }

/** `facts`: all of them; `expected`: as the person saw them. */
export async function correctCompany(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  member: { accountId: number; store: StoreCode },
  { facts, expected }: { facts: CompanyFacts; expected: CompanyFacts },
): Promise<CorrectCompany> {
  return audited(db, actor, async (trx, record): Promise<CorrectCompany> => {
    const found = await findMember(trx, member.accountId, member.store)
    if (found === null) return { ok: false, code: 'unknown_company' }
    const company = await lockCompany(trx, found.company.id)
    const current = factsOf(company)
    const changed = companyFactNames.filter((name) => facts[name].trim() !== expected[name])
    if (changed.some((name) => expected[name] !== current[name]))
      return { ok: false, code: 'changed_meanwhile', current }
    if (changed.length === 0) return { ok: false, code: 'nothing_changed' }
    const read = readCompany(company.store, { ...company, ...current, ...pick(facts, changed) }, clock())
    const wrong = Object.entries(read.problems).filter(([name]) => (changed as string[]).includes(name))
    if (wrong.length > 0) return { ok: false, code: 'invalid_fields', fields: Object.fromEntries(wrong) }
    // A field that the person left alone keeps what is stored, also where it lacks what the form asks for.
    const next = { ...company, ...pick(read.company, changed) }
    if (await otherCompanyHas(trx, next)) return { ok: false, code: 'company_exists' }
    await updateCompany(trx, next)
    const values = { before: pick(company, changed), after: pick(next, changed) }
    const change = await insertAccountChange(trx, member.accountId, values, new Date(clock()))
    record({
      action: 'company.edit',
      object: ['company', company.id],
      store: company.store,
      after: { changed, change },
    })
    return { ok: true }
  })
}

const pick = <Value extends object>(from: Value, names: readonly (keyof Value & FactName)[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Value>
