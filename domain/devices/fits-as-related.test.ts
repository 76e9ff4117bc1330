import { expect, it } from 'vitest'
import { fitReason, fitsAsRelated, type FitGoods, type FitReason } from './fits-as-related.ts'

const goods = (attributes: FitGoods['attributes'], ...fits: string[]): FitGoods => ({ attributes, fits })
const cell = (size: string) => goods({ battery_size: size, voltage_v: 1.5 })
const nimh = (size: string) => goods({ battery_size: size, voltage_v: 1.2, chemistry: 'nimh' })
const liIon = goods({ battery_size: '18650', voltage_v: 3.6, chemistry: 'li_ion' })
const charger = goods({ charges: ['nimh'], charges_sizes: ['aa', 'aaa'] })
const leadCharger = goods({ charges: ['lead_acid', 'agm'], voltage_v: 12 })
const lead = (layout: string, length = 242) =>
  goods({ chemistry: 'agm', voltage_v: 12, terminal_layout: layout, length_mm: length, width_mm: 175 })

it.each<[string, FitGoods, FitGoods, boolean]>([
  ['cells of one size', cell('aa'), cell('aa'), true],
  ['cells of two sizes', cell('aa'), cell('aaa'), false],
  ['a cell beside a torch for it', goods({ battery_size: 'aa' }), cell('aa'), true],
  ['a cell beside a torch for another', goods({ battery_size: 'aa' }), cell('18650'), false],
  ['a charger that does not say what it charges beside a cell', cell('aa'), goods({ power_w: 5 }), true],
  ['a charger beside a cell that it takes', nimh('aa'), charger, true],
  ['a cell beside the charger for it', charger, nimh('aa'), true],
  ['a charger beside a cell of another size', nimh('d'), charger, false],
  ['a charger beside a cell that cannot be charged', cell('aa'), charger, false],
  ['a charger beside a cell of another chemistry', liIon, charger, false],
  [
    'a charger beside a cell with a socket of its own',
    goods({ battery_size: 'aa', voltage_v: 1.5, chemistry: 'nimh', charging_port: 'usb_c' }),
    charger,
    false,
  ],
  [
    'a charger beside a cell whose socket is given as a cable end',
    goods({ battery_size: 'aa', voltage_v: 1.5, chemistry: 'nimh', connector_a: 'usb_c' }),
    charger,
    false,
  ],
  ['a charger beside a torch of its size', goods({ battery_size: 'aa' }), charger, true],
  ['a charger beside a torch of another size', goods({ battery_size: 'd' }), charger, false],
  ['a charger beside a box', goods({ colour: 'black' }), charger, true],
  ['two chargers', goods({ charges: ['li_ion'] }), charger, true],
  ['a charger for lead beside a lead battery', lead('right'), leadCharger, true],
  ['a charger for lead beside a lithium battery', goods({ chemistry: 'lifepo4' }), leadCharger, false],
  [
    'a charger of the same maker and another chemistry',
    goods({ device_brand: 'bosch', voltage_v: 18, chemistry: 'nimh' }, 'Bosch GSR 18'),
    goods({ device_brand: 'bosch', voltage_v: 18, charges: ['li_ion'] }),
    false,
  ],
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

it.each<[string, FitGoods, FitGoods[], FitReason | null]>([
  ['cells of one size', cell('aa'), [cell('aa'), nimh('aa')], 'same_size'],
  ['cells of two sizes', cell('aa'), [cell('aa'), cell('aaa')], null],
  ['the cells of a torch', goods({ battery_size: 'aa' }), [cell('aa')], 'batteries_for'],
  ['the chargers of a cell', nimh('aa'), [charger, charger], 'charger_for'],
  ['the charger of a lead battery', lead('right'), [leadCharger], 'charger_for'],
  ['a charger and a box', nimh('aa'), [charger, goods({})], null],
  ['a charger beside a lamp', goods({ lamp_base: 'e27' }), [charger], null],
  [
    'batteries of one phone',
    goods({}, 'A 1', 'A 2'),
    [goods({}, 'a  2'), goods({}, 'A 2', 'A 3')],
    'same_device',
  ],
  ['batteries of two phones', goods({}, 'A 1', 'A 2'), [goods({}, 'A 1'), goods({}, 'A 2')], null],
  ['nothing', cell('aa'), [], null],
])('%s say why they fit: %#', (_name, product, others, reason) => {
  expect(fitReason(product, others)).toBe(reason)
})
