import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { findTypedLogin } from '../../domain/accounts/account-repository.server.ts'
import { listAgreements, removeAgreement } from './agreement-repository.server.ts'
import { importAgreement } from './import-agreement.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { edgeOfDay, readDay, readId } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findCompany } from '../../domain/companies/company-repository.server.ts'
import type { WithShop } from '../../sdk/module.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

/** `anode agreement …`: prices agreed with a company or a customer. */
export function agreementCommand(withShop: WithShop): Command {
  return new Command('agreement')
    .description('import, list and remove price agreements')
    .addCommand(importCommand(withShop))
    .addCommand(listCommand(withShop))
    .addCommand(removeCommand(withShop))
    .addHelpText(
      'after',
      `
The file is CSV with a header: sku, min_quantity, price for a price; percent alone, or with brand or category, for a
percentage off the ordinary prices. An open agreement of the same name and owner is replaced
from the first day of the new one.

Examples:
  anode agreement import prices.csv --store sv --company 7 --name 2027 --ex-vat --dry-run
  anode agreement import prices.csv --store sv --customer anna@example.se --name 2027 --until 2027-12-31 --fixed
  anode agreement list
  anode agreement remove 3`,
    )
}

interface ImportOptions {
  store: StoreCode
  name: string
  company?: number
  customer?: string
  from?: string
  until?: string
  fixed?: boolean
  exVat?: boolean
  dryRun?: boolean
  json?: boolean
}

function importCommand(withShop: WithShop): Command {
  return new Command('import')
    .description('import an agreement; nothing is written where a row is refused')
    .argument('<file>', 'CSV')
    .requiredOption('--store <code>', storeChoices, readStore)
    .requiredOption('--name <name>', 'of the agreement')
    .option('--company <id>', 'as `company list` prints it', readId)
    .option('--customer <email>', 'the customer it is for')
    .option('--from <date>', 'the first day, like 2027-01-01; by default at once', readDay)
    .option('--until <date>', 'the last day, like 2027-12-31', readDay)
    .option('--fixed', 'applies even where the price that everybody gets is lower')
    .option('--ex-vat', 'the prices of the file are without VAT')
    .option('--dry-run', 'only check the rows')
    .option('--json', 'print JSON')
    .action(async (file: string, options: ImportOptions) => {
      const { store, name, from, until } = options
      if ((options.company === undefined) === (options.customer === undefined))
        throw new Refusal('Name either --company or --customer.')
      const text = await readFile(file, 'utf8')
      const now = new Date()
      const imported = await withShop(async (shop) =>
        importAgreement(
          shop.db,
          shop.actor,
          {
            store,
            name,
            to: await ownerOf(shop.db, options),
            isFixed: options.fixed === true,
            validFrom: from === undefined ? now : edgeOfDay(store, from, 'start'),
            validTo: until === undefined ? null : edgeOfDay(store, until, 'end'),
            text,
            isExVat: options.exVat === true,
            dryRun: options.dryRun === true,
          },
          now,
        ),
      )
      if (!imported.ok) {
        for (const { line, problem } of imported.problems) process.stderr.write(`line ${line}: ${problem}\n`)
        process.exitCode = 2
        return
      }
      const { id, prices, percentages, rounded } = imported
      for (const { line, sku, text: rounding } of rounded)
        process.stderr.write(`line ${line}: the price of ${sku} was rounded: ${rounding}\n`)
      printFacts({ id, store, name, prices, percentages, dryRun: id === null }, options)
    })
}

async function ownerOf(
  db: Kysely<DB>,
  { company, customer = '', store }: ImportOptions,
): Promise<{ companyId: number } | { accountId: number }> {
  if (company !== undefined) {
    const found = await findCompany(db, company)
    if (found === null) throw new Refusal(`There is no company ${company}.`)
    if (found.store !== store) throw new Refusal(`Company ${company} belongs to store ${found.store}.`)
    return { companyId: found.id }
  }
  const account = await findTypedLogin(db, customer)
  if (account === null) throw new Refusal(`${customer} has no account.`)
  return { accountId: account.id }
}

function listCommand(withShop: WithShop): Command {
  return new Command('list')
    .description('print the open agreements, newest first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const agreements = await withShop(({ db }) => listAgreements(db))
      const lines = agreements.map(({ validFrom, validTo, isFixed, ...each }) => ({
        ...each,
        fixed: isFixed,
        from: validFrom.toISOString(),
        until: validTo?.toISOString() ?? null,
      }))
      printTable(lines, { json: options.json, empty: 'No agreements.' })
    })
}

function removeCommand(withShop: WithShop): Command {
  return new Command('remove')
    .description('end an agreement at once')
    .argument('<id>', 'as `agreement list` prints it', readId)
    .action(async (id: number) => {
      const removed = await withShop(({ db, actor }) => removeAgreement(db, actor, id, new Date()))
      if (!removed) throw new Refusal(`There is no open agreement ${id}.`)
    })
}
