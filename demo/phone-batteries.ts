/** Batteries for phones, with and without tools, and for tablets. */
import { deviceBattery } from './device-battery.ts'
import { groups, type ProductPlan, type VariantPlan } from './product-plan.ts'
import { join, words } from './words.ts'

/** sku, maker, device, part number, volts, mAh, price, further models; a trailing `!` sells the kit with tools as well. */
type PhoneRow = [
  sku: string,
  maker: string,
  device: string,
  oem: string,
  volts: number,
  mah: number,
  sek: number,
  models: string,
]

const samsung: PhoneRow[] = [
  ['CB-S24', 'samsung', 'Galaxy S24', 'EB-BS921ABY', 3.88, 4000, 429, 'SM-S921B!'],
  ['CB-S23', 'samsung', 'Galaxy S23', 'EB-BS912ABY', 3.88, 3900, 399, 'SM-S911B!'],
  ['CB-S22', 'samsung', 'Galaxy S22', 'EB-BS901ABY', 3.88, 3700, 379, 'SM-S901B!'],
  ['CB-S21', 'samsung', 'Galaxy S21', 'EB-BG991ABY', 3.88, 4000, 349, 'SM-G991B!'],
  ['CB-S20FE', 'samsung', 'Galaxy S20 FE', 'EB-BG781ABY', 3.86, 4500, 329, 'Galaxy A52,SM-G780F,SM-G781B!'],
  ['CB-S10', 'samsung', 'Galaxy S10', 'EB-BG973ABU', 3.85, 3400, 299, 'SM-G973F'],
  ['CB-A54', 'samsung', 'Galaxy A54', 'EB-BA546ABY', 3.88, 5000, 329, 'Galaxy A34,SM-A546B'],
  ['CB-A40', 'samsung', 'Galaxy A40', 'EB-BA405ABE', 3.85, 3100, 249, 'SM-A405FN'],
  ['CB-J5', 'samsung', 'Galaxy J5', 'EB-BG530BBE', 3.8, 2600, 179, 'Galaxy J3,Galaxy Grand Prime'],
  ['CB-XC4', 'samsung', 'Galaxy XCover 4', 'EB-BG390BBE', 3.85, 2800, 229, 'Galaxy XCover 4s,SM-G390F'],
]
const apple: PhoneRow[] = [
  ['CB-IP15', 'apple', 'iPhone 15', '616-00763', 3.88, 3349, 499, 'A3090!'],
  ['CB-IP14', 'apple', 'iPhone 14', '616-00755', 3.87, 3279, 469, 'A2882!'],
  ['CB-IP13', 'apple', 'iPhone 13', '616-01231', 3.84, 3227, 429, 'A2633!'],
  ['CB-IP12', 'apple', 'iPhone 12', '616-00722', 3.83, 2815, 379, 'iPhone 12 Pro,A2403!'],
  ['CB-IP11', 'apple', 'iPhone 11', '616-00644', 3.79, 3110, 349, 'A2221!'],
  ['CB-IPXR', 'apple', 'iPhone XR', '616-00471', 3.79, 2942, 329, 'A2105!'],
  ['CB-IPX', 'apple', 'iPhone X', '616-00351', 3.81, 2716, 329, 'A1901'],
  ['CB-IPSE', 'apple', 'iPhone SE (2020)', '616-00782', 3.82, 1821, 299, 'iPhone SE (2022),A2296!'],
  ['CB-IP8', 'apple', 'iPhone 8', '616-00357', 3.82, 1821, 279, 'A1905'],
]
const others: PhoneRow[] = [
  ['CB-X5II', 'sony', 'Xperia 5 II', 'SNYSAC5', 3.87, 4000, 349, 'XQ-AS52'],
  ['CB-X1III', 'sony', 'Xperia 1 III', 'SNYSDU6', 3.87, 4500, 389, 'XQ-BC52'],
  ['CB-XZ2C', 'sony', 'Xperia XZ2 Compact', 'LIP1657ERPC', 3.85, 2870, 289, 'H8324'],
  ['CB-PX8', 'google', 'Pixel 8', 'G949-00488-00', 3.87, 4575, 429, 'GPJ41,GKWS6!'],
  ['CB-PX7', 'google', 'Pixel 7', 'GMSB3', 3.87, 4355, 399, 'GVU6C,GQML3!'],
  ['CB-PX6A', 'google', 'Pixel 6a', 'GLU7G', 3.86, 4410, 369, 'GX7AS,GB62Z'],
  ['CB-P30L', 'huawei', 'P30 Lite', 'HB356687ECW', 3.82, 3340, 249, 'Huawei Nova 4e,Huawei Mate 10 Lite'],
  ['CB-P30P', 'huawei', 'P30 Pro', 'HB486486ECW', 3.82, 4200, 299, 'Huawei Mate 20 Pro,VOG-L29'],
  ['CB-N3310', 'nokia', '3310 (2017)', 'BL-4UL', 3.7, 1200, 129, 'Nokia 225,Nokia 230'],
  ['CB-NBL5C', 'nokia', '1100', 'BL-5C', 3.7, 1020, 99, 'Nokia 2600,Nokia 3110 Classic,Nokia 6230,Nokia N70'],
  ['CB-DORO6', 'doro', '6060', 'DBS-1350A', 3.7, 1350, 179, 'Doro 6050,Doro 6620,Doro 6820'],
  [
    'CB-DORO5',
    'doro',
    'PhoneEasy 500',
    'XYP1110007704',
    3.7,
    800,
    149,
    'Doro PhoneEasy 506,Doro PhoneEasy 510,Doro 2424',
  ],
  ['CB-MG7', 'motorola', 'Moto G7', 'JG30', 3.8, 3000, 259, 'XT1962-5'],
  ['CB-MG100', 'motorola', 'Moto G100', 'MT45', 3.85, 5000, 319, 'Motorola Edge S,XT2125-4'],
]

const makerNames: Record<string, string> = {
  samsung: 'Samsung',
  apple: 'Apple',
  sony: 'Sony',
  google: 'Google',
  huawei: 'Huawei',
  nokia: 'Nokia',
  doro: 'Doro',
  motorola: 'Motorola',
}

/** Packs under a cover that opens without tools; all others are glued in, with a ribbon and a plug. */
const removable = new Set(['CB-J5', 'CB-XC4', 'CB-N3310', 'CB-NBL5C', 'CB-DORO6', 'CB-DORO5'])

function phone(row: PhoneRow): ProductPlan {
  const [sku, maker, device, oem, volts, mah, sek, models] = row
  const makerName = makerNames[maker] ?? maker
  const named = maker === 'apple' ? device : `${makerName} ${device}`
  const known = Object.values(makerNames)
  const fits = [
    `${makerName} ${device}`,
    ...models
      .replace('!', '')
      .split(',')
      .map((model) => (known.some((name) => model.startsWith(name)) ? model : `${makerName} ${model}`)),
  ]
  const single = ['samsung', 'apple', 'sony', 'google', 'huawei'].includes(maker)
  const plan = deviceBattery({
    sku,
    brand: 'cellbyte',
    category: single ? `phone-batteries-${maker}` : 'phone-batteries-other',
    maker,
    device: named,
    kind: 'phone',
    ...(removable.has(sku) && { drawn: 'phone-removable' }),
    oem,
    chemistry: mah > 1400 ? 'li_polymer' : 'li_ion',
    volts,
    mah,
    sek,
    grams: Math.round(mah / 70),
    fits,
    group: groups.phone,
    discount: 'D1',
  })
  if (!models.endsWith('!')) return plan
  const variant = (
    suffix: string,
    code: string,
    version: ReturnType<typeof words>,
    more: number,
  ): VariantPlan => ({
    sku: `${sku}-${suffix}`,
    name: join(', ', plan.name, version),
    sek: sek + more,
    attributes: { version: code },
    drawing: `pack?kind=phone&volts=${volts}`,
    picture: join(', ', plan.picture, version),
  })
  return {
    ...plan,
    variationAttributes: ['version'],
    variants: [
      variant('B', 'standard', words('endast batteri', 'kun batteri', 'nur Akku', 'kun batteri'), 0),
      variant('K', 'with_tools', words('med verktyg', 'med verktøy', 'mit Werkzeug', 'med værktøj'), 70),
    ],
  }
}

const tablets: PhoneRow[] = [
  ['CB-IPAD9', 'apple', 'iPad 10.2 (2021)', 'A2002', 3.73, 8557, 549, 'iPad 10.2 (2020),iPad 10.2 (2019)'],
  ['CB-IPADAIR2', 'apple', 'iPad Air 2', 'A1547', 3.76, 7340, 449, 'A1566,A1567'],
  ['CB-IPADMINI5', 'apple', 'iPad mini 5', 'A2114', 3.81, 5124, 449, 'A2133'],
  ['CB-IPADPRO11', 'apple', 'iPad Pro 11 (2018)', 'A2042', 3.77, 7812, 699, 'A1980'],
  ['CB-TABA7', 'samsung', 'Galaxy Tab A7', 'SCUD-WT-N19', 3.85, 7040, 399, 'SM-T500,SM-T505'],
  ['CB-TABS6L', 'samsung', 'Galaxy Tab S6 Lite', 'EB-BP610ABE', 3.86, 7040, 429, 'SM-P610,SM-P615'],
  ['CB-TABA8', 'samsung', 'Galaxy Tab A8', 'HQ-6300SD', 3.85, 7040, 399, 'SM-X200'],
  ['CB-TABACT3', 'samsung', 'Galaxy Tab Active3', 'EB-BT575BBE', 3.85, 5050, 499, 'SM-T570,SM-T575'],
]

function tablet([sku, maker, device, oem, volts, mah, sek, models]: PhoneRow): ProductPlan {
  const makerName = makerNames[maker] ?? maker
  return deviceBattery({
    sku,
    brand: 'cellbyte',
    category: 'tablet-batteries',
    maker,
    device: maker === 'apple' ? device : `${makerName} ${device}`,
    kind: 'tablet',
    oem,
    chemistry: 'li_polymer',
    volts,
    mah,
    sek,
    grams: Math.round(mah / 55),
    fits: [device, ...models.split(',')].map((model) => `${makerName} ${model}`),
    group: groups.phone,
    discount: 'D1',
  })
}

/** All plans of this family. */
export function phoneBatteries(): ProductPlan[] {
  return [...samsung, ...apple, ...others].map(phone).concat(tablets.map(tablet))
}
