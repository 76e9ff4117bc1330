/** Power banks in colours. */
import { colourWord, type ColourCode } from './chargers.ts'
import { groups, type ProductPlan } from './product-plan.ts'
import { join, words, type Words } from './words.ts'

const rows: [
  sku: string,
  mah: number,
  watts: number,
  ports: number,
  grams: number,
  sek: number,
  colours: ColourCode[],
  promise: Words,
][] = [
  [
    'AM-PB5',
    5000,
    20,
    1,
    110,
    199,
    ['black', 'white', 'blue'],
    words(
      'Stor som ett läppstift och räcker till en telefonladdning.',
      'Stor som en leppestift og nok til én telefonlading.',
      'Klein wie ein Lippenstift und genug für eine Handyladung.',
      'Lille som en læbestift og nok til én telefonopladning.',
    ),
  ],
  [
    'AM-PB5M',
    5000,
    15,
    1,
    130,
    299,
    ['black', 'white', 'green'],
    words(
      'Fäster med magnet på baksidan av telefonen och laddar trådlöst med Qi2.',
      'Festes med magnet på baksiden av telefonen og lader trådløst med Qi2.',
      'Haftet magnetisch an der Rückseite des Handys und lädt kabellos mit Qi2.',
      'Sidder fast med magnet bag på telefonen og oplader trådløst med Qi2.',
    ),
  ],
  [
    'AM-PB10',
    10000,
    30,
    2,
    205,
    329,
    ['black', 'white', 'grey'],
    words(
      'Två telefonladdningar i fickan, och laddas själv på två timmar.',
      'To telefonladinger i lommen, og lades selv på to timer.',
      'Zwei Handyladungen in der Tasche, selbst in zwei Stunden voll.',
      'To telefonopladninger i lommen, og den oplades selv på to timer.',
    ),
  ],
  [
    'AM-PB20',
    20000,
    65,
    3,
    420,
    599,
    ['black', 'grey'],
    words(
      'Kan ladda en bärbar dator och två saker till samtidigt.',
      'Kan lade en bærbar PC og to ting til samtidig.',
      'Lädt ein Notebook und zwei weitere Geräte zugleich.',
      'Kan oplade en bærbar computer og to ting mere på én gang.',
    ),
  ],
  [
    'AM-PB27',
    27000,
    140,
    3,
    610,
    1199,
    ['black'],
    words(
      'Så mycket energi som får tas med i handbagage, med display som visar watt och återstående tid.',
      'Så mye energi som er tillatt i håndbagasjen, med skjerm som viser watt og gjenværende tid.',
      'So viel Energie, wie im Handgepäck erlaubt ist, mit Anzeige für Watt und Restzeit.',
      'Så meget energi, som er tilladt i håndbagagen, med display, der viser watt og resterende tid.',
    ),
  ],
  [
    'SG-PBSUN',
    10000,
    18,
    2,
    280,
    449,
    ['green', 'black'],
    words(
      'Solcellen på baksidan håller liv i den på vandringen, IP65 tål regn och damm.',
      'Solcellen på baksiden holder liv i den på turen, IP65 tåler regn og støv.',
      'Die Solarzelle auf der Rückseite hält sie auf der Wanderung am Leben, IP65 verträgt Regen und Staub.',
      'Solcellen på bagsiden holder liv i den på vandreturen, IP65 tåler regn og støv.',
    ),
  ],
]

/** What a power bank has that the others have not. */
const extras: Record<string, string> = {
  'AM-PB5M': '&extra=magnet',
  'AM-PB27': '&extra=screen',
  'SG-PBSUN': '&extra=sun',
}

function plan([sku, mah, watts, ports, grams, sek, colours, promise]: (typeof rows)[number]): ProductPlan {
  const wattHours = Math.round(mah * 0.037 * 10) / 100
  const name = words(
    `Powerbank ${mah} mAh ${watts} W`,
    `Nødlader ${mah} mAh ${watts} W`,
    `Powerbank ${mah} mAh ${watts} W`,
    `Powerbank ${mah} mAh ${watts} W`,
  )
  const first = colours[0] ?? 'black'
  const drawing = (colour: ColourCode) =>
    `charger?kind=bank&ports=${ports}&colour=${colour}${extras[sku] ?? ''}`
  const base: ProductPlan = {
    sku,
    brand: sku.startsWith('SG') ? 'solgard' : 'ampeo',
    categories: ['power-banks'],
    name,
    intro: join(
      '\n\n',
      promise,
      words(
        `Energin är ${String(wattHours).replace('.', ',')} Wh, alltså ${wattHours <= 100 ? 'tillåten i handbagage på flyg' : 'inte tillåten på flyg utan flygbolagets godkännande'}. Laddas med USB-C och har skydd mot kortslutning, värme och överladdning.`,
        `Energien er ${String(wattHours).replace('.', ',')} Wh, altså ${wattHours <= 100 ? 'tillatt i håndbagasjen på fly' : 'ikke tillatt på fly uten flyselskapets godkjenning'}. Lades med USB-C og har vern mot kortslutning, varme og overlading.`,
        `Die Energie beträgt ${String(wattHours).replace('.', ',')} Wh, ${wattHours <= 100 ? 'im Flugzeug also als Handgepäck erlaubt' : 'im Flugzeug also nur mit Genehmigung der Fluggesellschaft'}. Lädt über USB-C, geschützt gegen Kurzschluss, Hitze und Überladung.`,
        `Energien er ${String(wattHours).replace('.', ',')} Wh, altså ${wattHours <= 100 ? 'tilladt i håndbagagen på fly' : 'ikke tilladt på fly uden flyselskabets godkendelse'}. Oplades med USB-C og er beskyttet mod kortslutning, varme og overopladning.`,
      ),
    ),
    care: 'liion',
    sek,
    attributes: {
      chemistry: 'li_polymer',
      capacity_mah: mah,
      watt_hours: wattHours,
      power_w: watts,
      ports,
      connector: 'usb_c',
      rechargeable: true,
      colour: first,
      weight_g: grams,
      charger_included: false,
      un_number: 'un3481',
      battery_marks: ['separate_collection'],
    },
    drawing: drawing(first),
    picture: name,
    group: groups.charger,
    discount: 'C2',
    tags: ['travel'],
  }
  if (colours.length === 1) return base
  return {
    ...base,
    variationAttributes: ['colour'],
    variants: colours.map((colour) => ({
      sku: `${sku}-${colour.toUpperCase().slice(0, 3)}`,
      name: join(', ', name, colourWord(colour)),
      sek,
      attributes: { colour },
      drawing: drawing(colour),
      picture: join(', ', name, colourWord(colour)),
    })),
  }
}

/** All plans of this family. */
export function powerBanks(): ProductPlan[] {
  return rows.map(plan)
}
