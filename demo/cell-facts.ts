/** Measures and designations of round and block cells, as in IEC 60086 and IEC 61951. */
import type { Attributes } from './product-plan.ts'
import { words, type Words } from './words.ts'

export interface CellSize {
  /** Name in the trade and in the drawing's `size`. */
  size: string
  code: string
  iec: string
  ansi: string
  volts: number
  capacityMah: number
  weightG: number
  diameterMm?: number
  widthMm?: number
  lengthMm?: number
  heightMm: number
  alsoCalled: string
}

const cell = (
  size: string,
  iec: string,
  ansi: string,
  volts: number,
  capacityMah: number,
  weightG: number,
  diameterMm: number,
  heightMm: number,
  alsoCalled: string,
): CellSize => ({
  size,
  code: size.toLowerCase(),
  iec,
  ansi,
  volts,
  capacityMah,
  weightG,
  diameterMm,
  heightMm,
  alsoCalled,
})

/** Alkaline cells by size; capacity at a light load. */
export const alkalineCells: Record<string, CellSize> = {
  AA: cell('AA', 'LR6', '15A', 1.5, 2850, 23, 14.5, 50.5, 'Mignon, R6, AM3, MN1500'),
  AAA: cell('AAA', 'LR03', '24A', 1.5, 1250, 11.5, 10.5, 44.5, 'Micro, R03, AM4, MN2400'),
  C: cell('C', 'LR14', '14A', 1.5, 8000, 66, 26.2, 50, 'Baby, R14, AM2, MN1400'),
  D: cell('D', 'LR20', '13A', 1.5, 17000, 138, 34.2, 61.5, 'Mono, R20, AM1, MN1300'),
  '9V': {
    size: '9V',
    code: '9v',
    iec: '6LR61',
    ansi: '1604A',
    volts: 9,
    capacityMah: 580,
    weightG: 46,
    lengthMm: 26.5,
    widthMm: 17.5,
    heightMm: 48.5,
    alsoCalled: 'E-Block, PP3, 6F22, MN1604',
  },
  AAAA: cell('AAAA', 'LR61', '25A', 1.5, 600, 6.5, 8.3, 42.5, 'LR8D425, MN2500, E96'),
  N: cell('N', 'LR1', '910A', 1.5, 900, 9, 12, 30.2, 'Lady, AM5, MN9100'),
  A23: cell('A23', '8LR932', '1181A', 12, 55, 8, 10.3, 28.5, '23A, MN21, V23GA, L1028'),
  A27: cell('A27', '8LR732', '1181A', 12, 22, 4.4, 8, 28.2, '27A, MN27, L828'),
  '4LR44': cell('4LR44', '4LR44', '1414A', 6, 150, 10.5, 13, 25.2, 'PX28A, 476A, V4034PX'),
  '3R12': {
    size: '3R12',
    code: '3r12',
    iec: '3LR12',
    ansi: '703',
    volts: 4.5,
    capacityMah: 6100,
    weightG: 160,
    lengthMm: 62,
    widthMm: 22,
    heightMm: 67,
    alsoCalled: 'MN1203',
  },
  '4R25': {
    size: '4R25',
    code: '4r25',
    iec: '4LR25',
    ansi: '908A',
    volts: 6,
    capacityMah: 13000,
    weightG: 640,
    lengthMm: 67,
    widthMm: 67,
    heightMm: 115,
    alsoCalled: '4R25X, MN908, 996',
  },
}

/** What a size is called whatever its chemistry: MN1500 and the like name an alkaline cell. */
export const namesOfAnyChemistry = ({ alsoCalled }: CellSize): string =>
  alsoCalled
    .split(', ')
    .filter((name) => !name.startsWith('MN'))
    .join(', ')

/** The attributes every cell of that size has, whatever the pack. */
export function cellAttributes(
  cell: CellSize,
  chemistry: string,
  count: number,
  shelfLifeYears: number,
): Attributes {
  return {
    battery_size: cell.code,
    chemistry,
    voltage_v: cell.volts,
    capacity_mah: cell.capacityMah,
    cells_per_pack: count,
    iec_code: cell.iec,
    ansi_code: cell.ansi,
    also_called: cell.alsoCalled,
    ...(cell.diameterMm ? { diameter_mm: cell.diameterMm } : {}),
    ...(cell.lengthMm ? { length_mm: cell.lengthMm } : {}),
    ...(cell.widthMm ? { width_mm: cell.widthMm } : {}),
    height_mm: cell.heightMm,
    weight_g: Math.round(cell.weightG * count * 10) / 10,
    shelf_life_years: shelfLifeYears,
    battery_marks: ['separate_collection'],
  }
}

/** Batteries with a form of their own; every other size is a round cell. */
const blockSizes = new Set(['9V', '4R25', '3R12', '2CR5', 'CR-P2', 'CR-V3'])

/** The drawing of a pack of cells. */
export function cellDrawing(size: string, chemistry: string, count: number): string {
  return `${blockSizes.has(size) ? 'block' : 'cell'}?size=${size}&chemistry=${chemistry}&count=${count}`
}

/** "4-pack" in the four languages. */
export function packOf(count: number): Words {
  if (count === 1) return words('1 st', '1 stk.', '1 Stück', '1 stk.')
  return words(`${count}-pack`, `${count}-pakning`, `${count}er-Pack`, `${count}-pak`)
}

/** Words for a picture: "Alkaliskt AA-batteri, 4-pack". */
export function packPicture(thing: Words, count: number): Words {
  const pack = packOf(count)
  return words(
    `${thing.sv}, ${pack.sv}`,
    `${thing.no}, ${pack.no}`,
    `${thing.de}, ${pack.de}`,
    `${thing.da}, ${pack.da}`,
  )
}
