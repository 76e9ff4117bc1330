/** The VAT numbers of business buyers, checked at the simulated registers after their orders. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkVatNumbers, vatNumberCheckOf } from '../domain/vat-numbers/check-vat-numbers.server.ts'
import type { VatNumber } from '../domain/vat-numbers/vat-number.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { composeVatRegisters } from '../server/compose.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { snapshotOf, writtenOrder } from './order-fixture.ts'
import { openCarriers, type SimulatedCarriers } from './simulated-carriers.ts'

let simulated: SimulatedCarriers
let test: TestDatabase
const warnings: string[] = []
const log = {
  info: () => {},
  warn: (data: object) => void warnings.push(JSON.stringify(data)),
}
const placedAt = Date.UTC(2026, 10, 20, 9)
let now = placedAt

beforeAll(async () => {
  simulated = await openCarriers()
  test = await testDatabase()
})
beforeEach(() => {
  now = placedAt + 60_000
  warnings.length = 0
})
afterEach(() => simulated.reset())
afterAll(async () => {
  await test.drop()
  await simulated.stop()
})

const registers = () => composeVatRegisters(simulated.vatRegisters, log)
const check = () => checkVatNumbers({ db: test.db, vatNumbers: registers(), clock: () => now })

describe('a register', () => {
  const ask = (countryCode: string, number: string, requester: VatNumber | null = null) =>
    registers().check({ countryCode, number }, requester)

  it('confirms a number, and VIES gives a named requester a consultation number', async () => {
    const requester = { countryCode: 'DE', number: '136695976' }
    expect(await ask('SE', '556036079301', requester)).toEqual({
      status: 'valid',
      register: 'vies',
      consultationNumber: 'WAPIAAAA556036079301',
    })
    expect(await ask('DK', '13585628')).toEqual({
      status: 'valid',
      register: 'vies',
      consultationNumber: null,
    })
    expect(await ask('NO', '923609016')).toEqual({
      status: 'valid',
      register: 'brreg',
      consultationNumber: null,
    })
  })

  it.each([
    ['DE', '136695999'],
    ['SE', '556036079901'],
    ['NO', '923609099'],
    ['NO', '923609098'],
    ['NO', '923609097'],
  ])('does not know %s%s', async (countryCode, number) => {
    expect(await ask(countryCode, number)).toMatchObject({ status: 'invalid' })
  })

  it.each([
    ['DE', 'vies', { kind: 'disconnect' }],
    ['DE', 'vies', { kind: 'status', status: 500, body: '{"errorWrappers":[{"error":"MS_UNAVAILABLE"}]}' }],
    ['DE', 'vies', { kind: 'status', status: 404, body: '<html>' }],
    ['NO', 'brreg', { kind: 'disconnect' }],
    ['NO', 'brreg', { kind: 'status', status: 503 }],
  ])(
    'of %s that fails says nothing about the number, which is not logged',
    async (countryCode, provider, fault) => {
      await simulated.fault({ ...fault, provider })
      expect(await ask(countryCode, '923609016')).toMatchObject({ status: 'unavailable' })
      expect(warnings.join('')).toMatch(/vies|brreg/)
      expect(warnings.join('')).not.toContain('923609016')
    },
  )
})

describe('an order', () => {
  /** A placed order of a business with that company number. */
  async function placed(
    store: StoreCode,
    identityNumber: string | null,
    type: 'private' | 'business' = 'business',
  ) {
    const snapshot = snapshotOf(store, { placedAt: new Date(placedAt).toISOString() })
    const order = await writtenOrder(test.db, {
      ...snapshot,
      customer: { ...snapshot.customer, type, identityNumber },
    })
    return order.id
  }

  it('of a business keeps what the register said, and is asked about once', async () => {
    const swedish = await placed('sv', '5560360793')
    const norwegian = await placed('no', '923609098')
    const masked = await placed('sv', '********74')
    const consumer = await placed('sv', null, 'private')
    expect(await check()).toEqual({ answered: 3, waiting: 0 })
    expect(await vatNumberCheckOf(test.db, swedish)).toEqual({
      status: 'valid',
      countryCode: 'SE',
      number: '556036079301',
      register: 'vies',
      consultationNumber: 'WAPIAAAA556036079301',
      checkedAt: new Date(now),
    })
    expect(await vatNumberCheckOf(test.db, norwegian)).toMatchObject({ status: 'invalid', register: 'brreg' })
    expect(await vatNumberCheckOf(test.db, masked)).toMatchObject({ status: 'none', number: null })
    expect(await vatNumberCheckOf(test.db, consumer)).toBeNull()
    expect(await check()).toEqual({ answered: 0, waiting: 0 })
  })

  it('waits for a register that does not answer, and asks again later', async () => {
    const order = await placed('de', 'DE136695976')
    await simulated.fault({ kind: 'disconnect', provider: 'vies', count: 2 })
    expect(await check()).toEqual({ answered: 0, waiting: 1 })
    expect(await vatNumberCheckOf(test.db, order)).toMatchObject({ status: 'unavailable' })
    expect(await check()).toEqual({ answered: 0, waiting: 0 })
    now += 60_000
    expect(await check()).toEqual({ answered: 0, waiting: 1 })
    now += 120_000
    expect(await check()).toEqual({ answered: 1, waiting: 0 })
    expect(await vatNumberCheckOf(test.db, order)).toMatchObject({ status: 'valid', number: '136695976' })
  })
})
