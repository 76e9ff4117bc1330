import { Command } from 'commander'
import { findLogin } from '../../domain/accounts/account-repository.server.ts'
import { creditLost } from '../../domain/gift-cards/store-credit.server.ts'
import { decimalText, type Minor } from '../../domain/money/money.ts'
import { eraseCustomer, type EraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { eraseGuest, type EraseGuest } from '../../domain/personal-data/erase-guest.server.ts'
import { exportCustomer, type DataSubject } from '../../domain/personal-data/export-customer.server.ts'
import { isModuleObstacle, obstacleWords } from '../../domain/personal-data/module-obstacles.server.ts'
import { normalizeEmail } from '../../domain/stores/email.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { ErasureObstacleName } from '../../modules/modules.ts'
import { printFacts, printJson } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { confirm } from '../confirm.ts'
import { withShop, type ShopSession } from '../shop-session.ts'

/** `anode customer …`: the personal data of a customer with an account, or of an address that ordered without one. */
export function customerCommand(): Command {
  return new Command('customer')
    .description('export or erase the personal data of a customer, also of one without an account')
    .addCommand(
      new Command('export')
        .description('print everything that is stored about a customer, as JSON')
        .argument('<email>')
        .action(async (email: string) =>
          printJson(await withShop(async ({ db }) => exportCustomer(db, await subjectOf(db, email)))),
        ),
    )
    .addCommand(
      new Command('erase')
        .description(
          'delete an account, or what is kept of a guest; orders stay as long as bookkeeping law asks',
        )
        .argument('<email>')
        .option('--yes', 'do not ask where store credit is lost')
        .action(async (email: string, { yes }: { yes?: boolean }) => {
          const erased = await withShop(async ({ db, actor, keys }) => {
            const subject = await subjectOf(db, email)
            const now = new Date()
            if (!('accountId' in subject))
              return eraseGuest(db, actor, { email: subject.guestEmail, keys, now })
            const lost = await creditLost(db, subject.accountId)
            if (lost.length > 0)
              await confirm(`${email} loses store credit: ${lost.map(creditText).join(', ')}.`, { yes })
            return eraseCustomer(db, actor, { ...subject, keys, now })
          })
          if (!erased.ok) throw new Refusal(`${email} cannot be erased: ${wordsOf(erased.code)}.`)
          printFacts({ erased: true })
        }),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  anode customer export anna@example.se > anna.json\n  anode customer erase anna@example.se',
    )
}

const creditText = ({ store, balanceMinor }: { store: StoreCode; balanceMinor: Minor }) =>
  `${decimalText(balanceMinor)} ${stores[store].currency} (${store})`

type ObstacleCode = Extract<EraseCustomer | EraseGuest, { ok: false }>['code']

const obstacles: Record<Exclude<ObstacleCode, ErasureObstacleName>, string> = {
  not_found: 'there is neither an account nor an order',
  has_account: 'it has an account',
  open_orders: 'an order is not delivered yet',
  open_invoices: 'an invoice is not paid yet',
}

const wordsOf = (code: ObstacleCode): string =>
  isModuleObstacle(code) ? obstacleWords(code) : obstacles[code]

/** The account of an address, else its orders without one. */
async function subjectOf(db: ShopSession['db'], text: string): Promise<DataSubject> {
  const email = normalizeEmail(text)
  if (email === null) throw new Refusal(`${text} is no e-mail address.`)
  const account = await findLogin(db, email)
  return account === null ? { guestEmail: email } : { accountId: account.id }
}
