/** Sealed lead batteries, UPS units, LiFePO4, solar panels and what belongs to them. */
import { groups, type Attributes, type ProductPlan } from './product-plan.ts'
import { simpleProduct, type FamilyDefaults } from './simple-product.ts'
import { decimal, words, type Words } from './words.ts'

const family = (category: string, care: ProductPlan['care']): FamilyDefaults => ({
  brand: 'solgard',
  category,
  care,
  group: groups.energy,
  discount: 'F2',
})

const sealed: [
  volts: 6 | 12,
  ah: number,
  terminal: string,
  l: number,
  w: number,
  h: number,
  kg: number,
  sek: number,
][] = [
  [6, 1.3, 'faston_48', 97, 24, 58, 0.3, 99],
  [6, 4.5, 'faston_48', 70, 47, 107, 0.72, 129],
  [6, 12, 'faston_48', 151, 50, 100, 1.8, 249],
  [12, 1.2, 'faston_48', 97, 43, 58, 0.56, 149],
  [12, 2.3, 'faston_48', 178, 35, 67, 0.95, 179],
  [12, 4.5, 'faston_48', 90, 70, 107, 1.5, 199],
  [12, 7.2, 'faston_48', 151, 65, 100, 2.2, 219],
  [12, 9, 'faston_63', 151, 65, 100, 2.5, 279],
  [12, 12, 'faston_63', 151, 98, 101, 3.4, 349],
  [12, 18, 'bolt', 181, 77, 167, 5.3, 549],
  [12, 26, 'bolt', 175, 166, 125, 8.2, 799],
  [12, 40, 'bolt', 197, 165, 170, 12.6, 1199],
  [12, 55, 'bolt', 229, 138, 211, 16.4, 1499],
]

function sealedBattery([volts, ah, terminal, l, w, h, kg, sek]: (typeof sealed)[number]): ProductPlan {
  const size = `${volts} V ${decimal(ah)} Ah`
  return simpleProduct(
    family('sealed-lead-batteries', 'lead'),
    `SG-VR${volts}-${String(ah).replace('.', 'P')}`,
    sek,
    'ups?kind=sealed',
    words(
      `Slutet blybatteri AGM ${size}`,
      `Lukket blybatteri AGM ${size}`,
      `Blei-Vlies-Akku AGM ${size}`,
      `Lukket blybatteri AGM ${size}`,
    ),
    words(
      `Ventilreglerat AGM-batteri till UPS, inbrottslarm, nödbelysning, elmoped och rullstol. Kan ligga i valfri riktning utom upp och ned och håller fem till åtta år i beredskap.`,
      `Ventilregulert AGM-batteri til UPS, innbruddsalarm, nødlys, elmoped og rullestol. Kan ligge i alle retninger unntatt opp ned og varer fem til åtte år i beredskap.`,
      `Ventilgeregelter AGM-Akku für USV, Alarmanlage, Notlicht, Elektroroller und Rollstuhl. Lageunabhängig außer kopfüber, fünf bis acht Jahre im Bereitschaftsbetrieb.`,
      `Ventilreguleret AGM-batteri til UPS, tyverialarm, nødbelysning, elscooter og kørestol. Kan ligge i alle retninger undtagen på hovedet og holder fem til otte år i beredskab.`,
    ),
    {
      chemistry: 'agm',
      voltage_v: volts,
      capacity_ah: ah,
      watt_hours: Math.round(volts * ah * 10) / 10,
      terminal_layout: terminal,
      length_mm: l,
      width_mm: w,
      height_mm: h,
      weight_g: Math.round(kg * 1000),
      rechargeable: true,
      starter_battery: false,
      un_number: 'un2800',
      battery_marks: ['separate_collection', 'pb'],
    },
    ah === 7.2 || ah === 9
      ? { fits: ['APC Back-UPS 500', 'Eaton 3S 550', 'APC RBC2', 'Solgard UPS 650'], tags: ['bestseller'] }
      : {},
  )
}

/** volts, Ah, poles, length, width, height, kg, price. */
const lifepo4 = (
  [
    [12.8, 7, 'faston_63', 151, 65, 95, 1.1, 699],
    [12.8, 20, 'bolt', 181, 77, 167, 2.6, 1490],
    [12.8, 50, 'bolt', 197, 165, 170, 5.8, 2990],
    [12.8, 100, 'bolt', 329, 172, 214, 11.2, 4490],
    [12.8, 200, 'bolt', 522, 238, 218, 21.5, 8490],
    [25.6, 100, 'bolt', 520, 269, 220, 21.8, 8990],
  ] as const
).map(([volts, ah, terminal, l, w, h, kg, sek]) =>
  simpleProduct(
    family('lifepo4-batteries', 'liion'),
    `SG-LFP${Math.round(volts)}-${ah}`,
    sek,
    'ups?kind=sealed',
    words(
      `LiFePO4-batteri ${decimal(volts)} V ${ah} Ah`,
      `LiFePO4-batteri ${decimal(volts)} V ${ah} Ah`,
      `LiFePO4-Batterie ${decimal(volts)} V ${ah} Ah`,
      `LiFePO4-batteri ${decimal(volts)} V ${ah} Ah`,
    ),
    words(
      `Ger hela sin kapacitet, väger hälften av bly och håller 4000 cykler. Inbyggd styrning (BMS) skyddar mot kyla under laddning, överlast och obalans.`,
      `Gir hele kapasiteten, veier halvparten av bly og varer 4000 sykluser. Innebygd styring (BMS) beskytter mot lading i kulde, overlast og ubalanse.`,
      `Liefert die volle Kapazität, wiegt halb so viel wie Blei und hält 4000 Zyklen. Das eingebaute BMS schützt vor Laden bei Frost, Überlast und Ungleichgewicht.`,
      `Giver hele sin kapacitet, vejer det halve af bly og holder 4000 cyklusser. Indbygget styring (BMS) beskytter mod opladning i kulde, overlast og ubalance.`,
    ),
    {
      chemistry: 'lifepo4',
      voltage_v: volts,
      capacity_ah: ah,
      watt_hours: Math.round(volts * ah),
      terminal_layout: terminal,
      length_mm: l,
      width_mm: w,
      height_mm: h,
      weight_g: Math.round(kg * 1000),
      rechargeable: true,
      starter_battery: false,
      cycles: 4000,
      un_number: 'un3480',
      battery_marks: ['separate_collection'],
    },
    { tags: ['long-life'] },
  ),
)

const upsUnits = (
  [
    [400, 240, 5, 899],
    [650, 360, 8, 1190],
    [850, 480, 14, 1690],
    [1500, 900, 18, 2990],
    [2200, 1320, 25, 4490],
  ] as const
).map(([va, watts, minutes, sek]) =>
  simpleProduct(
    family('ups-units', 'electronics'),
    `SG-UPS${va}`,
    sek,
    'ups?kind=ups',
    words(
      `UPS ${va} VA / ${watts} W`,
      `UPS ${va} VA / ${watts} W`,
      `USV ${va} VA / ${watts} W`,
      `UPS ${va} VA / ${watts} W`,
    ),
    words(
      `Håller router, dator och skärm igång i ungefär ${minutes} minuter vid halv last och jämnar ut spänningen dessemellan. Via USB stängs datorn av i tid.`,
      `Holder ruter, PC og skjerm i gang i omtrent ${minutes} minutter ved halv last og jevner ut spenningen ellers. Via USB slås PC-en av i tide.`,
      `Hält Router, PC und Monitor bei halber Last rund ${minutes} Minuten am Laufen und glättet sonst die Spannung. Über USB fährt der Rechner rechtzeitig herunter.`,
      `Holder router, computer og skærm kørende i cirka ${minutes} minutter ved halv last og udjævner spændingen ellers. Via USB lukker computeren ned i tide.`,
    ),
    {
      power_w: watts,
      voltage_v: 230,
      runtime_h: Math.round((minutes / 60) * 100) / 100,
      ports: va > 800 ? 6 : 4,
      weight_g: 2500 + va * 5,
      chemistry: 'agm',
      un_number: 'un2800',
      battery_marks: ['separate_collection', 'pb'],
    },
  ),
)

const panels = (
  [
    [20, 1.9, 399, 'rigid'],
    [60, 5.2, 699, 'rigid'],
    [110, 7.6, 990, 'rigid'],
    [180, 11.5, 1490, 'rigid'],
    [100, 2.1, 1190, 'flex'],
    [200, 7, 2490, 'fold'],
  ] as const
).map(([watts, kg, sek, make]) => {
  const kind: Words = {
    rigid: words('Solpanel', 'Solpanel', 'Solarmodul', 'Solpanel'),
    flex: words('Böjlig solpanel', 'Bøyelig solpanel', 'Flexibles Solarmodul', 'Bøjeligt solpanel'),
    fold: words('Vikbar solpanel', 'Sammenleggbart solpanel', 'Faltbares Solarmodul', 'Foldbart solpanel'),
  }[make]
  return simpleProduct(
    family('solar-power', 'electronics'),
    `SG-PV${watts}-${make.toUpperCase()}`,
    sek,
    { rigid: 'ups?kind=panel', flex: 'ups?kind=panel&make=flex', fold: 'charger?kind=solar' }[make],
    words(`${kind.sv} ${watts} W`, `${kind.no} ${watts} W`, `${kind.de} ${watts} W`, `${kind.da} ${watts} W`),
    words(
      `Monokristallin panel som laddar ett 12 V-batteri genom en laddregulator. I Norden ger ${watts} W ungefär ${Math.round(watts * 3.2)} Wh en solig sommardag.`,
      `Monokrystallinsk panel som lader et 12 V-batteri gjennom en laderegulator. I Norden gir ${watts} W omtrent ${Math.round(watts * 3.2)} Wh på en solrik sommerdag.`,
      `Monokristallines Modul, das eine 12-V-Batterie über einen Laderegler lädt. ${watts} W bringen an einem sonnigen Sommertag rund ${Math.round(watts * 3.8)} Wh.`,
      `Monokrystallinsk panel, der oplader et 12 V-batteri via en laderegulator. I Danmark giver ${watts} W cirka ${Math.round(watts * 3.5)} Wh på en solrig sommerdag.`,
    ),
    { power_w: watts, voltage_v: 12, connector: 'mc4', ip_rating: 'IP67', weight_g: Math.round(kg * 1000) },
  )
})

type Row = [sku: string, kind: string, sek: number, name: Words, intro: Words, facts: Attributes]
const electronics: Row[] = [
  [
    'SG-PWM10',
    'controller',
    249,
    words(
      'Laddregulator PWM 10 A',
      'Laderegulator PWM 10 A',
      'Laderegler PWM 10 A',
      'Laderegulator PWM 10 A',
    ),
    words(
      'Enkel regulator för paneler upp till 130 W, med skymningsrelä för belysning.',
      'Enkel regulator for paneler opptil 130 W, med skumringsrelé for belysning.',
      'Einfacher Regler für Module bis 130 W, mit Dämmerungsschalter fürs Licht.',
      'Enkel regulator til paneler op til 130 W, med skumringsrelæ til belysning.',
    ),
    { voltage_v: 12, output_a: 10, weight_g: 150 },
  ],
  [
    'SG-MPPT20',
    'controller',
    899,
    words(
      'Laddregulator MPPT 20 A',
      'Laderegulator MPPT 20 A',
      'Laderegler MPPT 20 A',
      'Laderegulator MPPT 20 A',
    ),
    words(
      'Hittar panelens bästa arbetspunkt och ger upp till 30 procent mer i svagt ljus. Bluetooth till mobilen.',
      'Finner panelets beste arbeidspunkt og gir opptil 30 prosent mer i svakt lys. Bluetooth til mobilen.',
      'Findet den besten Arbeitspunkt des Moduls: bis 30 Prozent mehr bei schwachem Licht. Mit Bluetooth.',
      'Finder panelets bedste arbejdspunkt og giver op til 30 procent mere i svagt lys. Bluetooth til mobilen.',
    ),
    { voltage_v: 12, output_a: 20, weight_g: 640 },
  ],
  [
    'SG-MPPT40',
    'controller',
    1690,
    words(
      'Laddregulator MPPT 40 A',
      'Laderegulator MPPT 40 A',
      'Laderegler MPPT 40 A',
      'Laderegulator MPPT 40 A',
    ),
    words(
      'För större takanläggningar på 12 och 24 V, med display och litiumprofil.',
      'For større takanlegg på 12 og 24 V, med skjerm og litiumprofil.',
      'Für größere Dachanlagen mit 12 und 24 V, mit Anzeige und Lithiumprofil.',
      'Til større taganlæg på 12 og 24 V, med display og lithiumprofil.',
    ),
    { voltage_v: 24, output_a: 40, weight_g: 1300 },
  ],
  [
    'SG-INV300',
    'inverter',
    699,
    words(
      'Växelriktare 12 V till 230 V 300 W',
      'Vekselretter 12 V til 230 V 300 W',
      'Wechselrichter 12 V auf 230 V 300 W',
      'Inverter 12 V til 230 V 300 W',
    ),
    words(
      'Ren sinus till dator, tv och laddare i bil och båt.',
      'Ren sinus til PC, TV og ladere i bil og båt.',
      'Reiner Sinus für Notebook, Fernseher und Ladegeräte in Auto und Boot.',
      'Ren sinus til computer, tv og opladere i bil og båd.',
    ),
    { voltage_v: 12, power_w: 300, connector: 'schuko_socket', weight_g: 1100 },
  ],
  [
    'SG-INV1000',
    'inverter',
    1690,
    words(
      'Växelriktare 12 V till 230 V 1000 W',
      'Vekselretter 12 V til 230 V 1000 W',
      'Wechselrichter 12 V auf 230 V 1000 W',
      'Inverter 12 V til 230 V 1000 W',
    ),
    words(
      'Orkar kaffebryggare och elverktyg. Kräver 35 mm² kabel och ett batteri på minst 100 Ah.',
      'Klarer kaffetrakter og elverktøy. Krever 35 mm² kabel og et batteri på minst 100 Ah.',
      'Schafft Kaffeemaschine und Elektrowerkzeug. Benötigt 35-mm²-Kabel und mindestens 100 Ah.',
      'Klarer kaffemaskine og elværktøj. Kræver 35 mm² kabel og et batteri på mindst 100 Ah.',
    ),
    { voltage_v: 12, power_w: 1000, connector: 'schuko_socket', weight_g: 3200 },
  ],
]

const stations = (
  [
    [300, 320, 3.9, 2990],
    [700, 720, 8.4, 5990],
    [1500, 1540, 16.5, 10990],
  ] as const
).map(([watts, wh, kg, sek]) =>
  simpleProduct(
    family('lifepo4-batteries', 'liion'),
    `SG-PS${watts}`,
    sek,
    'ups?kind=station',
    words(
      `Elstation ${watts} W ${wh} Wh`,
      `Strømstasjon ${watts} W ${wh} Wh`,
      `Powerstation ${watts} W ${wh} Wh`,
      `Strømstation ${watts} W ${wh} Wh`,
    ),
    words(
      `Bärbar reservkraft med 230 V, USB-C och 12 V. Räcker till ett litet kylskåp i ungefär ${Math.round(wh / 45)} timmar och laddas från vägg, bil eller solpanel.`,
      `Bærbar reservestrøm med 230 V, USB-C og 12 V. Holder et lite kjøleskap i gang i omtrent ${Math.round(wh / 45)} timer og lades fra vegg, bil eller solpanel.`,
      `Tragbare Notstromversorgung mit 230 V, USB-C und 12 V. Versorgt einen kleinen Kühlschrank rund ${Math.round(wh / 45)} Stunden, lädt an Steckdose, Auto oder Solar.`,
      `Bærbar nødstrøm med 230 V, USB-C og 12 V. Holder et lille køleskab kørende i cirka ${Math.round(wh / 45)} timer og oplades fra stikkontakt, bil eller solpanel.`,
    ),
    {
      chemistry: 'lifepo4',
      watt_hours: wh,
      power_w: watts,
      ports: 6,
      rechargeable: true,
      cycles: 3000,
      weight_g: Math.round(kg * 1000),
      un_number: 'un3481',
      battery_marks: ['separate_collection'],
    },
    { tiers: false },
  ),
)

/** All plans of this family. */
export function energyStorage(): ProductPlan[] {
  return [
    ...sealed.map(sealedBattery),
    ...lifepo4,
    ...upsUnits,
    ...panels,
    ...electronics.map(([sku, kind, sek, name, intro, facts]) =>
      simpleProduct(family('solar-power', 'electronics'), sku, sek, `ups?kind=${kind}`, name, intro, facts),
    ),
    ...stations,
  ]
}
