/** Primary lithium: AA, AAA and 9V for cold places, and photo batteries. */
import { alkalineCells, cellDrawing, packOf, packPicture } from './cell-facts.ts'
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { join, words, type Words } from './words.ts'

/** size, IEC, volts, mAh, weight, measures, packs, price of one. */
interface LithiumCell {
  size: string
  iec: string
  ansi: string
  volts: number
  mah: number
  weightG: number
  measures: Attributes
  counts: number[]
  unitSek: number
  category: string
  use: Words
  also: string
  fits?: string[]
}

const coldUse = words(
  'Fungerar från −40 till +60 °C och väger en tredjedel mindre än ett alkaliskt. Viltkameror, utomhussensorer, gps och lås går många gånger längre.',
  'Virker fra −40 til +60 °C og veier en tredjedel mindre enn et alkalisk. Viltkameraer, utesensorer, GPS og låser går mange ganger lenger.',
  'Arbeitet von −40 bis +60 °C und wiegt ein Drittel weniger als Alkaline. Wildkameras, Außensensoren, GPS und Schlösser laufen um ein Vielfaches länger.',
  'Virker fra −40 til +60 °C og vejer en tredjedel mindre end et alkalisk. Vildtkameraer, udesensorer, gps og låse kører mange gange længere.',
)
const alarmUse = words(
  'Gjort för brandvarnare: upp till tio år utan batteribyte i en varnare som drar enligt norm.',
  'Laget for røykvarslere: opptil ti år uten batteribytte i en varsler med normalt forbruk.',
  'Für Rauchmelder gemacht: bis zu zehn Jahre ohne Batteriewechsel bei normgerechtem Verbrauch.',
  'Lavet til røgalarmer: op til ti år uden batteriskift i en alarm med normalt forbrug.',
)
const photoUse = words(
  'Litium för kameror, larmsensorer, taktiska ficklampor och golfavståndsmätare. Tål hög ström i korta stötar och tio års lagring.',
  'Litium for kameraer, alarmsensorer, taktiske lommelykter og avstandsmålere. Tåler høy strøm i korte støt og ti års lagring.',
  'Lithium für Kameras, Alarmsensoren, taktische Taschenlampen und Entfernungsmesser. Verträgt hohe Stromstöße und zehn Jahre Lagerung.',
  'Lithium til kameraer, alarmsensorer, taktiske lommelygter og afstandsmålere. Tåler høj strøm i korte stød og ti års lagring.',
)

const cells: LithiumCell[] = [
  {
    size: 'AA',
    iec: 'FR6',
    ansi: '15LF',
    volts: 1.5,
    mah: 3000,
    weightG: 15,
    measures: { diameter_mm: 14.5, height_mm: 50.5 },
    counts: [2, 4, 10],
    unitSek: 27,
    category: 'lithium-aa-aaa-9v',
    use: coldUse,
    also: 'L91, Mignon',
  },
  {
    size: 'AAA',
    iec: 'FR03',
    ansi: '24LF',
    volts: 1.5,
    mah: 1200,
    weightG: 7.6,
    measures: { diameter_mm: 10.5, height_mm: 44.5 },
    counts: [2, 4, 10],
    unitSek: 26,
    category: 'lithium-aa-aaa-9v',
    use: coldUse,
    also: 'L92, Micro',
  },
  {
    size: '9V',
    iec: '6FR61',
    ansi: '1604LC',
    volts: 9,
    mah: 1200,
    weightG: 34,
    measures: { length_mm: 26.5, width_mm: 17.5, height_mm: 48.5 },
    counts: [1, 2, 4],
    unitSek: 119,
    category: 'lithium-aa-aaa-9v',
    use: alarmUse,
    also: 'U9VL-J, E-Block',
    fits: ['Housegard Origo', 'Kidde 29HD', 'Elro FS8110', 'Nest Protect'],
  },
  {
    size: 'CR123A',
    iec: 'CR17345',
    ansi: '5018LC',
    volts: 3,
    mah: 1550,
    weightG: 17,
    measures: { diameter_mm: 17, height_mm: 34.5 },
    counts: [1, 2, 10],
    unitSek: 45,
    category: 'photo-batteries',
    use: photoUse,
    also: 'DL123A, EL123AP, 123',
    fits: ['Canon EOS 30', 'Nikon F100', 'Verisure rörelsedetektor', 'Ajax MotionProtect'],
  },
  {
    size: 'CR2',
    iec: 'CR15H270',
    ansi: '5046LC',
    volts: 3,
    mah: 850,
    weightG: 11,
    measures: { diameter_mm: 15.6, height_mm: 27 },
    counts: [1, 2],
    unitSek: 45,
    category: 'photo-batteries',
    use: photoUse,
    also: 'DLCR2, ELCR2',
    fits: ['Fujifilm Instax Mini 50S', 'Bushnell Pro X3', 'Ajax DoorProtect'],
  },
  {
    size: '2CR5',
    iec: '2CR5',
    ansi: '5032LC',
    volts: 6,
    mah: 1500,
    weightG: 38,
    measures: { length_mm: 34, width_mm: 17, height_mm: 45 },
    counts: [1],
    unitSek: 99,
    category: 'photo-batteries',
    use: photoUse,
    also: 'DL245, EL2CR5',
    fits: ['Canon EOS 5', 'Canon EOS-1V'],
  },
  {
    size: 'CR-P2',
    iec: 'CR-P2',
    ansi: '5024LC',
    volts: 6,
    mah: 1500,
    weightG: 37,
    measures: { length_mm: 35, width_mm: 19.5, height_mm: 36 },
    counts: [1, 2],
    unitSek: 89,
    category: 'photo-batteries',
    use: photoUse,
    also: 'DL223A, EL223AP',
    fits: ['Oras Electra', 'Nikon F75'],
  },
  {
    size: 'CR-V3',
    iec: 'CR-V3',
    ansi: '5047LC',
    volts: 3,
    mah: 3000,
    weightG: 38,
    measures: { length_mm: 52, width_mm: 28, height_mm: 14 },
    counts: [1],
    unitSek: 109,
    category: 'photo-batteries',
    use: photoUse,
    also: 'LB01, ELCRV3',
    fits: ['Olympus Camedia C-720', 'Kodak EasyShare DX4330'],
  },
]

function plan(cell: LithiumCell): ProductPlan {
  const { size, counts } = cell
  const code = size.toLowerCase().replace('-', '')
  const thing = words(
    `${size}-litiumbatteri`,
    `${size}-litiumbatteri`,
    `${size}-Lithiumbatterie`,
    `${size}-lithiumbatteri`,
  )
  const attributes = (count: number): Attributes => ({
    battery_size: code,
    chemistry: 'lithium',
    voltage_v: cell.volts,
    capacity_mah: cell.mah,
    cells_per_pack: count,
    iec_code: cell.iec,
    ansi_code: cell.ansi,
    also_called: cell.also,
    ...cell.measures,
    weight_g: Math.round(cell.weightG * count * 10) / 10,
    shelf_life_years: alkalineCells[size] ? 20 : 10,
    un_number: 'un3090',
    battery_marks: ['separate_collection'],
  })
  const block = size === '9V'
  const drawing = (count: number) => cellDrawing(size, 'lithium', count)
  const shared = {
    brand: 'voltara',
    categories: [cell.category, ...(block ? ['alarm-batteries'] : [])],
    intro: cell.use,
    care: 'lithium' as const,
    group: groups.household,
    discount: 'A3',
    tags: ['long-life', 'cold-proof'],
    ...(cell.fits ? { fits: cell.fits } : {}),
  }
  const one = (count: number) => ({
    sku: `VO-LI-${size}-${count}`,
    name: join(', ', thing, packOf(count)),
    sek: cell.unitSek * count * (1 - Math.log2(count) * 0.06),
    attributes: attributes(count),
    drawing: drawing(count),
    picture: packPicture(thing, count),
    ...(block && count > 1 ? { subscription: ['6 months', '12 months'] } : {}),
  })
  const first = counts[0] ?? 1
  if (counts.length === 1) return { ...shared, ...one(first) }
  return {
    ...shared,
    ...one(first),
    sku: `VO-LI-${size}`,
    name: thing,
    picture: thing,
    variationAttributes: ['cells_per_pack'],
    variants: counts.map(one),
  }
}

/** All plans of this family. */
export function lithiumBatteries(): ProductPlan[] {
  return cells.map(plan)
}
