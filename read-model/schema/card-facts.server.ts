/**
 * The two facts on a product card, selected by a table of attribute codes: what it fits or its size, and its
 * capacity. The full list of facts is on the product page.
 */
import { fillMessage } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { AttributeValues } from './stored-details.server.ts'
import { attributeText, type CatalogueStructure } from './catalogue-structure.server.ts'

/** The number of cells: those of a pack, or those that a lamp, an alarm or a holder takes. */
const packSize = 'cells_per_pack'

/** The first pair of which the product has both, else the first single ones in this order. */
const pairs: readonly [string, string][] = [
  ['connector_a', 'length_m'],
  ['cross_section_mm2', 'length_m'],
  ['battery_size', packSize],
  ['cell_slots', 'power_w'],
  ['cell_slots', 'output_a'],
  ['battery_size', 'capacity_mah'],
  ['cca_a', 'capacity_ah'],
  ['voltage_v', 'capacity_ah'],
  ['voltage_v', 'capacity_mah'],
  ['lumen_lm', 'runtime_h'],
  ['lumen_lm', 'lamp_base'],
  ['power_w', 'ports'],
]

/** Beside what a product that runs on cells needs: the first of these that it has. */
const besideCells = ['lumen_lm', 'ip_rating', 'diameter_mm'] as const

const singles = [
  'capacity_mah',
  'capacity_ah',
  'watt_hours',
  'battery_size',
  'voltage_v',
  'power_w',
  'lumen_lm',
  'length_m',
  'output_a',
  'lamp_base',
  'ports',
  'chemistry',
  'content_amount',
  'diameter_mm',
  'length_mm',
  'colour',
]

/** Cells sold as such, as opposed to things that cells are put in: only they have a chemistry of their own. */
const areCells = (attributes: AttributeValues) =>
  attributes['battery_size'] !== undefined && attributes['chemistry'] !== undefined

/** The number of cells of a pack, 1 where the product is no pack of cells. */
export function piecesOf(attributes: AttributeValues): number {
  const pieces = attributes[packSize]
  return areCells(attributes) && typeof pieces === 'number' && pieces > 1 ? pieces : 1
}

/**
 * Stored with the card: at most two attribute codes with their values; `fits` means the first device, `takes` the
 * number and the size of the cells that the product needs.
 */
export type CardFact = [code: string, value: AttributeValues[string], unit?: string]

export function chooseCardFacts(attributes: AttributeValues, fits: readonly string[]): CardFact[] {
  const has = (code: string) => attributes[code] !== undefined
  const fact = (code: string): CardFact => {
    const value = attributes[code]!
    if (code === 'connector_a' && typeof attributes['connector_b'] === 'string') {
      return [code, [String(value), attributes['connector_b']]]
    }
    if (code === 'content_amount') return [code, value, String(attributes['content_unit'] ?? '')]
    return [code, value]
  }
  if (has('battery_size') && has(packSize) && !areCells(attributes)) {
    const beside = besideCells.find(has)
    const takes: CardFact = ['takes', [String(attributes[packSize]), String(attributes['battery_size'])]]
    return beside ? [fact(beside), takes] : [takes]
  }
  if (areCells(attributes) && has('capacity_mah')) {
    // One cell is no pack, and rechargeable cells of a size differ by their capacity; their names begin with the size.
    if (piecesOf(attributes) === 1) return [fact('battery_size'), fact('capacity_mah')]
    if (attributes['rechargeable'] === true) return [fact('capacity_mah'), fact(packSize)]
  }
  const pair = pairs.find(([first, second]) => has(first) && has(second))
  if (pair) return pair.map(fact)
  const chosen = singles.filter(has).map(fact)
  if (fits.length > 0)
    chosen.unshift(['fits', fits.length > 1 ? [fits[0]!, String(fits.length - 1)] : fits[0]!])
  return chosen.slice(0, 2)
}

/**
 * A stored fact in the store's language: "USB-A – USB-C", "2 500 mAh", "4-pack", "3 × AAA", "16 batterier",
 * "Passar Doro 1360 (+3)".
 */
export function cardFactText(
  structure: CatalogueStructure,
  [code, value, unit]: CardFact,
  store: StoreCode,
): string {
  if (code === 'fits') {
    const text = Array.isArray(value) ? `${value[0]} (+${value[1]})` : String(value)
    return `${textsOf(store).attributes.fits} ${text}`
  }
  if (code === 'connector_a' && Array.isArray(value)) {
    const [from, to] = value.map((end, index) =>
      attributeText(structure, index === 0 ? 'connector_a' : 'connector_b', end, store),
    )
    return `${from} – ${to}`
  }
  if (code === 'takes' && Array.isArray(value)) {
    const [number = '', size = ''] = value
    return `${number}\u00A0×\u00A0${attributeText(structure, 'battery_size', size, store)}`
  }
  if (code === packSize) {
    const { pack, pieces } = textsOf(store).attributes
    return typeof value === 'number' && value > 1
      ? fillMessage(pack, { count: value })
      : attributeText(structure, code, value, store, pieces)
  }
  // Beside another fact a bare number says nothing.
  if (code === 'ports') return attributeText(structure, code, value, store, 'port')
  if (code === 'cell_slots') return attributeText(structure, code, value, store, 'cell')
  return attributeText(structure, code, value, store, unit)
}
