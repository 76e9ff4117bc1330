/** Cables with two ends, and cable sold by the metre (unit price law). */
import { colourWord, type ColourCode } from './chargers.ts'
import { groups, type Attributes, type ProductPlan, type StockState } from './product-plan.ts'
import { decimal, join, words, type Words } from './words.ts'

interface CableFamily {
  sku: string
  categories: string[]
  a: string
  b: string
  title: Words
  pitch: Words
  sek: number
  perMetre: number
  lengths: number[]
  colours?: ColourCode[]
  facts: Attributes
  /** How the cable is drawn, if not as one lead with two plugs. */
  make?: string
  /** Of all its lengths; drawn by sku where absent. */
  stock?: StockState
  discount?: string
  fits?: string[]
}

const usb: CableFamily[] = [
  {
    sku: 'TF-CC60',
    categories: ['cables-usb-c'],
    a: 'usb_c',
    b: 'usb_c',
    title: words(
      'USB-C till USB-C 60 W',
      'USB-C til USB-C 60 W',
      'USB-C auf USB-C 60 W',
      'USB-C til USB-C 60 W',
    ),
    pitch: words(
      'Textilklädd laddkabel för telefon och surfplatta, testad för 15 000 böjningar.',
      'Tekstiltrukket ladekabel for telefon og nettbrett, testet for 15 000 bøyninger.',
      'Textilummanteltes Ladekabel für Handy und Tablet, geprüft mit 15.000 Biegungen.',
      'Stofbeklædt ladekabel til telefon og tablet, testet til 15.000 bøjninger.',
    ),
    sek: 79,
    perMetre: 30,
    lengths: [0.5, 1, 2],
    colours: ['black', 'white'],
    facts: { power_w: 60, data_rate_gbps: 0.48 },
  },
  {
    sku: 'TF-CC100',
    categories: ['cables-usb-c'],
    a: 'usb_c',
    b: 'usb_c',
    title: words(
      'USB-C till USB-C 100 W 10 Gbit/s',
      'USB-C til USB-C 100 W 10 Gbit/s',
      'USB-C auf USB-C 100 W 10 Gbit/s',
      'USB-C til USB-C 100 W 10 Gbit/s',
    ),
    pitch: words(
      'En kabel för dator, skärm och disk: laddar och för över bild och filer samtidigt.',
      'Én kabel for PC, skjerm og disk: lader og overfører bilde og filer samtidig.',
      'Ein Kabel für Notebook, Monitor und Festplatte: lädt und überträgt Bild und Daten zugleich.',
      'Ét kabel til computer, skærm og disk: oplader og overfører billede og filer samtidig.',
    ),
    sek: 149,
    perMetre: 60,
    stock: 'in_stock',
    lengths: [1, 2],
    facts: { power_w: 100, data_rate_gbps: 10 },
  },
  {
    sku: 'TF-CC240',
    categories: ['cables-usb-c'],
    a: 'usb_c',
    b: 'usb_c',
    title: words(
      'USB-C till USB-C 240 W',
      'USB-C til USB-C 240 W',
      'USB-C auf USB-C 240 W',
      'USB-C til USB-C 240 W',
    ),
    pitch: words(
      'För de kraftigaste datorerna, märkt enligt EPR med 48 V och 5 A.',
      'For de kraftigste PC-ene, merket etter EPR med 48 V og 5 A.',
      'Für die stärksten Notebooks, nach EPR mit 48 V und 5 A gekennzeichnet.',
      'Til de kraftigste computere, mærket efter EPR med 48 V og 5 A.',
    ),
    sek: 159,
    perMetre: 50,
    lengths: [1, 2, 3],
    facts: { power_w: 240, data_rate_gbps: 0.48 },
  },
  {
    sku: 'TF-AC',
    categories: ['cables-usb-a', 'cables-usb-c'],
    a: 'usb_a',
    b: 'usb_c',
    title: words(
      'USB-A till USB-C 15 W',
      'USB-A til USB-C 15 W',
      'USB-A auf USB-C 15 W',
      'USB-A til USB-C 15 W',
    ),
    pitch: words(
      'Till äldre laddare, bilar och datorer med det breda USB-uttaget.',
      'Til eldre ladere, biler og PC-er med det brede USB-uttaket.',
      'Für ältere Ladegeräte, Autos und Computer mit der breiten USB-Buchse.',
      'Til ældre opladere, biler og computere med det brede USB-stik.',
    ),
    sek: 59,
    perMetre: 20,
    lengths: [1, 2, 3],
    colours: ['black', 'white'],
    facts: { power_w: 15, data_rate_gbps: 0.48 },
  },
  {
    sku: 'TF-AMU',
    categories: ['cables-usb-a'],
    a: 'usb_a',
    b: 'micro_usb',
    title: words('USB-A till Micro-USB', 'USB-A til Micro-USB', 'USB-A auf Micro-USB', 'USB-A til Micro-USB'),
    pitch: words(
      'Till läsplattor, hörlurar, lampor och äldre telefoner.',
      'Til lesebrett, hodetelefoner, lamper og eldre telefoner.',
      'Für E-Reader, Kopfhörer, Lampen und ältere Handys.',
      'Til e-bogslæsere, hovedtelefoner, lamper og ældre telefoner.',
    ),
    sek: 49,
    perMetre: 18,
    lengths: [0.3, 1, 2],
    facts: { power_w: 10, data_rate_gbps: 0.48 },
  },
  {
    sku: 'TF-CL',
    categories: ['cables-lightning', 'cables-usb-c'],
    a: 'usb_c',
    b: 'lightning',
    title: words(
      'USB-C till Lightning 27 W',
      'USB-C til Lightning 27 W',
      'USB-C auf Lightning 27 W',
      'USB-C til Lightning 27 W',
    ),
    pitch: words(
      'Snabbladdar iPhone 14 och äldre till hälften på en halvtimme.',
      'Hurtiglader iPhone 14 og eldre til halvparten på en halvtime.',
      'Lädt iPhone 14 und ältere in einer halben Stunde zur Hälfte.',
      'Hurtigoplader iPhone 14 og ældre til halvdelen på en halv time.',
    ),
    sek: 129,
    perMetre: 50,
    lengths: [1, 2],
    colours: ['black', 'white'],
    facts: { power_w: 27, data_rate_gbps: 0.48 },
    fits: [
      'Apple iPhone 14',
      'Apple iPhone 13',
      'Apple iPhone 12',
      'Apple iPhone 11',
      'Apple iPhone SE (2022)',
      'Apple iPad 10.2 (2021)',
    ],
  },
  {
    sku: 'TF-AL',
    categories: ['cables-lightning', 'cables-usb-a'],
    a: 'usb_a',
    b: 'lightning',
    title: words(
      'USB-A till Lightning 12 W',
      'USB-A til Lightning 12 W',
      'USB-A auf Lightning 12 W',
      'USB-A til Lightning 12 W',
    ),
    pitch: words(
      'Den klassiska laddkabeln till iPhone och iPad med Lightning.',
      'Den klassiske ladekabelen til iPhone og iPad med Lightning.',
      'Das klassische Ladekabel für iPhone und iPad mit Lightning.',
      'Det klassiske ladekabel til iPhone og iPad med Lightning.',
    ),
    sek: 99,
    perMetre: 40,
    lengths: [0.5, 1, 2],
    facts: { power_w: 12, data_rate_gbps: 0.48 },
    fits: ['Apple iPhone 8', 'Apple iPhone X', 'Apple iPhone XR', 'Apple iPad Air 2'],
  },
]

const fixed: CableFamily[] = [
  {
    sku: 'TF-HDMI',
    categories: ['video-cables'],
    a: 'hdmi',
    b: 'hdmi',
    title: words('HDMI 2.1 8K', 'HDMI 2.1 8K', 'HDMI 2.1 8K', 'HDMI 2.1 8K'),
    pitch: words(
      'Ultra High Speed för spelkonsol, tv och projektor, med eARC och variabel bildfrekvens.',
      'Ultra High Speed for spillkonsoll, TV og projektor, med eARC og variabel bildefrekvens.',
      'Ultra High Speed für Spielkonsole, Fernseher und Beamer, mit eARC und variabler Bildrate.',
      'Ultra High Speed til spillekonsol, tv og projektor, med eARC og variabel billedfrekvens.',
    ),
    sek: 129,
    perMetre: 50,
    lengths: [1, 2, 3, 5],
    facts: { data_rate_gbps: 48 },
  },
  {
    sku: 'TF-CHDMI',
    categories: ['video-cables', 'cables-usb-c'],
    a: 'usb_c',
    b: 'hdmi',
    title: words('USB-C till HDMI 4K', 'USB-C til HDMI 4K', 'USB-C auf HDMI 4K', 'USB-C til HDMI 4K'),
    pitch: words(
      'Kopplar en dator eller telefon med bild över USB-C till tv:n.',
      'Kobler en PC eller telefon med bilde over USB-C til TV-en.',
      'Verbindet Notebook oder Handy mit Bildausgabe über USB-C mit dem Fernseher.',
      "Forbinder en computer eller telefon med billede over USB-C til tv'et.",
    ),
    sek: 249,
    perMetre: 60,
    lengths: [1, 2],
    facts: { data_rate_gbps: 18 },
  },
  {
    sku: 'TF-DP',
    categories: ['video-cables'],
    a: 'displayport',
    b: 'displayport',
    title: words('DisplayPort 1.4', 'DisplayPort 1.4', 'DisplayPort 1.4', 'DisplayPort 1.4'),
    pitch: words(
      'För skärmar upp till 8K i 60 Hz eller 4K i 144 Hz.',
      'For skjermer opp til 8K i 60 Hz eller 4K i 144 Hz.',
      'Für Monitore bis 8K bei 60 Hz oder 4K bei 144 Hz.',
      'Til skærme op til 8K i 60 Hz eller 4K i 144 Hz.',
    ),
    sek: 149,
    perMetre: 50,
    lengths: [1, 2, 3],
    facts: { data_rate_gbps: 32.4 },
  },
  {
    sku: 'TF-CAT6',
    categories: ['network-cables'],
    a: 'rj45',
    b: 'rj45',
    title: words('Nätverkskabel Cat 6', 'Nettverkskabel Cat 6', 'Netzwerkkabel Cat 6', 'Netværkskabel Cat 6'),
    pitch: words(
      'Ren koppar, inte kopparpläterad aluminium, och klack som inte går av.',
      'Rent kobber, ikke kobberbelagt aluminium, og en lås som ikke brekker.',
      'Reines Kupfer statt kupferbeschichtetem Aluminium, mit bruchfester Rastnase.',
      'Rent kobber, ikke kobberbelagt aluminium, og en låsetap, der ikke knækker.',
    ),
    sek: 39,
    perMetre: 9,
    lengths: [0.5, 1, 2, 5, 10],
    colours: ['grey', 'blue'],
    facts: { data_rate_gbps: 1 },
  },
  {
    sku: 'TF-CAT6A',
    categories: ['network-cables'],
    a: 'rj45',
    b: 'rj45',
    title: words(
      'Nätverkskabel Cat 6a skärmad',
      'Nettverkskabel Cat 6a skjermet',
      'Netzwerkkabel Cat 6a geschirmt',
      'Netværkskabel Cat 6a skærmet',
    ),
    pitch: words(
      'Skärmad S/FTP för 10 gigabit i hela sin längd, halogenfri mantel.',
      'Skjermet S/FTP for 10 gigabit i hele lengden, halogenfri kappe.',
      'S/FTP-geschirmt für 10 Gigabit auf voller Länge, halogenfreier Mantel.',
      'Skærmet S/FTP til 10 gigabit i hele længden, halogenfri kappe.',
    ),
    sek: 59,
    perMetre: 14,
    lengths: [1, 3, 10, 20],
    facts: { data_rate_gbps: 10 },
  },
  {
    sku: 'TF-C13',
    categories: ['power-cables'],
    a: 'schuko',
    b: 'c13',
    title: words('Nätsladd till C13', 'Strømledning til C13', 'Kaltgerätekabel C13', 'Netledning til C13'),
    pitch: words(
      'Till stationär dator, skärm och UPS. 3 × 0,75 mm², 10 A.',
      'Til stasjonær PC, skjerm og UPS. 3 × 0,75 mm², 10 A.',
      'Für PC, Monitor und USV. 3 × 0,75 mm², 10 A.',
      'Til stationær computer, skærm og UPS. 3 × 0,75 mm², 10 A.',
    ),
    sek: 69,
    perMetre: 20,
    lengths: [1.8, 3, 5],
    facts: { output_a: 10, cross_section_mm2: 0.75 },
  },
  {
    sku: 'TF-MC4',
    categories: ['solar-power', 'power-cables'],
    a: 'mc4',
    b: 'bare',
    title: words(
      'Solkabel MC4 till fria ändar 4 mm²',
      'Solkabel MC4 til åpne ender 4 mm²',
      'Solarkabel MC4 auf offene Enden 4 mm²',
      'Solkabel MC4 til åbne ender 4 mm²',
    ),
    pitch: words(
      'UV-tålig dubbelkabel från solpanel till regulator, kontakterna är pressade och täta.',
      'UV-bestandig dobbeltkabel fra solpanel til regulator, kontaktene er presset og tette.',
      'UV-beständige Doppelleitung vom Solarmodul zum Laderegler, Stecker gepresst und dicht.',
      'UV-bestandigt dobbeltkabel fra solpanel til regulator, stikkene er presset og tætte.',
    ),
    sek: 179,
    perMetre: 40,
    lengths: [3, 5, 10],
    facts: { cross_section_mm2: 4, output_a: 30 },
    make: 'twin',
  },
]

const shown = (connector: string) => connector.replaceAll('_', '-')
function cableFamily(cable: CableFamily): ProductPlan {
  const colours = cable.colours ?? ['black']
  const drawing = (length: number, colour: ColourCode) =>
    `cable?a=${shown(cable.a)}&b=${shown(cable.b)}&length=${length}&colour=${colour}${cable.make ? `&make=${cable.make}` : ''}`
  const short = /kabel|sladd/i.test(cable.title.sv) ? cable.title : join(' ', 'Kabel', cable.title)
  const name = (length: number, colour: ColourCode): Words =>
    join(', ', short, `${decimal(length)} m`, cable.colours ? colourWord(colour) : '')
  const ends = words(
    'Båda ändarnas kontakter och kabelns längd står i tabellen. Längden mäts med kontakterna inräknade.',
    'Kontaktene i begge ender og kabelens lengde står i tabellen. Lengden er målt med kontaktene.',
    'Stecker beider Enden und die Länge stehen in der Tabelle. Gemessen wird einschließlich der Stecker.',
    'Stikkene i begge ender og kablets længde står i tabellen. Længden er målt med stikkene.',
  )
  const tail = (length: number) => String(length).replace('.', '')
  return {
    sku: cable.sku,
    brand: 'tradfast',
    categories: cable.categories,
    name: short,
    intro: join(' ', cable.pitch, ends),
    care: 'cable',
    sek: 0,
    attributes: {
      connector_a: cable.a,
      connector_b: cable.b,
      ...cable.facts,
      length_m: cable.lengths[0] ?? 1,
      colour: colours[0] ?? 'black',
    },
    drawing: drawing(cable.lengths[0] ?? 1, colours[0] ?? 'black'),
    picture: short,
    group: groups.cable,
    discount: cable.discount ?? 'E1',
    ...(cable.fits ? { fits: cable.fits } : {}),
    variationAttributes: cable.colours ? ['length_m', 'colour'] : ['length_m'],
    variants: cable.lengths.flatMap((length) =>
      colours.map((colour) => ({
        sku: `${cable.sku}-${tail(length)}${cable.colours ? colour.slice(0, 2).toUpperCase() : ''}`,
        name: name(length, colour),
        sek: cable.sek + cable.perMetre * (length - (cable.lengths[0] ?? 1)),
        attributes: { length_m: length, colour, weight_g: Math.round(14 + length * 26) },
        drawing: drawing(length, colour),
        picture: name(length, colour),
        ...(cable.stock ? { stock: cable.stock } : {}),
      })),
    ),
  }
}

const metreRows: [
  sku: string,
  mm2: number,
  perMetre: number,
  colour: ColourCode,
  title: Words,
  pitch: Words,
][] = [
  [
    'TF-M16R',
    16,
    59,
    'red',
    words(
      'Batterikabel 16 mm² röd',
      'Batterikabel 16 mm² rød',
      'Batteriekabel 16 mm² rot',
      'Batterikabel 16 mm² rød',
    ),
    words(
      'Finkardelig kopparkabel till startbatteri, vinsch och växelriktare.',
      'Mangetrådet kobberkabel til startbatteri, vinsj og vekselretter.',
      'Feindrähtiges Kupferkabel für Starterbatterie, Winde und Wechselrichter.',
      'Fintrådet kobberkabel til startbatteri, spil og inverter.',
    ),
  ],
  [
    'TF-M16B',
    16,
    59,
    'black',
    words(
      'Batterikabel 16 mm² svart',
      'Batterikabel 16 mm² svart',
      'Batteriekabel 16 mm² schwarz',
      'Batterikabel 16 mm² sort',
    ),
    words(
      'Minuskabel till batteri och chassi i samma kvalitet som den röda.',
      'Minuskabel til batteri og chassis i samme kvalitet som den røde.',
      'Massekabel für Batterie und Karosserie in derselben Qualität wie das rote.',
      'Minuskabel til batteri og chassis i samme kvalitet som det røde.',
    ),
  ],
  [
    'TF-M35R',
    35,
    115,
    'red',
    words(
      'Batterikabel 35 mm² röd',
      'Batterikabel 35 mm² rød',
      'Batteriekabel 35 mm² rot',
      'Batterikabel 35 mm² rød',
    ),
    words(
      'För stora växelriktare och parallellkopplade batteribankar.',
      'For store vekselrettere og parallellkoblede batteribanker.',
      'Für große Wechselrichter und parallel geschaltete Batteriebänke.',
      'Til store invertere og parallelkoblede batteribanker.',
    ),
  ],
  [
    'TF-MSOL4',
    4,
    19,
    'black',
    words('Solkabel 4 mm² svart', 'Solkabel 4 mm² svart', 'Solarkabel 4 mm² schwarz', 'Solkabel 4 mm² sort'),
    words(
      'Förtennad koppar med dubbel isolering, tål sol och väta i 25 år.',
      'Fortinnet kobber med dobbel isolasjon, tåler sol og fuktighet i 25 år.',
      'Verzinntes Kupfer, doppelt isoliert, hält Sonne und Nässe 25 Jahre stand.',
      'Fortinnet kobber med dobbelt isolering, tåler sol og væde i 25 år.',
    ),
  ],
  [
    'TF-MHT',
    1.5,
    15,
    'white',
    words(
      'Högtalarkabel 2 × 1,5 mm²',
      'Høyttalerkabel 2 × 1,5 mm²',
      'Lautsprecherkabel 2 × 1,5 mm²',
      'Højttalerkabel 2 × 1,5 mm²',
    ),
    words(
      'Syrefri koppar med märkt ledare, lätt att skala.',
      'Oksygenfritt kobber med merket leder, lett å avisolere.',
      'Sauerstofffreies Kupfer mit markierter Ader, leicht abzuisolieren.',
      'Iltfrit kobber med mærket leder, let at afisolere.',
    ),
  ],
  [
    'TF-M075',
    0.75,
    9,
    'red',
    words(
      'Kopplingstråd 0,75 mm² röd',
      'Koblingsledning 0,75 mm² rød',
      'Schaltlitze 0,75 mm² rot',
      'Monteringsledning 0,75 mm² rød',
    ),
    words(
      'Mjuk litztråd för batterihållare, modeller och 12 V-belysning.',
      'Myk litzetråd for batteriholdere, modeller og 12 V-belysning.',
      'Weiche Litze für Batteriehalter, Modellbau und 12-V-Beleuchtung.',
      'Blød litzetråd til batteriholdere, modeller og 12 V-belysning.',
    ),
  ],
  [
    'TF-M2X25',
    2.5,
    25,
    'black',
    words(
      'Gummikabel 2 × 2,5 mm²',
      'Gummikabel 2 × 2,5 mm²',
      'Gummischlauchleitung 2 × 2,5 mm²',
      'Gummikabel 2 × 2,5 mm²',
    ),
    words(
      'Oljetålig kabel till kylbox, släpvagn och båt.',
      'Oljebestandig kabel til kjøleboks, tilhenger og båt.',
      'Ölbeständige Leitung für Kühlbox, Anhänger und Boot.',
      'Oliebestandigt kabel til køleboks, trailer og båd.',
    ),
  ],
]

/** How those are made that are no single conductor of copper. */
const metreMakes: Record<string, string> = {
  'TF-MHT': 'twin',
  'TF-M2X25': 'sheathed',
  'TF-MSOL4': 'single&strands=tinned',
}

/** Grams of a metre for each mm² of a conductor: one in PVC, two side by side, two in a rubber sheath. */
const metreGrams: Record<string, number> = { twin: 27, sheathed: 70 }

function byMetre([sku, mm2, perMetre, colour, title, pitch]: (typeof metreRows)[number]): ProductPlan {
  const lengths = [1, 5, 10, 25]
  const named = (length: number) => join(', ', title, `${length} m`)
  const drawing = (length: number) =>
    `cable?a=bare&b=bare&length=${length}&colour=${colour}&make=${metreMakes[sku] ?? 'single'}`
  const facts = (length: number): Attributes => ({
    content_amount: length,
    content_unit: 'm',
    length_m: length,
    cross_section_mm2: mm2,
    weight_g: Math.round(length * mm2 * (metreGrams[metreMakes[sku] ?? ''] ?? 13)),
    colour,
  })
  return {
    sku,
    brand: 'tradfast',
    categories: ['cable-by-metre'],
    name: title,
    care: 'cable',
    sek: 0,
    attributes: facts(1),
    picture: title,
    group: groups.cable,
    discount: 'E2',
    tags: ['professional'],
    intro: join(
      ' ',
      pitch,
      words(
        'Säljs som metervara i hela längder, utan skarv.',
        'Selges som metervare i hele lengder, uten skjøt.',
        'Meterware in ganzen Längen, ohne Stoß.',
        'Sælges i metermål i hele længder, uden samling.',
      ),
    ),
    drawing: drawing(1),
    variationAttributes: ['length_m'],
    variants: lengths.map((length) => ({
      sku: `${sku}-${length}`,
      name: named(length),
      sek: perMetre * length * (1 - Math.log10(length) * 0.13),
      attributes: facts(length),
      drawing: drawing(length),
      picture: named(length),
    })),
  }
}

/** All plans of this family. */
export function cables(): ProductPlan[] {
  return [...[...usb, ...fixed].map(cableFamily), ...metreRows.map(byMetre)]
}
