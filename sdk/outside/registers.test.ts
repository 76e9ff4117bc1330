/** Registers of modules: what they answer reaches the shop, and what is no answer costs nothing but the answer. */
import { expect, it } from 'vitest'
import { createVehicleRegistry } from '../../providers/vehicle-registry/vehicle-registers.ts'
import { noVehicleRegistry } from '../../providers/vehicle-registry/no-vehicle-registry.ts'
import { guardedVatRegister, guardedVehicleRegister } from './registers.ts'

const warnings: object[] = []
const log = { warn: (data: object) => void warnings.push(data) }
const number = { countryCode: 'CH', number: '123456789' }
const check = (answer: () => unknown) =>
  guardedVatRegister('acme', 'acme-uid', () => ({ check: async () => answer() as never }))(
    'https://uid.example',
    log,
  ).check(number, null)
const vehicle = {
  maker: 'Volvo',
  model: 'V70',
  year: 2012,
  battery: {
    technology: 'agm',
    capacityAh: 80,
    lengthMm: 315,
    widthMm: 175,
    heightMm: 190,
    layout: 'right_positive',
  },
} as const
const find = (answer: () => unknown, country: 'SE' | 'DE' = 'SE') =>
  createVehicleRegistry(
    [
      guardedVehicleRegister(
        'acme',
        () => ({ countries: ['SE'], find: () => Promise.resolve(answer() as never) }),
        { log, clock: () => 0 },
      ),
    ],
    noVehicleRegistry,
  ).find(country, 'ABC123', AbortSignal.timeout(4_000))

it('a register of VAT numbers answers under its own name', async () => {
  expect(await check(() => ({ status: 'valid', consultationNumber: 'C1', register: 'vies' }))).toEqual({
    status: 'valid',
    register: 'acme-uid',
    consultationNumber: 'C1',
  })
  expect(await check(() => ({ status: 'invalid' }))).toMatchObject({ status: 'invalid' })
  expect(warnings).toEqual([])
})

it('a register of vehicles answers for its countries', async () => {
  const answer = { ok: true, vehicle }
  expect(await find(() => answer)).toEqual(answer)
  expect(await find(() => answer, 'DE')).toEqual({ ok: false, code: 'unavailable' })
  expect(await find(() => ({ ok: false, code: 'unknown' }))).toEqual({ ok: false, code: 'unknown' })
  expect(warnings).toEqual([])
})

it('a register that fails or answers nonsense is unavailable, and its module is named without the number', async () => {
  const fails = () => {
    throw new Error('GET /vehicles/ABC123: 503')
  }
  for (const answer of [fails, () => null, () => ({ status: 'maybe' }), () => ({ ok: true, vehicle: {} })]) {
    warnings.length = 0
    expect(await check(answer)).toEqual({
      status: 'unavailable',
      register: 'acme-uid',
      consultationNumber: null,
    })
    expect(await find(answer)).toEqual({ ok: false, code: 'unavailable' })
    expect(warnings).toMatchObject([
      { module: 'acme', register: 'acme-uid' },
      { module: 'acme', register: 'vehicles' },
    ])
    expect(JSON.stringify(warnings)).not.toContain('ABC123')
  }
})
