import { expect, it } from 'vitest'
import {
  fitsField,
  isFieldKey,
  scopesIn,
  storesOfScope,
  valueInStore,
  type FieldKind,
} from './custom-field.ts'
import { declaredFields, fieldsOf, withDeclared } from './declared-fields.ts'

const oak = { code: 'oak', names: { sv: 'Ek' } }

it.each<[FieldKind, unknown[], unknown[]]>([
  ['text', ['Handtvätt'], ['', 1, true, 'x'.repeat(2_001)]],
  ['rich_text', ['<p>Hej</p>'], ['', 1, 'x'.repeat(20_001)]],
  ['reference', ['NC-AA4'], ['', 4, 'x'.repeat(101)]],
  [
    'picture',
    [`picture:${'a'.repeat(64)}`, `picture:${'a'.repeat(64)} Från sidan`],
    ['picture:a', `picture:${'a'.repeat(64)} `, `picture:${'a'.repeat(64)} ${'x'.repeat(501)}`, 'file:a', 1],
  ],
  ['number', [0, -1.5, 1e12], ['1', Number.NaN, Infinity, 1e13]],
  ['choice', ['oak'], ['ash', '', 1]],
  ['flag', [true, false], ['true', 1]],
  ['date', ['2026-02-28'], ['2026-02-29', '28.2.2026', '2026-2-8', 20_260_228]],
])('a value of a %s is checked', (kind, good, bad) => {
  const field = { kind, options: [oak] }
  expect(good.filter((value) => !fitsField(field, value))).toEqual([])
  expect(bad.filter((value) => fitsField(field, value))).toEqual([])
})

it('a key is a word of its own, and no name that every object has', () => {
  expect(['care', 'care_2'].filter(isFieldKey)).toHaveLength(2)
  expect(['Care', '2care', 'constructor', '__proto__', 'toString'].filter(isFieldKey)).toEqual([])
})

it('a field has one value, or one for each store or language', () => {
  expect(scopesIn({ scope: 'shared' })).toEqual([''])
  expect(scopesIn({ scope: 'store' }, ['sv', 'no'])).toEqual(['sv', 'no'])
  expect(scopesIn({ scope: 'language' }, ['sv', 'no'])).toEqual(['sv', 'nb'])
  expect(storesOfScope({ scope: 'language' }, 'nb', ['sv', 'no'])).toEqual(['no'])
  expect(valueInStore({ scope: 'language' }, { nb: 'Ja' }, 'no')).toBe('Ja')
  expect(valueInStore({ scope: 'store' }, { sv: 'Ja' }, 'no')).toBeUndefined()
})

it('fields of modules begin with their name, and take the place of those of staff', () => {
  const declared = { object: 'product', kind: 'flag', names: { sv: 'Kan slås in' } } as const
  const [field] = fieldsOf([{ name: 'gift-box', fields: { gift_box_possible: declared } }])
  expect(field).toMatchObject({
    key: 'gift_box_possible',
    module: 'gift-box',
    isShown: false,
    scope: 'shared',
  })
  expect(() => fieldsOf([{ name: 'gift-box', fields: { possible: declared } }])).toThrow(/does not begin/)
  const own = { ...field!, key: 'care', module: null, position: 1 }
  const archived = { ...own, key: 'old', position: 0, isArchived: true }
  const keys = withDeclared([archived, own], 'product').map(({ key }) => key)
  expect(keys.filter((key) => !declaredFields.some((each) => each.key === key))).toEqual(['care', 'old'])
})
