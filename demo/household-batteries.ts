/** Alkaline and zinc-carbon household batteries, and the odd sizes. */
import {
  alkalineCells,
  cellAttributes,
  cellDrawing,
  namesOfAnyChemistry,
  packOf,
  packPicture,
  type CellSize,
} from './cell-facts.ts'
import { groups, type ProductPlan, type VariantPlan } from './product-plan.ts'
import { decimal, join, words, type Words } from './words.ts'

interface Series {
  brand: string
  key: string
  name: string
  /** Price of one AA cell in a 4-pack. */
  unitSek: number
  discount: string
  shelfLifeYears: number
  tags?: string[]
  pitch: Words
}

const series: Series[] = [
  {
    brand: 'voltara',
    key: 'VO',
    name: 'Power Plus',
    unitSek: 12.3,
    discount: 'A1',
    shelfLifeYears: 10,
    tags: ['long-life'],
    pitch: words(
      'Power Plus är vårt starkaste alkaliska batteri, för kameror, leksaker med motor och annat som drar ström i stötar.',
      'Power Plus er vårt sterkeste alkaliske batteri, for kameraer, leker med motor og annet som trekker strøm i støt.',
      'Power Plus ist unsere stärkste Alkaline-Batterie, gemacht für Kameras, Spielzeug mit Motor und alles, was stoßweise Strom zieht.',
      'Power Plus er vores stærkeste alkaliske batteri, til kameraer, legetøj med motor og andet, der trækker strøm i stød.',
    ),
  },
  {
    brand: 'nordcell',
    key: 'NC',
    name: 'Basic',
    unitSek: 7.3,
    discount: 'A2',
    shelfLifeYears: 7,
    pitch: words(
      'Basic är det prisvärda vardagsbatteriet till fjärrkontroller, klockor, datormöss och dörrklockor.',
      'Basic er det rimelige hverdagsbatteriet til fjernkontroller, klokker, datamus og ringeklokker.',
      'Basic ist die günstige Alltagsbatterie für Fernbedienungen, Uhren, Computermäuse und Türklingeln.',
      'Basic er det prisvenlige hverdagsbatteri til fjernbetjeninger, ure, computermus og dørklokker.',
    ),
  },
  {
    brand: 'kraftig',
    key: 'KR',
    name: 'Industrial',
    unitSek: 8.9,
    discount: 'A1',
    shelfLifeYears: 8,
    tags: ['professional'],
    pitch: words(
      'Industrial är gjort för yrkesbruk: jämn kvalitet mellan leveranserna, datummärkta celler och kartong utan onödig plast.',
      'Industrial er laget for yrkesbruk: jevn kvalitet mellom leveransene, datomerkede celler og eske uten unødig plast.',
      'Industrial ist für den Beruf gemacht: gleichbleibende Qualität von Lieferung zu Lieferung, datierte Zellen und Karton ohne unnötiges Plastik.',
      'Industrial er lavet til erhverv: ensartet kvalitet fra leverance til leverance, datomærkede celler og karton uden unødig plast.',
    ),
  },
]

const uses: Record<string, Words> = {
  AA: words(
    'AA är den vanligaste storleken och sitter i allt från trådlösa möss till julstjärnor.',
    'AA er den vanligste størrelsen og sitter i alt fra trådløse mus til adventsstjerner.',
    'AA, auch Mignon genannt, ist die häufigste Größe: von der Funkmaus bis zur Lichterkette.',
    'AA er den mest udbredte størrelse og sidder i alt fra trådløse mus til julestjerner.',
  ),
  AAA: words(
    'AAA är smalare än AA och vanligast i fjärrkontroller, pannlampor och blodtrycksmätare.',
    'AAA er smalere enn AA og vanligst i fjernkontroller, hodelykter og blodtrykksmålere.',
    'AAA, auch Micro genannt, ist schmaler als AA und steckt in Fernbedienungen, Stirnlampen und Blutdruckmessern.',
    'AAA er smallere end AA og mest brugt i fjernbetjeninger, pandelamper og blodtryksmålere.',
  ),
  C: words(
    'C används i större leksaker, radioapparater och ljus med rörlig låga.',
    'C brukes i større leker, radioer og lys med bevegelig flamme.',
    'C, auch Baby genannt, passt in größeres Spielzeug, Radios und Kerzen mit bewegter Flamme.',
    'C bruges i større legetøj, radioer og lys med bevægelig flamme.',
  ),
  D: words(
    'D ger längst drifttid och sitter i campinglyktor, stora ficklampor och gasolvärmare.',
    'D gir lengst driftstid og sitter i campinglykter, store lommelykter og gassvarmere.',
    'D, auch Mono genannt, hält am längsten und gehört in Campinglaternen, große Taschenlampen und Boiler.',
    'D giver længst driftstid og sidder i campinglygter, store lommelygter og gasvarmere.',
  ),
  '9V': words(
    '9V-batteriet med tryckknappar sitter i brandvarnare, multimetrar och gitarrpedaler.',
    '9V-batteriet med trykknapper sitter i røykvarslere, multimetre og gitarpedaler.',
    'Der 9V-Block mit Druckknöpfen steckt in Rauchmeldern, Multimetern und Effektgeräten.',
    '9V-batteriet med trykknapper sidder i røgalarmer, multimetre og guitarpedaler.',
  ),
}

const packs: Record<string, { counts: number[]; factor: number }> = {
  AA: { counts: [4, 8, 20, 40], factor: 1 },
  AAA: { counts: [4, 8, 20, 40], factor: 0.95 },
  C: { counts: [2, 4, 12], factor: 2.1 },
  D: { counts: [2, 4, 12], factor: 2.9 },
  '9V': { counts: [1, 2, 10], factor: 3.2 },
}

const bulk = (count: number) => 1 - Math.min(0.42, Math.log2(count) * 0.075)

function alkalineName(size: string, name: string, count?: number): Words {
  const thing = words(
    `${size}-batteri ${name} alkaliskt`,
    `${size}-batteri ${name} alkalisk`,
    `${size}-Batterie ${name} Alkaline`,
    `${size}-batteri ${name} alkalisk`,
  )
  return count ? join(', ', thing, packOf(count)) : thing
}

const alkalineThing = (size: string) =>
  words(
    `Alkaliskt ${size}-batteri`,
    `Alkalisk ${size}-batteri`,
    `Alkaline-Batterie ${size}`,
    `Alkalisk ${size}-batteri`,
  )

function alkalineFamily(line: Series, cell: CellSize): ProductPlan {
  const { counts, factor } = packs[cell.size] ?? { counts: [1], factor: 1 }
  const first = counts[0] ?? 1
  const variant = (count: number): VariantPlan => ({
    sku: `${line.key}-${cell.size}-${count}`,
    name: alkalineName(cell.size, line.name, count),
    sek: line.unitSek * factor * count * bulk(count) * 1.18,
    attributes: cellAttributes(cell, 'alkaline', count, line.shelfLifeYears),
    drawing: cellDrawing(cell.size, 'alkaline', count),
    picture: packPicture(alkalineThing(cell.size), count),
    ...(count >= 8 && line.key !== 'KR' ? { subscription: ['1 month', '3 months', '6 months'] } : {}),
  })
  return {
    sku: `${line.key}-${cell.size}`,
    brand: line.brand,
    categories: [`batteries-${cell.code}`, ...(cell.size === '9V' ? ['alarm-batteries'] : [])],
    name: alkalineName(cell.size, line.name),
    intro: join('\n\n', line.pitch, uses[cell.size] ?? ''),
    care: 'primary',
    sek: 0,
    attributes: cellAttributes(cell, 'alkaline', first, line.shelfLifeYears),
    drawing: cellDrawing(cell.size, 'alkaline', first),
    picture: alkalineThing(cell.size),
    group: groups.household,
    discount: line.discount,
    ...(line.tags ? { tags: line.tags } : {}),
    variationAttributes: ['cells_per_pack'],
    variants: counts.map(variant),
  }
}

const zincSizes: [size: string, mah: number, count: number, sek: number, iec: string, ansi: string][] = [
  ['AA', 1100, 4, 19, 'R6', '15D'],
  ['AAA', 540, 4, 19, 'R03', '24D'],
  ['C', 3200, 2, 25, 'R14', '14D'],
  ['D', 7500, 2, 35, 'R20', '13D'],
  ['9V', 400, 1, 19, '6F22', '1604D'],
]

function zincCarbon([size, mah, count, sek, iec, ansi]: (typeof zincSizes)[number]): ProductPlan {
  const cell = alkalineCells[size]
  if (!cell) throw new Error(`no cell ${size}`)
  const name = words(
    `${size}-batteri Standard brunsten`,
    `${size}-batteri Standard brunstein`,
    `${size}-Batterie Standard Zink-Kohle`,
    `${size}-batteri Standard brunsten`,
  )
  return {
    sku: `NC-ZC-${size}`,
    brand: 'nordcell',
    categories: [`batteries-${cell.code}`],
    name: join(', ', name, packOf(count)),
    intro: words(
      `Brunstensbatteri för apparater som drar lite ström, till exempel väggklockor och termometrar. Billigast per styck när batteriet ändå ska sitta länge.`,
      `Brunsteinbatteri for apparater som trekker lite strøm, for eksempel veggklokker og termometre. Rimeligst per stykk når batteriet likevel skal sitte lenge.`,
      `Zink-Kohle-Batterie für Geräte mit kleinem Strombedarf wie Wanduhren und Thermometer. Am günstigsten, wenn die Batterie ohnehin lange im Gerät bleibt.`,
      `Brunstensbatteri til apparater med lille strømforbrug, for eksempel vægure og termometre. Billigst pr. styk, når batteriet alligevel skal sidde længe.`,
    ),
    care: 'primary',
    sek,
    attributes: {
      ...cellAttributes(
        {
          ...cell,
          iec,
          ansi,
          alsoCalled: namesOfAnyChemistry(cell),
          capacityMah: mah,
          weightG: cell.weightG * 0.8,
        },
        'zinc_carbon',
        count,
        3,
      ),
    },
    drawing: cellDrawing(size, 'zinc', count),
    picture: packPicture(
      words(
        `Brunstensbatteri ${size}`,
        `Brunsteinbatteri ${size}`,
        `Zink-Kohle-Batterie ${size}`,
        `Brunstensbatteri ${size}`,
      ),
      count,
    ),
    group: groups.household,
    discount: 'A2',
  }
}

const specials: [size: string, counts: number[], unitSek: number, use: Words][] = [
  [
    'AAAA',
    [2, 6],
    24,
    words(
      'aktiva pekpennor, laserpekare och glukosmätare',
      'aktive penner, laserpekere og glukosemålere',
      'aktive Eingabestifte, Laserpointer und Blutzuckermesser',
      'aktive penne, laserpegepinde og glukosemålere',
    ),
  ],
  [
    'N',
    [1, 2],
    29,
    words(
      'trådlösa sändare, läslampor och äldre kameror',
      'trådløse sendere, leselamper og eldre kameraer',
      'Funksender, Leselampen und ältere Kameras',
      'trådløse sendere, læselamper og ældre kameraer',
    ),
  ],
  [
    'A23',
    [1, 2, 5],
    19,
    words(
      'garageportöppnare, larmdosor och trådlösa dörrklockor',
      'garasjeportåpnere, alarmbrikker og trådløse ringeklokker',
      'Garagentoröffner, Alarmhandsender und Funkklingeln',
      'garageportåbnere, alarmbrikker og trådløse dørklokker',
    ),
  ],
  [
    'A27',
    [1, 2],
    22,
    words(
      'små fjärrkontroller, motorvärmarsändare och tändare',
      'små fjernkontroller, motorvarmersendere og tennere',
      'kleine Handsender, Standheizungs-Fernbedienungen und Feuerzeuge',
      'små fjernbetjeninger, motorvarmersendere og lightere',
    ),
  ],
  [
    '4LR44',
    [1, 2, 4],
    32,
    words(
      'hundhalsband, äldre kameror och epilatorer',
      'hundehalsbånd, eldre kameraer og epilatorer',
      'Hundehalsbänder, ältere Kameras und Epilierer',
      'hundehalsbånd, ældre kameraer og epilatorer',
    ),
  ],
  [
    '3R12',
    [1, 4],
    49,
    words(
      'skolexperiment, ficklampor av äldre slag och cykellyktor',
      'skoleforsøk, eldre lommelykter og sykkellykter',
      'Schulversuche, Flachtaschenlampen und Modellbau',
      'skoleforsøg, ældre lommelygter og cykellygter',
    ),
  ],
  [
    '4R25',
    [1, 2],
    119,
    words(
      'vägarbetslyktor, elstängsel och båtlanternor',
      'veiarbeidslykter, elektriske gjerder og båtlanterner',
      'Baustellenleuchten, Weidezaungeräte und Bootslaternen',
      'vejarbejdslygter, elhegn og bådlanterner',
    ),
  ],
]

function special([size, counts, unitSek, use]: (typeof specials)[number]): ProductPlan {
  const cell = alkalineCells[size]
  if (!cell) throw new Error(`no cell ${size}`)
  const thing = words(
    `${size}-batteri alkaliskt`,
    `${size}-batteri alkalisk`,
    `${size}-Batterie Alkaline`,
    `${size}-batteri alkalisk`,
  )
  const called = cell.iec === size ? size : `${size} (${cell.iec})`
  const first = counts[0] ?? 1
  return {
    sku: `VO-${size}`,
    brand: 'voltara',
    categories: ['batteries-special'],
    name: thing,
    intro: words(
      `${called} på ${decimal(cell.volts)} V används i ${use.sv}. Färska celler direkt från vårt tempererade lager.`,
      `${called} på ${decimal(cell.volts)} V brukes i ${use.no}. Ferske celler rett fra vårt tempererte lager.`,
      `${called} mit ${decimal(cell.volts)} V für ${use.de}. Frische Zellen direkt aus unserem temperierten Lager.`,
      `${called} på ${decimal(cell.volts)} V bruges i ${use.da}. Friske celler direkte fra vores tempererede lager.`,
    ),
    care: 'primary',
    sek: 0,
    attributes: cellAttributes(cell, 'alkaline', first, 5),
    drawing: cellDrawing(size, 'alkaline', first),
    picture: thing,
    group: groups.household,
    discount: 'A1',
    variationAttributes: ['cells_per_pack'],
    variants: counts.map((count) => ({
      sku: `VO-${size}-${count}`,
      name: join(', ', thing, packOf(count)),
      sek: unitSek * count * bulk(count),
      attributes: cellAttributes(cell, 'alkaline', count, 5),
      drawing: cellDrawing(size, 'alkaline', count),
      picture: packPicture(thing, count),
    })),
  }
}

/** All plans of this family. */
export function householdBatteries(): ProductPlan[] {
  const sizes = ['AA', 'AAA', 'C', 'D', '9V'].flatMap((size) => alkalineCells[size] ?? [])
  return [
    ...series.flatMap((line) => sizes.map((cell) => alkalineFamily(line, cell))),
    ...zincSizes.map(zincCarbon),
    ...specials.map(special),
  ]
}
