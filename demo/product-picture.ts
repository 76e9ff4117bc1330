/**
 * The picture of a demo product. A family names the form of its drawing; whatever the drawing prints or counts
 * (size, voltage, capacity, pack size, polarity, slots, socket) comes from the product's attributes, so that a
 * picture cannot say anything else than the product's page. Never a constant of the drawing.
 */
import { brandTone, shopBrand } from './brands.ts'
import { choiceValues } from './attribute-values.ts'
import { demoCategories, mainCategoryOf } from './categories.ts'
import { variantPlan, type Attributes, type ProductPlan } from './product-plan.ts'

/** Drawing parameters by name; those without a value are left out. */
type Facts = Record<string, string | number | undefined>

/** Products whose shape no form draws: they get the neutral plate with the sign of their main category. */
const shapeless = new Set(
  (
    'DE-KIT-PHONE DE-KIT-PC DE-GLUE-PHONE DE-MOUNT-CAR DE-CASE-BAT DE-C-DBL DE-C-CR DE-K-CAP9 DE-K-TOOL ' +
    'DE-T-SHR'
  ).split(' '),
)

/** The source of a product's picture without its view: `drawing:cell?size=AA&…&tone=1`. */
export function pictureSource(plan: ProductPlan): string {
  const drawing = shapeless.has(plan.sku) ? `plate?icon=${mainIcon(plan)}` : plan.drawing
  const [form = '', query = ''] = drawing.split('?', 2)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(printedFacts[form]?.(plan.attributes, parameters) ?? {}))
    if (value !== undefined) parameters.set(name, String(value))
  if (form !== unbranded) parameters.set('tone', String(brandTone(plan.brand)))
  return `drawing:${form}?${parameters.toString()}`
}

/** The form that carries the shop's own mark instead of a brand's. */
const unbranded = 'giftcard'

/** Gives every set the drawing of its parts, with their quantities, and their brand if they have only one. */
export function completeSets(plans: ProductPlan[]): ProductPlan[] {
  const all = plans.flatMap((plan) => [
    plan,
    ...(plan.variants ?? []).map((variant) => variantPlan(plan, variant)),
  ])
  const bySku = new Map(all.map((plan) => [plan.sku, plan]))
  const partOf = (sku: string) => {
    const plan = bySku.get(sku)
    if (!plan) throw new Error(`no part ${sku}`)
    return plan
  }
  const drawn = ({ sku, quantity }: { sku: string; quantity: number }) =>
    `${quantity}*${pictureSource(partOf(sku)).slice('drawing:'.length)}`
  return plans.map((plan) =>
    plan.setParts
      ? {
          ...plan,
          brand: brandOfSet(plan.setParts.map(({ sku }) => partOf(sku).brand)),
          drawing: `set?${new URLSearchParams({ parts: plan.setParts.map(drawn).join('|') }).toString()}`,
        }
      : plan,
  )
}

/** The brand of all parts; the shop's own if it puts parts of several brands together. */
function brandOfSet(brands: string[]): string {
  const [first = shopBrand, ...others] = new Set(brands)
  return others.length > 0 ? shopBrand : first
}

const icons = new Map(demoCategories.map((category) => [category.code, category.icon]))
const mainIcon = (plan: ProductPlan) => icons.get(mainCategoryOf(plan.categories[0] ?? '')) ?? 'gear'

const number = (attributes: Attributes, code: string) => {
  const value = attributes[code]
  return typeof value === 'number' ? value : undefined
}

/** The printed name of a choice attribute's value: `crp2` is `CR-P2`. */
const label = (attributes: Attributes, code: string) => choiceValues[code]?.[String(attributes[code])]?.sv

const printedFacts: Record<string, (attributes: Attributes, given: URLSearchParams) => Facts> = {
  cell: roundOrBlockCell,
  block: roundOrBlockCell,
  coin: (attributes) => ({
    count: number(attributes, 'cells_per_pack'),
    volts: number(attributes, 'voltage_v'),
    tabs: attributes['version'] === 'solder_tabs' ? 'solder' : undefined,
  }),
  starter: (attributes) => ({
    chem: leadTypes[String(attributes['chemistry'])],
    volts: number(attributes, 'voltage_v'),
    ah: number(attributes, 'capacity_ah'),
    cca: number(attributes, 'cca_a'),
    terminals: String(attributes['terminal_layout']).replace('_positive', ''),
    ...sides(attributes),
  }),
  ups: (attributes, given) => ({
    chem: given.get('kind') === 'sealed' ? leadTypes[String(attributes['chemistry'])] : undefined,
    volts: number(attributes, 'voltage_v'),
    ah: number(attributes, 'capacity_ah'),
    amps: number(attributes, 'output_a'),
    watts: number(attributes, 'power_w'),
    wh: given.get('kind') === 'station' ? number(attributes, 'watt_hours') : undefined,
    ...(given.get('kind') === 'sealed'
      ? { ...sides(attributes), poles: attributes['terminal_layout'] === 'bolt' ? 'bolt' : 'tab' }
      : {}),
  }),
  pack: (attributes) => ({
    chem: packTypes[String(attributes['chemistry'])],
    volts: number(attributes, 'voltage_v'),
    mah: number(attributes, 'capacity_mah'),
    ah: number(attributes, 'capacity_ah'),
    tools: attributes['version'] === 'with_tools' ? 'with' : undefined,
  }),
  charger: (attributes, given) => ({
    ports: number(attributes, 'ports') ?? number(attributes, 'cell_slots'),
    colour: typeof attributes['colour'] === 'string' ? attributes['colour'] : undefined,
    watts: number(attributes, 'power_w'),
    volts: number(attributes, 'voltage_v'),
    amps: number(attributes, 'output_a'),
    mah: number(attributes, 'capacity_mah'),
    plug: attributes['connector'] === 'usb_c' ? 'usb-c' : (given.get('plug') ?? 'barrel'),
    sizes: mixedSizes(attributes),
  }),
  cable: (attributes, given) => ({
    length: number(attributes, 'length_m'),
    mm2: given.has('make') ? number(attributes, 'cross_section_mm2') : undefined,
  }),
  lamp: (attributes) => ({
    base: label(attributes, 'lamp_base'),
    lm: number(attributes, 'lumen_lm'),
    kelvin: number(attributes, 'colour_temperature_k'),
    volts: number(attributes, 'voltage_v'),
    length: number(attributes, 'length_m'),
  }),
  alarm: (attributes) => ({ mm: number(attributes, 'diameter_mm') }),
  part: (attributes, given) => ({
    ...(given.get('kind') === 'holder'
      ? { size: label(attributes, 'battery_size'), count: number(attributes, 'cells_per_pack') }
      : {}),
    volts: given.get('kind') === 'tester' ? number(attributes, 'voltage_v') : undefined,
    amps: number(attributes, 'output_a'),
    ml: attributes['content_unit'] === 'l' ? (number(attributes, 'content_amount') ?? 0) * 1000 : undefined,
  }),
}

/** Length, width and height in mm, which give a battery its proportions. */
function sides(attributes: Attributes): Facts {
  return {
    l: number(attributes, 'length_mm'),
    w: number(attributes, 'width_mm'),
    h: number(attributes, 'height_mm'),
  }
}

/** The sizes that a charger takes, if they are of several widths: its bays are as wide as the widest. */
function mixedSizes(attributes: Attributes): string | undefined {
  const sizes = [attributes['charges_sizes'] ?? []].flat().map(String)
  if (!sizes.includes('d')) return undefined
  return sizes.map((size) => choiceValues['battery_size']?.[size]?.sv ?? size).join(',')
}

/** The `chem` of a drawn lead or large lithium battery by the value of `chemistry`. */
const leadTypes: Record<string, string> = {
  lead_acid: 'lead',
  efb: 'efb',
  agm: 'agm',
  gel: 'gel',
  lifepo4: 'lithium',
}

/** The `chem` of a drawn device battery by the value of `chemistry`. */
const packTypes: Record<string, string> = { li_ion: 'liion', li_polymer: 'lipo', nimh: 'nimh' }

/** Only rechargeable cells print their capacity: that of a primary cell depends on the load. */
function roundOrBlockCell(attributes: Attributes): Facts {
  return {
    size: label(attributes, 'battery_size'),
    count: number(attributes, 'cells_per_pack'),
    volts: number(attributes, 'voltage_v'),
    mah: attributes['rechargeable'] === true ? number(attributes, 'capacity_mah') : undefined,
    socket: attributes['charging_port'] === 'usb_c' ? 'usb-c' : undefined,
  }
}
