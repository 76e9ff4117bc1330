/** `anode invoice …`: invoices, what is paid on them, and what is done about those that are not. */
import { writeFile } from 'node:fs/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  findInvoice,
  invoiceBalances,
  paymentsOfInvoice,
  type InvoiceFilter,
} from '../../domain/invoices/invoice-balances.server.ts'
import { invoicesOf } from '../../domain/invoices/invoice-repository.server.ts'
import {
  invoiceName,
  invoiceStates,
  type InvoiceBalance,
  type InvoiceName,
} from '../../domain/invoices/invoice-state.ts'
import { holdInvoice, releaseInvoice } from '../../domain/invoices/hold-invoice.server.ts'
import { movePayment, type MoveAnswer } from '../../domain/invoices/move-payment.server.ts'
import {
  payInvoice,
  repayInvoice,
  writeOffInvoice,
  type InvoiceChange,
} from '../../domain/invoices/record-payment.server.ts'
import { remindersOf } from '../../domain/invoices/reminder-repository.server.ts'
import { toMajor, type Minor } from '../../domain/money/money.ts'
import { dayIn } from '../../domain/stores/store-day.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { readAmount, readDay, readLimit } from '../../sdk/command-arguments.ts'
import { printFacts, printJson, printTable, type Line } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { withOrders } from '../with-orders.ts'
import { dismissCommand, importCommand, matchCommand, unmatchedCommand } from './invoice-import.ts'
import { readName } from './invoice-name.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

export function invoiceCommand(): Command {
  return new Command('invoice')
    .description('show invoices, record their payments, and hold or release reminders')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(paidCommand())
    .addCommand(repaidCommand())
    .addCommand(movePaymentCommand())
    .addCommand(writeOffCommand())
    .addCommand(holdCommand())
    .addCommand(releaseCommand())
    .addCommand(importCommand())
    .addCommand(unmatchedCommand())
    .addCommand(matchCommand())
    .addCommand(dismissCommand())
    .addHelpText(
      'after',
      '\nAn invoice is named by its store and number, e.g. sv-12.\nExamples:\n  anode invoice list --status overdue --store sv\n  anode invoice show sv-12 --pdf invoice.pdf\n  anode invoice paid sv-12 --amount 100 --date 2026-11-23 --reference "cash"\n  anode invoice move-payment sv-12 sv-13 --reason "wrong reference"\n  anode invoice import statement.xml --dry-run',
    )
}

interface ListOptions {
  store?: StoreCode
  status?: NonNullable<InvoiceFilter['status']>
  dueFrom?: string
  dueTo?: string
  limit: number
  json?: boolean
}

function listCommand(): Command {
  return new Command('list')
    .description('print invoices by due date')
    .option('--store <code>', `only this store: ${storeChoices}`, readStore)
    .addOption(
      new Option(
        '--status <status>',
        'only invoices in this state; unpaid: open, partly paid or overdue; to_repay: the buyer is owed money',
      ).choices([...invoiceStates, 'unpaid', 'to_repay', 'held']),
    )
    .option('--due-from <day>', 'due on this day or later, YYYY-MM-DD', readDay)
    .option('--due-to <day>', 'due on this day or earlier', readDay)
    .option('--limit <count>', 'how many', readLimit, 100)
    .option('--json', 'print JSON')
    .action(async ({ store, json, ...filter }: ListOptions) => {
      const invoices = await withShop(({ db }) =>
        invoiceBalances({ db, clock: Date.now }, { stores: store ? [store] : storeCodes, ...filter }),
      )
      if (json) return printJson(invoices.map(invoiceJson))
      printTable(invoices.map(invoiceRow), { empty: 'No such invoice.' })
    })
}

function showCommand(): Command {
  return named('show', 'print an invoice with its payments and reminders')
    .option('--pdf <file>', 'write the invoice as PDF to this file')
    .option('--json', 'print JSON')
    .action(async (name: InvoiceName, { pdf, json }: { pdf?: string; json?: boolean }) => {
      const found = await withShop(async ({ db, services }) => {
        const invoice = await findInvoice({ db, clock: Date.now }, name)
        if (!invoice) throw new Refusal(unknownInvoice)
        const issued = (await invoicesOf(db, invoice.orderId)).find(({ number }) => number === name.number)
        if (pdf !== undefined) {
          if (!issued?.document) throw new Refusal('This invoice was issued before documents were stored.')
          const { renderInvoice } = await services()
          await writeFile(pdf, await renderInvoice(issued.document))
        }
        return {
          invoice,
          document: issued?.document ?? null,
          payments: await paymentsOfInvoice(db, invoice.id),
          reminders: await remindersOf(db, invoice.id),
        }
      })
      const { invoice, document, payments, reminders } = found
      if (json)
        return printJson({
          ...invoiceJson(invoice),
          reference: document?.payment?.reference ?? null,
          payments: payments.map(({ amountMinor, ...payment }) => ({
            ...payment,
            amount: toMajor(amountMinor),
          })),
          reminders,
        })
      printFacts({ ...invoiceRow(invoice), reference: document?.payment?.reference ?? null })
      if (payments.length > 0)
        printTable(
          payments.map(({ kind, amountMinor, paidOn, reference, source, bankEntryId }) => ({
            entry: kind,
            amount: amountText(amountMinor),
            date: paidOn,
            reference,
            source,
            'bank entry': bankEntryId,
          })),
        )
      if (reminders.length > 0)
        printTable(
          reminders.map(({ step, remindedAt }) => ({ reminder: step, at: remindedAt.toISOString() })),
        )
    })
}

interface PaidOptions {
  amount?: Minor
  date?: string
  reference?: string
  json?: boolean
}

function paidCommand(): Command {
  return changeCommand('paid', 'record a payment on an invoice; all that is open by default')
    .option('--amount <amount>', 'major units, for a part', readAmount)
    .option('--date <day>', 'when it was paid, YYYY-MM-DD; today by default', readDay)
    .option('--reference <text>', 'how the payment is found again', readReference)
    .action(async (name: InvoiceName, { json, ...options }: PaidOptions) =>
      printChange(
        await withOrders((services, actor) => payInvoice(services, actor, inputOf(name, options))),
        {
          json,
          verb: 'paid',
        },
      ),
    )
}

function repaidCommand(): Command {
  return changeCommand('repaid', 'record that a credited amount was paid back to the buyer')
    .option('--amount <amount>', 'major units, for a part', readAmount)
    .option('--date <day>', 'when it was paid back, YYYY-MM-DD; today by default', readDay)
    .option('--reference <text>', 'how the transfer is found again', readReference)
    .action(async (name: InvoiceName, { json, ...options }: PaidOptions) =>
      printChange(
        await withOrders((services, actor) => repayInvoice(services, actor, inputOf(name, options))),
        { json, verb: 'paid back' },
      ),
    )
}

interface MoveOptions {
  amount?: Minor
  reason: string
  json?: boolean
}

function movePaymentCommand(): Command {
  return named(
    'move-payment',
    'move what was paid on an invoice to another one, because it was matched wrongly',
  )
    .argument('<to>', 'the invoice that was paid, e.g. sv-13', readName)
    .option('--amount <amount>', 'major units, for a part; all that fits by default', readAmount)
    .requiredOption('--reason <text>', 'why, for the books', readReference)
    .option('--json', 'print JSON')
    .action(async (from: InvoiceName, to: InvoiceName, { amount, reason, json }: MoveOptions) => {
      const answer = await withOrders((services, actor) =>
        movePayment(services, actor, { from, to, amountMinor: amount ?? null, reason }),
      )
      if (!answer.ok) throw new Refusal(moveRefusal(answer))
      if (json)
        return printJson({
          moved: toMajor(answer.amountMinor),
          from: invoiceJson(answer.from),
          to: invoiceJson(answer.to),
        })
      printFacts({ moved: amountText(answer.amountMinor) })
      printTable([answer.from, answer.to].map(invoiceRow))
    })
}

function moveRefusal(answer: Extract<MoveAnswer, { ok: false }>): string {
  switch (answer.code) {
    case 'unknown_invoice':
      return unknownInvoice
    case 'same_invoice':
      return 'That is the same invoice twice.'
    case 'other_store':
      return 'The invoices are of different stores.'
    case 'nothing_paid':
      return 'No payment of the first invoice can be moved.'
    case 'nothing_open':
      return 'Nothing of the second invoice can be paid.'
    case 'too_much':
      return `That is more than can be moved: ${amountText(answer.mostMinor)}.`
  }
}

function writeOffCommand(): Command {
  return changeCommand(
    'write-off',
    'give up what is open of an invoice; it still counts as the buyer’s open credit',
  )
    .requiredOption('--reason <text>', 'why, for the books', readReference)
    .action(async (name: InvoiceName, { json, reason }: { json?: boolean; reason: string }) =>
      printChange(
        await withOrders((services, actor) =>
          writeOffInvoice(services, actor, inputOf(name, { reference: reason })),
        ),
        { json, verb: 'written off' },
      ),
    )
}

function holdCommand(): Command {
  return named('hold', 'send no reminders for an invoice, because the buyer disputes it')
    .requiredOption('--reason <text>', 'why, for staff', (text) => readText(text, 500))
    .action(async (name: InvoiceName, { reason }: { reason: string }) => {
      const answer = await withOrders((services, actor) => holdInvoice(services, actor, name, reason))
      if (!answer.ok) throw new Refusal(unknownInvoice)
      printFacts({ invoice: invoiceName(name), held: true, note: answer.already ? 'was held before' : null })
    })
}

function releaseCommand(): Command {
  return named('release', 'send reminders for an invoice again').action(async (name: InvoiceName) => {
    const answer = await withOrders((services, actor) => releaseInvoice(services, actor, name))
    if (!answer.ok) throw new Refusal(unknownInvoice)
    printFacts({ invoice: invoiceName(name), held: false, note: answer.already ? 'was not held' : null })
  })
}

const named = (name: string, description: string): Command =>
  new Command(name).description(description).argument('<invoice>', 'store and number, e.g. sv-12', readName)

const changeCommand = (name: string, description: string): Command =>
  named(name, description).option('--json', 'print JSON')

const inputOf = (invoice: InvoiceName, { amount, date, reference }: PaidOptions) => ({
  invoice,
  amountMinor: amount ?? null,
  paidOn: date ?? dayIn(invoice.store, Date.now()),
  reference: reference ?? null,
})

const unknownInvoice = 'There is no such invoice. Credit notes are shown by anode order show.'

function printChange(
  answer: InvoiceChange,
  { json, verb }: { json?: boolean | undefined; verb: string },
): void {
  if (!answer.ok) throw new Refusal(refusalOf(answer))
  const { amountMinor, invoice, isOrderPaid } = answer
  if (json) return printJson({ recorded: toMajor(amountMinor), isOrderPaid, ...invoiceJson(invoice) })
  printFacts({
    ...invoiceRow(invoice),
    [verb]: amountText(amountMinor),
    note: isOrderPaid ? 'the order is paid' : null,
  })
}

function refusalOf(answer: Extract<InvoiceChange, { ok: false }>): string {
  switch (answer.code) {
    case 'unknown_invoice':
      return unknownInvoice
    case 'nothing_open':
      return `Nothing is open of this invoice: it is ${answer.invoice.state}.`
    case 'nothing_to_repay':
      return 'The buyer is owed nothing of this invoice.'
    case 'too_much':
      return `That is more than is open: ${money(answer.mostMinor, answer.invoice)}.`
  }
}

const amountText = (amount: Minor): string => toMajor(amount).toFixed(2)
const money = (amount: Minor, { currency }: Pick<InvoiceBalance, 'currency'>): string =>
  `${amountText(amount)} ${currency}`

function invoiceRow(invoice: InvoiceBalance): Line {
  return {
    invoice: invoiceName(invoice),
    order: invoice.orderNumber,
    state: invoice.state,
    due: invoice.dueOn,
    amount: money(invoice.amountMinor, invoice),
    paid: amountText(invoice.paidMinor),
    credited: amountText(invoice.creditedMinor),
    open: amountText(invoice.openMinor),
    'to repay': amountText(invoice.repayMinor),
    held: invoice.isHeld,
  }
}

function invoiceJson(invoice: InvoiceBalance) {
  return {
    invoice: invoiceName(invoice),
    store: invoice.store,
    number: invoice.number,
    order: invoice.orderNumber,
    state: invoice.state,
    issued: invoice.issuedAt.toISOString(),
    due: invoice.dueOn,
    currency: invoice.currency,
    amount: toMajor(invoice.amountMinor),
    paid: toMajor(invoice.paidMinor),
    credited: toMajor(invoice.creditedMinor),
    writtenOff: toMajor(invoice.writtenOffMinor),
    open: toMajor(invoice.openMinor),
    toRepay: toMajor(invoice.repayMinor),
    held: invoice.isHeld,
  }
}

const readReference = (text: string): string => readText(text, 140)

function readText(text: string, longest: number): string {
  const trimmed = text.trim()
  if (trimmed.length >= 1 && trimmed.length <= longest) return trimmed
  throw new InvalidArgumentError(`1 to ${longest} characters, please.`)
}
