import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { camt053, type SampleEntry } from '../../providers/bank-file/camt053.test-support.ts'
import { readCamt053 } from '../../providers/bank-file/camt053.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { checkBooks } from '../books/check-books.server.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { findInvoice, invoiceBalances, paymentsOfInvoice } from '../invoices/invoice-balances.server.ts'
import { movePayment } from '../invoices/move-payment.server.ts'
import { payInvoice } from '../invoices/record-payment.server.ts'
import { paymentReference } from '../invoices/payment-reference.ts'
import { toMajor, type Minor } from '../money/money.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { storeCodes } from '../stores/stores.ts'
import { waitingEntries } from './bank-entry-repository.server.ts'
import { assignEntry, dismissEntry } from './handle-entry.server.ts'
import { importBankFile, storeOfAccount } from './import-bank-file.server.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
let product: Awaited<ReturnType<OrderShop['addProduct']>>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
  product = await shop.addProduct({ price: 100, available: 1000 })
})
afterAll(() => shop.close())

const iban = 'SE4550000000058398257466'
const services = () => ({ ...paid.services, db: shop.db })

let parcels = 0
/** An invoice of an order with so many units; with its reference and amount as a buyer gives them. */
async function invoiced(quantity: number) {
  const order = await paid.order([line(product, quantity)])
  const trackingNumber = `PARCEL-${++parcels}`
  await shipOrder(paid.services, testActor, { number: order.number, trackingNumber })
  const [invoice] = await invoiceBalances(services(), { orderId: order.id, limit: 1 })
  return {
    ...invoice!,
    reference: paymentReference('ocr', invoice!.number),
    amount: major(invoice!.amountMinor),
  }
}

const major = (amount: number) => toMajor(amount as Minor).toFixed(2)
const stateOf = async (invoice: { number: number }) =>
  (await findInvoice(services(), { store: 'sv', number: invoice.number }))!

let references = 0
/** A payment with a bank reference of its own. */
const credit = (
  amount: string,
  transaction: NonNullable<SampleEntry['transactions']>[number],
): SampleEntry => ({
  amount,
  bankReference: `BR${++references}`,
  transactions: [transaction],
})

async function importEntries(entries: SampleEntry[], options: { isDryRun?: boolean } = {}) {
  const read = readCamt053(Buffer.from(camt053({ iban }, entries)))
  if (!read.ok) throw new Error(read.code)
  const answer = await importBankFile(services(), testActor, {
    statements: read.statements,
    fileName: 'statement.xml',
    isDryRun: false,
    ...options,
  })
  if (!answer.ok) throw new Error(answer.code)
  return answer.report.rows
}
const resultsOf = (rows: Awaited<ReturnType<typeof importEntries>>) => rows.map(({ result }) => result)

describe('a bank file', () => {
  it('pays invoices by reference and marks their orders as paid; a second import changes nothing', async () => {
    const [one, two] = [await invoiced(1), await invoiced(2)]
    const entries: SampleEntry[] = [
      credit(one.amount, { references: [one.reference], payer: 'Anna Åberg' }),
      {
        amount: major(two.amountMinor + 5_000),
        bankReference: 'BATCH',
        transactions: [
          { amount: major(two.amountMinor - 10_000), references: [two.reference] },
          { amount: '150.00', references: [two.reference] },
        ],
      },
    ]
    const dry = await importEntries(entries, { isDryRun: true })
    expect(resultsOf(dry)).toEqual(['matched', 'matched', 'overpaid'])
    expect((await stateOf(one)).state).toBe('open')
    expect(await waitingEntries(shop.db, { stores: ['sv'], limit: 10 })).toEqual([])
    expect(resultsOf(await importEntries(entries))).toEqual(['matched', 'matched', 'overpaid'])
    expect(resultsOf(await importEntries(entries))).toEqual(['repeated', 'repeated', 'repeated'])
    expect((await stateOf(one)).state).toBe('paid')
    expect((await stateOf(two)).state).toBe('paid')
    expect((await findOrderByNumber(shop.db, one.orderNumber))!.paidAt).not.toBeNull()
    const [rest] = await waitingEntries(shop.db, { stores: ['sv'], limit: 10 })
    expect(rest).toMatchObject({ problem: 'overpaid', unassignedMinor: 5_000, amountMinor: 15_000 })
    expect(await dismissEntry(services(), testActor, rest!.id, 'paid back')).toEqual({ ok: true })
    expect(await dismissEntry(services(), testActor, rest!.id, 'again')).toMatchObject({
      code: 'not_waiting',
    })
    // Names of payers are kept only while staff need them.
    const { rows } = await sql<{
      kept: number
    }>`select count(payer)::integer as kept from bank_entry`.execute(shop.db)
    expect(rows).toEqual([{ kept: 0 }])
  })

  it('pays by numbers in the text if the amount is exactly what is open', async () => {
    const [one, two, three] = [await invoiced(1), await invoiced(1), await invoiced(3)]
    const results = await importEntries([
      credit(one.amount, { message: `Faktura nr ${one.number}, tack` }),
      credit('7.00', { message: `Faktura ${two.number}` }),
      credit(two.amount, { message: `order ${two.orderNumber.toLowerCase()}` }),
      credit(major(three.amountMinor), { message: `OCR ${three.reference}` }),
      credit('1.00', { message: 'Hej' }),
      credit('1.00', {}),
    ])
    expect(resultsOf(results)).toEqual([
      'matched',
      'amount_differs',
      'matched',
      'matched',
      'unknown',
      'unknown',
    ])
    expect((await stateOf(two)).state).toBe('paid')
  })

  it('pays several invoices with one payment that is exactly for all of them', async () => {
    const [one, two, three] = [await invoiced(1), await invoiced(2), await invoiced(1)]
    const both = major(one.amountMinor + two.amountMinor)
    const results = await importEntries([
      credit('1.00', { references: [one.reference, two.reference] }),
      credit(both, { references: [one.reference, two.reference] }),
      credit(three.amount, { message: `${three.number} ${three.orderNumber}` }),
    ])
    expect(resultsOf(results)).toEqual(['ambiguous', 'matched', 'matched'])
    expect([(await stateOf(one)).state, (await stateOf(two)).state]).toEqual(['paid', 'paid'])
  })

  it('leaves to staff what is not certain: a second payment, another currency, an incomplete batch, a wrong digit', async () => {
    const one = await invoiced(1)
    const wrongDigit = `${one.reference.slice(0, -1)}${(Number(one.reference.at(-1)) + 1) % 10}`
    const results = await importEntries([
      { ...credit('10.00', { references: [one.reference] }), currency: 'EUR' },
      { amount: '20.00', bankReference: 'B2', transactions: [{ amount: '5.00' }, { amount: '6.00' }] },
      credit('3.00', { references: [wrongDigit] }),
      credit(one.amount, { references: [one.reference] }),
      credit(one.amount, { references: [one.reference] }),
    ])
    expect(resultsOf(results)).toEqual(['currency', 'incomplete', 'unknown', 'matched', 'nothing_open'])
    const two = await invoiced(1)
    const [euros, batch] = results
    const assign = (entry: number, number: number, store: 'sv' | 'no' = 'sv') =>
      assignEntry(services(), testActor, entry, { store, number })
    expect(await assign(euros!.entryId!, two.number)).toMatchObject({ code: 'currency' })
    expect(await assign(batch!.entryId!, 999)).toMatchObject({ code: 'unknown_invoice' })
    expect(await assign(batch!.entryId!, one.number)).toMatchObject({ code: 'nothing_open' })
    expect(await assign(batch!.entryId!, two.number)).toMatchObject({
      ok: true,
      restMinor: 0,
      invoice: { state: 'partly_paid', paidMinor: 2_000 },
    })
    expect(await assign(batch!.entryId!, two.number)).toMatchObject({ code: 'not_waiting' })
  })

  it('takes reversed payments back', async () => {
    const [one, two] = [await invoiced(1), await invoiced(1)]
    const back = (amount: string, more: Partial<SampleEntry>): SampleEntry => ({
      amount,
      direction: 'DBIT',
      isReversal: true,
      booked: '2026-11-25',
      ...more,
    })
    await importEntries([
      { amount: one.amount, bankReference: 'R1', transactions: [{ references: [one.reference] }] },
      { amount: two.amount, bankReference: 'R2', transactions: [{ references: [two.reference] }] },
      { amount: '9.00', bankReference: 'R3', transactions: [{ message: 'unknown' }] },
    ])
    const reversals = [
      back(one.amount, { bankReference: 'R1' }),
      back(two.amount, { transactions: [{ references: [two.reference] }] }),
      back('9.00', { bankReference: 'R3' }),
      back('8.00', { bankReference: 'R9' }),
    ]
    const rows = await importEntries(reversals)
    expect(resultsOf(rows)).toEqual(['matched', 'matched', 'matched', 'unknown_reversal'])
    expect(resultsOf(await importEntries(reversals))).toEqual([
      'repeated',
      'repeated',
      'repeated',
      'repeated',
    ])
    for (const invoice of [one, two]) {
      expect(await stateOf(invoice)).toMatchObject({ state: 'open', paidMinor: 0 })
      expect((await findOrderByNumber(shop.db, invoice.orderNumber))!.paidAt).toBeNull()
    }
    expect(await paymentsOfInvoice(shop.db, one.id)).toMatchObject([
      { kind: 'payment' },
      { kind: 'reversal' },
    ])
    const waiting = await waitingEntries(shop.db, { stores: ['sv'], limit: 100 })
    expect(waiting.some(({ bankReference }) => bankReference === 'R3')).toBe(false)
  })

  it('takes back a payment that staff have moved from the invoice that it has paid since', async () => {
    const [one, two] = [await invoiced(1), await invoiced(1)]
    const entry = { amount: one.amount, bankReference: 'M1' }
    await importEntries([{ ...entry, transactions: [{ references: [one.reference] }] }])
    const name = ({ number }: { number: number }) => ({ store: 'sv', number }) as const
    const moved = { from: name(one), to: name(two), amountMinor: null, reason: 'wrong reference' }
    expect(await movePayment(services(), testActor, moved)).toMatchObject({ ok: true })
    const own = { invoice: name(one), amountMinor: null, paidOn: '2026-11-24', reference: 'own' }
    expect(await payInvoice(services(), testActor, own)).toMatchObject({ ok: true })
    const rows = await importEntries([
      { ...entry, direction: 'DBIT', isReversal: true, transactions: [{ references: [one.reference] }] },
    ])
    expect(resultsOf(rows)).toEqual(['matched'])
    expect(await stateOf(one)).toMatchObject({ state: 'paid' })
    expect(await stateOf(two)).toMatchObject({ state: 'open', paidMinor: 0 })
  })

  it('that is imported twice at once is recorded once', async () => {
    const invoices = [await invoiced(1), await invoiced(1), await invoiced(1)]
    const entries = invoices.map(({ amount, reference }) => credit(amount, { references: [reference] }))
    const rows = await Promise.all([importEntries(entries), importEntries(entries)])
    expect(rows.flat().filter(({ result }) => result === 'matched')).toHaveLength(3)
    for (const { id, amountMinor } of invoices)
      expect(await paymentsOfInvoice(shop.db, id)).toMatchObject([{ amountMinor }])
  })

  it('of an account that no store has is refused as a whole', async () => {
    expect(['SE45 5000 0000 0583 9825 7466', '59000000', 'NO9386011117947'].map(storeOfAccount)).toEqual([
      'sv',
      'sv',
      'no',
    ])
    const read = readCamt053(Buffer.from(camt053({ iban: 'SE0000000000000000000000' }, [{ amount: '1' }])))
    const input = { statements: read.ok ? read.statements : [], fileName: 'x', isDryRun: false }
    expect(await importBankFile(services(), testActor, input)).toMatchObject({
      code: 'unknown_account',
      account: 'SE0000000000000000000000',
    })
    expect(await importBankFile(services(), testActor, { ...input, store: 'sv' })).toMatchObject({ ok: true })
  })
})

it('every entry is in the audit with its actor, and the books balance', async () => {
  const { rows } = await sql<{ missing: number }>`select count(*)::integer as missing from bank_entry e
    where not exists (select from audit_entry a where a.object_kind = 'bank_entry' and a.object_id = e.id::text
      and a.action = 'bank_entry.import' and a.actor_id = 'test')`.execute(shop.db)
  expect(rows).toEqual([{ missing: 0 }])
  const report = await checkBooks(shop.db, { stores: storeCodes, atProviders: null })
  expect(report.differences).toEqual([])
})
