import { expect, it } from 'vitest'
import { countAudience } from './customer-audience.ts'

function counted(countries: (string | null)[]) {
  const count = countAudience('SE')
  for (const [at, countryCode] of countries.entries())
    count.add(
      { row: at + 1, line: at + 2, bytes: 1, values: { countryCode, email: `${at}@example.se` } },
      at === 0
        ? { refused: { code: 'missing' } }
        : { outcome: 'created', ...(at === 1 && { newsletter: 'subscribed' }) },
    )
  return count.result()
}

it('a file of customers of which most live elsewhere is noticed, and says where most do', () => {
  expect(counted(['NO', 'NO', 'DK', 'SE', null, null])).toEqual({
    added: 5,
    subscribed: 1,
    elsewhere: { country: 'NO', customers: 3, known: 4 },
  })
})

it('half of them, or countries that are unknown, are not enough', () => {
  expect(counted(['NO', 'SE']).elsewhere).toBeNull()
  expect(counted([null, null]).elsewhere).toBeNull()
  expect(counted([])).toEqual({ added: 0, subscribed: 0, elsewhere: null })
})
