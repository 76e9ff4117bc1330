/** Creates and edits companies. Numbers and addresses are checked by the rules of the checkout. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { textProblem, type ContactFieldCode } from '../accounts/contact-fields.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { readElectronicAddress } from '../invoices/electronic-address.ts'
import { normalizeEmail } from '../stores/email.ts'
import { checkIdentityNumber } from '../stores/identity-number.ts'
import { normalizePostalCode } from '../stores/postal-code.ts'
import { stores, type Store, type StoreCode } from '../stores/stores.ts'
import { readVatNumber } from '../vat-numbers/vat-number.ts'
import { companyReferences, type Company, type CompanyReference } from './company.ts'
import { insertCompany, lockCompany, updateCompany } from './company-repository.server.ts'

/** Texts as entered; absent ones count as empty. */
export interface CompanyForm {
  name?: string | undefined
  organisationNumber?: string | undefined
  vatNumber?: string | undefined
  street?: string | undefined
  postalCode?: string | undefined
  city?: string | undefined
  invoiceEmail?: string | undefined
  electronicAddress?: string | undefined
  requiredReferences?: readonly string[] | undefined
  costCentres?: readonly string[] | undefined
}

export type CompanyFieldCode =
  | ContactFieldCode
  | 'identity_number'
  /** The number of a Swedish sole trader is a person's; such a trader has an ordinary account. */
  | 'personal_number'
  | 'vat_number'
  | 'electronic_address'

export type CompanyFields = Partial<Record<keyof CompanyForm, CompanyFieldCode>>

export type CompanyRefusal = { ok: false; code: 'invalid_fields'; fields: CompanyFields }

export type CreateCompany = { ok: true; company: Company } | CompanyRefusal | { ok: false; code: 'exists' }

const mostCostCentres = 200

function readForm(
  store: Store,
  form: CompanyForm,
  now: number,
): { ok: true; company: Omit<Company, 'id' | 'isVerified'> } | CompanyRefusal {
  const { company, problems: fields } = readCompany(store.code, form, now)
  return Object.keys(fields).length > 0
    ? { ok: false, code: 'invalid_fields', fields }
    : { ok: true, company }
}

/** The company that a form says, and what is wrong with it by field. */
export function readCompany(
  storeCode: StoreCode,
  form: CompanyForm,
  now: number,
): { company: Omit<Company, 'id' | 'isVerified'>; problems: CompanyFields } {
  const store = stores[storeCode]
  const fields: CompanyFields = {}
  const text = (
    field: Exclude<keyof CompanyForm, 'requiredReferences' | 'costCentres'>,
    rule: Parameters<typeof textProblem>[0],
    read: (value: string) => string | null = (value) => value,
    code: CompanyFieldCode = 'required',
  ): string => {
    const value = (form[field] ?? '').trim()
    if (value === '') return value
    const problem = textProblem(rule, value)
    const clean = problem === null ? read(value) : null
    if (clean === null) fields[field] = problem ?? code
    return clean ?? value
  }
  const name = text('name', 'companyName')
  if (name === '') fields.name = 'required'
  const number = checkIdentityNumber(store, 'business', form.organisationNumber ?? '', { now })
  if (!number.ok) fields.organisationNumber = number.code === 'required' ? 'required' : 'identity_number'
  else if (number.number === null) fields.organisationNumber = 'required'
  else if (number.personal) fields.organisationNumber = 'personal_number'
  const vatNumber = text('vatNumber', 'vatNumber', vatNumberOf, 'vat_number')
  const costCentres = [...new Set((form.costCentres ?? []).map((each) => each.trim()).filter(Boolean))]
  const wrongCentre = costCentres.map((each) => textProblem('costCentre', each)).find((each) => each !== null)
  if (wrongCentre) fields.costCentres = wrongCentre
  if (costCentres.length > mostCostCentres) fields.costCentres = 'too_long'
  const company = {
    store: store.code,
    name,
    organisationNumber: (number.ok && number.number) || '',
    vatNumber: vatNumber || null,
    street: text('street', 'address'),
    postalCode: text('postalCode', 'postalCode', (value) => normalizePostalCode(value, store), 'postal_code'),
    city: text('city', 'city'),
    invoiceEmail: text('invoiceEmail', 'email', normalizeEmail, 'email') || null,
    electronicAddress:
      text(
        'electronicAddress',
        'electronicAddress',
        (value) => readElectronicAddress(store.countryCode, value),
        'electronic_address',
      ) || null,
    requiredReferences: companyReferences.filter((each): each is CompanyReference =>
      (form.requiredReferences ?? []).includes(each),
    ),
    costCentres,
  }
  return { company, problems: fields }
}

function vatNumberOf(text: string): string | null {
  const read = readVatNumber(text)
  return read && `${read.countryCode}${read.number}`
}

/** `isVerified`: by staff, who know it; a customer's is not yet. */
export async function createCompany(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { store, form, isVerified = true }: { store: StoreCode; form: CompanyForm; isVerified?: boolean },
): Promise<CreateCompany> {
  const now = clock()
  const read = readForm(stores[store], form, now)
  if (!read.ok) return read
  const company = { ...read.company, isVerified }
  return audited(db, actor, async (trx, record): Promise<CreateCompany> => {
    const id = await insertCompany(trx, company, now)
    if (id === null) return { ok: false, code: 'exists' }
    record({
      action: 'company.create',
      object: ['company', id],
      store,
      after: { organisationNumber: read.company.organisationNumber },
    })
    return { ok: true, company: { ...company, id } }
  })
}

/** Changes the named fields of what is stored, and leaves the others; the organisation number stays. */
export async function editCompany(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { companyId, changes }: { companyId: number; changes: Omit<CompanyForm, 'organisationNumber'> },
): Promise<{ ok: true; company: Company } | CompanyRefusal> {
  return audited(db, actor, async (trx, record) => {
    const company = await lockCompany(trx, companyId)
    const form: CompanyForm = {
      ...company,
      vatNumber: company.vatNumber ?? '',
      invoiceEmail: company.invoiceEmail ?? '',
      electronicAddress: company.electronicAddress ?? '',
      ...changes,
    }
    const read = readForm(stores[company.store], form, clock())
    if (!read.ok) return read
    const edited = { ...read.company, id: company.id, isVerified: company.isVerified }
    await updateCompany(trx, edited)
    const changed = (Object.keys(edited) as (keyof Company)[]).filter(
      (field) => JSON.stringify(edited[field]) !== JSON.stringify(company[field]),
    )
    if (changed.length > 0)
      record({
        action: 'company.edit',
        object: ['company', company.id],
        store: company.store,
        after: { changed },
      })
    return { ok: true, company: edited }
  })
}
