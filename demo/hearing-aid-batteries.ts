/** Zinc-air hearing aid cells: four sizes, four colours of tab. */
import { packOf, packPicture } from './cell-facts.ts'
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { join, words, type Words } from './words.ts'

/** size, tab, IEC, ANSI, mAh, diameter, height, weight, also called, devices. */
const sizes: [
  size: string,
  tab: string,
  iec: string,
  ansi: string,
  mah: number,
  d: number,
  h: number,
  w: number,
  also: string,
  fits: string[],
][] = [
  [
    '10',
    'yellow',
    'PR70',
    '7005ZD',
    105,
    5.8,
    3.6,
    0.3,
    'A10, AC10, DA10, PR230',
    ['Oticon Ria2 CIC', 'Phonak Virto B-10', 'Widex Evoke CIC Micro', 'ReSound LiNX 3D CIC'],
  ],
  [
    '312',
    'brown',
    'PR41',
    '7002ZD',
    180,
    7.9,
    3.6,
    0.5,
    'A312, AC312, DA312, PR312',
    [
      'Oticon Opn S miniRITE',
      'Phonak Audéo B-312',
      'Widex Evoke F2',
      'Signia Pure 312 Nx',
      'ReSound LiNX Quattro 61',
      'Starkey Livio RIC 312',
    ],
  ],
  [
    '13',
    'orange',
    'PR48',
    '7000ZD',
    310,
    7.9,
    5.4,
    0.8,
    'A13, AC13, DA13, PR13',
    [
      'Oticon Xceed BTE SP',
      'Phonak Naída B-SP',
      'Signia Motion 13 Nx',
      'ReSound ENZO Q 88',
      'Bernafon Juna BTE',
    ],
  ],
  [
    '675',
    'blue',
    'PR44',
    '7003ZD',
    640,
    11.6,
    5.4,
    1.9,
    'A675, AC675, DA675, PR675',
    ['Oticon Xceed BTE UP', 'Phonak Naída B-UP', 'Widex Super 440', 'Cochlear Nucleus 5'],
  ],
]

const colours: Record<string, Words> = {
  yellow: words('gul', 'gul', 'gelb', 'gul'),
  brown: words('brun', 'brun', 'braun', 'brun'),
  orange: words('orange', 'oransje', 'orange', 'orange'),
  blue: words('blå', 'blå', 'blau', 'blå'),
}

const lines: { brand: string; key: string; name: string; sek: number; pitch: Words }[] = [
  {
    brand: 'sonavit',
    key: 'SO',
    name: 'Clear',
    sek: 49,
    pitch: words(
      'Sonavit Clear ger hög och jämn spänning för trådlös strömning av ljud mellan telefon och hörapparat.',
      'Sonavit Clear gir høy og jevn spenning for trådløs strømming av lyd mellom telefon og høreapparat.',
      'Sonavit Clear liefert hohe, gleichmäßige Spannung für das Streaming zwischen Telefon und Hörgerät.',
      'Sonavit Clear giver høj og jævn spænding til trådløs streaming af lyd mellem telefon og høreapparat.',
    ),
  },
  {
    brand: 'nordcell',
    key: 'NC',
    name: 'Hear',
    sek: 35,
    pitch: words(
      'Nordcell Hear är ett prisvärt hörapparatsbatteri med lång flik som är lätt att greppa.',
      'Nordcell Hear er et rimelig høreapparatbatteri med lang flik som er lett å gripe.',
      'Nordcell Hear ist die günstige Hörgerätebatterie mit langer, gut greifbarer Lasche.',
      'Nordcell Hear er et prisvenligt høreapparatbatteri med en lang flig, der er let at gribe om.',
    ),
  },
]

const advice = words(
  'Dra av fliken och vänta två minuter innan cellen sätts i: luften aktiverar den. En obruten förpackning håller i fyra år.',
  'Dra av fliken og vent to minutter før cellen settes inn: luften aktiverer den. En uåpnet pakning holder i fire år.',
  'Lasche abziehen und zwei Minuten warten, bevor die Zelle eingesetzt wird: Die Luft aktiviert sie. Ungeöffnet vier Jahre haltbar.',
  'Træk fligen af, og vent to minutter, før cellen sættes i: luften aktiverer den. En uåbnet pakke holder i fire år.',
)

function plan(line: (typeof lines)[number], row: (typeof sizes)[number]): ProductPlan {
  const [size, tab, iec, ansi, mah, d, h, w, also, fits] = row
  const colour = colours[tab] ?? words('', '', '', '')
  const thing = words(
    `Hörapparatsbatteri ${size} ${line.name} (${colour.sv})`,
    `Høreapparatbatteri ${size} ${line.name} (${colour.no})`,
    `Hörgerätebatterie ${size} ${line.name} (${colour.de})`,
    `Høreapparatbatteri ${size} ${line.name} (${colour.da})`,
  )
  const attributes = (count: number): Attributes => ({
    battery_size: `za${size}`,
    chemistry: 'zinc_air',
    voltage_v: 1.45,
    capacity_mah: mah,
    cells_per_pack: count,
    hearing_aid_colour: tab,
    iec_code: iec,
    ansi_code: ansi,
    also_called: also,
    diameter_mm: d,
    height_mm: h,
    weight_g: Math.round(w * count * 10) / 10,
    shelf_life_years: 4,
    battery_marks: ['separate_collection'],
  })
  const drawing = (count: number) => `coin?size=${size}&chemistry=zincair&count=${count}&tab=${tab}`
  return {
    sku: `${line.key}-ZA${size}`,
    brand: line.brand,
    categories: [`hearing-aid-${size}`],
    name: thing,
    intro: join('\n\n', line.pitch, advice),
    care: 'button',
    sek: 0,
    attributes: attributes(6),
    drawing: drawing(6),
    picture: thing,
    group: groups.hearing,
    discount: 'A4',
    fits,
    variationAttributes: ['cells_per_pack'],
    variants: [6, 30, 60].map((count) => ({
      sku: `${line.key}-ZA${size}-${count}`,
      name: join(', ', thing, packOf(count)),
      attributes: attributes(count),
      sek: line.sek * (count / 6) * { 6: 1, 30: 0.78, 60: 0.68 }[count as 6 | 30 | 60],
      drawing: drawing(count),
      picture: packPicture(thing, count),
      subscription: ['1 month', '3 months', '6 months'],
    })),
  }
}

/** All plans of this family. */
export function hearingAidBatteries(): ProductPlan[] {
  return lines.flatMap((line) => sizes.map((row) => plan(line, row)))
}
