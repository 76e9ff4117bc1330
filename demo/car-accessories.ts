/** Chargers for vehicle batteries, jump starters, terminals. */
import { groups, type ProductPlan } from './product-plan.ts'
import { simpleProduct, type FamilyDefaults } from './simple-product.ts'
import { decimal, words, type Words } from './words.ts'

const family = (category: string, care: ProductPlan['care']): FamilyDefaults => ({
  brand: 'startvik',
  category,
  care,
  group: groups.vehicle,
  discount: 'F3',
})

const chargerRows: [
  sku: string,
  volts: string,
  amps: number,
  low: number,
  high: number,
  grams: number,
  sek: number,
  extra: Words,
][] = [
  [
    'SV-CH1',
    '6/12',
    1,
    2,
    30,
    350,
    399,
    words(
      'Lagom till motorcykel, moped och gräsklippare under vintervilan.',
      'Passer til motorsykkel, moped og gressklipper i vinteropplag.',
      'Richtig für Motorrad, Roller und Rasenmäher in der Winterpause.',
      'Passer til motorcykel, knallert og plæneklipper i vinterhi.',
    ),
  ],
  [
    'SV-CH4',
    '12',
    4,
    8,
    80,
    520,
    599,
    words(
      'Underhåller familjebilen året runt och kan sitta inkopplad i månader.',
      'Vedlikeholder familiebilen året rundt og kan stå tilkoblet i måneder.',
      'Erhält das Familienauto das ganze Jahr und darf monatelang angeschlossen bleiben.',
      'Vedligeholder familiebilen året rundt og kan sidde tilsluttet i månedsvis.',
    ),
  ],
  [
    'SV-CH7',
    '12',
    7,
    14,
    150,
    680,
    899,
    words(
      'Åtta steg med rekonditionering av sulfaterade batterier.',
      'Åtte trinn med rekondisjonering av sulfaterte batterier.',
      'Acht Stufen samt Auffrischung sulfatierter Batterien.',
      'Otte trin med genopfriskning af sulfaterede batterier.',
    ),
  ],
  [
    'SV-CH10L',
    '12',
    10,
    20,
    200,
    900,
    1299,
    words(
      'För bly, AGM, gel och LiFePO4, med strömförsörjningsläge vid kodning i verkstad.',
      'For bly, AGM, gel og LiFePO4, med strømforsyningsmodus ved koding i verksted.',
      'Für Blei, AGM, Gel und LiFePO4, mit Netzteilmodus für die Werkstatt.',
      'Til bly, AGM, gel og LiFePO4, med strømforsyningstilstand til værkstedet.',
    ),
  ],
  [
    'SV-CH25',
    '12/24',
    25,
    50,
    500,
    2600,
    2990,
    words(
      'Verkstadsladdare för lastbil och buss med 24 V.',
      'Verkstedlader for lastebil og buss med 24 V.',
      'Werkstattlader auch für Lkw und Bus mit 24 V.',
      'Værkstedsoplader til lastbil og bus med 24 V.',
    ),
  ],
]

const leadChemistries = ['lead_acid', 'efb', 'agm', 'gel']

const chargers = chargerRows.map(([sku, volts, amps, low, high, grams, sek, extra]) =>
  simpleProduct(
    family('car-battery-chargers', 'mains'),
    sku,
    sek,
    'charger?kind=starter&ports=1&colour=black&mains=yes',
    words(
      `Batteriladdare ${volts} V ${amps} A`,
      `Batterilader ${volts} V ${amps} A`,
      `Batterieladegerät ${volts} V ${amps} A`,
      `Batterioplader ${volts} V ${amps} A`,
    ),
    words(
      `Automatisk laddare för batterier på ${low}–${high} Ah. ${extra.sv} Skyddad mot felpolning, gnistor och damm (IP65).`,
      `Automatisk lader for batterier på ${low}–${high} Ah. ${extra.no} Beskyttet mot feilpolaritet, gnister og støv (IP65).`,
      `Vollautomatisches Ladegerät für Batterien von ${low} bis ${high} Ah. ${extra.de} Geschützt gegen Verpolung, Funken und Staub (IP65).`,
      `Automatisk oplader til batterier på ${low}–${high} Ah. ${extra.da} Beskyttet mod forkert polaritet, gnister og støv (IP65).`,
    ),
    {
      voltage_v: 12,
      charges: [...leadChemistries, ...(sku === 'SV-CH10L' ? ['lifepo4'] : [])],
      output_a: amps,
      ip_rating: 'IP65',
      length_m: 1.5,
      weight_g: grams,
    },
  ),
)

const boosters = (
  [
    ['SV-JS1000', 1000, 8000, 480, 799],
    ['SV-JS1500', 1500, 12000, 690, 1099],
    ['SV-JS2500', 2500, 20000, 1150, 1690],
  ] as const
).map(([sku, amps, mah, grams, sek]) =>
  simpleProduct(
    family('jump-starters', 'liion'),
    sku,
    sek,
    'charger?kind=starter&ports=2&colour=red',
    words(
      `Startbooster ${amps} A`,
      `Startbooster ${amps} A`,
      `Starthilfegerät ${amps} A`,
      `Startbooster ${amps} A`,
    ),
    words(
      `Startar bilen på egen hand med ${amps} A i topp. Ryms i handskfacket, har ficklampa och laddar telefonen över USB-C. Kontrollera laddningen två gånger om året.`,
      `Starter bilen på egen hånd med ${amps} A i topp. Får plass i hanskerommet, har lommelykt og lader telefonen over USB-C. Sjekk ladningen to ganger i året.`,
      `Startet das Auto ohne fremde Hilfe mit ${amps} A Spitze. Passt ins Handschuhfach, mit Taschenlampe und USB-C fürs Handy. Zweimal im Jahr nachladen.`,
      `Starter bilen på egen hånd med ${amps} A i top. Kan være i handskerummet, har lommelygte og oplader telefonen over USB-C. Tjek ladningen to gange om året.`,
    ),
    {
      chemistry: 'li_polymer',
      voltage_v: 12,
      capacity_mah: mah,
      watt_hours: Math.round(mah * 0.037) / 10,
      output_a: amps,
      ports: 2,
      rechargeable: true,
      weight_g: grams,
      un_number: 'un3481',
      battery_marks: ['separate_collection'],
    },
    { brand: 'ampeo', tags: ['cold-proof'] },
  ),
)

const leads = (
  [
    [16, 3, 220, 249],
    [25, 3.5, 350, 399],
    [35, 4.5, 500, 649],
  ] as const
).map(([mm2, length, amps, sek]) =>
  simpleProduct(
    family('jump-starters', 'cable'),
    `TF-JUMP${mm2}`,
    sek,
    `cable?a=clamp&b=clamp&length=${length}&colour=red&make=twin&pair=poles`,
    words(
      `Startkablar ${mm2} mm², ${decimal(length)} m`,
      `Startkabler ${mm2} mm², ${decimal(length)} m`,
      `Starthilfekabel ${mm2} mm², ${decimal(length)} m`,
      `Startkabler ${mm2} mm², ${decimal(length)} m`,
    ),
    words(
      `Ren koppar med isolerade klämmor för ${amps} A. Bruksanvisningen är tryckt på väskan, så att den läses när den behövs.`,
      `Rent kobber med isolerte klemmer for ${amps} A. Bruksanvisningen er trykt på posen, så den leses når den trengs.`,
      `Reines Kupfer mit isolierten Zangen für ${amps} A nach DIN 72553. Die Anleitung ist auf die Tasche gedruckt.`,
      `Rent kobber med isolerede klemmer til ${amps} A. Brugsanvisningen er trykt på tasken, så den læses, når den skal bruges.`,
    ),
    { length_m: length, cross_section_mm2: mm2, output_a: amps, weight_g: mm2 * 110 },
    { brand: 'tradfast' },
  ),
)

const terminalRows: [sku: string, sek: number, kind: string, name: Words, intro: Words, grams: number][] = [
  [
    'DE-POL-P',
    49,
    'terminal&pole=plus',
    words('Polsko plus, skruv', 'Polsko pluss, skrue', 'Polklemme Plus, Schraube', 'Polsko plus, skrue'),
    words(
      'Mässingspolsko för 17,5 mm pol, upp till 35 mm² kabel.',
      'Messingpolsko for 17,5 mm pol, opptil 35 mm² kabel.',
      'Polklemme aus Messing für Pole mit 17,5 mm und Kabel bis 35 mm².',
      'Messingpolsko til 17,5 mm pol, op til 35 mm² kabel.',
    ),
    90,
  ],
  [
    'DE-POL-M',
    49,
    'terminal&pole=minus',
    words('Polsko minus, skruv', 'Polsko minus, skrue', 'Polklemme Minus, Schraube', 'Polsko minus, skrue'),
    words(
      'Mässingspolsko för 15,9 mm pol, upp till 35 mm² kabel.',
      'Messingpolsko for 15,9 mm pol, opptil 35 mm² kabel.',
      'Polklemme aus Messing für Pole mit 15,9 mm und Kabel bis 35 mm².',
      'Messingpolsko til 15,9 mm pol, op til 35 mm² kabel.',
    ),
    88,
  ],
  [
    'DE-POL-Q',
    129,
    'terminal&pole=quick',
    words(
      'Polskor med snabbfäste, par',
      'Polsko med hurtigfeste, par',
      'Schnellverschluss-Polklemmen, Paar',
      'Polsko med hurtiglås, par',
    ),
    words(
      'Lossas utan verktyg, bra i husvagn och båt.',
      'Løsnes uten verktøy, bra i campingvogn og båt.',
      'Werkzeuglos zu lösen, praktisch in Wohnwagen und Boot.',
      'Løsnes uden værktøj, godt i campingvogn og båd.',
    ),
    180,
  ],
  [
    'DE-SWITCH',
    149,
    'switch',
    words(
      'Frånskiljare 12/24 V 200 A',
      'Hovedbryter 12/24 V 200 A',
      'Batterietrennschalter 12/24 V 200 A',
      'Hovedafbryder 12/24 V 200 A',
    ),
    words(
      'Bryter strömmen med ett vrid, hindrar urladdning och stöld.',
      'Bryter strømmen med en vri, hindrer utlading og tyveri.',
      'Trennt die Batterie mit einer Drehung, gegen Entladung und Diebstahl.',
      'Afbryder strømmen med et enkelt drej, hindrer afladning og tyveri.',
    ),
    240,
  ],
  [
    'DE-TRAY',
    179,
    'box',
    words(
      'Batterilåda för båt och husvagn',
      'Batterikasse for båt og campingvogn',
      'Batteriekasten für Boot und Wohnwagen',
      'Batterikasse til båd og campingvogn',
    ),
    words(
      'Tålig låda med rem för batterier upp till 100 Ah, med hål för ventilation.',
      'Solid kasse med rem for batterier opptil 100 Ah, med hull for lufting.',
      'Stabiler Kasten mit Gurt für Batterien bis 100 Ah, mit Belüftung.',
      'Solid kasse med rem til batterier op til 100 Ah, med udluftning.',
    ),
    1100,
  ],
]

const grease = simpleProduct(
  family('battery-terminals', 'chemical'),
  'DE-GREASE',
  79,
  'part?kind=spray',
  words(
    'Polfett på spray 200 ml',
    'Polfett på spray 200 ml',
    'Polfett-Spray 200 ml',
    'Polfedt på spray 200 ml',
  ),
  words(
    'Röd vaxfilm som hindrar ärg på poler och kabelskor. Spraya efter monteringen, inte före.',
    'Rød voksfilm som hindrer irr på poler og kabelsko. Spray etter monteringen, ikke før.',
    'Roter Wachsfilm gegen Korrosion an Polen und Kabelschuhen. Nach der Montage sprühen, nicht davor.',
    'Rød voksfilm, der hindrer ir på poler og kabelsko. Spray efter monteringen, ikke før.',
  ),
  { content_amount: 0.2, content_unit: 'l', weight_g: 230 },
  { brand: 'delbo' },
)

/** All plans of this family. */
export function carAccessories(): ProductPlan[] {
  const terminals = terminalRows.map(([sku, sek, kind, name, intro, grams]) =>
    simpleProduct(
      family('battery-terminals', 'part'),
      sku,
      sek,
      `part?kind=${kind}`,
      name,
      intro,
      { weight_g: grams, ...(kind === 'switch' ? { output_a: 200 } : {}) },
      { brand: 'delbo' },
    ),
  )
  return [...chargers, ...boosters, ...leads, ...terminals, grease]
}
