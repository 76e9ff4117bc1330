/** Contacts, springs, holders, covers, sprays and small tools. */
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { simpleProduct, type FamilyDefaults } from './simple-product.ts'
import { words, type Words } from './words.ts'

const family = (category: string, care: ProductPlan['care'] = 'part'): FamilyDefaults => ({
  brand: 'delbo',
  category,
  care,
  group: groups.part,
  discount: 'E1',
})

const holderIntro = (size: string, count: number) =>
  words(
    `Hållare för ${count} × ${size} med förnicklade kontakter. Märkt polaritet och skruvhål i botten, tål 80 °C.`,
    `Holder for ${count} × ${size} med forniklede kontakter. Merket polaritet og skruehull i bunnen, tåler 80 °C.`,
    `Halter für ${count} × ${size} mit vernickelten Kontakten. Polarität gekennzeichnet, Schraublöcher im Boden, bis 80 °C.`,
    `Holder til ${count} × ${size} med forniklede kontakter. Mærket polaritet og skruehuller i bunden, tåler 80 °C.`,
  )

const holders: [size: string, counts: number[], sek: number][] = [
  ['AA', [1, 2, 4, 6], 12],
  ['AAA', [1, 2, 3, 4], 12],
  ['18650', [1, 2, 4], 22],
  ['9V', [1], 19],
  ['CR2032', [1], 15],
  ['C', [2], 29],
  ['D', [2], 35],
]

function holderFamily([size, counts, sek]: (typeof holders)[number]): ProductPlan {
  const name = (count: number) =>
    words(
      `Batterihållare ${count} × ${size} med kabel`,
      `Batteriholder ${count} × ${size} med ledning`,
      `Batteriehalter ${count} × ${size} mit Kabel`,
      `Batteriholder ${count} × ${size} med ledning`,
    )
  const facts = (count: number): Attributes => ({
    battery_size: size.toLowerCase(),
    cells_per_pack: count,
    weight_g: 6 + count * 5,
  })
  const one = (count: number) => ({
    sku: `DE-H-${size}-${count}`,
    name: name(count),
    intro: holderIntro(size, count),
    sek: sek + (count - 1) * 7,
    attributes: facts(count),
    picture: name(count),
  })
  const first = counts[0] ?? 1
  const base = simpleProduct(
    family('battery-holders'),
    `DE-H-${size}-${first}`,
    sek,
    'part?kind=holder',
    name(first),
    holderIntro(size, first),
    facts(first),
  )
  if (counts.length === 1) return base
  return {
    ...base,
    sku: `DE-H-${size}`,
    name: words(
      `Batterihållare ${size}`,
      `Batteriholder ${size}`,
      `Batteriehalter ${size}`,
      `Batteriholder ${size}`,
    ),
    variationAttributes: ['cells_per_pack'],
    variants: counts.map(one),
  }
}

type PartRow = [
  sku: string,
  category: string,
  kind: string,
  sek: number,
  name: Words,
  intro: Words,
  facts: Attributes,
]

const parts: PartRow[] = [
  [
    'DE-C-AA',
    'contacts-springs',
    'contact',
    19,
    words(
      'Kontaktbleck AA/AAA plus, 10 st',
      'Kontaktplate AA/AAA pluss, 10 stk.',
      'Kontaktblech AA/AAA Plus, 10 Stück',
      'Kontaktplade AA/AAA plus, 10 stk.',
    ),
    words(
      'Plana bleck av förnicklat stål för pluspolen. Viks och löds på plats efter att ärg skrapats bort.',
      'Flate plater av forniklet stål for plusspolen. Bøyes og loddes på plass etter at irr er skrapt bort.',
      'Flache, vernickelte Stahlbleche für den Pluspol. Nach dem Entfernen der Korrosion einbiegen und anlöten.',
      'Flade plader af forniklet stål til pluspolen. Bukkes og loddes på plads, når irren er skrabet væk.',
    ),
    { weight_g: 5 },
  ],
  [
    'DE-C-AAM',
    'contacts-springs',
    'spring',
    19,
    words(
      'Kontaktfjäder AA/AAA minus, 10 st',
      'Kontaktfjær AA/AAA minus, 10 stk.',
      'Kontaktfeder AA/AAA Minus, 10 Stück',
      'Kontaktfjeder AA/AAA minus, 10 stk.',
    ),
    words(
      'Konisk fjäder på bleck för minuspolen i fjärrkontroller och leksaker.',
      'Konisk fjær på plate for minuspolen i fjernkontroller og leker.',
      'Kegelfeder auf Blech für den Minuspol in Fernbedienungen und Spielzeug.',
      'Konisk fjeder på plade til minuspolen i fjernbetjeninger og legetøj.',
    ),
    { weight_g: 6 },
  ],
  [
    'DE-C-DBL',
    'contacts-springs',
    'spring',
    29,
    words(
      'Dubbelkontakt AA seriekoppling, 6 st',
      'Dobbeltkontakt AA seriekobling, 6 stk.',
      'Doppelkontakt AA Reihenschaltung, 6 Stück',
      'Dobbeltkontakt AA seriekobling, 6 stk.',
    ),
    words(
      'Förbinder två batterier i rad: bleck i ena änden och fjäder i den andra.',
      'Forbinder to batterier på rad: plate i den ene enden og fjær i den andre.',
      'Verbindet zwei Batterien in Reihe: Blech an einem Ende, Feder am anderen.',
      'Forbinder to batterier på række: plade i den ene ende og fjeder i den anden.',
    ),
    { weight_g: 9 },
  ],
  [
    'DE-C-9V',
    'contacts-springs',
    'clip',
    15,
    words(
      'Batteriklämma 9V med kabel, 2 st',
      'Batteriklips 9V med ledning, 2 stk.',
      'Batterieclip 9V mit Kabel, 2 Stück',
      'Batteriklips 9V med ledning, 2 stk.',
    ),
    words(
      'Tryckknappskontakt med 15 cm röd och svart kabel.',
      'Trykknappkontakt med 15 cm rød og svart ledning.',
      'Druckknopfkontakt mit 15 cm rotem und schwarzem Kabel.',
      'Trykknapkontakt med 15 cm rød og sort ledning.',
    ),
    { length_m: 0.15, weight_g: 8 },
  ],
  [
    'DE-C-CR',
    'contacts-springs',
    'contact',
    19,
    words(
      'Knappcellskontakt CR2032 för kretskort, 5 st',
      'Knappcellekontakt CR2032 for kretskort, 5 stk.',
      'Knopfzellenkontakt CR2032 für Platinen, 5 Stück',
      'Knapcellekontakt CR2032 til printkort, 5 stk.',
    ),
    words(
      'Genomstickshållare med fjädrande bygel av fosforbrons.',
      'Gjennomstikkholder med fjærende bøyle av fosforbronse.',
      'Durchsteckhalter mit federndem Bügel aus Phosphorbronze.',
      'Gennemstikholder med fjedrende bøjle af fosforbronze.',
    ),
    { battery_size: 'cr2032', weight_g: 10 },
  ],
  [
    'DE-C-NI',
    'contacts-springs',
    'tape',
    59,
    words(
      'Nickelband för punktsvetsning 5 m',
      'Nikkelbånd for punktsveising 5 m',
      'Nickelband zum Punktschweißen 5 m',
      'Nikkelbånd til punktsvejsning 5 m',
    ),
    words(
      'Rent nickel 8 × 0,15 mm för batteripaket av 18650 och 21700.',
      'Rent nikkel 8 × 0,15 mm for batteripakker av 18650 og 21700.',
      'Reinnickel 8 × 0,15 mm für Packs aus 18650 und 21700.',
      'Rent nikkel 8 × 0,15 mm til batteripakker af 18650 og 21700.',
    ),
    { content_amount: 5, content_unit: 'm', length_m: 5, width_mm: 8, weight_g: 55 },
  ],
  [
    'DE-K-REM1',
    'covers-caps',
    'cover',
    79,
    words(
      'Batterilucka till fjärrkontroll Samsung TM',
      'Batterideksel til fjernkontroll Samsung TM',
      'Batteriedeckel für Fernbedienung Samsung TM',
      'Batteridæksel til fjernbetjening Samsung TM',
    ),
    words(
      'Ny lucka med hel klack, så att batterierna sitter kvar utan tejp.',
      'Nytt deksel med hel tapp, så batteriene sitter uten teip.',
      'Neuer Deckel mit heiler Rastnase, damit die Batterien ohne Klebeband halten.',
      'Nyt dæksel med hel tap, så batterierne sidder fast uden tape.',
    ),
    { device_brand: 'samsung', weight_g: 9 },
  ],
  [
    'DE-K-REM2',
    'covers-caps',
    'cover',
    79,
    words(
      'Batterilucka till fjärrkontroll LG AKB',
      'Batterideksel til fjernkontroll LG AKB',
      'Batteriedeckel für Fernbedienung LG AKB',
      'Batteridæksel til fjernbetjening LG AKB',
    ),
    words(
      'Lucka i svart ABS för LG:s vanligaste fjärrkontroller.',
      'Deksel i svart ABS for LGs vanligste fjernkontroller.',
      'Deckel aus schwarzem ABS für die gängigsten LG-Fernbedienungen.',
      "Dæksel i sort ABS til LG's mest udbredte fjernbetjeninger.",
    ),
    { device_brand: 'lg', weight_g: 9 },
  ],
  [
    'DE-K-REM3',
    'covers-caps',
    'cover',
    89,
    words(
      'Batterilucka till Sony RMT',
      'Batterideksel til Sony RMT',
      'Batteriedeckel für Sony RMT',
      'Batteridæksel til Sony RMT',
    ),
    words(
      'Passar fjärrkontroller till Sony-tv från 2014 och framåt.',
      'Passer til fjernkontroller for Sony-TV fra 2014 og senere.',
      'Passt zu Fernbedienungen für Sony-Fernseher ab 2014.',
      'Passer til fjernbetjeninger til Sony-tv fra 2014 og frem.',
    ),
    { device_brand: 'sony', weight_g: 9 },
  ],
  [
    'DE-K-CAPR',
    'covers-caps',
    'cap',
    29,
    words(
      'Polskydd röd och svart, par',
      'Polbeskyttere rød og svart, par',
      'Polkappen rot und schwarz, Paar',
      'Polhætter rød og sort, par',
    ),
    words(
      'Mjuka skydd för batteripoler, hindrar kortslutning vid lagring och transport.',
      'Myke beskyttere for batteripoler, hindrer kortslutning ved lagring og transport.',
      'Weiche Kappen für Batteriepole gegen Kurzschluss bei Lagerung und Transport.',
      'Bløde hætter til batteripoler, hindrer kortslutning ved opbevaring og transport.',
    ),
    { weight_g: 22 },
  ],
  [
    'DE-K-CAP9',
    'covers-caps',
    'cap',
    19,
    words(
      'Polskydd till 9V-batteri, 10 st',
      'Polbeskytter til 9V-batteri, 10 stk.',
      'Polkappe für 9V-Batterie, 10 Stück',
      'Polhætte til 9V-batteri, 10 stk.',
    ),
    words(
      'Hindrar att 9V-batterier kortsluts i lådan eller insamlingen.',
      'Hindrer at 9V-batterier kortsluttes i skuffen eller innsamlingen.',
      'Verhindert Kurzschlüsse von 9V-Blöcken in Schublade und Sammelbox.',
      'Hindrer, at 9V-batterier kortsluttes i skuffen eller indsamlingen.',
    ),
    { battery_size: '9v', weight_g: 12 },
  ],
  [
    'DE-K-TOOL',
    'covers-caps',
    'cap',
    49,
    words(
      'Skyddslock till verktygsbatteri 18 V, 2 st',
      'Beskyttelseslokk til verktøybatteri 18 V, 2 stk.',
      'Schutzkappe für 18-V-Werkzeugakku, 2 Stück',
      'Beskyttelseslåg til værktøjsbatteri 18 V, 2 stk.',
    ),
    words(
      'Täcker kontakterna på batterier med Makita-fäste.',
      'Dekker kontaktene på batterier med Makita-feste.',
      'Deckt die Kontakte von Akkus mit Makita-Aufnahme ab.',
      'Dækker kontakterne på batterier med Makita-fatning.',
    ),
    { device_brand: 'makita', weight_g: 40 },
  ],
  [
    'DE-R-DRV',
    'care-tools',
    'screwdriver',
    49,
    words(
      'Mejsel för knappcellslock',
      'Skrutrekker for knappcellelokk',
      'Schraubendreher für Knopfzellendeckel',
      'Skruetrækker til knapcelledæksel',
    ),
    words(
      'Bred spets för mynt- och bajonettlock på klockor och cykeldatorer.',
      'Bred spiss for mynt- og bajonettlokk på klokker og sykkelcomputere.',
      'Breite Klinge für Münz- und Bajonettdeckel an Uhren und Tachos.',
      'Bred spids til mønt- og bajonetdæksler på ure og cykelcomputere.',
    ),
    { weight_g: 35 },
  ],
  [
    'DE-R-CASE',
    'care-tools',
    'organiser',
    59,
    words(
      'Batterilåda för 48 celler',
      'Batteriboks for 48 celler',
      'Batteriebox für 48 Zellen',
      'Batteriboks til 48 celler',
    ),
    words(
      'Genomskinlig låda med fack för AA, AAA, C, D, 9V och knappceller.',
      'Gjennomsiktig boks med rom for AA, AAA, C, D, 9V og knappceller.',
      'Transparente Box mit Fächern für AA, AAA, C, D, 9V und Knopfzellen.',
      'Gennemsigtig boks med rum til AA, AAA, C, D, 9V og knapceller.',
    ),
    { weight_g: 340 },
  ],
  [
    'DE-R-CASE4',
    'care-tools',
    'case',
    19,
    words(
      'Förvaringsask för 4 AA eller AAA',
      'Oppbevaringseske for 4 AA eller AAA',
      'Aufbewahrungsbox für 4 AA oder AAA',
      'Opbevaringsæske til 4 AA eller AAA',
    ),
    words(
      'Håller laddade celler åtskilda i väskan.',
      'Holder ladede celler adskilt i vesken.',
      'Hält geladene Zellen in der Tasche getrennt.',
      'Holder opladede celler adskilt i tasken.',
    ),
    { weight_g: 18 },
  ],
]

const consumables: PartRow[] = [
  [
    'DE-S-CONT',
    'care-tools',
    'spray',
    89,
    words('Kontaktspray 200 ml', 'Kontaktspray 200 ml', 'Kontaktspray 200 ml', 'Kontaktspray 200 ml'),
    words(
      'Löser ärg och fett i batterifack, potentiometrar och brytare. Torkar utan rester.',
      'Løser irr og fett i batterirom, potensiometre og brytere. Tørker uten rester.',
      'Löst Oxid und Fett in Batteriefächern, Potentiometern und Schaltern. Trocknet rückstandsfrei.',
      'Løser ir og fedt i batterirum, potentiometre og afbrydere. Tørrer uden rester.',
    ),
    { content_amount: 0.2, content_unit: 'l', weight_g: 220 },
  ],
  [
    'DE-S-CONT4',
    'care-tools',
    'spray',
    139,
    words('Kontaktspray 400 ml', 'Kontaktspray 400 ml', 'Kontaktspray 400 ml', 'Kontaktspray 400 ml'),
    words(
      'Verkstadsstorlek med sprutrör för djupt liggande kontakter.',
      'Verkstedstørrelse med sprayrør for dyptliggende kontakter.',
      'Werkstattgröße mit Sprühröhrchen für tief liegende Kontakte.',
      'Værkstedsstørrelse med sprayrør til dybtliggende kontakter.',
    ),
    { content_amount: 0.4, content_unit: 'l', weight_g: 430 },
  ],
  [
    'DE-S-ISO',
    'care-tools',
    'spray',
    99,
    words(
      'Isopropanol 99,9 % 500 ml',
      'Isopropanol 99,9 % 500 ml',
      'Isopropanol 99,9 % 500 ml',
      'Isopropanol 99,9 % 500 ml',
    ),
    words(
      'Rengör kontakter, limrester och kretskort före lödning.',
      'Rengjør kontakter, limrester og kretskort før lodding.',
      'Reinigt Kontakte, Kleberreste und Platinen vor dem Löten.',
      'Rengør kontakter, limrester og printkort før lodning.',
    ),
    { content_amount: 0.5, content_unit: 'l', weight_g: 460 },
  ],
  [
    'DE-S-OIL',
    'care-tools',
    'spray',
    69,
    words('Silikonspray 300 ml', 'Silikonspray 300 ml', 'Silikonspray 300 ml', 'Silikonespray 300 ml'),
    words(
      'Håller packningar mjuka i ficklampor och batterilådor.',
      'Holder pakninger myke i lommelykter og batterikasser.',
      'Hält Dichtungen in Taschenlampen und Batteriekästen geschmeidig.',
      'Holder pakninger bløde i lommelygter og batterikasser.',
    ),
    { content_amount: 0.3, content_unit: 'l', weight_g: 290 },
  ],
  [
    'DE-T-KAP',
    'care-tools',
    'tape',
    79,
    words(
      'Kaptontejp 20 mm, 33 m',
      'Kaptonteip 20 mm, 33 m',
      'Kaptonband 20 mm, 33 m',
      'Kaptontape 20 mm, 33 m',
    ),
    words(
      'Isolerar celler i batteripaket och tål 260 °C.',
      'Isolerer celler i batteripakker og tåler 260 °C.',
      'Isoliert Zellen in Akkupacks und hält 260 °C aus.',
      'Isolerer celler i batteripakker og tåler 260 °C.',
    ),
    { content_amount: 33, content_unit: 'm', length_m: 33, width_mm: 20, weight_g: 60 },
  ],
  [
    'DE-T-EL',
    'care-tools',
    'tape',
    29,
    words(
      'Eltejp svart 15 mm, 20 m',
      'Elektrikerteip svart 15 mm, 20 m',
      'Isolierband schwarz 15 mm, 20 m',
      'Eltape sort 15 mm, 20 m',
    ),
    words(
      'Mjuk PVC för skarvar, och för poler på väg till insamlingen.',
      'Myk PVC for skjøter, og for poler på vei til innsamling.',
      'Weiches PVC für Verbindungen und für Pole auf dem Weg zur Rücknahme.',
      'Blød PVC til samlinger og til poler på vej til indsamling.',
    ),
    { content_amount: 20, content_unit: 'm', length_m: 20, width_mm: 15, weight_g: 80 },
  ],
  [
    'DE-T-SHR',
    'care-tools',
    'tape',
    49,
    words(
      'Krympfolie för 18650, 2 m',
      'Krympefolie for 18650, 2 m',
      'Schrumpfschlauch für 18650, 2 m',
      'Krympefolie til 18650, 2 m',
    ),
    words(
      'Ger en skadad cell ett nytt hölje. Krymps med varmluft på 120 °C.',
      'Gir en skadet celle ny kappe. Krympes med varmluft på 120 °C.',
      'Gibt einer beschädigten Zelle eine neue Hülle. Mit Heißluft bei 120 °C schrumpfen.',
      'Giver en beskadiget celle en ny kappe. Krympes med varmluft på 120 °C.',
    ),
    { content_amount: 2, content_unit: 'm', length_m: 2, weight_g: 18 },
  ],
  [
    'DE-S-DIST',
    'care-tools',
    'bottle',
    39,
    words(
      'Batterivatten 1 liter',
      'Batterivann 1 liter',
      'Destilliertes Wasser 1 Liter',
      'Batterivand 1 liter',
    ),
    words(
      'Avjoniserat vatten för öppna blybatterier. Fyll på efter laddning, aldrig över märket.',
      'Avionisert vann for åpne blybatterier. Fyll på etter lading, aldri over merket.',
      'Entmineralisiertes Wasser für offene Bleibatterien. Nach dem Laden nachfüllen, nie über die Marke.',
      'Demineraliseret vand til åbne blybatterier. Efterfyld efter opladning, aldrig over mærket.',
    ),
    { content_amount: 1, content_unit: 'l', weight_g: 1040 },
  ],
]

/** What a drawing shows besides its kind: how many are in the bag, the colour of a tape or a can. */
const looks: Record<string, string> = {
  'DE-C-AA': '&count=10',
  'DE-C-AAM': '&count=10',
  'DE-C-9V': '&count=2',
  'DE-C-NI': '&colour=nickel',
  'DE-S-CONT': '&can=blue',
  'DE-S-CONT4': '&can=blue',
  'DE-S-ISO': '&can=white',
  'DE-S-OIL': '&can=green',
  'DE-T-KAP': '&colour=amber',
}

/** All plans of this family. */
export function spareParts(): ProductPlan[] {
  const made =
    (care: ProductPlan['care']) =>
    ([sku, category, kind, sek, name, intro, facts]: PartRow) =>
      simpleProduct(
        family(category, kind === 'spray' ? care : 'part'),
        sku,
        sek,
        `part?kind=${kind}${looks[sku] ?? ''}`,
        name,
        intro,
        facts,
      )
  return [...holders.map(holderFamily), ...parts.map(made('part')), ...consumables.map(made('chemical'))]
}
