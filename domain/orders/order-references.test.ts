import { expect, it } from 'vitest'
import { snapshotOf } from '../../test/order-fixture.ts'
import { referencesOf } from './order-references.ts'

it('lists the references that the buyer gave, in the order of the documents', () => {
  const { customer } = snapshotOf('sv')
  expect(referencesOf({ customer })).toEqual([])
  expect(
    referencesOf({
      customer: { ...customer, vatNumber: 'SE556000000001' },
      references: {
        yourReference: 'Kim',
        purchaseOrder: '4711',
        costCentre: '',
        electronicAddress: '0007:5560000000',
      },
    }),
  ).toEqual([
    { name: 'vatNumber', value: 'SE556000000001' },
    { name: 'yourReference', value: 'Kim' },
    { name: 'purchaseOrder', value: '4711' },
    { name: 'electronicAddress', value: '0007:5560000000' },
  ])
})
