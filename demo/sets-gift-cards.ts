/** Sets of products that belong together, and gift cards. */
import { shopBrand } from './brands.ts'
import type { DemoStore } from './demo-stores.ts'
import { groups, type ProductPlan } from './product-plan.ts'
import { join, words, type Words } from './words.ts'

type Part = [sku: string, quantity: number]

const sets: [sku: string, sek: number, name: Words, pitch: Words, parts: Part[]][] = [
  [
    'SET-NIMH',
    369,
    words(
      'Startset laddbart: laddare + 4 AA + 4 AAA',
      'Startsett oppladbart: lader + 4 AA + 4 AAA',
      'Einsteigerset: Ladegerät + 4 AA + 4 AAA',
      'Startsæt genopladeligt: oplader + 4 AA + 4 AAA',
    ),
    words(
      'Allt som behövs för att sluta köpa engångsbatterier.',
      'Alt du trenger for å slutte å kjøpe engangsbatterier.',
      'Alles, was Sie für den Abschied von Einwegbatterien brauchen.',
      'Alt, hvad du skal bruge for at holde op med at købe engangsbatterier.',
    ),
    [
      ['AM-H4', 1],
      ['EL-AA-4', 1],
      ['EL-AAA-4', 1],
    ],
  ],
  [
    'SET-FAMILY',
    749,
    words(
      'Familjeset: laddare 8 fack + 8 AA + 8 AAA',
      'Familiesett: lader 8 spor + 8 AA + 8 AAA',
      'Familienset: Ladegerät 8 Schächte + 8 AA + 8 AAA',
      'Familiesæt: oplader 8 pladser + 8 AA + 8 AAA',
    ),
    words(
      'Räcker till spelkontroller, leksaker och fjärrkontroller i hela huset.',
      'Rekker til spillkontrollere, leker og fjernkontroller i hele huset.',
      'Genug für Controller, Spielzeug und Fernbedienungen im ganzen Haus.',
      'Nok til spilcontrollere, legetøj og fjernbetjeninger i hele huset.',
    ),
    [
      ['AM-H8', 1],
      ['EL-AA-8', 1],
      ['EL-AAA-8', 1],
    ],
  ],
  [
    'SET-SMOKE',
    499,
    words(
      'Brandset: 3 brandvarnare + 3 litiumbatterier 9V',
      'Brannsett: 3 røykvarslere + 3 litiumbatterier 9V',
      'Brandschutzset: 3 Rauchmelder + 3 Lithium-9V',
      'Brandsæt: 3 røgalarmer + 3 lithiumbatterier 9V',
    ),
    words(
      'En varnare per våning och batterier som räcker i tio år.',
      'Én varsler per etasje og batterier som varer i ti år.',
      'Ein Melder je Etage und Batterien für zehn Jahre.',
      'Én alarm pr. etage og batterier, der holder i ti år.',
    ),
    [
      ['LA-SM9', 3],
      ['LA-BAT-9V3', 1],
    ],
  ],
  [
    'SET-WINTER',
    1249,
    words(
      'Vinterset för bilen: laddare + booster + polfett',
      'Vintersett til bilen: lader + booster + polfett',
      'Winterset fürs Auto: Ladegerät + Starthilfe + Polfett',
      'Vintersæt til bilen: oplader + booster + polfedt',
    ),
    words(
      'Ladda i garaget, starta på fjället.',
      'Lad i garasjen, start på fjellet.',
      'Laden in der Garage, starten in den Bergen.',
      'Oplad i garagen, start på skiferien.',
    ),
    [
      ['SV-CH4', 1],
      ['SV-JS1000', 1],
      ['DE-GREASE', 1],
    ],
  ],
  [
    'SET-CRISIS',
    699,
    words(
      'Beredskapsset: lykta, pannlampa, powerbank och batterier',
      'Beredskapssett: lykt, hodelykt, nødlader og batterier',
      'Notfallset: Laterne, Stirnlampe, Powerbank und Batterien',
      'Beredskabssæt: lanterne, pandelampe, powerbank og batterier',
    ),
    words(
      'Ljus och ström i tre dygn när elen är borta.',
      'Lys og strøm i tre døgn når strømmen er borte.',
      'Licht und Strom für drei Tage ohne Netz.',
      'Lys og strøm i tre døgn, når strømmen er væk.',
    ),
    [
      ['LU-L3', 1],
      ['LU-H1', 1],
      ['AM-PB10-BLA', 1],
      ['VO-D-2', 1],
      ['VO-AAA-4', 1],
    ],
  ],
  [
    'SET-TRAVEL',
    449,
    words(
      'Reseset: laddare 35 W + kabel + powerbank',
      'Reisesett: lader 35 W + kabel + nødlader',
      'Reiseset: Ladegerät 35 W + Kabel + Powerbank',
      'Rejsesæt: oplader 35 W + kabel + powerbank',
    ),
    words(
      'Får plats i en glasögonfodral och får följa med på flyget.',
      'Får plass i et brilleetui og kan tas med på flyet.',
      'Passt ins Brillenetui und darf ins Handgepäck.',
      'Kan være i et brilleetui og må komme med på flyet.',
    ),
    [
      ['AM-PD35-BL', 1],
      ['TF-CC60-1BL', 1],
      ['AM-PB5-BLA', 1],
    ],
  ],
  [
    'SET-SOLAR',
    2990,
    words(
      'Solset 110 W: panel, MPPT och fritidsbatteri',
      'Solsett 110 W: panel, MPPT og fritidsbatteri',
      'Solarset 110 W: Modul, MPPT und Versorgungsbatterie',
      'Solsæt 110 W: panel, MPPT og fritidsbatteri',
    ),
    words(
      'Driver belysning, pump och laddning i stugan från maj till september.',
      'Driver belysning, pumpe og lading på hytta fra mai til september.',
      'Versorgt Licht, Pumpe und Ladegeräte im Gartenhaus von Mai bis September.',
      'Driver lys, pumpe og opladning i sommerhuset fra maj til september.',
    ),
    [
      ['SG-PV110-RIGID', 1],
      ['SG-MPPT20', 1],
      ['SV-LEI-90', 1],
      ['TF-MC4-5', 1],
    ],
  ],
  [
    'SET-WATCH',
    159,
    words(
      'Klockset: 6 urbatterier + mejsel',
      'Klokkesett: 6 urbatterier + skrutrekker',
      'Uhrenset: 6 Uhrenbatterien + Schraubendreher',
      'Ursæt: 6 urbatterier + skruetrækker',
    ),
    words(
      'De tre vanligaste urbatterierna och rätt mejsel till locket.',
      'De tre vanligste urbatteriene og riktig skrutrekker til lokket.',
      'Die drei gängigsten Uhrenbatterien und der passende Schraubendreher.',
      'De tre mest brugte urbatterier og den rette skruetrækker til dækslet.',
    ),
    [
      ['VO-SR66', 2],
      ['VO-SR60', 2],
      ['VO-SR69', 2],
      ['DE-R-DRV', 1],
    ],
  ],
  [
    'SET-PHOTO',
    629,
    words(
      'Fotoset Sony: 2 batterier NP-FZ100 + skyddsväska',
      'Fotosett Sony: 2 batterier NP-FZ100 + beskyttelsespose',
      'Fotoset Sony: 2 Akkus NP-FZ100 + Schutztasche',
      'Fotosæt Sony: 2 batterier NP-FZ100 + beskyttelsestaske',
    ),
    words(
      'En hel bröllopsdag utan laddare.',
      'En hel bryllupsdag uten lader.',
      'Ein ganzer Hochzeitstag ohne Ladegerät.',
      'En hel bryllupsdag uden oplader.',
    ),
    [
      ['CB-NPFZ100', 2],
      ['DE-CASE-BAT', 1],
    ],
  ],
  [
    'SET-REPAIR',
    149,
    words(
      'Räddningsset för batterifack',
      'Redningssett for batterirom',
      'Rettungsset fürs Batteriefach',
      'Redningssæt til batterirum',
    ),
    words(
      'Kontaktspray, nya bleck och fjädrar: för apparaten där ett batteri har läckt.',
      'Kontaktspray, nye plater og fjærer: for apparatet der et batteri har lekket.',
      'Kontaktspray, neue Bleche und Federn: für das Gerät mit ausgelaufener Batterie.',
      'Kontaktspray, nye plader og fjedre: til apparatet, hvor et batteri har lækket.',
    ),
    [
      ['DE-S-CONT', 1],
      ['DE-C-AA', 1],
      ['DE-C-AAM', 1],
      ['VO-AA-4', 1],
    ],
  ],
]

function set([sku, sek, name, pitch, parts]: (typeof sets)[number]): ProductPlan {
  const pieces = parts.reduce((sum, [, quantity]) => sum + quantity, 0)
  return {
    sku,
    brand: shopBrand,
    categories: ['sets'],
    type: 'set',
    name,
    intro: join(
      ' ',
      pitch,
      words(
        `Setet har ${pieces} delar i en kartong och är billigare än delarna var för sig.`,
        `Settet består av ${pieces} deler i én eske og er rimeligere enn delene hver for seg.`,
        `Das Set umfasst ${pieces} Teile in einem Karton und kostet weniger als die Einzelteile.`,
        `Sættet består af ${pieces} dele i én æske og er billigere end delene hver for sig.`,
      ),
    ),
    care: 'electronics',
    sek,
    attributes: {},
    drawing: 'set',
    picture: name,
    group: groups.gift,
    discount: 'S1',
    tiers: false,
    campaign: 'none',
    stock: 'in_stock',
    setParts: parts.map(([part, quantity]) => ({ sku: part, quantity })),
  }
}

/**
 * A card is one amount of one currency, so that its picture can print it. Swedish and Norwegian kronor are written
 * alike: both stores sell the same cards.
 */
const cards: {
  suffix: string
  stores: DemoStore[]
  amounts: number[]
  written: (amount: number) => string
}[] = [
  { suffix: '', stores: ['sv', 'no'], amounts: [200, 500, 1000, 2000], written: (amount) => `${amount} kr` },
  { suffix: '-EUR', stores: ['de'], amounts: [20, 50, 100, 200], written: (amount) => `${amount} €` },
  { suffix: '-DKK', stores: ['da'], amounts: [150, 350, 750, 1500], written: (amount) => `${amount} kr.` },
]

function giftCard(
  amount: number,
  charge: number,
  { suffix, stores, written }: (typeof cards)[number],
): ProductPlan {
  const name = words(
    `Presentkort ${written(amount)}`,
    `Gavekort ${written(amount)}`,
    `Geschenkgutschein ${written(amount)}`,
    `Gavekort ${written(amount)}`,
  )
  return {
    sku: `GIFT-${amount}${suffix}`,
    brand: shopBrand,
    only: stores,
    categories: ['gift-cards'],
    type: 'gift_card',
    name,
    intro: words(
      'Presentkortet kommer med e-post när det är betalt, med en kod som gäller i hela butiken. Det som blir över ligger kvar på kortet.',
      'Gavekortet kommer på e-post når det er betalt, med en kode som gjelder i hele butikken. Det som blir til overs, ligger igjen på kortet.',
      'Der Gutschein kommt nach der Bezahlung per E-Mail, mit einem Code für das ganze Sortiment. Ein Rest bleibt als Guthaben erhalten.',
      'Gavekortet kommer på e-mail, når det er betalt, med en kode, der gælder i hele butikken. Det, der bliver til overs, bliver på kortet.',
    ),
    care: 'card',
    sek: amount,
    prices: { sv: amount, no: amount, de: amount, da: amount },
    attributes: {},
    drawing: `giftcard?charge=${charge}&amount=${encodeURIComponent(written(amount))}`,
    picture: name,
    group: groups.gift,
    discount: 'S0',
    vatPercent: 0,
    tiers: false,
    campaign: 'none',
    stock: 'in_stock',
  }
}

/** All plans of this family. */
export function setsAndGiftCards(): ProductPlan[] {
  return [
    ...sets.map(set),
    ...cards.flatMap((card) => card.amounts.map((amount, index) => giftCard(amount, index + 1, card))),
  ]
}
