/**
 * A register of fictional vehicles, for the demo and for tests: each country has its own numbers. The number
 * beginning with the country's sentinel letters simulates an unavailable register.
 */
import { readPlate, type Country } from '../../domain/devices/plate.ts'
import type { BatteryNeed, Vehicle, VehicleRegistry } from '../../domain/devices/vehicle-registry.ts'

const need = (
  technology: BatteryNeed['technology'],
  capacityAh: number,
  [lengthMm, widthMm, heightMm]: [number, number, number],
  layout: BatteryNeed['layout'] = 'right_positive',
): BatteryNeed => ({ technology, capacityAh, lengthMm, widthMm, heightMm, layout })

/** One vehicle for each group of starter batteries; the last needs one the shop does not sell. */
const vehicles: readonly Vehicle[] = [
  { maker: 'Volvo', model: 'V60', year: 2015, battery: need('agm', 68, [278, 175, 190]) },
  { maker: 'Volkswagen', model: 'Golf 6', year: 2010, battery: need('lead_acid', 55, [242, 175, 190]) },
  { maker: 'Toyota', model: 'Yaris', year: 2008, battery: need('lead_acid', 42, [207, 175, 175]) },
  {
    maker: 'Honda',
    model: 'Jazz',
    year: 2010,
    battery: need('lead_acid', 45, [238, 129, 227], 'left_positive'),
  },
  { maker: 'Toyota', model: 'Avensis', year: 2009, battery: need('lead_acid', 58, [232, 173, 225]) },
  { maker: 'Volvo', model: 'V70', year: 2008, battery: need('lead_acid', 70, [278, 175, 190]) },
  { maker: 'Volkswagen', model: 'Polo', year: 2018, battery: need('efb', 59, [242, 175, 190]) },
  { maker: 'Ford', model: 'Focus', year: 2016, battery: need('efb', 68, [278, 175, 190]) },
  { maker: 'Mazda', model: 'CX-5', year: 2017, battery: need('efb', 70, [260, 173, 225]) },
  { maker: 'Mercedes-Benz', model: 'Vito', year: 2017, battery: need('efb', 92, [353, 175, 190]) },
  { maker: 'Volvo', model: 'XC60', year: 2018, battery: need('agm', 80, [315, 175, 190]) },
  { maker: 'Audi', model: 'A6', year: 2014, battery: need('agm', 92, [353, 175, 190]) },
  { maker: 'BMW', model: 'X5', year: 2016, battery: need('agm', 105, [394, 175, 190]) },
  { maker: 'Tesla', model: 'Model S', year: 2014, battery: need('agm', 33, [197, 130, 185]) },
]

/** Numbers in the order of the vehicles. */
const plates: Partial<Record<Country, readonly string[]>> = {
  SE: [
    'ANO001',
    'ANO002',
    'ANO003',
    'ANO004',
    'ANO005',
    'ANO006',
    'ANO007',
    'ANO008',
    'ANO009',
    'ANO010',
    'ANO011',
    'ANO012',
    'ANO01A',
    'ANO01B',
  ],
  NO: [
    'AN10001',
    'AN10002',
    'AN10003',
    'AN10004',
    'AN10005',
    'AN10006',
    'AN10007',
    'AN10008',
    'AN10009',
    'AN10010',
    'AN10011',
    'AN10012',
    'AN10013',
    'AN10014',
  ],
  DE: [
    'B-AN 1001',
    'B-AN 1002',
    'B-AN 1003',
    'B-AN 1004',
    'B-AN 1005',
    'B-AN 1006',
    'B-AN 1007',
    'B-AN 1008',
    'B-AN 1009',
    'B-AN 1010',
    'B-AN 1011',
    'B-AN 1012',
    'B-AN 1013',
    'B-AN 1014E',
  ],
  DK: [
    'AN20001',
    'AN20002',
    'AN20003',
    'AN20004',
    'AN20005',
    'AN20006',
    'AN20007',
    'AN20008',
    'AN20009',
    'AN20010',
    'AN20011',
    'AN20012',
    'AN20013',
    'AN20014',
  ],
}

/** Fictional type keys, in the order of the vehicles: HSN 9990 is not given to any maker. */
const demoHsn = '9990'
const demoTsn = (at: number) => `AN${String.fromCodePoint(65 + at)}`

/** The number of each country that simulates an unavailable register. */
const silentPlates: Partial<Record<Country, string>> = {
  SE: 'NER404',
  NO: 'NE40404',
  DE: 'B-NE 404',
  DK: 'NE40404',
}

/** Number of example numbers on a page. */
const shownExamples = 4

const shownPlate = (country: Country, text: string): string => {
  const read = readPlate(country, text)
  return read.ok ? read.shown : text
}

const sameAs = (country: Country, text: string) => {
  const read = readPlate(country, text)
  return read.ok ? read.plate : text
}

export function createDemoVehicleRegistry(): VehicleRegistry {
  return {
    async find(country, plate) {
      const silent = silentPlates[country]
      if (silent === undefined || plate === sameAs(country, silent)) return { ok: false, code: 'unavailable' }
      const at = (plates[country] ?? []).findIndex((each) => sameAs(country, each) === plate)
      const vehicle = vehicles[at]
      return vehicle ? { ok: true, vehicle } : { ok: false, code: 'unknown' }
    },
    async findByTypeKey({ hsn, tsn }) {
      const vehicle = hsn === demoHsn ? vehicles.find((_, at) => demoTsn(at) === tsn) : undefined
      return vehicle ? { ok: true, vehicle } : { ok: false, code: 'unknown' }
    },
    examples: (country) =>
      (plates[country] ?? []).slice(0, shownExamples).map((plate) => shownPlate(country, plate)),
  }
}
