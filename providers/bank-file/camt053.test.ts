import { describe, expect, it } from 'vitest'
import type { BankTransaction } from '../../domain/bank-entries/bank-statement.ts'
import { readCamt053 } from './camt053.ts'
import { camt053, type SampleEntry } from './camt053.test-support.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const iban = 'SE4550000000058398257466'

function transactionsOf(entries: SampleEntry[], version = 2): readonly BankTransaction[] {
  const read = readCamt053(bytes(camt053({ iban }, entries, version)))
  if (!read.ok) throw new Error(`${read.code}: ${read.detail}`)
  return read.statements[0]!.transactions
}

describe('a camt.053 file', () => {
  it.each([2, 3, 4, 5, 6, 7, 8])('is read in version 001.0%d', (version) => {
    const [transaction] = transactionsOf(
      [
        {
          amount: '125.50',
          bankReference: 'BR1',
          transactions: [{ references: ['12344'], message: 'Tack & hej', payer: 'Anna Åberg' }],
        },
      ],
      version,
    )
    expect(transaction).toMatchObject({
      bookedOn: '2026-11-23',
      amountMinor: 12_550,
      currency: 'SEK',
      isReversal: false,
      bankReference: 'BR1',
      references: ['12344'],
      message: 'Tack & hej',
      payer: 'Anna Åberg',
      isIncomplete: false,
    })
  })

  it('has its account as IBAN or in the bank’s own form, and counts what is no incoming money', () => {
    const text = camt053({ other: '5900-0000' }, [
      { amount: '1', direction: 'DBIT' },
      { amount: '2', status: 'PDNG' },
      { amount: '3', direction: 'CRDT', isReversal: true },
      { amount: '4', direction: 'DBIT', isReversal: true },
      { amount: '5' },
    ])
    const read = readCamt053(bytes(text))
    expect(read).toMatchObject({ ok: true, statements: [{ account: '5900-0000', ignored: 3 }] })
    expect(read.ok && read.statements[0]!.transactions).toMatchObject([
      { amountMinor: 400, isReversal: true },
      { amountMinor: 500, isReversal: false },
    ])
  })

  it.each([2, 4])('splits a batch into its payments (version %d)', (version) => {
    const parts = transactionsOf(
      [
        {
          amount: '300.00',
          bankReference: 'BATCH',
          transactions: [
            { amount: '100.00', references: ['18'] },
            { amount: '200.00', references: ['26'] },
          ],
        },
      ],
      version,
    )
    expect(parts.map(({ amountMinor, references }) => [amountMinor, references])).toEqual([
      [10_000, ['18']],
      [20_000, ['26']],
    ])
    expect(new Set(parts.map(({ identity }) => JSON.stringify(identity))).size).toBe(2)
  })

  it('keeps a batch whose payments do not add up as one incomplete payment', () => {
    const wrong = [{ amount: '100.00' }, { amount: '199.99' }]
    const missing = [{ amount: '100.00' }, {}]
    const foreign = [{ amount: '100.00' }, { amount: '200.00', currency: 'EUR' }]
    for (const transactions of [wrong, missing, foreign])
      expect(transactionsOf([{ amount: '300.00', transactions }])).toMatchObject([
        { amountMinor: 30_000, isIncomplete: true },
      ])
  })

  it('tells equal payments of one statement apart unless the bank gives them one reference', () => {
    const plain: SampleEntry = { amount: '10', transactions: [{ message: 'same' }] }
    const keys = (entries: SampleEntry[]) =>
      transactionsOf(entries).map(({ identity }) => JSON.stringify(identity))
    expect(new Set(keys([plain, plain])).size).toBe(2)
    expect(keys([plain, plain])).toEqual(keys([plain, plain]))
    const referenced = { ...plain, bankReference: 'BR1' }
    expect(new Set(keys([referenced, referenced])).size).toBe(1)
    expect(new Set(keys([referenced, { ...referenced, bankReference: 'BR2' }])).size).toBe(2)
  })

  it('may be in ISO-8859-1 and may use CDATA', () => {
    const text = camt053({ iban }, [{ amount: '1', transactions: [{ payer: 'NAME' }] }])
      .replace('UTF-8', 'ISO-8859-1')
      .replace('NAME', '<![CDATA[Åsa <AB>]]>')
    const read = readCamt053(Buffer.from(text, 'latin1'))
    expect(read.ok && read.statements[0]!.transactions[0]!.payer).toBe('Åsa <AB>')
  })
})

describe('a file that is refused', () => {
  const good = camt053({ iban }, [{ amount: '1.00' }])
  const cases: [name: string, text: string, code: string][] = [
    ['is cut off', good.slice(0, -30), 'not_well_formed'],
    ['is no XML', 'date;amount\n2026-11-23;100', 'not_well_formed'],
    ['is empty', '', 'not_well_formed'],
    [
      'declares an external entity',
      good.replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document'),
      'doctype',
    ],
    ['uses an undefined entity', good.replace('S1', '&x;'), 'not_well_formed'],
    ['is camt.054', good.replaceAll('camt.053', 'camt.054'), 'wrong_format'],
    ['is version 001.01', good.replace('001.02', '001.01'), 'wrong_format'],
    ['has no namespace', good.replace(/ xmlns="[^"]+"/, ''), 'wrong_format'],
    ['is in UTF-16', good.replace('UTF-8', 'UTF-16'), 'encoding'],
    ['has an amount with three decimals', good.replace('1.00', '1.005'), 'wrong_value'],
    ['has a negative amount', good.replace('1.00', '-1.00'), 'wrong_value'],
    ['has no currency', good.replace('Ccy="SEK"', ''), 'wrong_value'],
    ['has no date', good.replace(/<BookgDt>.*<\/BookgDt>/, ''), 'wrong_value'],
    ['has an impossible date', good.replace('2026-11-23', '2026-13-45'), 'wrong_value'],
    ['names no account', good.replace(/<IBAN>.*<\/IBAN>/, ''), 'wrong_value'],
    ['is nested without end', good.replace('S1', '<a>'.repeat(60) + '</a>'.repeat(60)), 'not_well_formed'],
  ]
  it.each(cases)('%s', (_name, text, code) => {
    expect(readCamt053(bytes(text))).toMatchObject({ ok: false, code })
  })
  it('says that its bytes are not what it declares', () => {
    expect(readCamt053(Buffer.from(good.replace('S1', 'é'), 'latin1'))).toMatchObject({ code: 'encoding' })
  })
})
