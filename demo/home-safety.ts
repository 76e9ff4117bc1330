/** Smoke and CO alarms, sensors, sirens, and battery sets for them. */
import { cellDrawing } from './cell-facts.ts'
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { simpleProduct, type FamilyDefaults } from './simple-product.ts'
import { words, type Words } from './words.ts'

const family = (category: string, care: ProductPlan['care'] = 'alarm'): FamilyDefaults => ({
  brand: 'larmia',
  category,
  care,
  group: groups.safety,
  discount: 'H1',
})

type AlarmRow = [
  sku: string,
  category: string,
  kind: string,
  sek: number,
  name: Words,
  intro: Words,
  facts: Attributes,
]

const alarms: AlarmRow[] = [
  [
    'LA-SM9',
    'smoke-alarms',
    'smoke',
    99,
    words('Brandvarnare optisk 9V', 'Røykvarsler optisk 9V', 'Rauchmelder optisch 9V', 'Røgalarm optisk 9V'),
    words(
      'Enkel optisk varnare med stor testknapp. 9V-batteri medföljer och byts en gång om året.',
      'Enkel optisk varsler med stor testknapp. 9V-batteri følger med og byttes én gang i året.',
      'Einfacher optischer Melder mit großer Prüftaste. Die 9V-Batterie liegt bei und wird jährlich getauscht.',
      'Enkel optisk alarm med stor testknap. 9V-batteri følger med og skiftes én gang om året.',
    ),
    { battery_size: '9v', standard: 'EN 14604', weight_g: 140, diameter_mm: 100, height_mm: 34 },
  ],
  [
    'LA-SM10',
    'smoke-alarms',
    'smoke',
    199,
    words(
      'Brandvarnare 10 år inbyggt batteri',
      'Røykvarsler 10 år innebygd batteri',
      'Rauchmelder mit 10-Jahres-Batterie',
      'Røgalarm med 10 års batteri',
    ),
    words(
      'Förseglat litiumbatteri som räcker lika länge som varnaren. Ingen blinkande lampa i sovrummet.',
      'Forseglet litiumbatteri som varer like lenge som varsleren. Ingen blinkende lampe på soverommet.',
      'Fest verbaute Lithiumbatterie für die ganze Lebensdauer. Mit Q-Label und ohne blinkende Leuchte im Schlafzimmer.',
      'Forseglet lithiumbatteri, der holder lige så længe som alarmen. Ingen blinkende lampe i soveværelset.',
    ),
    {
      chemistry: 'lithium',
      standard: 'EN 14604, Q',
      weight_g: 125,
      diameter_mm: 90,
      height_mm: 40,
      un_number: 'un3091',
    },
  ],
  [
    'LA-SMRF',
    'smoke-alarms',
    'smoke',
    349,
    words(
      'Brandvarnare trådlöst sammankopplad',
      'Røykvarsler trådløst sammenkoblet',
      'Funkvernetzter Rauchmelder',
      'Røgalarm trådløst forbundet',
    ),
    words(
      'Larmar en så larmar alla, upp till tjugofyra stycken. Radio på 868 MHz utan gateway.',
      'Varsler én, så varsler alle, opptil tjuefire stykker. Radio på 868 MHz uten sentral.',
      'Schlägt einer an, warnen alle, bis zu vierundzwanzig Stück. 868-MHz-Funk ohne Zentrale.',
      'Alarmerer én, så alarmerer alle, op til fireogtyve stykker. Radio på 868 MHz uden central.',
    ),
    {
      battery_size: 'cr123a',
      standard: 'EN 14604',
      weight_g: 150,
      diameter_mm: 105,
      height_mm: 45,
      un_number: 'un3091',
    },
  ],
  [
    'LA-SMMINI',
    'smoke-alarms',
    'smoke',
    249,
    words('Brandvarnare mini 4 cm', 'Røykvarsler mini 4 cm', 'Mini-Rauchmelder 4 cm', 'Mini-røgalarm 4 cm'),
    words(
      'Knappt större än en golfboll och monteras med magnet, utan borrning.',
      'Knapt større enn en golfball og monteres med magnet, uten boring.',
      'Kaum größer als ein Golfball und ohne Bohren mit Magnet montiert.',
      'Knap større end en golfbold og monteres med magnet, uden boring.',
    ),
    {
      chemistry: 'lithium',
      standard: 'EN 14604',
      weight_g: 52,
      diameter_mm: 42,
      height_mm: 40,
      un_number: 'un3091',
    },
  ],
  [
    'LA-HEAT',
    'smoke-alarms',
    'heat',
    299,
    words(
      'Värmevarnare för kök och garage',
      'Varmevarsler for kjøkken og garasje',
      'Hitzemelder für Küche und Garage',
      'Varmealarm til køkken og garage',
    ),
    words(
      'Larmar vid 58 °C i stället för rök, så att stekoset får vara i fred.',
      'Varsler ved 58 °C i stedet for røyk, så stekeosen får være i fred.',
      'Löst bei 58 °C aus statt bei Rauch, Kochdunst bleibt ohne Folgen.',
      'Alarmerer ved 58 °C i stedet for røg, så stegeos ikke udløser den.',
    ),
    { battery_size: '9v', standard: 'BS 5446-2', weight_g: 160, diameter_mm: 115, height_mm: 45 },
  ],
  [
    'LA-CO1',
    'co-alarms',
    'co',
    349,
    words(
      'Kolmonoxidvarnare med display',
      'CO-varsler med skjerm',
      'CO-Melder mit Anzeige',
      'CO-alarm med display',
    ),
    words(
      'Elektrokemisk sensor och siffror som visar ppm. För stuga, husbil och rum med kamin.',
      'Elektrokjemisk sensor og tall som viser ppm. For hytte, bobil og rom med ovn.',
      'Elektrochemischer Sensor mit ppm-Anzeige. Für Ferienhaus, Wohnmobil und Räume mit Kamin.',
      'Elektrokemisk sensor med visning af ppm. Til sommerhus, autocamper og rum med brændeovn.',
    ),
    { battery_size: 'aa', cells_per_pack: 2, standard: 'EN 50291-1, EN 50291-2', weight_g: 190 },
  ],
  [
    'LA-CO10',
    'co-alarms',
    'co',
    429,
    words('Kolmonoxidvarnare 10 år', 'CO-varsler 10 år', 'CO-Melder 10 Jahre', 'CO-alarm 10 år'),
    words(
      'Förseglat batteri, larmminne och tydligt besked när sensorn är uttjänt.',
      'Forseglet batteri, alarmminne og tydelig beskjed når sensoren er utbrukt.',
      'Versiegelte Batterie, Alarmspeicher und klare Meldung am Ende der Sensorlebensdauer.',
      'Forseglet batteri, alarmhukommelse og tydelig besked, når sensoren er udtjent.',
    ),
    { chemistry: 'lithium', standard: 'EN 50291-1', weight_g: 165, un_number: 'un3091' },
  ],
  [
    'LA-GAS',
    'co-alarms',
    'gas',
    299,
    words('Gasolvarnare 12/230 V', 'Gassvarsler 12/230 V', 'Flüssiggasmelder 12/230 V', 'Gasalarm 12/230 V'),
    words(
      'Placeras lågt, eftersom gasol är tyngre än luft. För husvagn, båt och kök.',
      'Plasseres lavt, siden propan er tyngre enn luft. For campingvogn, båt og kjøkken.',
      'Wird bodennah montiert, denn Flüssiggas ist schwerer als Luft. Für Wohnwagen, Boot und Küche.',
      'Placeres lavt, da flaskegas er tungere end luft. Til campingvogn, båd og køkken.',
    ),
    { voltage_v: 12, standard: 'EN 50194-2', weight_g: 210 },
  ],
  [
    'LA-PIR',
    'alarm-sensors',
    'sensor',
    249,
    words(
      'Rörelsesensor trådlös',
      'Bevegelsessensor trådløs',
      'Funk-Bewegungsmelder',
      'Bevægelsessensor trådløs',
    ),
    words(
      'Skiljer på människor och husdjur under tjugo kilo. Batteriet räcker i tre år.',
      'Skiller mellom mennesker og kjæledyr under tjue kilo. Batteriet varer i tre år.',
      'Unterscheidet Menschen und Haustiere bis zwanzig Kilo. Die Batterie hält drei Jahre.',
      'Skelner mellem mennesker og kæledyr under tyve kilo. Batteriet holder i tre år.',
    ),
    { battery_size: 'cr123a', ip_rating: 'IP20', weight_g: 95, un_number: 'un3091' },
  ],
  [
    'LA-DOOR',
    'alarm-sensors',
    'door',
    129,
    words(
      'Dörr- och fönstersensor',
      'Dør- og vindussensor',
      'Tür- und Fenstersensor',
      'Dør- og vinduessensor',
    ),
    words(
      'Magnetkontakt i två delar, tunn nog för karmen.',
      'Magnetkontakt i to deler, tynn nok for karmen.',
      'Zweiteiliger Magnetkontakt, schmal genug für den Rahmen.',
      'Magnetkontakt i to dele, tynd nok til karmen.',
    ),
    { battery_size: 'cr2032', weight_g: 30, un_number: 'un3091' },
  ],
  [
    'LA-WATER',
    'alarm-sensors',
    'water',
    99,
    words('Vattenlarm', 'Vannalarm', 'Wassermelder', 'Vandalarm'),
    words(
      'Läggs under diskmaskinen och tjuter på 85 dB när golvet blir blött.',
      'Legges under oppvaskmaskinen og uler på 85 dB når gulvet blir vått.',
      'Liegt unter der Spülmaschine und warnt mit 85 dB, sobald der Boden nass wird.',
      'Lægges under opvaskemaskinen og hyler med 85 dB, når gulvet bliver vådt.',
    ),
    { battery_size: 'aaa', cells_per_pack: 2, ip_rating: 'IP67', weight_g: 60 },
  ],
  [
    'LA-SIREN',
    'alarm-sensors',
    'siren',
    449,
    words(
      'Utomhussiren med blixtljus',
      'Utendørssirene med blinklys',
      'Außensirene mit Blitzlicht',
      'Udendørssirene med blinklys',
    ),
    words(
      '105 dB och blixtljus som syns från gatan, sabotageskyddad mot fasaden.',
      '105 dB og blinklys som synes fra gaten, sabotasjesikret mot fasaden.',
      '105 dB und weithin sichtbares Blitzlicht, mit Sabotageschutz an der Fassade.',
      '105 dB og blinklys, der ses fra gaden, sabotagesikret mod facaden.',
    ),
    { battery_size: 'd', cells_per_pack: 4, ip_rating: 'IP54', weight_g: 720 },
  ],
  [
    'LA-PERS',
    'alarm-sensors',
    'personal',
    79,
    words(
      'Personlarm till nyckelring',
      'Overfallsalarm til nøkkelring',
      'Taschenalarm für den Schlüsselbund',
      'Overfaldsalarm til nøglering',
    ),
    words(
      'Dra ut sprinten så ljuder 120 dB. Ryms i handen.',
      'Dra ut splinten, så lyder 120 dB. Får plass i hånden.',
      'Stift ziehen, und 120 dB ertönen. Passt in die Hand.',
      'Træk splitten ud, så lyder 120 dB. Kan være i hånden.',
    ),
    { battery_size: 'lr44', cells_per_pack: 3, weight_g: 24 },
  ],
]

const packs: [
  sku: string,
  size: string,
  chemistry: string,
  count: number,
  sek: number,
  device: Words,
  fits: string[],
][] = [
  [
    'LA-BAT-9V3',
    '9v',
    'lithium',
    3,
    299,
    words('brandvarnare', 'røykvarslere', 'Rauchmelder', 'røgalarmer'),
    ['Housegard Origo', 'Kidde 29HD', 'Elro FS8110', 'Larmia SM9'],
  ],
  [
    'LA-BAT-CR2',
    'cr2',
    'lithium',
    4,
    159,
    words('dörrsensorer', 'dørsensorer', 'Türsensoren', 'dørsensorer'),
    ['Verisure dörrkontakt', 'Ajax DoorProtect', 'Yale Doorman L3'],
  ],
  [
    'LA-BAT-CR123',
    'cr123a',
    'lithium',
    4,
    159,
    words('rörelsesensorer', 'bevegelsessensorer', 'Bewegungsmelder', 'bevægelsessensorer'),
    ['Verisure rörelsedetektor', 'Sector Alarm PIR', 'Ajax MotionProtect', 'Larmia SMRF'],
  ],
  [
    'LA-BAT-AA',
    'aa',
    'lithium',
    8,
    199,
    words(
      'lås och larmpaneler',
      'låser og alarmpaneler',
      'Türschlösser und Alarmzentralen',
      'låse og alarmpaneler',
    ),
    ['Yale Doorman Classic', 'Yale Linus', 'Arlo Pro', 'Blink Outdoor'],
  ],
]

function batteryPack([sku, size, chemistry, count, sek, device, fits]: (typeof packs)[number]): ProductPlan {
  const label = size.toUpperCase()
  const block = size === '9v'
  const name = words(
    `Larmbatterier ${label} till ${device.sv}, ${count}-pack`,
    `Alarmbatterier ${label} til ${device.no}, ${count}-pakning`,
    `Alarmbatterien ${label} für ${device.de}, ${count}er-Pack`,
    `Alarmbatterier ${label} til ${device.da}, ${count}-pak`,
  )
  return simpleProduct(
    family('alarm-batteries', 'lithium'),
    sku,
    sek,
    cellDrawing(label, 'lithium', count),
    name,
    words(
      `Litium till alla ${device.sv} i huset på en gång. Byt samma dag varje år, förslagsvis första advent, och skriv datum på kartongen.`,
      `Litium til alle ${device.no} i huset på én gang. Bytt samme dag hvert år, for eksempel røykvarslerdagen 1. desember, og skriv dato på esken.`,
      `Lithium für alle ${device.de} im Haus auf einmal. Jedes Jahr am selben Tag wechseln, etwa am 13. Dezember, und das Datum notieren.`,
      `Lithium til alle ${device.da} i huset på én gang. Skift på samme dag hvert år, for eksempel 1. december, og skriv datoen på æsken.`,
    ),
    {
      battery_size: size,
      chemistry,
      voltage_v: block ? 9 : size === 'aa' ? 1.5 : 3,
      cells_per_pack: count,
      shelf_life_years: 10,
      weight_g: count * (block ? 34 : 15),
      un_number: 'un3090',
      battery_marks: ['separate_collection'],
    },
    { fits, subscription: ['6 months', '12 months'], discount: 'A3' },
  )
}

/** All plans of this family. */
export function homeSafety(): ProductPlan[] {
  return [
    ...alarms.map(([sku, category, kind, sek, name, intro, facts]) =>
      simpleProduct(
        family(category),
        sku,
        sek,
        `alarm?kind=${kind}${sku === 'LA-CO10' ? '&display=no' : ''}`,
        name,
        intro,
        facts,
      ),
    ),
    ...packs.map(batteryPack),
  ]
}
