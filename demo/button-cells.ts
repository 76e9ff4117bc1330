/** Lithium, alkaline, silver oxide and rechargeable button cells. */
import { packOf, packPicture } from './cell-facts.ts'
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { decimal, join, words, type Words } from './words.ts'

/** diameter mm, height mm, capacity mAh, weight g, price of one. */
type CoinRow = [
  size: string,
  diameterMm: number,
  heightMm: number,
  mah: number,
  weightG: number,
  sek: number,
  ansi: string,
]

const popular: CoinRow[] = [
  ['CR2032', 20, 3.2, 225, 2.9, 19, '5004LC'],
  ['CR2025', 20, 2.5, 165, 2.5, 19, '5003LC'],
  ['CR2016', 20, 1.6, 90, 1.8, 19, '5000LC'],
  ['CR2450', 24.5, 5, 620, 6.8, 32, '5029LC'],
]

const otherLithium: CoinRow[] = [
  ['CR1025', 10, 2.5, 30, 0.7, 25, '5033LC'],
  ['CR1216', 12.5, 1.6, 25, 0.7, 22, '5034LC'],
  ['CR1220', 12.5, 2, 38, 0.8, 22, '5012LC'],
  ['CR1225', 12.5, 2.5, 50, 1, 25, '5020LC'],
  ['CR1616', 16, 1.6, 55, 1.2, 22, '5021LC'],
  ['CR1620', 16, 2, 75, 1.3, 22, '5009LC'],
  ['CR1632', 16, 3.2, 137, 1.8, 25, '–'],
  ['CR2320', 23, 2, 150, 2.9, 35, '–'],
  ['CR2325', 23, 2.5, 190, 3.5, 35, '–'],
  ['CR2330', 23, 3, 265, 3.8, 39, '5011LC'],
  ['CR2354', 23, 5.4, 560, 5.9, 59, '–'],
  ['CR2412', 24.5, 1.2, 100, 2, 45, '–'],
  ['CR2430', 24.5, 3, 300, 4.1, 25, '5011LC'],
  ['CR2477', 24.5, 7.7, 1000, 10.5, 49, '–'],
  ['CR3032', 30, 3.2, 500, 7.1, 55, '–'],
]

const alkaline: [...CoinRow, names: string][] = [
  ['LR44', 11.6, 5.4, 150, 1.9, 15, '1166A', 'AG13, A76, V13GA, 357A'],
  ['LR41', 7.9, 3.6, 32, 0.6, 15, '1134A', 'AG3, 192, V3GA'],
  ['LR43', 11.6, 4.2, 100, 1.5, 15, '1167A', 'AG12, 186, V12GA'],
  ['LR54', 11.6, 3.1, 75, 1.1, 15, '1138A', 'AG10, LR1130, 189, V10GA'],
  ['LR55', 11.6, 2.1, 40, 0.9, 17, '1137A', 'AG8, LR1120, 191'],
  ['LR45', 9.5, 3.6, 60, 0.9, 17, '–', 'AG9, LR936, 194'],
  ['LR48', 7.9, 5.4, 62, 1, 17, '–', 'AG5, LR754, 193'],
  ['LR57', 9.5, 2.7, 50, 0.7, 17, '–', 'AG7, LR926, 195'],
  ['LR59', 7.9, 2.6, 25, 0.5, 17, '–', 'AG2, LR726, 196'],
  ['LR60', 6.8, 2.15, 16, 0.3, 17, '–', 'AG1, LR621, 164'],
  ['LR66', 6.8, 2.6, 19, 0.4, 17, '–', 'AG4, LR626, 177'],
  ['LR69', 9.5, 2.1, 30, 0.6, 17, '–', 'AG6, LR920, 171'],
]

const silver: [...CoinRow, names: string][] = [
  ['SR44', 11.6, 5.4, 170, 2.3, 29, '1131SO', '357, 303, V357, SR44W'],
  ['SR43', 11.6, 4.2, 120, 1.8, 29, '1133SO', '386, 301, V386, SR43W'],
  ['SR54', 11.6, 3.05, 85, 1.3, 25, '1138SO', '389, 390, SR1130W'],
  ['SR55', 11.6, 2.1, 50, 0.9, 25, '1137SO', '391, 381, SR1120W'],
  ['SR41', 7.9, 3.6, 44, 0.7, 25, '1135SO', '392, 384, SR41W'],
  ['SR45', 9.5, 3.6, 75, 1, 25, '–', '394, 380, SR936SW'],
  ['SR48', 7.9, 5.4, 80, 1.1, 29, '1136SO', '393, 309, SR754W'],
  ['SR57', 9.5, 2.7, 55, 0.8, 25, '–', '395, 399, SR927SW'],
  ['SR58', 7.9, 2.1, 24, 0.4, 25, '1158SO', '362, 361, SR721SW'],
  ['SR59', 7.9, 2.6, 33, 0.5, 25, '1163SO', '396, 397, SR726W'],
  ['SR60', 6.8, 2.15, 20, 0.3, 25, '1175SO', '364, 363, SR621SW'],
  ['SR62', 5.8, 1.65, 11, 0.2, 29, '–', '317, SR516SW'],
  ['SR63', 5.8, 2.15, 14, 0.2, 29, '1191SO', '379, SR521SW'],
  ['SR64', 5.8, 2.7, 18, 0.3, 29, '–', '319, SR527SW'],
  ['SR65', 6.8, 1.65, 15, 0.2, 29, '–', '321, SR616SW'],
  ['SR66', 6.8, 2.6, 28, 0.4, 25, '1176SO', '377, 376, SR626SW'],
  ['SR67', 7.9, 1.65, 18, 0.3, 29, '–', '315, SR716SW'],
  ['SR68', 9.5, 1.65, 26, 0.5, 29, '–', '373, SR916SW'],
  ['SR69', 9.5, 2.1, 39, 0.6, 25, '–', '371, 370, SR920SW'],
  ['SR416', 4.8, 1.65, 8, 0.1, 35, '–', '337, SR416SW'],
  ['SR512', 5.8, 1.3, 8, 0.1, 39, '–', '335, SR512SW'],
  ['SR1116', 11.6, 1.65, 32, 0.7, 35, '–', '366, 365, SR1116W'],
]

const rechargeable: [...CoinRow, names: string][] = [
  ['LIR2032', 20, 3.2, 45, 3, 45, '–', '3,6 V'],
  ['LIR2450', 24.5, 5, 120, 5.5, 65, '–', '3,6 V'],
  ['ML2032', 20, 3.2, 65, 3, 79, '–', '3 V'],
  ['VL2020', 20, 2, 20, 2.2, 89, '–', '3 V'],
]

function coinAttributes(
  [size, diameter, height, mah, weight, , ansi]: CoinRow,
  chemistry: string,
  volts: number,
  count: number,
  years: number,
): Attributes {
  return {
    battery_size: size.toLowerCase(),
    chemistry,
    voltage_v: volts,
    capacity_mah: mah,
    cells_per_pack: count,
    iec_code: size,
    ...(ansi === '–' ? {} : { ansi_code: ansi }),
    diameter_mm: diameter,
    height_mm: height,
    weight_g: Math.round(weight * count * 10) / 10,
    shelf_life_years: years,
    ...(chemistry === 'lithium' ? { un_number: 'un3090' } : {}),
    ...(chemistry === 'li_ion' ? { un_number: 'un3480' } : {}),
    battery_marks: ['separate_collection'],
  }
}

const coinName = (size: string) =>
  words(`${size}-knappcellsbatteri`, `${size}-knappcelle`, `${size}-Knopfzelle`, `${size}-knapcelle`)
const bulk = (count: number) => 1 - Math.min(0.55, Math.log2(count) * 0.13)

const coinFits: Record<string, string[]> = {
  CR2032: [
    'Volvo V60 key',
    'Volkswagen Golf 7 key',
    'BMW 3er F30 key',
    'Toyota RAV4 key',
    'Apple AirTag',
    'Garmin HRM-Dual',
    'IKEA Trådfri remote',
    'Philips Hue Dimmer',
    'Suunto Core',
  ],
  CR2025: ['Mercedes-Benz C-Klasse W205 key', 'Audi A4 B8 key', 'Volvo XC60 key', 'Škoda Octavia III key'],
  CR2016: ['Audi A6 C6 key', 'Nissan Leaf key', 'Honda Civic key'],
  CR2450: ['BMW i3 key', 'Volvo XC90 key', 'Aqara Motion Sensor P1', 'IKEA Parasoll'],
  CR1620: ['Ford Focus key', 'Mazda 3 key'],
  CR1632: ['Toyota Yaris key', 'Daihatsu Sirion key'],
  CR1220: ['Tacx Smart sensor', 'Opel Corsa C key'],
  CR2430: ['Volvo V70 key', 'Suunto Ambit belt'],
  CR2477: ['Philips Hue Motion Sensor', 'Tile Pro'],
  CR1616: ['Honda Jazz key', 'Kia Ceed key'],
}

function popularCoin(brand: string, key: string, discount: string, factor: number, counts: number[]) {
  return (row: CoinRow): ProductPlan => {
    const [size, diameter, height, mah, , sek] = row
    const thing = coinName(size)
    const intro = words(
      `${size} är en litiumcell på 3 V: ${decimal(diameter)} mm i diameter och ${decimal(height)} mm hög. Den driver bilnycklar, sensorer, köksvågar, pulsband och datorns klocka. Spänningen är stabil ända till slutet och cellen fungerar från −30 till +60 °C.`,
      `${size} er en litiumcelle på 3 V: ${decimal(diameter)} mm i diameter og ${decimal(height)} mm høy. Den driver bilnøkler, sensorer, kjøkkenvekter, pulsbelter og klokken i datamaskinen. Spenningen er stabil helt til slutten, og cellen virker fra −30 til +60 °C.`,
      `${size} ist eine 3-V-Lithiumzelle mit ${decimal(diameter)} mm Durchmesser und ${decimal(height)} mm Höhe. Sie versorgt Autoschlüssel, Sensoren, Küchenwaagen, Pulsgurte und die Uhr im PC. Die Spannung bleibt bis zuletzt stabil, der Einsatzbereich reicht von −30 bis +60 °C.`,
      `${size} er en lithiumcelle på 3 V: ${decimal(diameter)} mm i diameter og ${decimal(height)} mm høj. Den driver bilnøgler, sensorer, køkkenvægte, pulsbælter og uret i computeren. Spændingen er stabil helt til det sidste, og cellen virker fra −30 til +60 °C.`,
    )
    return {
      sku: `${key}-${size}`,
      brand,
      categories: [`coins-${size.toLowerCase()}`],
      name: thing,
      intro,
      care: 'button',
      sek: 0,
      attributes: coinAttributes(row, 'lithium', 3, counts[0] ?? 1, 10),
      drawing: `coin?size=${size}&chemistry=lithium&count=1`,
      picture: thing,
      group: groups.button,
      discount,
      tags: mah > 200 ? ['long-life'] : [],
      fits: coinFits[size] ?? [],
      variationAttributes: ['cells_per_pack'],
      variants: counts.map((count) => ({
        sku: `${key}-${size}-${count}`,
        name: join(', ', thing, packOf(count)),
        sek: sek * factor * count * bulk(count),
        attributes: coinAttributes(row, 'lithium', 3, count, 10),
        drawing: `coin?size=${size}&chemistry=lithium&count=${count}`,
        picture: packPicture(thing, count),
      })),
    }
  }
}

interface CoinLine {
  key: string
  brand: string
  category: string
  chemistry: string
  drawn: string
  volts: number
  years: number
  count: number
  intro: (size: string, names: string) => Words
}

const otherLine: CoinLine = {
  key: 'VO',
  brand: 'voltara',
  category: 'coins-other',
  chemistry: 'lithium',
  drawn: 'lithium',
  volts: 3,
  years: 8,
  count: 1,
  intro: (size) =>
    words(
      `${size} är en litiumknappcell på 3 V. Siffrorna är måtten: de två första är diametern i millimeter, de två sista höjden i tiondelar. Byt alltid mot samma nummer.`,
      `${size} er en litiumknappcelle på 3 V. Sifrene er målene: de to første er diameteren i millimeter, de to siste høyden i tideler. Bytt alltid til samme nummer.`,
      `${size} ist eine Lithium-Knopfzelle mit 3 V. Die Ziffern sind die Maße: erst der Durchmesser in Millimetern, dann die Höhe in Zehnteln. Immer durch dieselbe Nummer ersetzen.`,
      `${size} er en lithiumknapcelle på 3 V. Tallene er målene: de to første er diameteren i millimeter, de to sidste højden i tiendedele. Udskift altid med samme nummer.`,
    ),
}
const alkalineLine: CoinLine = {
  key: 'NC',
  brand: 'nordcell',
  category: 'alkaline-coins',
  chemistry: 'alkaline',
  drawn: 'alkaline',
  volts: 1.5,
  years: 3,
  count: 2,
  intro: (size, names) =>
    words(
      `${size} (${names}) är en alkalisk knappcell på 1,5 V till leksaker, termometrar, laserpekare och miniräknare. Den passar där apparaten inte kräver silveroxid.`,
      `${size} (${names}) er en alkalisk knappcelle på 1,5 V til leker, termometre, laserpekere og kalkulatorer. Den passer der apparatet ikke krever sølvoksid.`,
      `${size} (${names}) ist eine Alkaline-Knopfzelle mit 1,5 V für Spielzeug, Thermometer, Laserpointer und Taschenrechner. Geeignet, wo das Gerät kein Silberoxid verlangt.`,
      `${size} (${names}) er en alkalisk knapcelle på 1,5 V til legetøj, termometre, laserpegepinde og lommeregnere. Den passer, hvor apparatet ikke kræver sølvoxid.`,
    ),
}
const silverLine: CoinLine = {
  key: 'VO',
  brand: 'voltara',
  category: 'silver-oxide-coins',
  chemistry: 'silver_oxide',
  drawn: 'silver',
  volts: 1.55,
  years: 5,
  count: 1,
  intro: (size, names) =>
    words(
      `${size} (${names}) är ett urbatteri av silveroxid på 1,55 V. Jämn spänning gör att klockan går rätt tills batteriet är slut. Helt utan kvicksilver.`,
      `${size} (${names}) er et urbatteri av sølvoksid på 1,55 V. Jevn spenning gjør at klokken går riktig til batteriet er tomt. Helt uten kvikksølv.`,
      `${size} (${names}) ist eine Uhrenbatterie aus Silberoxid mit 1,55 V. Dank gleichmäßiger Spannung geht die Uhr bis zuletzt genau. Ganz ohne Quecksilber.`,
      `${size} (${names}) er et urbatteri af sølvoxid på 1,55 V. Jævn spænding får uret til at gå rigtigt, til batteriet er tomt. Helt uden kviksølv.`,
    ),
}
const rechargeableLine: CoinLine = {
  key: 'EL',
  brand: 'everloop',
  category: 'rechargeable-coins',
  chemistry: 'li_ion',
  drawn: 'lithium',
  volts: 3.6,
  years: 3,
  count: 1,
  intro: (size, names) =>
    words(
      `${size} är en laddningsbar knappcell på ${names} för apparater som laddar den själva, till exempel hörlurar och solcellssensorer. Får inte ersättas med en vanlig CR-cell.`,
      `${size} er en oppladbar knappcelle på ${names} for apparater som lader den selv, for eksempel øreplugger og solcellesensorer. Må ikke erstattes med en vanlig CR-celle.`,
      `${size} ist eine wiederaufladbare Knopfzelle mit ${names} für Geräte, die sie selbst laden, etwa Ohrhörer und Solarsensoren. Nicht gegen eine gewöhnliche CR-Zelle tauschen.`,
      `${size} er en genopladelig knapcelle på ${names} til apparater, der selv oplader den, for eksempel øretelefoner og solcellesensorer. Må ikke erstattes med en almindelig CR-celle.`,
    ),
}

function singleCoin(line: CoinLine, row: CoinRow, names = ''): ProductPlan {
  const [size, , , , , sek] = row
  const volts = names === '3 V' ? 3 : line.volts
  const count = line.count
  return {
    sku: `${line.key}-${size}`,
    brand: line.brand,
    categories: [line.category],
    name: join(', ', coinName(size), packOf(count)),
    intro: line.intro(size, names),
    care: 'button',
    sek: sek * (count > 1 ? 1.6 : 1),
    attributes: {
      ...coinAttributes(row, line.chemistry, volts, count, line.years),
      ...(names && !names.endsWith(' V') ? { also_called: names } : {}),
      ...(line.chemistry === 'li_ion' ? { rechargeable: true, cycles: 300 } : {}),
    },
    drawing: `coin?size=${size}&chemistry=${line.drawn}&count=${count}`,
    picture: packPicture(coinName(size), count),
    group: groups.button,
    discount: line.chemistry === 'silver_oxide' ? 'A3' : 'A2',
    ...(coinFits[size] ? { fits: coinFits[size] } : {}),
  }
}

function solderTabs(row: CoinRow): ProductPlan {
  const [size] = row
  const thing = words(
    `${size} med lödflikar`,
    `${size} med loddeører`,
    `${size} mit Lötfahnen`,
    `${size} med loddeflige`,
  )
  return {
    ...singleCoin(otherLine, row),
    sku: `KR-${size}-TAB`,
    brand: 'kraftig',
    categories: [size === 'CR2032' || size === 'CR2450' ? `coins-${size.toLowerCase()}` : 'coins-other'],
    name: thing,
    sek: 39,
    picture: thing,
    tags: ['professional'],
    intro: words(
      `${size} med punktsvetsade lödflikar för kretskort: BIOS, spelkassetter och mätinstrument. Löd på flikarna, aldrig direkt på cellen.`,
      `${size} med punktsveisede loddeører for kretskort: BIOS, spillkassetter og måleinstrumenter. Lodd på ørene, aldri direkte på cellen.`,
      `${size} mit punktgeschweißten Lötfahnen für Platinen: BIOS, Spielmodule und Messgeräte. An den Fahnen löten, nie direkt an der Zelle.`,
      `${size} med punktsvejsede loddeflige til printkort: BIOS, spilkassetter og måleinstrumenter. Lod på fligene, aldrig direkte på cellen.`,
    ),
    attributes: { ...coinAttributes(row, 'lithium', 3, 1, 8), version: 'solder_tabs' },
  }
}

/** All plans of this family. */
export function buttonCells(): ProductPlan[] {
  return [
    ...popular.map(popularCoin('voltara', 'VO', 'A1', 1, [1, 2, 5, 10])),
    ...popular.map(popularCoin('nordcell', 'NC', 'A2', 0.72, [2, 5, 20])),
    ...otherLithium.map((row) => singleCoin(otherLine, row)),
    ...alkaline.map(([s, d, h, m, w, p, a, names]) => singleCoin(alkalineLine, [s, d, h, m, w, p, a], names)),
    ...silver.map(([s, d, h, m, w, p, a, names]) => singleCoin(silverLine, [s, d, h, m, w, p, a], names)),
    ...rechargeable.map(([s, d, h, m, w, p, a, names]) =>
      singleCoin(rechargeableLine, [s, d, h, m, w, p, a], names),
    ),
    ...popular.filter(([size]) => size !== 'CR2025').map(solderTabs),
  ]
}
