import { Command, InvalidArgumentError } from 'commander'
import { isPassword, longestPassword, shortestPassword } from '../../domain/accounts/account.ts'
import {
  findTypedLogin,
  createAccount,
  issueLoginToken,
  listAccounts,
} from '../../domain/accounts/account-repository.server.ts'
import { hashPassword } from '../../domain/accounts/password.server.ts'
import { normalizeEmail } from '../../domain/stores/email.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { readPassword } from '../read-password.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore } from '../../sdk/store-option.ts'

/** Validity of the link of `user token`. */
const loginTokenLifeMs = 24 * 3600_000

/** `anode user …`: customers with an account. */
export function userCommand(): Command {
  return new Command('user')
    .description('create and list customer accounts, print a login link')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(tokenCommand())
    .addHelpText(
      'after',
      `
Examples:
  anode user create --email anna@example.se --store sv --password
  pass show shop/anna | anode user create --email anna@example.se --store sv --password
  anode user create --email inkop@example.se --store sv --company 'Verkstan AB' --discount B2=8 --discount B4=12.5
  anode user token anna@example.se`,
    )
}

interface CreateOptions {
  email: string
  password?: boolean
  store: StoreCode
  discount?: Record<string, number>
  firstName?: string
  lastName?: string
  company?: string
  json?: boolean
}

function createCommand(): Command {
  return new Command('create')
    .description('create an account; an existing account is not changed')
    .requiredOption('--email <address>', 'the login address')
    .requiredOption('--store <code>', `${storeCodes.join(', ')}: the language of its mails`, readStore)
    .option(
      '--password',
      'prompt for a password, or read it from standard input; without it the customer sets one by mail or link',
    )
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--company <name>', 'create a business account')
    .option(
      '--discount <category=percent>',
      'the customer’s percentage on a discount category; repeatable',
      readDiscount,
    )
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const email = normalizeEmail(options.email)
      if (email === null) throw new Refusal(`${options.email} is no e-mail address.`)
      const { store, discount = {}, company, firstName, lastName } = options
      const passwordHash = options.password ? await newPasswordHash() : null
      const account = await withShop(({ db, actor }) =>
        createAccount(db, actor, {
          store,
          email,
          passwordHash,
          discounts: discount,
          type: company === undefined ? 'private' : 'business',
          ...(company !== undefined && { companyName: company }),
          ...(firstName !== undefined && { firstName }),
          ...(lastName !== undefined && { lastName }),
        }),
      )
      if (account === null) throw new Refusal(`${email} has an account already.`)
      const discounts = Object.entries(discount).map(([category, points]) => `${category} ${points / 100} %`)
      printFacts(
        { number: account.number, email, store, type: account.type, discounts: discounts.join(', ') || null },
        options,
      )
    })
}

async function newPasswordHash(): Promise<string> {
  const password = await readPassword()
  if (!isPassword(password))
    throw new Refusal(`A password has ${shortestPassword} to ${longestPassword} characters.`)
  return hashPassword(password)
}

/** `B2=8` → 800 basis points. */
function readDiscount(value: string, earlier: Record<string, number> | undefined): Record<string, number> {
  const [, category, percent] = /^(.+)=(\d{1,3}(?:\.\d{1,2})?)$/.exec(value) ?? []
  const points = Math.round(Number(percent) * 100)
  if (category === undefined || !(points >= 1 && points <= 10_000))
    throw new InvalidArgumentError('A category and a percentage of at most 100, like B2=8.')
  return { ...earlier, [category]: points }
}

function listCommand(): Command {
  return new Command('list')
    .description('print all accounts, newest first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const accounts = await withShop(({ db }) => listAccounts(db))
      const lines = accounts.map(({ created_at: at, ...rest }) => ({ ...rest, since: at.toISOString() }))
      printTable(lines, { json: options.json, empty: 'No accounts yet.' })
    })
}

function tokenCommand(): Command {
  return new Command('token')
    .description('print a login link, valid once within a day')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action(async (text: string, options: { json?: boolean }) => {
      const { link, expiresAt } = await withShop(async ({ db, actor, publicUrl }) => {
        const account = await findTypedLogin(db, text)
        if (account === null) throw new Refusal(`${text} has no account.`)
        const now = Date.now()
        const issue = { accountId: account.id, now, lifeMs: loginTokenLifeMs }
        const { token } = await issueLoginToken(db, actor, issue)
        const expiresAt = new Date(now + loginTokenLifeMs).toISOString()
        return { link: `${publicUrl}/${account.store}?token=${token}`, expiresAt }
      })
      if (options.json) return printJson({ link, expires_at: expiresAt })
      process.stdout.write(`${link}\nHolds once, until ${expiresAt}.\n`)
    })
}
