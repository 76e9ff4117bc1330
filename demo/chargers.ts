/** Household chargers, USB chargers, wireless chargers, car sockets and battery testers. */
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { join, listed, words, type Words } from './words.ts'

const charger = (
  sku: string,
  category: string,
  kind: string,
  sek: number,
  name: Words,
  intro: Words,
  attributes: Attributes,
  extra: Partial<ProductPlan> = {},
): ProductPlan => ({
  sku,
  brand: 'ampeo',
  categories: [category],
  name,
  intro,
  care: 'mains',
  sek,
  attributes,
  drawing: `charger?kind=${kind}&ports=1&colour=${String(attributes['colour'] ?? 'black')}`,
  picture: name,
  group: groups.charger,
  discount: 'C1',
  ...extra,
})

const wideBays = words(
  'Fyra breda fack för AAA till D i valfri blandning och ett fack för 9V.',
  'Fire brede spor for AAA til D i valgfri blanding og ett spor for 9V.',
  'Vier breite Schächte für AAA bis D in beliebiger Mischung und ein Schacht für 9V.',
  'Fire brede pladser til AAA til D i valgfri blanding og én plads til 9V.',
)

const household: ProductPlan[] = [
  ['AM-H4', 4, 199, 'Basic', 'AA, AAA', 0.5],
  ['AM-H4-LCD', 4, 349, 'Display', 'AA, AAA', 1],
  ['AM-H8', 8, 449, 'Family', 'AA, AAA', 0.8],
  ['AM-HU', 4, 399, 'Universal', 'AA, AAA, C, D, 9V', 1],
  ['AM-H16', 16, 899, 'Station', 'AA, AAA', 0.7],
  ['AM-H2-USB', 2, 129, 'Travel', 'AA, AAA', 0.5],
].map((row) => {
  const [sku, slots, sek, name, sizes, amps] = row as [string, number, number, string, string, number]
  const types = listed(sizes.split(', '))
  const mixed = sizes.includes('D')
  return charger(
    sku,
    'battery-chargers',
    'household',
    sek,
    words(
      `Batteriladdare ${name} för ${slots} batterier`,
      `Batterilader ${name} for ${slots} batterier`,
      `Akku-Ladegerät ${name} für ${slots} Akkus`,
      `Batterioplader ${name} til ${slots} batterier`,
    ),
    join(
      ' ',
      mixed ? wideBays : '',
      words(
        `Laddar ${types.sv} i NiMH. Varje fack övervakas för sig och stänger av på spänningsdipp, temperatur och tid, så att batterier av olika ålder kan laddas tillsammans.`,
        `Lader ${types.no} i NiMH. Hvert spor overvåkes for seg og slår av på spenningsfall, temperatur og tid, så batterier av ulik alder kan lades sammen.`,
        `Lädt ${types.de} in NiMH. Jeder Schacht wird einzeln überwacht und schaltet nach Spannung, Temperatur und Zeit ab; Akkus verschiedenen Alters dürfen zusammen laden.`,
        `Oplader ${types.da} i NiMH. Hver plads overvåges for sig og slår fra på spændingsfald, temperatur og tid, så batterier af forskellig alder kan oplades sammen.`,
      ),
    ),
    {
      cell_slots: slots,
      charges: ['nimh'],
      charges_sizes: sizes.toLowerCase().split(', '),
      output_a: amps,
      power_w: Math.round(slots * amps * 1.6 * 10) / 10,
      weight_g: 90 + slots * 28,
      ...(name === 'Travel' ? { connector: 'usb_c' } : {}),
    },
    {
      ...(name === 'Travel' && { tags: ['travel'] }),
      ...(name === 'Display' && {
        drawing: 'charger?kind=household&ports=1&colour=black&display=yes',
      }),
    },
  )
})

const ion: ProductPlan[] = (
  [
    ['AM-I1', 1, 149, 1],
    ['AM-I2', 2, 249, 2],
    ['AM-I4', 4, 449, 3],
  ] as const
).map(([sku, slots, sek, amps]) =>
  charger(
    sku,
    'battery-chargers',
    'household',
    sek,
    words(
      `Litiumjonladdare ${slots} fack USB-C`,
      `Litiumionlader ${slots} spor USB-C`,
      `Lithium-Ionen-Ladegerät ${slots} ${slots === 1 ? 'Schacht' : 'Schächte'} USB-C`,
      `Lithium-ion-oplader ${slots} ${slots === 1 ? 'plads' : 'pladser'} USB-C`,
    ),
    words(
      'För 18650, 21700, 14500 och 16340 samt NiMH i AA och AAA. Känner av cellen själv och väcker djupurladdade celler skonsamt.',
      'For 18650, 21700, 14500 og 16340 samt NiMH i AA og AAA. Kjenner igjen cellen selv og vekker dyputladede celler skånsomt.',
      'Für 18650, 21700, 14500 und 16340 sowie NiMH in AA und AAA. Erkennt die Zelle selbst und weckt tiefentladene Zellen schonend.',
      'Til 18650, 21700, 14500 og 16340 samt NiMH i AA og AAA. Genkender selv cellen og vækker dybafladede celler skånsomt.',
    ),
    {
      cell_slots: slots,
      charges: ['li_ion', 'nimh'],
      charges_sizes: ['18650', '21700', '14500', '16340', 'aa', 'aaa'],
      output_a: amps,
      connector: 'usb_c',
      weight_g: 70 + slots * 45,
    },
    { discount: 'C2', drawing: 'charger?kind=household&cells=liion&colour=black' },
  ),
)

const colourWords = {
  black: words('svart', 'svart', 'schwarz', 'sort'),
  white: words('vit', 'hvit', 'weiß', 'hvid'),
  grey: words('grå', 'grå', 'grau', 'grå'),
  blue: words('blå', 'blå', 'blau', 'blå'),
  green: words('grön', 'grønn', 'grün', 'grøn'),
  red: words('röd', 'rød', 'rot', 'rød'),
}
export type ColourCode = keyof typeof colourWords

/** "svart" and its sisters, for names of coloured variants. */
export function colourWord(colour: ColourCode): Words {
  return colourWords[colour]
}

const usbRows: [sku: string, watts: number, ports: number, sek: number, grams: number, load: Words][] = [
  ['AM-PD20', 20, 1, 129, 42, words('telefonen', 'telefonen', 'Ihr Handy', 'telefonen')],
  [
    'AM-PD35',
    35,
    2,
    229,
    78,
    words(
      'två telefoner samtidigt',
      'to telefoner samtidig',
      'zwei Handys zugleich',
      'to telefoner på én gang',
    ),
  ],
  ['AM-PD45', 45, 1, 279, 88, words('surfplattan', 'nettbrettet', 'Ihr Tablet', 'tabletten')],
  [
    'AM-PD65',
    65,
    3,
    399,
    112,
    words('datorn och telefonen', 'PC-en og telefonen', 'Notebook und Handy', 'computeren og telefonen'),
  ],
  [
    'AM-PD100',
    100,
    4,
    649,
    186,
    words(
      'en stor dator och tre saker till',
      'en stor PC og tre ting til',
      'ein großes Notebook und drei weitere Geräte',
      'en stor computer og tre ting mere',
    ),
  ],
  [
    'AM-PD140',
    140,
    3,
    899,
    240,
    words(
      'de största bärbara datorerna',
      'de største bærbare PC-ene',
      'die größten Notebooks',
      'de største bærbare computere',
    ),
  ],
]

function usbCharger([sku, watts, ports, sek, grams, load]: (typeof usbRows)[number]): ProductPlan {
  const name = words(
    `USB-C-laddare ${watts} W PD`,
    `USB-C-lader ${watts} W PD`,
    `USB-C-Ladegerät ${watts} W PD`,
    `USB-C-oplader ${watts} W PD`,
  )
  const base = charger(
    sku,
    'usb-chargers',
    'usb',
    sek,
    name,
    words(
      `Väggladdare i galliumnitrid som orkar ${load.sv}. USB Power Delivery 3.1 med PPS, sval och liten. Kabel köps separat.`,
      `Vegglader i galliumnitrid som klarer ${load.no}. USB Power Delivery 3.1 med PPS, kjølig og liten. Kabel kjøpes separat.`,
      `GaN-Netzladegerät mit Leistung für ${load.de}. USB Power Delivery 3.1 mit PPS, kühl und klein. Kabel separat erhältlich.`,
      `Vægoplader i galliumnitrid, der klarer ${load.da}. USB Power Delivery 3.1 med PPS, kølig og lille. Kabel købes separat.`,
    ),
    {
      ports,
      power_w: watts,
      connector: 'usb_c',
      weight_g: grams,
      standard: 'USB PD 3.1, PPS, EN IEC 62368-1',
    },
    { discount: 'C2' },
  )
  return {
    ...base,
    variationAttributes: ['colour'],
    variants: (['black', 'white'] as const).map((colour) => ({
      sku: `${sku}-${colour.toUpperCase().slice(0, 2)}`,
      name: join(', ', name, colourWord(colour)),
      sek,
      attributes: { colour },
      drawing: `charger?kind=usb&ports=${ports}&colour=${colour}`,
      picture: join(', ', name, colourWord(colour)),
    })),
  }
}

const car: ProductPlan[] = (
  [
    ['AM-CAR20', 20, 1, 99],
    ['AM-CAR38', 38, 2, 169],
    ['AM-CAR65', 65, 2, 299],
    ['AM-CAR120', 120, 3, 499],
  ] as const
).map(([sku, watts, ports, sek]) =>
  charger(
    sku,
    'car-usb-chargers',
    'car',
    sek,
    words(
      `USB-laddare till bil ${watts} W, ${ports} uttag`,
      `USB-lader til bil ${watts} W, ${ports} uttak`,
      `USB-Autoladegerät ${watts} W, ${ports} ${ports === 1 ? 'Anschluss' : 'Anschlüsse'}`,
      `USB-oplader til bil ${watts} W, ${ports} stik`,
    ),
    words(
      'Passar 12- och 24-voltsuttag och laddar med USB-C Power Delivery. Metallhölje, överspänningsskydd och en lampa som inte bländar på natten.',
      'Passer i 12- og 24-voltsuttak og lader med USB-C Power Delivery. Metallhus, overspenningsvern og en lampe som ikke blender om natten.',
      'Passt in 12- und 24-Volt-Steckdosen und lädt mit USB-C Power Delivery. Metallgehäuse, Überspannungsschutz und eine Leuchte, die nachts nicht blendet.',
      'Passer i 12- og 24-volts stik og oplader med USB-C Power Delivery. Metalhus, overspændingsbeskyttelse og en lampe, der ikke blænder om natten.',
    ),
    { ports, power_w: watts, voltage_v: 12, connector: 'usb_c', weight_g: 28 + ports * 12 },
    { care: 'electronics', tags: ['travel'] },
  ),
)

const wirelessRows: [sku: string, watts: number, sek: number, name: Words][] = [
  [
    'AM-QI10',
    10,
    199,
    words(
      'Trådlös laddplatta Qi 10 W',
      'Trådløs ladeplate Qi 10 W',
      'Kabelloses Ladepad Qi 10 W',
      'Trådløs ladeplade Qi 10 W',
    ),
  ],
  [
    'AM-QI15',
    15,
    299,
    words(
      'Trådlös laddare Qi2 15 W med magnet',
      'Trådløs lader Qi2 15 W med magnet',
      'Kabelloses Ladegerät Qi2 15 W mit Magnet',
      'Trådløs oplader Qi2 15 W med magnet',
    ),
  ],
  [
    'AM-QI3IN1',
    25,
    599,
    words(
      'Laddställ 3-i-1 för telefon, klocka och hörlurar',
      'Ladestativ 3-i-1 for telefon, klokke og øreplugger',
      'Ladestation 3-in-1 für Handy, Uhr und Ohrhörer',
      'Ladestander 3-i-1 til telefon, ur og øretelefoner',
    ),
  ],
  [
    'AM-QICAR',
    15,
    399,
    words(
      'Trådlös laddare till bil Qi2 15 W',
      'Trådløs lader til bil Qi2 15 W',
      'Kabelloses Ladegerät fürs Auto Qi2 15 W',
      'Trådløs oplader til bil Qi2 15 W',
    ),
  ],
]

/** Those on which a phone stands upright. */
const wirelessForms: Record<string, string> = { 'AM-QI3IN1': 'stand', 'AM-QICAR': 'vent' }

const wireless = wirelessRows.map(([sku, watts, sek, name]) =>
  charger(
    sku,
    'wireless-chargers',
    wirelessForms[sku] ?? 'wireless',
    sek,
    name,
    words(
      `Lägg telefonen på plats så laddar den med upp till ${watts} W. Främmande föremål upptäcks och stoppar laddningen, och skal upp till fyra millimeter går bra.`,
      `Legg telefonen på plass, så lader den med opptil ${watts} W. Fremmedlegemer oppdages og stopper ladingen, og deksler opp til fire millimeter går fint.`,
      `Handy auflegen, und es lädt mit bis zu ${watts} W. Fremdkörper werden erkannt und stoppen den Vorgang, Hüllen bis vier Millimeter stören nicht.`,
      `Læg telefonen på plads, så oplader den med op til ${watts} W. Fremmedlegemer opdages og stopper opladningen, og covers på op til fire millimeter går fint.`,
    ),
    {
      power_w: watts,
      ports: sku === 'AM-QI3IN1' ? 3 : 1,
      connector: 'usb_c',
      weight_g: 60 + watts * 9,
      standard: 'Qi 2.1',
    },
    {
      fits: [
        'Apple iPhone 15',
        'Apple iPhone 14',
        'Apple iPhone 13',
        'Samsung Galaxy S24',
        'Samsung Galaxy S23',
        'Google Pixel 8',
      ],
    },
  ),
)

/** Which drawing a tester has. */
const testerMakes = { 'DE-TEST-A': 'analog', 'DE-TEST-D': 'digital', 'DE-TEST-12': 'vehicle' } as const

const testers: ProductPlan[] = (
  [
    [
      'DE-TEST-A',
      79,
      words('Batteritestare analog', 'Batteritester analog', 'Batterietester analog', 'Batteritester analog'),
      words(
        'Visar med visare om batteriet är bra, svagt eller slut.',
        'Viser med viser om batteriet er bra, svakt eller tomt.',
        'Zeigt per Zeiger, ob die Batterie gut, schwach oder leer ist.',
        'Viser med viser, om batteriet er godt, svagt eller tomt.',
      ),
    ],
    [
      'DE-TEST-D',
      149,
      words(
        'Batteritestare digital',
        'Batteritester digital',
        'Batterietester digital',
        'Batteritester digital',
      ),
      words(
        'Visar spänning under belastning i siffror med två decimaler.',
        'Viser spenning under belastning i tall med to desimaler.',
        'Zeigt die Spannung unter Last als Zahl mit zwei Nachkommastellen.',
        'Viser spændingen under belastning i tal med to decimaler.',
      ),
    ],
    [
      'DE-TEST-12',
      349,
      words(
        'Bilbatteritestare 12 V',
        'Bilbatteritester 12 V',
        'Autobatterietester 12 V',
        'Bilbatteritester 12 V',
      ),
      words(
        'Mäter kallstartström, inre resistans och generatorns laddning på bly, EFB och AGM.',
        'Måler kaldstartstrøm, indre motstand og dynamoens lading på bly, EFB og AGM.',
        'Misst Kälteprüfstrom, Innenwiderstand und Lichtmaschine bei Blei, EFB und AGM.',
        'Måler koldstartsstrøm, indre modstand og generatorens ladning på bly, EFB og AGM.',
      ),
    ],
  ] as const
).map(([sku, sek, name, intro]) => ({
  ...charger(
    sku,
    'battery-testers',
    'household',
    sek,
    name,
    sku === 'DE-TEST-12'
      ? intro
      : join(
          ' ',
          intro,
          words(
            'Provar AAA till 9V och knappceller och behöver inget eget batteri.',
            'Tester AAA til 9V og knappceller og trenger ikke eget batteri.',
            'Prüft AAA bis 9V und Knopfzellen und braucht keine eigene Batterie.',
            'Tester AAA til 9V og knapceller og kræver ikke eget batteri.',
          ),
        ),
    { weight_g: sku === 'DE-TEST-12' ? 310 : 75, ...(sku === 'DE-TEST-12' ? { voltage_v: 12 } : {}) },
  ),
  brand: 'delbo',
  care: 'electronics' as const,
  drawing: `part?kind=tester&make=${testerMakes[sku]}`,
}))

/** All plans of this family. */
export function chargers(): ProductPlan[] {
  return [...household, ...ion, ...usbRows.map(usbCharger), ...car, ...wireless, ...testers]
}
