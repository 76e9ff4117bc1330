/** Torches, headlamps, lanterns, work lights, LED bulbs and strips. */
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { simpleProduct, type FamilyDefaults } from './simple-product.ts'
import { decimal, join, words, type Words } from './words.ts'

const family = (category: string, care: ProductPlan['care'] = 'light'): FamilyDefaults => ({
  brand: 'lumen-co',
  category,
  care,
  group: groups.lighting,
  discount: 'G1',
})

type LampRow = [
  sku: string,
  model: string,
  lumens: number,
  hours: number,
  grams: number,
  ip: string,
  cell: string,
  cells: number,
  sek: number,
]

const torches: LampRow[] = [
  ['LU-T1', 'Nyckel 90', 90, 3, 18, 'IP54', 'aaa', 1, 79],
  ['LU-T2', 'Hem 150', 150, 12, 68, 'IPX4', 'aa', 2, 99],
  ['LU-T3', 'Hem 300', 300, 20, 110, 'IPX4', 'aa', 4, 149],
  ['LU-T4', 'Kompakt 600', 600, 4, 82, 'IP67', '18650', 1, 299],
  ['LU-T5', 'Patrull 1200', 1200, 5, 145, 'IP68', '18650', 1, 449],
  ['LU-T6', 'Patrull 2500', 2500, 4, 210, 'IP68', '21700', 1, 699],
  ['LU-T7', 'Sök 5000', 5000, 3, 480, 'IP67', '21700', 2, 1190],
  ['LU-T8', 'Penna 120', 120, 6, 32, 'IPX4', 'aaa', 2, 119],
  ['LU-T9', 'Dyk 1000', 1000, 4, 230, 'IP68', '18650', 1, 899],
  ['LU-T10', 'UV 365', 60, 5, 95, 'IPX4', 'aa', 1, 249],
  ['LU-T11', 'Lång 800', 800, 30, 420, 'IPX7', 'd', 3, 399],
]
const headlamps: LampRow[] = [
  ['LU-H1', 'Läs 80', 80, 25, 62, 'IPX4', 'aaa', 3, 129],
  ['LU-H2', 'Spår 250', 250, 40, 78, 'IPX4', 'aaa', 3, 229],
  ['LU-H3', 'Spår 450', 450, 30, 92, 'IPX6', 'aaa', 3, 329],
  ['LU-H4', 'Terräng 900', 900, 8, 118, 'IP67', '18650', 1, 599],
  ['LU-H5', 'Natt 1800', 1800, 6, 205, 'IP67', '21700', 1, 990],
  ['LU-H6', 'Bygg 350', 350, 12, 95, 'IP65', 'aaa', 3, 279],
]
const standing: (LampRow | [...LampRow, 'worklight'])[] = [
  ['LU-L1', 'Tält 200', 200, 60, 190, 'IPX4', 'aa', 3, 179],
  ['LU-L2', 'Tält 400', 400, 80, 480, 'IPX4', 'd', 3, 299],
  ['LU-L3', 'Beredskap 300', 300, 100, 360, 'IPX4', 'd', 2, 249],
  ['LU-W1', 'Verkstad 500', 500, 5, 180, 'IP54', '18650', 1, 299, 'worklight'],
  ['LU-W2', 'Verkstad 1500', 1500, 4, 620, 'IP65', '18650', 2, 599, 'worklight'],
  ['LU-W3', 'Verkstad 4000', 4000, 3, 1900, 'IP65', '18650', 4, 1190, 'worklight'],
]

const things: Record<string, Words> = {
  torch: words('Ficklampa', 'Lommelykt', 'Taschenlampe', 'Lommelygte'),
  headlamp: words('Pannlampa', 'Hodelykt', 'Stirnlampe', 'Pandelampe'),
  lantern: words('Lykta', 'Lykt', 'Laterne', 'Lanterne'),
  worklight: words('Arbetslampa', 'Arbeidslampe', 'Arbeitsleuchte', 'Arbejdslampe'),
}

/** The torches that are no barrel with a wide head: on a key ring, a pen light, and one with violet light. */
const torchForms: Record<string, string> = {
  'LU-T1': '&body=key',
  'LU-T8': '&body=pen',
  'LU-T10': '&light=uv',
}

function lamp(
  kind: string,
  category: string,
  [sku, model, lumens, hours, grams, ip, cell, cells, sek]: LampRow,
): ProductPlan {
  // Series names are the maker's: the same in every country.
  const [series = '', figure = ''] = model.split(' ')
  const name = join(' ', things[kind] ?? '', series, figure === '365' ? '365 nm' : `${figure} lm`)
  const own = ['18650', '21700'].includes(cell)
  const power = own
    ? words(
        `Batteriet (${cells} × ${cell}) medföljer och laddas med USB-C.`,
        `Batteriet (${cells} × ${cell}) følger med og lades med USB-C.`,
        `Der Akku (${cells} × ${cell}) liegt bei und lädt über USB-C.`,
        `Batteriet (${cells} × ${cell}) følger med og oplades med USB-C.`,
      )
    : words(
        `Drivs av ${cells} × ${cell.toUpperCase()}, som köps separat.`,
        `Drives av ${cells} × ${cell.toUpperCase()}, som kjøpes separat.`,
        `Betrieb mit ${cells} × ${cell.toUpperCase()} (nicht enthalten).`,
        `Drives af ${cells} × ${cell.toUpperCase()}, som købes separat.`,
      )
  const use: Record<string, Words> = {
    torch: words(
      'Knappen är lätt att hitta i mörker, och lampan minns senaste läget.',
      'Knappen er lett å finne i mørket, og lykten husker siste innstilling.',
      'Der Schalter ist im Dunkeln zu finden, die Lampe merkt sich die letzte Stufe.',
      'Knappen er let at finde i mørke, og lygten husker seneste indstilling.',
    ),
    headlamp: words(
      'Bandet tvättas i maskin, rött ljus sparar mörkerseendet och lutningen ställs med en hand.',
      'Båndet vaskes i maskin, rødt lys sparer nattsynet, og vinkelen stilles med én hånd.',
      'Das Band ist waschbar, Rotlicht schont die Nachtsicht, die Neigung lässt sich mit einer Hand stellen.',
      'Båndet kan maskinvaskes, rødt lys skåner nattesynet, og vinklen stilles med én hånd.',
    ),
    lantern: words(
      'Krok upp, fot ner: hänger i tältet och står på bordet, dimbar till svag nattlampa.',
      'Krok opp, fot ned: henger i teltet og står på bordet, kan dimmes til svakt nattlys.',
      'Haken oben, Fuß unten: hängt im Zelt, steht auf dem Tisch und lässt sich zum Nachtlicht dimmen.',
      'Krog op, fod ned: hænger i teltet og står på bordet, kan dæmpes til svagt natlys.',
    ),
    worklight: words(
      'Magnet i foten, vridbart huvud och glas som tål bensin och olja.',
      'Magnet i foten, dreibart hode og glass som tåler bensin og olje.',
      'Magnet im Fuß, schwenkbarer Kopf und Glas, das Benzin und Öl verträgt.',
      'Magnet i foden, drejeligt hoved og glas, der tåler benzin og olie.',
    ),
  }
  return simpleProduct(
    family(category),
    sku,
    sek,
    `lamp?kind=${kind}${torchForms[sku] ?? ''}`,
    name,
    join(
      ' ',
      words(
        `Ger ${lumens} lumen och lyser i upp till ${hours} timmar på mellanläge.`,
        `Gir ${lumens} lumen og lyser i opptil ${hours} timer på mellomnivå.`,
        `Liefert ${lumens} Lumen und leuchtet auf mittlerer Stufe bis zu ${hours} Stunden.`,
        `Giver ${lumens} lumen og lyser i op til ${hours} timer på mellemtrin.`,
      ),
      use[kind] ?? '',
      power,
    ),
    {
      battery_size: cell,
      cells_per_pack: cells,
      lumen_lm: lumens,
      runtime_h: hours,
      ip_rating: ip,
      weight_g: grams,
      ...(own
        ? {
            rechargeable: true,
            charging_port: 'usb_c',
            un_number: 'un3481',
            battery_marks: ['separate_collection'],
          }
        : {}),
    },
    lumens >= 1000 ? { tags: ['professional'] } : {},
  )
}

const bulbs: [base: string, shape: Words, watts: number, lumens: number, sek: number][] = [
  ['E27', words('normal', 'standard', 'Birne', 'standard'), 4.9, 470, 39],
  ['E27', words('normal', 'standard', 'Birne', 'standard'), 8.5, 806, 49],
  ['E27', words('normal', 'standard', 'Birne', 'standard'), 13, 1521, 69],
  ['E27', words('glob', 'globe', 'Globe', 'globe'), 7, 806, 99],
  ['E14', words('kronljus', 'kerte', 'Kerze', 'kerte'), 2.5, 250, 35],
  ['E14', words('kronljus', 'kerte', 'Kerze', 'kerte'), 4.9, 470, 45],
  ['E14', words('klot', 'krone', 'Tropfen', 'krone'), 4.9, 470, 45],
  ['GU10', words('spot', 'spot', 'Spot', 'spot'), 4.3, 345, 45],
  ['GU10', words('spot dimbar', 'spot dimbar', 'Spot dimmbar', 'spot dæmpbar'), 5.5, 400, 69],
  ['G9', words('stift', 'stift', 'Stift', 'stift'), 2.6, 300, 55],
  ['G4', words('stift 12 V', 'stift 12 V', 'Stift 12 V', 'stift 12 V'), 1.8, 200, 45],
]

/** The `shape` of a drawn bulb by its Swedish word. */
const drawnShapes: Record<string, string> = {
  normal: 'pear',
  glob: 'globe',
  kronljus: 'candle',
  klot: 'ball',
  spot: 'spot',
  stift: 'pin',
}

function bulb([base, shape, watts, lumens, sek]: (typeof bulbs)[number]): ProductPlan {
  const sku = `LU-B-${base}-${lumens}${shape.de.slice(0, 1)}${shape.de.includes('dimm') ? 'D' : ''}`
  const name = words(
    `LED-lampa ${base} ${shape.sv} ${lumens} lm`,
    `LED-pære ${base} ${shape.no} ${lumens} lm`,
    `LED-Lampe ${base} ${shape.de} ${lumens} lm`,
    `LED-pære ${base} ${shape.da} ${lumens} lm`,
  )
  const old = Math.round(lumens / 12.6 / 5) * 5
  const facts = (kelvin: number): Attributes => ({
    lamp_base: base.toLowerCase(),
    power_w: watts,
    lumen_lm: lumens,
    colour_temperature_k: kelvin,
    voltage_v: base === 'G4' ? 12 : 230,
    runtime_h: 15000,
    weight_g: 30,
  })
  const tones = [
    [2700, words('varmvit', 'varmhvit', 'warmweiß', 'varmhvid')],
    [4000, words('neutralvit', 'nøytralhvit', 'neutralweiß', 'neutralhvid')],
  ] as const
  return {
    ...simpleProduct(
      family('led-bulbs', 'bulb'),
      sku,
      sek,
      `lamp?kind=bulb&shape=${drawnShapes[shape.sv.split(' ')[0] ?? ''] ?? 'pear'}`,
      name,
      words(
        `Ersätter en glödlampa på cirka ${old} W och drar ${decimal(watts)} W. Tänds direkt, flimrar inte och återger färger naturligt (Ra över 90).`,
        `Erstatter en glødepære på cirka ${old} W og bruker ${decimal(watts)} W. Tennes straks, flimrer ikke og gjengir farger naturlig (Ra over 90).`,
        `Ersetzt eine Glühlampe mit rund ${old} W bei nur ${decimal(watts)} W. Sofort hell, flimmerfrei und mit natürlichen Farben (Ra über 90).`,
        `Erstatter en glødepære på cirka ${old} W og bruger ${decimal(watts)} W. Tænder straks, flimrer ikke og gengiver farver naturligt (Ra over 90).`,
      ),
      facts(2700),
      { discount: 'G2' },
    ),
    variationAttributes: ['colour_temperature_k'],
    variants: tones.map(([kelvin, tone]) => ({
      sku: `${sku}-${kelvin / 100}`,
      name: join(', ', name, tone),
      sek,
      attributes: facts(kelvin),
      picture: join(', ', name, tone),
    })),
  }
}

const strips = (
  [
    [5, 12, 24, 199],
    [5, 24, 48, 329],
    [2, 12, 10, 99],
    [10, 24, 96, 549],
  ] as const
).map(([length, volts, watts, sek]) =>
  simpleProduct(
    family('led-strips', 'bulb'),
    `LU-S${length}-${volts}`,
    sek,
    'lamp?kind=strip',
    words(
      `LED-list ${length} m ${volts} V`,
      `LED-list ${length} m ${volts} V`,
      `LED-Streifen ${length} m ${volts} V`,
      `LED-strip ${length} m ${volts} V`,
    ),
    words(
      'Självhäftande ljuslist som klipps var femte centimeter. Till husbil, båt, hylla och köksbänk, med eller utan transformator.',
      'Selvklebende lyslist som klippes hver femte centimeter. Til bobil, båt, hylle og kjøkkenbenk, med eller uten transformator.',
      'Selbstklebendes Lichtband, alle fünf Zentimeter teilbar. Für Wohnmobil, Boot, Regal und Küche, mit oder ohne Netzteil.',
      'Selvklæbende lysbånd, der klippes for hver femte centimeter. Til autocamper, båd, reol og køkkenbord, med eller uden transformer.',
    ),
    {
      content_amount: length,
      content_unit: 'm',
      length_m: length,
      voltage_v: volts,
      power_w: watts,
      colour_temperature_k: 3000,
      ip_rating: 'IP44',
      weight_g: length * 45,
    },
  ),
)

/** All plans of this family. */
export function lighting(): ProductPlan[] {
  return [
    ...torches.map((row) => lamp('torch', 'torches', row)),
    ...headlamps.map((row) => lamp('headlamp', 'headlamps', row)),
    ...standing.map((row) => lamp(row[9] ?? 'lantern', 'lanterns-worklights', row.slice(0, 9) as LampRow)),
    ...bulbs.map(bulb),
    ...strips,
  ]
}
