import { expect, it } from 'vitest'
import { depositLine } from './deposit-line.ts'

it('the German deposit is one line for all starter batteries, in that store alone', () => {
  expect(depositLine('de', 3, 'kept')).toMatchObject({
    uuid: 'kept',
    quantity: 3,
    priceMinor: 750,
    fee: true,
    feeKind: 'deposit',
  })
  expect(depositLine('de', 0, 'kept')).toBeNull()
  expect(depositLine('sv', 3, 'kept')).toBeNull()
})
