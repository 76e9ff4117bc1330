import { Command } from 'commander'
import { findLogin } from '../../domain/accounts/account-repository.server.ts'
import { eraseCustomer, type EraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { exportCustomer } from '../../domain/personal-data/export-customer.server.ts'
import { normalizeEmail } from '../../domain/stores/email.ts'
import { printFacts, printJson } from '../output.ts'
import { Refusal } from '../refusal.ts'
import { withShop, type ShopSession } from '../shop-session.ts'

/** `anode customer …`: the personal data of a customer with an account. */
export function customerCommand(): Command {
  return new Command('customer')
    .description('export or erase the personal data of a customer with an account')
    .addCommand(
      new Command('export')
        .description('print everything that is stored about a customer, as JSON')
        .argument('<email>')
        .action(async (email: string) =>
          printJson(await withShop(async ({ db }) => exportCustomer(db, await accountIdOf(db, email)))),
        ),
    )
    .addCommand(
      new Command('erase')
        .description('delete an account; orders are kept without it as long as bookkeeping law asks')
        .argument('<email>')
        .action(async (email: string) => {
          const erased = await withShop(async ({ db, actor }) =>
            eraseCustomer(db, actor, { accountId: await accountIdOf(db, email), now: new Date() }),
          )
          if (!erased.ok) throw new Refusal(`The account cannot be erased: ${obstacles[erased.code]}.`)
          printFacts({ erased: true })
        }),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  anode customer export anna@example.se > anna.json\n  anode customer erase anna@example.se',
    )
}

const obstacles: Record<Extract<EraseCustomer, { ok: false }>['code'], string> = {
  not_found: 'it does not exist',
  open_orders: 'an order is not delivered yet',
  open_invoices: 'an invoice is not paid yet',
  active_subscriptions: 'a subscription is not cancelled yet',
}

async function accountIdOf(db: ShopSession['db'], text: string): Promise<number> {
  const email = normalizeEmail(text)
  const account = email === null ? null : await findLogin(db, email)
  if (account === null) throw new Refusal(`${text} has no account.`)
  return account.id
}
