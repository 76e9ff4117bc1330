/** `anode invoice import`, `unmatched`, `match` and `dismiss`: payments that a bank reports. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { waitingEntries, type BankEntry } from '../../domain/bank-entries/bank-entry-repository.server.ts'
import type { ReadBankFile } from '../../domain/bank-entries/bank-statement.ts'
import {
  assignEntry,
  dismissEntry,
  type AssignAnswer,
  type DismissAnswer,
} from '../../domain/bank-entries/handle-entry.server.ts'
import {
  importBankFile,
  type ImportedRow,
  type ImportReport,
} from '../../domain/bank-entries/import-bank-file.server.ts'
import { invoiceName, type InvoiceName } from '../../domain/invoices/invoice-state.ts'
import { toMajor, type Minor } from '../../domain/money/money.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { readBankFile } from '../../providers/bank-file/read-bank-file.server.ts'
import { readLimit, readLongId } from '../../sdk/command-arguments.ts'
import { printFacts, printJson, printTable, type Line } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readName } from './invoice-name.ts'
import { withOrders } from '../with-orders.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

/** Banks keep files small; a larger one is something else. */
const mostBytes = 100_000_000

interface ImportOptions {
  store?: StoreCode
  dryRun?: boolean
  json?: boolean
}

export function importCommand(): Command {
  return new Command('import')
    .description('record the payments of a bank statement (camt.053) on their invoices')
    .argument('<file>', 'ISO 20022 camt.053, versions 001.02 to 001.08')
    .option('--store <code>', `whose account it is, where no invoice names it: ${storeChoices}`, readStore)
    .option('--dry-run', 'report what would be recorded, and record nothing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe same file, or the same entry in another file, is recorded once. What is not certain waits for staff: anode invoice unmatched.',
    )
    .action(async (file: string, { store, dryRun = false, json }: ImportOptions) => {
      const read = await readBankFile(await contentOf(file))
      if (!read.ok) throw new Refusal(refusalOfFile(read))
      const answer = await withOrders((services, actor) =>
        importBankFile(services, actor, {
          statements: read.statements,
          fileName: basename(file).slice(0, 200),
          store,
          isDryRun: dryRun,
        }),
      )
      if (!answer.ok)
        throw new Refusal(
          `No store has the account ${answer.account} on its invoices. Name the store with --store.`,
        )
      if (json) return printJson({ ...summaryOf(answer.report), rows: answer.report.rows.map(rowJson) })
      if (answer.report.rows.length > 0) printTable(answer.report.rows.map(rowLine))
      printFacts({ ...summaryOf(answer.report), note: dryRun ? 'dry run: nothing was recorded' : null })
    })
}

async function contentOf(file: string): Promise<Buffer> {
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${file} cannot be read (${error.code ?? 'fault'}).`)
  })
  if (content.length > mostBytes) throw new Refusal(`${file} is larger than ${mostBytes} bytes.`)
  return content
}

function refusalOfFile({ code, detail }: Extract<ReadBankFile, { ok: false }>): string {
  switch (code) {
    case 'not_read':
      return `The file ${detail}. Nothing was recorded.`
    case 'not_well_formed':
      return `The file is no well-formed XML: ${detail}`
    case 'doctype':
      return 'The file has a document type declaration, which bank statements do not have. It was not read.'
    case 'encoding':
      return `The file is not in UTF-8 or ISO-8859-1 (${detail}).`
    case 'wrong_format':
      return `The file is no camt.053, versions 001.02 to 001.08 (${detail}).`
    case 'wrong_value':
      return `The file has an impossible value: ${detail}. Nothing was recorded.`
  }
}

function summaryOf({ rows, ignored }: ImportReport) {
  const count = (wanted: (row: ImportedRow) => boolean): number => rows.filter(wanted).length
  return {
    matched: count(({ result }) => result === 'matched'),
    waiting: count(({ result }) => result !== 'matched' && result !== 'repeated'),
    repeated: count(({ result }) => result === 'repeated'),
    ignored,
  }
}

const signed = ({ amountMinor, isReversal }: Pick<ImportedRow, 'amountMinor' | 'isReversal'>): string =>
  `${isReversal ? '−' : ''}${toMajor(amountMinor).toFixed(2)}`

const rowLine = (row: ImportedRow): Line => ({
  entry: row.entryId,
  store: row.store,
  booked: row.bookedOn,
  amount: `${signed(row)} ${row.currency}`,
  reference: row.references.join(' ') || null,
  result: row.result,
  invoices: row.invoices.map(({ invoice, state }) => `${invoice} (${state})`).join(', ') || null,
})

const rowJson = ({ amountMinor, invoices, ...row }: ImportedRow) => ({
  ...row,
  amount: toMajor(amountMinor),
  invoices: invoices.map(({ invoice, state, amountMinor: paidMinor }) => ({
    invoice,
    state,
    amount: toMajor(paidMinor),
  })),
})

export function unmatchedCommand(): Command {
  return new Command('unmatched')
    .description('print payments of bank files that are on no invoice, oldest first')
    .option('--store <code>', `only this store: ${storeChoices}`, readStore)
    .option('--limit <count>', 'how many', readLimit, 100)
    .option('--json', 'print JSON')
    .action(async ({ store, limit, json }: { store?: StoreCode; limit: number; json?: boolean }) => {
      const entries = await withShop(({ db }) =>
        waitingEntries(db, { stores: store ? [store] : storeCodes, limit }),
      )
      if (json) return printJson(entries.map(entryJson))
      printTable(entries.map(entryLine), { empty: 'No payment waits.' })
    })
}

const entryLine = (entry: BankEntry): Line => ({
  entry: entry.id,
  store: entry.store,
  booked: entry.bookedOn,
  amount: `${signed(entry)} ${entry.currency}`,
  'on no invoice': toMajor(entry.unassignedMinor).toFixed(2),
  problem: entry.problem,
  reference: entry.references.join(' ') || null,
  payer: entry.payer,
  message: entry.message,
})

const entryJson = ({ amountMinor, unassignedMinor, ...entry }: BankEntry) => ({
  ...entry,
  amount: toMajor(amountMinor),
  unassigned: toMajor(unassignedMinor),
})

export function matchCommand(): Command {
  return new Command('match')
    .description('put a payment that waits on an invoice')
    .argument('<entry>', 'number of the entry, as unmatched prints it', readLongId)
    .argument('<invoice>', 'store and number, e.g. sv-12', readName)
    .action(async (entry: number, name: InvoiceName) => {
      const answer = await withOrders((services, actor) => assignEntry(services, actor, entry, name))
      if (!answer.ok) throw new Refusal(matchRefusals[answer.code])
      const amount = (minor: Minor) => toMajor(minor).toFixed(2)
      printFacts({
        entry,
        invoice: invoiceName(answer.invoice),
        state: answer.invoice.state,
        amount: amount(answer.amountMinor),
        'on no invoice': amount(answer.restMinor),
      })
    })
}

export function dismissCommand(): Command {
  return new Command('dismiss')
    .description('close a payment that belongs to no invoice, such as one that was paid back')
    .argument('<entry>', 'number of the entry, as unmatched prints it', readLongId)
    .requiredOption('--reason <text>', 'why, for the books', (text) => {
      if (text.trim().length >= 1 && text.length <= 500) return text.trim()
      throw new InvalidArgumentError('1 to 500 characters, please.')
    })
    .action(async (entry: number, { reason }: { reason: string }) => {
      const answer = await withOrders((services, actor) => dismissEntry(services, actor, entry, reason))
      if (!answer.ok) throw new Refusal(matchRefusals[answer.code])
      printFacts({ entry, closed: true })
    })
}

const matchRefusals: Record<Extract<AssignAnswer | DismissAnswer, { ok: false }>['code'], string> = {
  unknown_entry: 'There is no such entry.',
  not_waiting: 'This entry is closed already.',
  unknown_invoice: 'There is no such invoice.',
  other_store: 'The invoice is of another store than the account.',
  currency: 'The payment has another currency than the invoice. Pay it back, then dismiss the entry.',
  nothing_open: 'Nothing of this invoice can be paid, or taken back.',
}
