import { expect, it } from 'vitest'
import { fitsAsRelated, type FitGoods } from './fits-as-related.ts'

const goods = (attributes: FitGoods['attributes'], ...fits: string[]): FitGoods => ({ attributes, fits })
const cell = (size: string) => goods({ battery_size: size, voltage_v: 1.5 })
const lead = (layout: string, length = 242) =>
  goods({ chemistry: 'agm', voltage_v: 12, terminal_layout: layout, length_mm: length, width_mm: 175 })

it.each<[string, FitGoods, FitGoods, boolean]>([
  ['cells of one size', cell('aa'), cell('aa'), true],
  ['cells of two sizes', cell('aa'), cell('aaa'), false],
  ['a cell beside a torch for it', goods({ battery_size: 'aa' }), cell('aa'), true],
  ['a cell beside a torch for another', goods({ battery_size: 'aa' }), cell('18650'), false],
  ['a charger without a size beside a cell', cell('aa'), goods({ power_w: 5 }), true],
  ['a cell beside a phone battery', goods({ chemistry: 'li_ion' }, 'Apple iPhone 13'), cell('aa'), false],
  ['batteries of two phones', goods({}, 'Apple iPhone 13'), goods({}, 'Apple iPhone 14'), false],
  ['two batteries of one phone', goods({}, 'Apple iPhone 13'), goods({}, 'Apple  iphone 13'), true],
  ['a phone battery beside a lamp', goods({ lamp_base: 'e27' }), goods({}, 'Apple iPhone 13'), false],
  [
    'a charger of the same maker and voltage',
    goods({ device_brand: 'bosch', voltage_v: 18 }, 'Bosch GSR 18'),
    goods({ device_brand: 'bosch', voltage_v: 18 }),
    true,
  ],
  [
    'a charger of the same maker and another voltage',
    goods({ device_brand: 'bosch', voltage_v: 18 }, 'Bosch GSR 18'),
    goods({ device_brand: 'bosch', voltage_v: 12 }),
    false,
  ],
  ['lead batteries of one case', lead('right'), lead('right'), true],
  ['lead batteries with other poles', lead('right'), lead('left'), false],
  ['lead batteries of two cases', lead('right'), lead('right', 278), false],
  ['a charger beside a lead battery', lead('right'), goods({ output_a: 4 }), true],
  ['bulbs of two bases', goods({ lamp_base: 'e27' }), goods({ lamp_base: 'gu10' }), false],
])('%s: %#', (_name, product, other, expected) => {
  expect(fitsAsRelated(product, other)).toBe(expected)
})
