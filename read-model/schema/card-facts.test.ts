import { expect, it } from 'vitest'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { cardFactText, chooseCardFacts, piecesOf } from './card-facts.server.ts'
import { createStructure, emptyStructure } from './catalogue-structure.server.ts'
import type { AttributeValues } from './stored-details.server.ts'

const structure = createStructure(emptyStructure)
const factsOf = (attributes: AttributeValues, store: StoreCode) =>
  chooseCardFacts(attributes, []).map((fact) => cardFactText(structure, fact, store))

const pack = { battery_size: 'AA', chemistry: 'alkaline', cells_per_pack: 20, capacity_mah: 2600 }

it('names a pack with the unit of its language, and a single cell with its capacity', () => {
  expect(factsOf(pack, 'sv')).toEqual(['AA', '20-pack'])
  expect(factsOf(pack, 'no')).toEqual(['AA', '20-pakning'])
  expect(factsOf(pack, 'de')).toEqual(['AA', '20er-Pack'])
  expect(factsOf(pack, 'da')).toEqual(['AA', '20-pak'])
  expect(factsOf({ ...pack, cells_per_pack: 1 }, 'de')).toEqual(['AA', '2600'])
  expect(factsOf({ battery_size: 'D', chemistry: 'alkaline', cells_per_pack: 1 }, 'de')).toEqual([
    'D',
    '1\u00A0Stück',
  ])
  expect(factsOf({ ...pack, rechargeable: true }, 'sv')).toEqual(['2600', '20-pack'])
})

it('says how many cells a lamp or a charger takes, with their unit', () => {
  const lamp = { battery_size: 'AAA', cells_per_pack: 3, lumen_lm: 80, runtime_h: 20 }
  expect(factsOf(lamp, 'sv')).toEqual(['80', '3\u00A0×\u00A0AAA'])
  expect(factsOf({ battery_size: 'C', cells_per_pack: 2 }, 'da')).toEqual(['2\u00A0×\u00A0C'])
  expect(factsOf({ cell_slots: 16, power_w: 18 }, 'sv')).toEqual(['16\u00A0batterier', '18'])
  expect(factsOf({ cell_slots: 1, output_a: 1 }, 'de')).toEqual(['1\u00A0Akku', '1'])
})

it('gives a cable by the metre its conductor and its length', () => {
  const cable = { content_amount: 5, content_unit: 'm', length_m: 5, cross_section_mm2: 16 }
  expect(factsOf(cable, 'sv')).toEqual(['16', '5'])
})

it('counts the pieces of packs only', () => {
  expect(piecesOf(pack)).toBe(20)
  expect(piecesOf({ ...pack, cells_per_pack: 1 })).toBe(1)
  expect(piecesOf({ battery_size: 'AAA', cells_per_pack: 3, lumen_lm: 80 })).toBe(1)
})
