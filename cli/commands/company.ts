import { Command, InvalidArgumentError } from 'commander'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findTypedLogin } from '../../domain/accounts/account-repository.server.ts'
import { companyRoles, type Company, type CompanyRole } from '../../domain/companies/company.ts'
import { addPerson, changePerson, invitePerson } from '../../domain/companies/company-people.server.ts'
import { findCompany, listCompanies, peopleOf } from '../../domain/companies/company-repository.server.ts'
import {
  createCompany,
  editCompany,
  type CompanyForm,
  type CompanyRefusal,
} from '../../domain/companies/edit-company.server.ts'
import { verifyCompany } from '../../domain/companies/verify-company.server.ts'
import { toMajor, type Minor } from '../../domain/money/money.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { readVatNumber } from '../../domain/vat-numbers/vat-number.ts'
import { withJobQueue } from '../../server/jobs/job-queue.ts'
import { readAmountOrZero, readId } from '../../sdk/command-arguments.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop, type ShopSession } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

/** `anode company …`: companies that buy with several people. */
export function companyCommand(): Command {
  return new Command('company')
    .description('create, list and edit companies and the people who buy for them')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(editCommand())
    .addCommand(verifyCommand())
    .addCommand(personCommand('add-person', 'add an account at once', add))
    .addCommand(personCommand('invite', 'mail an invitation that its receiver accepts', invite))
    .addCommand(personCommand('set-role', 'set a person’s role and approval limit', setRole))
    .addCommand(removePersonCommand())
    .addHelpText(
      'after',
      `
Examples:
  anode company create --store sv --name 'Verkstan AB' --number 556016-0680 --street 'Storgatan 1' --postal-code 12345 --city Luleå
  anode company invite 7 chef@example.se --role admin
  anode company add-person 7 inkop@example.se --role buyer --approval-above 5000
  anode company edit 7 --require costCentre --cost-centres 'Lager,Butik'
  anode company verify 7
  anode company show 7`,
    )
}

interface CompanyOptions {
  name?: string
  vatNumber?: string
  street?: string
  postalCode?: string
  city?: string
  invoiceEmail?: string
  electronicAddress?: string
  require?: string
  costCentres?: string
  json?: boolean
}

const withFields = (command: Command): Command =>
  command
    .option('--vat-number <number>', 'with its country code')
    .option('--street <street>', 'invoice address')
    .option('--postal-code <code>')
    .option('--city <city>')
    .option('--invoice-email <address>')
    .option('--electronic-address <id>', 'Peppol id, GLN or Leitweg-ID')
    .option('--require <references>', 'yourReference, purchaseOrder, costCentre; separated by commas')
    .option('--cost-centres <names>', 'the cost centres to choose from, separated by commas')
    .option('--json', 'print JSON')

const listOf = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((each) => each.trim())
    .filter(Boolean)

function formOf(options: CompanyOptions): Omit<CompanyForm, 'organisationNumber'> {
  const { require: required, costCentres, json: _json, ...texts } = options
  const given = {
    name: texts.name,
    vatNumber: texts.vatNumber,
    street: texts.street,
    postalCode: texts.postalCode,
    city: texts.city,
    invoiceEmail: texts.invoiceEmail,
    electronicAddress: texts.electronicAddress,
    requiredReferences: listOf(required),
    costCentres: listOf(costCentres),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function createCommand(): Command {
  return withFields(
    new Command('create')
      .description('create a company of a store; the VAT number is looked up in its register')
      .requiredOption('--store <code>', storeChoices, readStore)
      .requiredOption('--name <name>')
      .requiredOption('--number <number>', 'organisation number, in Germany the VAT number'),
  ).action(async (options: CompanyOptions & { store: StoreCode; number: string }) => {
    const { store, number } = options
    const facts = await withShop(async ({ db, actor, services }) => {
      const form = { ...formOf(options), organisationNumber: number }
      const created = await createCompany({ db, clock: Date.now }, actor, { store, form })
      if (!created.ok) throw refused(created)
      return { ...factsOf(created.company), vatRegister: await registered(services, created.company) }
    })
    printFacts(facts, options)
  })
}

/** What the register says about the company's VAT number; an outage is no reason to refuse the company. */
async function registered(services: ShopSession['services'], company: Company): Promise<string> {
  const number = readVatNumber(company.vatNumber ?? '')
  if (number === null) return 'no VAT number'
  const { vatNumbers } = await services()
  return (await vatNumbers.check(number, null)).status
}

function listCommand(): Command {
  return new Command('list')
    .description('print all companies')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const companies = await withShop(({ db }) => listCompanies(db))
      printTable(
        companies.map((company) => ({ ...company })),
        { json: options.json, empty: 'No companies.' },
      )
    })
}

function showCommand(): Command {
  return new Command('show')
    .description('print a company and its people')
    .argument('<id>', 'as `company list` prints it', readId)
    .option('--json', 'print JSON')
    .action(async (id: number, options: { json?: boolean }) => {
      const [company, people] = await withShop(async ({ db }) => {
        const found = await companyWith(db, id)
        return [found, await peopleOf(db, id)] as const
      })
      const rows = people.map(({ accountId, email, role, approvalAboveMinor }) => ({
        account: accountId,
        email,
        role,
        approvalAbove: approvalAboveMinor === null ? null : toMajor(approvalAboveMinor),
      }))
      if (options.json) return printJson({ ...factsOf(company), people: rows })
      printFacts(factsOf(company))
      printTable(rows, { empty: 'No people.' })
    })
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('confirm that the people of a company that a customer opened act for it')
    .argument('<id>', 'as `company list` prints it', readId)
    .option('--json', 'print JSON')
    .action(async (id: number, options: { json?: boolean }) => {
      const company = await withShop(async ({ db, actor }) => {
        const verified = await verifyCompany({ db, clock: Date.now }, actor, id)
        if (!verified.ok) throw new Refusal(notVerified[verified.code])
        return companyWith(db, id)
      })
      printFacts(factsOf(company), options)
    })
}

const notVerified = {
  unknown_company: 'There is no such company.',
  already_done: 'The company is verified already.',
  company_exists: 'The store has another verified company with that number: invite its people to that one.',
} as const

function editCommand(): Command {
  return withFields(
    new Command('edit')
      .description('change the named fields of a company')
      .argument('<id>', 'as `company list` prints it', readId)
      .option('--name <name>'),
  ).action(async (id: number, options: CompanyOptions) => {
    const edited = await withShop(async ({ db, actor }) => {
      const company = await companyWith(db, id)
      return editCompany({ db, clock: Date.now }, actor, { companyId: company.id, changes: formOf(options) })
    })
    if (!edited.ok) throw refused(edited)
    printFacts(factsOf(edited.company), options)
  })
}

interface PersonChange {
  shop: ShopSession
  company: Company
  email: string
  membership: { role: CompanyRole; approvalAboveMinor: Minor | null }
}

function personCommand(
  name: string,
  description: string,
  change: (input: PersonChange) => Promise<void>,
): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'of the company', readId)
    .argument('<email>', 'login address of the person')
    .option('--role <role>', companyRoles.join(', '), readRole, 'buyer')
    .option(
      '--approval-above <amount>',
      'orders above it, VAT included, need the approval of another person; major units',
      readAmountOrZero,
    )
    .action(async (id: number, email: string, options: { role: CompanyRole; approvalAbove?: Minor }) =>
      withShop(async (shop) => {
        const company = await companyWith(shop.db, id)
        const membership = { role: options.role, approvalAboveMinor: options.approvalAbove ?? null }
        await change({ shop, company, email, membership })
        printFacts({ company: company.name, email, role: options.role })
      }),
    )
}

async function add({ shop: { db, actor }, company, email, membership }: PersonChange): Promise<void> {
  const accountId = await accountWith(db, email)
  const added = await addPerson(db, actor, { company, accountId, membership })
  if (!added.ok) throw new Refusal(`${email} belongs to a company of this store already.`)
}

async function invite({ shop, company, email, membership }: PersonChange): Promise<void> {
  const { db, actor, keys } = shop
  const invited = await withJobQueue(db, (jobs) =>
    invitePerson({ db, keys, jobs, clock: Date.now }, actor, { company, email, membership, network: null }),
  )
  if (!invited.ok) throw new Refusal(invitationRefusals[invited.code])
}

const invitationRefusals = {
  email: 'That is no e-mail address.',
  is_member: 'That person belongs to the company already.',
  too_many_mails: 'That address was invited too often today.',
} as const

async function setRole({ shop: { db, actor }, company, email, membership }: PersonChange): Promise<void> {
  const accountId = await accountWith(db, email)
  const changed = await changePerson(db, actor, { company, accountId, membership })
  if (!changed.ok) throw new Refusal(`${email} does not belong to the company.`)
}

function removePersonCommand(): Command {
  return new Command('remove-person')
    .description('remove a person from a company; the person’s orders stay the company’s')
    .argument('<id>', 'of the company', readId)
    .argument('<email>', 'login address of the person')
    .action(async (id: number, email: string) =>
      withShop(async ({ db, actor }) => {
        const company = await companyWith(db, id)
        const accountId = await accountWith(db, email)
        const changed = await changePerson(db, actor, { company, accountId, membership: null })
        if (!changed.ok) throw new Refusal(`${email} does not belong to the company.`)
        printFacts({ company: company.name, removed: email })
      }),
    )
}

function factsOf({ requiredReferences, costCentres, ...company }: Company) {
  return {
    ...company,
    requiredReferences: requiredReferences.join(', '),
    costCentres: costCentres.join(', '),
  }
}

function refused(refusal: CompanyRefusal | { ok: false; code: 'exists' }): Refusal {
  if (refusal.code === 'exists') return new Refusal('The store has a company with that number already.')
  const fields = Object.entries(refusal.fields).map(([field, code]) => `${field}: ${code}`)
  return new Refusal(`These fields are not accepted: ${fields.join(', ')}.`)
}

/** The company with an id; refuses an unknown one. */
async function companyWith(db: Kysely<DB>, id: number): Promise<Company> {
  const company = await findCompany(db, id)
  if (company === null) throw new Refusal(`There is no company ${id}.`)
  return company
}

async function accountWith(db: Kysely<DB>, text: string): Promise<number> {
  const account = await findTypedLogin(db, text)
  if (account === null) throw new Refusal(`${text} has no account.`)
  return account.id
}

function readRole(text: string): CompanyRole {
  const role = companyRoles.find((each) => each === text)
  if (role !== undefined) return role
  throw new InvalidArgumentError(`One of ${companyRoles.join(', ')}, please.`)
}
