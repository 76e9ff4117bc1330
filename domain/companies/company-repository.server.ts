/** The only SQL for companies, their people and their invitations. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { newToken, tokenHash } from '../accounts/token.server.ts'
import type { Minor } from '../money/money.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Company, CompanyMember, CompanyMembership, CompanyReference } from './company.ts'

const companyColumns = [
  'company.id',
  'company.store',
  'company.name',
  'company.verified_at as verifiedAt',
  'company.organisation_number as organisationNumber',
  'company.vat_number as vatNumber',
  'company.street',
  'company.postal_code as postalCode',
  'company.city',
  'company.invoice_email as invoiceEmail',
  'company.electronic_address as electronicAddress',
  'company.required_references as requiredReferences',
  'company.cost_centres as costCentres',
] as const

interface CompanyRow extends Omit<Company, 'requiredReferences' | 'isVerified'> {
  requiredReferences: string[]
  verifiedAt: Date | null
}

const companyOf = ({ verifiedAt, ...row }: CompanyRow): Company => ({
  ...row,
  isVerified: verifiedAt !== null,
  requiredReferences: row.requiredReferences as CompanyReference[],
})

function valuesOf(company: Omit<Company, 'id' | 'store'>) {
  return {
    name: company.name,
    organisation_number: company.organisationNumber,
    vat_number: company.vatNumber,
    street: company.street,
    postal_code: company.postalCode,
    city: company.city,
    invoice_email: company.invoiceEmail,
    electronic_address: company.electronicAddress,
    required_references: [...company.requiredReferences],
    cost_centres: [...company.costCentres],
  }
}

/** Returns the id; null where the store has a verified company with that number. */
export async function insertCompany(
  trx: Kysely<DB>,
  company: Omit<Company, 'id'>,
  now: number,
): Promise<number | null> {
  if (await otherCompanyHas(trx, { ...company, id: 0 })) return null
  const row = await trx
    .insertInto('company')
    .values({
      store: company.store,
      ...valuesOf(company),
      verified_at: company.isVerified ? new Date(now) : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['store', 'organisation_number']).where('verified_at', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** From now on the company owns its number. */
export async function markVerified(trx: Kysely<DB>, id: number, now: number): Promise<void> {
  await trx
    .updateTable('company')
    .set({ verified_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/**
 * The lowest limit of approval of the people of the verified company with this number; null: it has none, or there is no
 * such company.
 */
export async function lowestLimitOf(
  db: Kysely<DB>,
  store: StoreCode,
  organisationNumber: string,
): Promise<{ companyId: number; approvalAboveMinor: Minor | null } | null> {
  const row = await db
    .selectFrom('company')
    .leftJoin('company_member', 'company_member.company_id', 'company.id')
    .select((select) => [
      'company.id as companyId',
      select.fn.min('company_member.approval_above_minor').as('approvalAboveMinor'),
    ])
    .where('company.store', '=', store)
    .where('company.organisation_number', '=', organisationNumber)
    .where('company.verified_at', 'is not', null)
    .groupBy('company.id')
    .executeTakeFirst()
  return row ?? null
}

export async function updateCompany(trx: Kysely<DB>, company: Company): Promise<void> {
  await trx.updateTable('company').set(valuesOf(company)).where('id', '=', company.id).execute()
}

export async function findCompany(db: Kysely<DB>, id: number): Promise<Company | null> {
  const row = await db
    .selectFrom('company')
    .select(companyColumns)
    .where('id', '=', id)
    .$narrowType<{ store: StoreCode }>()
    .executeTakeFirst()
  return row ? companyOf(row) : null
}

/** Locks the company's row until the transaction ends, and reads it. */
export async function lockCompany(trx: Kysely<DB>, id: number): Promise<Company> {
  await sql`select from company where id = ${id} for update`.execute(trx)
  const company = await findCompany(trx, id)
  if (company === null) throw new Error(`company ${id} does not exist`)
  return company
}

/** Whether another company of the store, which is verified, has its organisation number. */
export async function otherCompanyHas(db: Kysely<DB>, company: Company): Promise<boolean> {
  const row = await db
    .selectFrom('company')
    .select('id')
    .where('store', '=', company.store)
    .where('organisation_number', '=', company.organisationNumber)
    .where('id', '<>', company.id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The companies that an account belongs to, in these stores. */
export async function membershipsOf(
  db: Kysely<DB>,
  accountId: number,
  of: readonly StoreCode[],
): Promise<CompanyMember[]> {
  const found = await Promise.all(of.map((store) => findMember(db, accountId, store)))
  return found.filter((member) => member !== null)
}

export interface CompanyListEntry {
  id: number
  store: StoreCode
  name: string
  organisationNumber: string
  isVerified: boolean
  people: number
}

/** All companies by store and name. */
export async function listCompanies(db: Kysely<DB>): Promise<CompanyListEntry[]> {
  const { rows } = await sql<CompanyListEntry>`
    select c.id, c.store, c.name, c.organisation_number as "organisationNumber",
      c.verified_at is not null as "isVerified", (select count(*)::integer from company_member m where m.company_id = c.id) as people
    from company c order by c.store, c.name, c.id`.execute(db)
  return rows
}

/** The membership of an account in a store; null: it belongs to no company there. */
export async function findMember(
  db: Kysely<DB>,
  accountId: number,
  store: StoreCode,
): Promise<CompanyMember | null> {
  const row = await db
    .selectFrom('company_member')
    .innerJoin('company', 'company.id', 'company_member.company_id')
    .select([...companyColumns, 'company_member.role', 'company_member.approval_above_minor'])
    .where('company_member.account_id', '=', accountId)
    .where('company_member.store', '=', store)
    .$narrowType<{ store: StoreCode; role: CompanyMember['role'] }>()
    .executeTakeFirst()
  if (row === undefined) return null
  const { role, approval_above_minor: approvalAboveMinor, ...company } = row
  return { accountId, role, approvalAboveMinor: approvalAboveMinor, company: companyOf(company) }
}

export interface CompanyPerson extends CompanyMembership {
  accountId: number
  email: string
  firstName: string
  lastName: string
}

/** The people of a company by name. `lock`: no other transaction may change them meanwhile. */
export async function peopleOf(
  db: Kysely<DB>,
  companyId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<CompanyPerson[]> {
  if (lock) await sql`select from company where id = ${companyId} for update`.execute(db)
  return await db
    .selectFrom('company_member')
    .innerJoin('account', 'account.id', 'company_member.account_id')
    .select([
      'account.id as accountId',
      'account.email',
      'account.first_name as firstName',
      'account.last_name as lastName',
      'company_member.role',
      'company_member.approval_above_minor as approvalAboveMinor',
    ])
    .where('company_member.company_id', '=', companyId)
    .orderBy('account.last_name')
    .orderBy('account.first_name')
    .orderBy('account.id')
    .$narrowType<{ role: CompanyPerson['role'] }>()
    .execute()
}

/** False where the account belongs to a company of the store. */
export async function insertMember(
  trx: Kysely<DB>,
  company: Pick<Company, 'id' | 'store'>,
  member: CompanyMembership & { accountId: number },
): Promise<boolean> {
  const row = await trx
    .insertInto('company_member')
    .values({
      company_id: company.id,
      store: company.store,
      account_id: member.accountId,
      role: member.role,
      approval_above_minor: member.approvalAboveMinor,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateMember(
  trx: Kysely<DB>,
  companyId: number,
  accountId: number,
  { role, approvalAboveMinor }: CompanyMembership,
): Promise<void> {
  await trx
    .updateTable('company_member')
    .set({ role, approval_above_minor: approvalAboveMinor })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteMember(trx: Kysely<DB>, companyId: number, accountId: number): Promise<void> {
  await trx
    .deleteFrom('company_member')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute()
}

export interface Invitation extends CompanyMembership {
  email: string
}

/** Writes an invitation, which replaces open ones of the same address. Returns its id. */
export async function insertInvitation(
  trx: Kysely<DB>,
  companyId: number,
  { email, role, approvalAboveMinor }: Invitation,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<number> {
  await trx
    .deleteFrom('company_invitation')
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute()
  const { id } = await trx
    .insertInto('company_invitation')
    .values({
      company_id: companyId,
      email,
      role,
      approval_above_minor: approvalAboveMinor,
      invited_at: new Date(now),
      expires_at: new Date(expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates the token of an open invitation; null where it was used, withdrawn or has expired. */
export async function issueInvitationToken(
  trx: Kysely<DB>,
  id: number,
  now: number,
): Promise<{ token: string; email: string; company: Company } | null> {
  const token = newToken()
  const row = await trx
    .updateTable('company_invitation')
    .set({ token_hash: tokenHash(token) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(['email', 'company_id'])
    .executeTakeFirst()
  const company = row && (await findCompany(trx, row.company_id))
  return row && company ? { token, email: row.email, company } : null
}

export interface OpenInvitation extends Invitation {
  id: number
  companyId: number
  companyName: string
  store: StoreCode
  expiresAt: Date
}

function openInvitations(db: Kysely<DB>, now: number) {
  return db
    .selectFrom('company_invitation')
    .innerJoin('company', 'company.id', 'company_invitation.company_id')
    .select([
      'company_invitation.id',
      'company_invitation.company_id as companyId',
      'company.name as companyName',
      'company.store',
      'company_invitation.email',
      'company_invitation.role',
      'company_invitation.approval_above_minor as approvalAboveMinor',
      'company_invitation.expires_at as expiresAt',
    ])
    .where('company_invitation.used_at', 'is', null)
    .where('company_invitation.expires_at', '>', new Date(now))
    .$narrowType<{ store: StoreCode; role: CompanyMembership['role'] }>()
}

/** The open invitations of a company, the first to expire first. */
export async function invitationsOf(
  db: Kysely<DB>,
  companyId: number,
  now: number,
): Promise<OpenInvitation[]> {
  return await openInvitations(db, now)
    .where('company_invitation.company_id', '=', companyId)
    .orderBy('company_invitation.expires_at')
    .orderBy('company_invitation.id')
    .execute()
}

/** The invitation that a token opens; does not use it up. */
export async function findInvitation(
  db: Kysely<DB>,
  token: string,
  now: number,
): Promise<OpenInvitation | null> {
  const row = await openInvitations(db, now)
    .where('company_invitation.token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  return row ?? null
}

/** Uses an invitation up; false where it was used meanwhile. */
export async function spendInvitation(trx: Kysely<DB>, id: number, now: number): Promise<boolean> {
  const row = await trx
    .updateTable('company_invitation')
    .set({ used_at: new Date(now) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Withdraws an open invitation; false where the company has no such one. */
export async function deleteInvitation(trx: Kysely<DB>, companyId: number, id: number): Promise<boolean> {
  const row = await trx
    .deleteFrom('company_invitation')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes invitations that expired more than a month ago. */
export async function tidyInvitations(db: Kysely<DB>): Promise<void> {
  await sql`delete from company_invitation where expires_at < now() - interval '30 days'`.execute(db)
}
