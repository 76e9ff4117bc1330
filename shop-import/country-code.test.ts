import { expect, it } from 'vitest'
import { countryCode } from './country-code.ts'

it.each([
  ['SE', 'SE'],
  ['de', 'DE'],
  ['Sweden', 'SE'],
  [' SVERIGE ', 'SE'],
  ['Schweden', 'SE'],
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['Tyskland', 'DE'],
  ['Norge', 'NO'],
  ['Norwegen', 'NO'],
  ['Danmark', 'DK'],
  ['Dänemark', 'DK'],
  ['United  Kingdom', 'GB'],
  ['Österrike', 'AT'],
  ['Atlantis', null],
  ['QX', null],
  ['', null],
])('%j is the country %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
