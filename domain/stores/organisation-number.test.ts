import { expect, it } from 'vitest'
import { checkIdentityNumber } from './identity-number.ts'
import { organisationNumberText } from './organisation-number.ts'
import { stores } from './stores.ts'

it.each([
  ['sv', '5567370431', '556737-0431'],
  ['no', '988077917', '988\u00A0077\u00A0917'],
  ['da', '13585628', '13\u00A058\u00A056\u00A028'],
  ['de', 'DE136695976', 'DE136695976'],
] as const)('an organisation number of %s is shown as the country writes it', (code, number, shown) => {
  expect(organisationNumberText(number, stores[code])).toBe(shown)
  // What is shown may be typed.
  expect(checkIdentityNumber(stores[code], 'business', shown, { now: Date.UTC(2026, 10, 20) })).toMatchObject(
    { ok: true, number },
  )
})

it('a masked number stays as it is', () => {
  expect(organisationNumberText('********74', stores.sv)).toBe('********74')
})
