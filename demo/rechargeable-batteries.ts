/** NiMH cells and lithium-ion cells that shoppers charge themselves. */
import { alkalineCells, cellDrawing, namesOfAnyChemistry, packOf, packPicture } from './cell-facts.ts'
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { decimal, join, words, type Words } from './words.ts'

interface NimhLine {
  brand: string
  key: string
  name: string
  unitSek: number
  discount: string
  cycles: number
  tags: string[]
  pitch: Words
  sizes: [size: string, mah: number, counts: number[], factor: number][]
}

const lines: NimhLine[] = [
  {
    brand: 'everloop',
    key: 'EL',
    name: 'Ready',
    unitSek: 32,
    discount: 'B1',
    cycles: 2100,
    tags: ['rechargeable', 'long-life'],
    pitch: words(
      'Everloop Ready levereras laddade med solel och håller 70 procent av laddningen i tio år. Klarar upp till 2100 laddningar.',
      'Everloop Ready er ferdigladet med solstrøm og holder 70 prosent av ladningen i ti år. Tåler opptil 2100 ladinger.',
      'Everloop Ready ist mit Solarstrom vorgeladen und hält nach zehn Jahren noch 70 Prozent der Ladung. Bis zu 2100 Ladezyklen.',
      'Everloop Ready er opladet med solstrøm og holder 70 procent af ladningen i ti år. Klarer op til 2100 opladninger.',
    ),
    sizes: [
      ['AA', 2100, [2, 4, 8, 16], 1],
      ['AAA', 800, [2, 4, 8, 16], 0.9],
      ['C', 4000, [2, 4], 2.6],
      ['D', 8000, [2, 4], 4],
      ['9V', 250, [1, 2], 3.4],
    ],
  },
  {
    brand: 'everloop',
    key: 'EP',
    name: 'Pro',
    unitSek: 44,
    discount: 'B2',
    cycles: 500,
    tags: ['rechargeable', 'professional'],
    pitch: words(
      'Everloop Pro har högst kapacitet i serien och är gjord för blixtar, spelkontroller och mikrofonsändare som används dagligen.',
      'Everloop Pro har høyest kapasitet i serien og er laget for blitser, spillkontrollere og mikrofonsendere i daglig bruk.',
      'Everloop Pro hat die höchste Kapazität der Serie: für Blitzgeräte, Gamecontroller und Funkmikrofone im täglichen Einsatz.',
      'Everloop Pro har den højeste kapacitet i serien og er lavet til blitze, spilcontrollere og mikrofonsendere i daglig brug.',
    ),
    sizes: [
      ['AA', 2550, [2, 4, 8], 1],
      ['AAA', 950, [2, 4, 8], 0.92],
    ],
  },
  {
    brand: 'nordcell',
    key: 'NR',
    name: 'Recharge',
    unitSek: 21,
    discount: 'B1',
    cycles: 1000,
    tags: ['rechargeable'],
    pitch: words(
      'Nordcell Recharge är ett billigt sätt att sluta köpa engångsbatterier: tusen laddningar och låg självurladdning.',
      'Nordcell Recharge er en rimelig måte å slutte med engangsbatterier på: tusen ladinger og lav selvutlading.',
      'Nordcell Recharge ist der günstige Abschied von der Einwegbatterie: tausend Ladungen und geringe Selbstentladung.',
      'Nordcell Recharge er en billig måde at holde op med engangsbatterier på: tusind opladninger og lav selvafladning.',
    ),
    sizes: [
      ['AA', 1900, [4, 8], 1],
      ['AAA', 700, [4, 8], 0.9],
    ],
  },
]

const nimhWeights: Record<string, number> = { AA: 27, AAA: 12, C: 64, D: 155, '9V': 52 }
const nimhIec: Record<string, string> = { AA: 'HR6', AAA: 'HR03', C: 'HR14', D: 'HR20', '9V': '6HR61' }

const nimhThing = (size: string, name: string) =>
  words(
    `Laddbart ${size}-batteri ${name}`,
    `Oppladbart ${size}-batteri ${name}`,
    `${size}-Akku ${name}`,
    `Genopladeligt ${size}-batteri ${name}`,
  )

function nimhFamily(line: NimhLine, [size, mah, counts, factor]: NimhLine['sizes'][number]): ProductPlan {
  const cell = alkalineCells[size]
  if (!cell) throw new Error(`no cell ${size}`)
  const volts = size === '9V' ? 8.4 : 1.2
  const thing = join(' ', nimhThing(size, line.name), `${mah} mAh`)
  const attributes = (count: number): Attributes => ({
    battery_size: cell.code,
    chemistry: 'nimh',
    voltage_v: volts,
    capacity_mah: mah,
    cells_per_pack: count,
    iec_code: nimhIec[size] ?? size,
    also_called: namesOfAnyChemistry(cell),
    rechargeable: true,
    ...(cell.diameterMm ? { diameter_mm: cell.diameterMm } : {}),
    height_mm: cell.heightMm,
    weight_g: (nimhWeights[size] ?? 30) * count,
    cycles: line.cycles,
    battery_marks: ['separate_collection'],
  })
  const saving = words(
    `Passar överallt där du annars sätter ett engångsbatteri i storlek ${size}; de allra flesta apparater fungerar lika bra på ${decimal(volts)} V.`,
    `Passer overalt der du ellers setter et engangsbatteri i størrelse ${size}; de aller fleste apparater fungerer like godt på ${decimal(volts)} V.`,
    `Passt überall, wo sonst eine Einwegbatterie der Größe ${size} steckt; die ${decimal(volts)} V reichen den meisten Geräten.`,
    `Passer overalt, hvor du ellers sætter et engangsbatteri i størrelse ${size}; langt de fleste apparater fungerer lige så godt med ${decimal(volts)} V.`,
  )
  return {
    sku: `${line.key}-${size}`,
    brand: line.brand,
    categories: [size === 'AA' || size === 'AAA' ? `rechargeable-${cell.code}` : 'rechargeable-c-d-9v'],
    name: thing,
    intro: join('\n\n', line.pitch, saving),
    care: 'nimh',
    sek: 0,
    attributes: attributes(counts[0] ?? 1),
    drawing: cellDrawing(size, 'nimh', counts[0] ?? 1),
    picture: thing,
    group: groups.rechargeable,
    discount: line.discount,
    tags: line.tags,
    variationAttributes: ['cells_per_pack'],
    variants: counts.map((count) => ({
      sku: `${line.key}-${size}-${count}`,
      name: join(', ', thing, packOf(count)),
      sek: line.unitSek * factor * count * (1 - Math.log2(count) * 0.04),
      attributes: attributes(count),
      drawing: cellDrawing(size, 'nimh', count),
      picture: packPicture(nimhThing(size, line.name), count),
    })),
  }
}

/** size, capacity, volts, amps, diameter, height, weight, price, protected. */
const ionCells: [
  size: string,
  mah: number,
  amps: number,
  d: number,
  h: number,
  w: number,
  sek: number,
  guarded: boolean,
][] = [
  ['18650', 3500, 10, 18.6, 69, 49, 149, true],
  ['18650', 2600, 7, 18.5, 68.5, 47, 99, true],
  ['18650', 3000, 20, 18.4, 65.2, 46, 129, false],
  ['21700', 5000, 15, 21.7, 75.5, 72, 199, true],
  ['21700', 4200, 35, 21.5, 70.3, 69, 169, false],
  ['14500', 900, 3, 14.2, 52.5, 21, 79, true],
  ['16340', 750, 3, 16.6, 36, 18, 79, true],
]

function ionCell([size, mah, amps, d, h, w, sek, guarded]: (typeof ionCells)[number]): ProductPlan {
  const wattHours = Math.round(mah * 0.36) / 100
  const name = words(
    `${size}-litiumjoncell ${mah} mAh`,
    `${size}-litiumioncelle ${mah} mAh`,
    `${size}-Lithium-Ionen-Zelle ${mah} mAh`,
    `${size}-lithium-ion-celle ${mah} mAh`,
  )
  const guard = guarded
    ? words(
        'Inbyggd skyddskrets mot överladdning, djupurladdning och kortslutning. Upphöjd pluspol.',
        'Innebygd beskyttelseskrets mot overlading, dyputlading og kortslutning. Hevet plusspol.',
        'Eingebaute Schutzschaltung gegen Überladung, Tiefentladung und Kurzschluss. Erhöhter Pluspol.',
        'Indbygget beskyttelseskredsløb mod overopladning, dybafladning og kortslutning. Forhøjet pluspol.',
      )
    : words(
        'Utan skyddskrets och med platt pol, för batteripaket med egen styrning. Bara för den som vet hur cellen ska användas.',
        'Uten beskyttelseskrets og med flat pol, for batteripakker med egen styring. Bare for den som vet hvordan cellen skal brukes.',
        'Ohne Schutzschaltung und mit flachem Pol, für Akkupacks mit eigener Elektronik. Nur für Fachkundige.',
        'Uden beskyttelseskredsløb og med flad pol, til batteripakker med egen styring. Kun til dig, der ved, hvordan cellen skal bruges.',
      )
  return {
    sku: `EL-${size}-${mah}`,
    brand: 'everloop',
    categories: ['lithium-ion-cells'],
    name,
    intro: join(
      '\n\n',
      words(
        `Laddningsbar ${size} på 3,6 V som lämnar upp till ${amps} A. För ficklampor, cykellysen och verktyg som anger ${size}.`,
        `Oppladbar ${size} på 3,6 V som gir opptil ${amps} A. For lommelykter, sykkellys og verktøy som angir ${size}.`,
        `Wiederaufladbare ${size} mit 3,6 V und bis zu ${amps} A Dauerstrom. Für Taschenlampen, Fahrradlichter und Geräte, die ${size} verlangen.`,
        `Genopladelig ${size} på 3,6 V, der leverer op til ${amps} A. Til lommelygter, cykellys og værktøj, der kræver ${size}.`,
      ),
      guard,
    ),
    care: 'liion',
    sek,
    attributes: {
      battery_size: size,
      chemistry: 'li_ion',
      voltage_v: 3.6,
      capacity_mah: mah,
      watt_hours: wattHours,
      cells_per_pack: 1,
      rechargeable: true,
      output_a: amps,
      diameter_mm: d,
      height_mm: h,
      weight_g: w,
      cycles: 500,
      un_number: 'un3480',
      battery_marks: ['separate_collection'],
    },
    drawing: cellDrawing(size, 'liion', 1),
    picture: name,
    group: groups.rechargeable,
    discount: 'B2',
    tags: guarded ? [] : ['professional'],
  }
}

function usbCell(size: 'AA' | 'AAA', wattHours: number, count: number, sek: number): ProductPlan {
  const cell = alkalineCells[size]
  const name = words(
    `Laddbart ${size}-batteri med USB-C 1,5 V`,
    `Oppladbart ${size}-batteri med USB-C 1,5 V`,
    `${size}-Akku mit USB-C 1,5 V`,
    `Genopladeligt ${size}-batteri med USB-C 1,5 V`,
  )
  return {
    sku: `AM-USB-${size}-${count}`,
    brand: 'ampeo',
    categories: [`rechargeable-${size.toLowerCase()}`],
    name: join(', ', name, packOf(count)),
    intro: words(
      `Litiumjoncell med egen USB-C-kontakt: ladda direkt från mobilladdaren på två timmar. Lämnar jämnt 1,5 V tills den är tom, vilket lås och kameror behöver.`,
      `Litiumioncelle med egen USB-C-kontakt: lad rett fra mobilladeren på to timer. Gir jevne 1,5 V til den er tom, noe låser og kameraer trenger.`,
      `Lithium-Ionen-Zelle mit eigener USB-C-Buchse: in zwei Stunden am Handyladegerät geladen. Liefert konstant 1,5 V, bis sie leer ist; gut für Schlösser und Kameras.`,
      `Lithium-ion-celle med egen USB-C-port: oplades på to timer fra mobilopladeren. Leverer jævnt 1,5 V, til den er tom, hvilket låse og kameraer har brug for.`,
    ),
    care: 'liion',
    sek,
    attributes: {
      battery_size: size.toLowerCase(),
      chemistry: 'li_ion',
      voltage_v: 1.5,
      charging_port: 'usb_c',
      watt_hours: wattHours,
      cells_per_pack: count,
      rechargeable: true,
      diameter_mm: cell?.diameterMm ?? 14,
      height_mm: cell?.heightMm ?? 50,
      weight_g: (size === 'AA' ? 18 : 8) * count,
      cycles: 1000,
      un_number: 'un3480',
      battery_marks: ['separate_collection'],
    },
    drawing: `cell?size=${size}&chemistry=liion&count=${count}`,
    picture: packPicture(name, count),
    group: groups.rechargeable,
    discount: 'B2',
    tags: ['new', 'travel'],
  }
}

/** All plans of this family. */
export function rechargeableBatteries(): ProductPlan[] {
  return [
    ...lines.flatMap((line) => line.sizes.map((size) => nimhFamily(line, size))),
    ...ionCells.map(ionCell),
    usbCell('AA', 3.6, 4, 229),
    usbCell('AA', 3.6, 2, 129),
    usbCell('AAA', 1.1, 4, 209),
  ]
}
