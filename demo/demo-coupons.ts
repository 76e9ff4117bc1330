/**
 * The demo's discount codes, one of each kind, in the form of a file for `anode coupon import`. Codes without
 * an amount of money are valid in every store; those with one have a counterpart per store. A few are
 * rejected, each for a different reason. Validity periods are relative to `now`.
 */
import { groups } from './product-plan.ts'
import { words } from './words.ts'
import { type DemoStore, demoStores } from './demo-stores.ts'

type Coupon = Record<string, unknown> & { code: string }

const everywhere: Coupon[] = [
  { code: 'SUMMER-10', discount_label: '−10 %', percentage_discount: 10 },
  {
    code: 'VINTER20',
    discount_label: '−20 %',
    percentage_discount: 20,
    specific_groups: [groups.household, groups.button],
  },
  {
    code: 'NOTCAR15',
    discount_label: '−15 %',
    percentage_discount: 15,
    excluded_groups: [groups.vehicle, groups.energy],
  },
  {
    code: 'B2-12',
    discount_label: '−12 %',
    percentage_discount: 12,
    specific_discount_categories: ['B2', 'C1'],
  },
  {
    code: '3FOR2',
    discount_label: '3 : 2',
    discount_labels: words('Ta 3, betala för 2', 'Ta 3, betal for 2', 'Nimm 3, zahl 2', 'Tag 3, betal for 2'),
    buy_x: 2,
    get_y: 1,
    buy_groups: [groups.household],
    discount_type_value: 3,
  },
  {
    code: 'HALF2ND',
    discount_label: '2 = −50 %',
    discount_labels: words(
      'Andra lampan till halva priset',
      'Den andre lampen til halv pris',
      'Die zweite Leuchte zum halben Preis',
      'Den anden lampe til halv pris',
    ),
    buy_x: 1,
    get_y: 1,
    buy_groups: [groups.lighting],
    discount_type_value: 1,
    discount_type_percentage: 50,
  },
  {
    code: 'LAMP-CABLE',
    discount_label: '+ −100 %',
    discount_labels: words(
      'Kabel på köpet till lampan',
      'Kabel på kjøpet til lampen',
      'Kabel gratis zur Leuchte',
      'Kabel oveni til lampen',
    ),
    buy_x: 1,
    get_y: 1,
    buy_groups: [groups.lighting],
    get_groups: [groups.cable],
    discount_type_value: 3,
  },
  {
    code: 'EVERY4',
    discount_label: '4 = −50 %',
    discount_labels: words(
      'Var fjärde till halva priset',
      'Hver fjerde til halv pris',
      'Jede vierte zum halben Preis',
      'Hver fjerde til halv pris',
    ),
    buy_x_quantity_interval_buy: 3,
    buy_x_percentage_interval_get: 50,
    buy_x_get_amount: 1,
    buy_groups: [groups.button, groups.hearing],
  },
  {
    code: 'MORE-5',
    discount_label: '4 −5 %, 6 −10 % …',
    discount_labels: words(
      'Fler laddbara, större rabatt',
      'Flere oppladbare, større rabatt',
      'Mehr Akkus, mehr Rabatt',
      'Flere genopladelige, større rabat',
    ),
    buy_x_quantity_increment_buy: 2,
    buy_x_increment_buy_quantity: 4,
    buy_x_percentage_increment_get: 5,
    buy_groups: [groups.rechargeable],
  },
  {
    code: 'WHOLE-3',
    discount_label: '3 = −3 % …',
    discount_labels: words(
      'Rabatt på hela korgen',
      'Rabatt på hele kurven',
      'Rabatt auf den ganzen Warenkorb',
      'Rabat på hele kurven',
    ),
    buy_x_quantity_increment_buy: 3,
    buy_x_percentage_increment_get: 3,
    buy_groups: [groups.household],
    buy_x_buy_items_whole_order: true,
    buy_x_get_items_whole_order: true,
  },
  { code: 'ONCE-25', discount_label: '−25 %', percentage_discount: 25, usage_limit_per_customer: 1 },
  { code: 'FIRST100', discount_label: '−30 %', percentage_discount: 30, usage_limit: 100 },
  {
    code: 'GIFT-TOOL',
    discount_label: '+ 1',
    discount_labels: words('Verktyg på köpet', 'Verktøy på kjøpet', 'Werkzeug gratis dazu', 'Værktøj oveni'),
    gift_sku: 'DE-R-DRV',
  },
]

/** Amounts per store: [off the cart, minimum spend, interval spend, interval off, increment spend, increment off each]. */
const amounts: Record<DemoStore, [number, number, number, number, number, number]> = {
  sv: [50, 500, 500, 60, 300, 10],
  no: [50, 500, 500, 60, 300, 10],
  de: [5, 50, 50, 6, 25, 0.5],
  da: [40, 400, 400, 45, 250, 8],
}
const thanks = words('Tack för senast', 'Takk for sist', 'Danke für Ihre Treue', 'Tak for sidst')
const big = words('Stor beställning', 'Stor bestilling', 'Großbestellung', 'Stor bestilling')
const spend = words('Rabatt på beloppet', 'Rabatt på beløpet', 'Rabatt auf den Betrag', 'Rabat på beløbet')
const step = words(
  'Ju mer, desto billigare',
  'Jo mer, desto billigere',
  'Je mehr, desto günstiger',
  'Jo mere, jo billigere',
)

const code = (name: Record<DemoStore, string>, store: DemoStore) => name[store]
const thanksCode = { sv: 'TACK50', no: 'TAKK50', de: 'DANKE5', da: 'TAK40' }

function inStore(store: DemoStore): Coupon[] {
  const [off, minimum, interval, intervalOff, increment, incrementOff] = amounts[store]
  const stores = [store]
  const suffix = store.toUpperCase()
  return [
    { code: code(thanksCode, store), discount_label: thanks[store], fixed_amount: off, stores },
    {
      code: `BIG-15-${suffix}`,
      discount_label: big[store],
      percentage_discount: 15,
      minimum_spend: minimum,
      stores,
    },
    {
      code: `SPEND-${suffix}`,
      discount_label: spend[store],
      coupon_buy_x_interval_amount_buy: interval,
      coupon_buy_x_interval_amount_get: intervalOff,
      stores,
    },
    {
      code: `STEP-${suffix}`,
      discount_label: step[store],
      coupon_buy_x_increment_amount_buy: increment,
      coupon_buy_x_increment_amount_get: incrementOff,
      stores,
    },
  ]
}

/** Raw records of all demo codes. */
export function demoCoupons(now: Date): Coupon[] {
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  return [
    ...everywhere,
    ...demoStores.flatMap(inStore),
    { code: 'GONE-10', discount_label: '−10 %', percentage_discount: 10, valid_to: day(-1) },
    { code: 'SOON-10', discount_label: '−10 %', percentage_discount: 10, valid_from: day(30) },
    { code: 'NORGE-10', discount_label: '−10 %', percentage_discount: 10, stores: ['no'] },
  ]
}
