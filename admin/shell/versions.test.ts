import { describe, expect, it } from 'vitest'
import { mergeVersions } from './versions.ts'

const base = {
  name: 'Cell',
  brand: 'voltara',
  stores: { sv: { name: 'Cell', price: '49' }, de: { name: 'Zelle', price: '5' } },
  attributes: [
    { code: 'capacity', text: '2000' },
    { code: 'marks', text: 'CE' },
  ],
  accounts: ['a', 'b'],
}
const { sv, de } = base.stores

describe('two versions of the same thing', () => {
  it('are merged where they changed different fields', () => {
    const mine = { ...base, name: 'Mine', stores: { sv: { ...sv, price: '59' }, de } }
    const theirs = { ...base, brand: 'theirs', stores: { sv: { ...sv, name: 'Theirs' }, de } }
    expect(mergeVersions({ base, mine, theirs })).toEqual({
      value: { ...base, name: 'Mine', brand: 'theirs', stores: { sv: { name: 'Theirs', price: '59' }, de } },
      conflicts: [],
    })
    expect(mergeVersions({ base, mine, theirs: base }).value).toEqual(mine)
    expect(mergeVersions({ base, mine, theirs: mine }).conflicts).toEqual([])
  })

  it('leave the person to choose where both changed a field', () => {
    const mine = { ...base, name: 'Mine', stores: { sv: { ...sv, price: '59' }, de }, accounts: ['a'] }
    const theirs = { ...base, name: 'Theirs', stores: { sv: { ...sv, price: '69' }, de }, accounts: ['b'] }
    const { value, conflicts } = mergeVersions({ base, mine, theirs }, { 'stores.sv.price': 'theirs' })
    expect(conflicts).toEqual([
      { path: 'name', mine: 'Mine', theirs: 'Theirs' },
      { path: 'stores.sv.price', mine: '59', theirs: '69' },
      { path: 'accounts', mine: ['a'], theirs: ['b'] },
    ])
    expect(value).toEqual({ ...mine, stores: { sv: { ...sv, price: '69' }, de } })
  })

  it('are merged member by member in lists with ids and codes, with what one of them added or removed', () => {
    const [capacity, marks] = base.attributes
    const mine = { ...base, attributes: [{ ...capacity!, text: '2100' }, marks!] }
    const theirs = { ...base, attributes: [capacity!, { code: 'voltage', text: '1.2' }] }
    expect(mergeVersions({ base, mine, theirs })).toEqual({
      value: {
        ...base,
        attributes: [
          { code: 'capacity', text: '2100' },
          { code: 'voltage', text: '1.2' },
        ],
      },
      conflicts: [],
    })
  })
})
