/** `anode books check`: whether payments, orders, goods and numbers balance. */
import { Command } from 'commander'
import { z } from 'zod'
import { checkBooks, type BooksReport } from '../../domain/books/check-books.server.ts'
import type { ProviderPayment } from '../../domain/books/provider-payments.server.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import type { Config } from '../../server/config.ts'
import { printFacts, printJson } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface CheckOptions {
  store?: StoreCode
  json?: boolean
  simulator?: boolean
}

export function booksCommand(): Command {
  return new Command('books')
    .description('balance payments, orders, stock, coupons, gift cards and invoices')
    .addCommand(checkCommand())
}

function checkCommand(): Command {
  return new Command('check')
    .description('report what does not balance; changes nothing and may run on a live shop')
    .option('--store <code>', `only this store: ${storeChoices}`, readStore)
    .option('--simulator', 'also compare with the payments of the providers’ simulator')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 balanced, 1 differences. What waits for a provider or a person is reported and is no difference.\nExamples:\n  anode books check\n  anode books check --store sv --json',
    )
    .action(check)
}

async function check({ store, json, simulator }: CheckOptions): Promise<void> {
  const report = await withShop(async ({ db, config }) =>
    checkBooks(db, {
      stores: store ? [store] : storeCodes,
      atProviders: simulator ? await simulatedPayments(config) : null,
    }),
  )
  if (json) printJson(report)
  else printReport(report)
  if (!report.isBalanced) process.exitCode = 1
}

function printReport({ isBalanced, checks, differences, waiting, counts }: BooksReport): void {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  for (const { check: name, concerns, problem } of differences)
    print(oneLine(`differs  ${name}  ${concerns}: ${problem}`))
  for (const { name, hasMore } of checks) if (hasMore) print(`differs  ${name}  and more`)
  for (const { check: name, concerns, problem } of waiting)
    print(oneLine(`waits  ${name}  ${concerns}: ${problem}`))
  printFacts({
    result: isBalanced ? 'balanced' : 'differs',
    differences: differences.length,
    waiting: waiting.length,
    checks: checks.length,
    ...counts,
  })
}

/** Text from providers must not contain line breaks or terminal control sequences. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')

const paymentsSchema = z.array(
  z.object({
    provider: z.string(),
    id: z.string(),
    currency: z.string(),
    amountMinor: z.int(),
    capturedMinor: z.int(),
    refundedMinor: z.int(),
    authorizedMinor: z.int(),
  }),
)

async function simulatedPayments({ providers, simulatorPort }: Config): Promise<ProviderPayment[]> {
  if (providers !== 'simulator') throw new Refusal('Without PROVIDERS=simulator there is no simulator.')
  const url = `http://localhost:${simulatorPort}/control/payments`
  const answer = await fetch(url).catch(() => null)
  if (!answer?.ok) throw new Refusal(`The simulator does not answer at ${url}.`)
  return paymentsSchema.parse(await answer.json())
}
