/** Camera batteries, packs for cordless phones, and accessories for phones. */
import { deviceBattery } from './device-battery.ts'
import { groups, type ProductPlan } from './product-plan.ts'
import { words, type Words } from './words.ts'

const cameras: [
  sku: string,
  maker: string,
  makerName: string,
  oem: string,
  volts: number,
  mah: number,
  sek: number,
  models: string,
][] = [
  [
    'CB-LPE6',
    'canon',
    'Canon',
    'LP-E6N',
    7.2,
    1865,
    279,
    'EOS R6,EOS R5,EOS 5D Mark IV,EOS 80D,EOS 90D,EOS 7D',
  ],
  ['CB-LPE17', 'canon', 'Canon', 'LP-E17', 7.2, 1040, 229, 'EOS RP,EOS R10,EOS 850D,EOS 77D,EOS M6'],
  ['CB-LPE10', 'canon', 'Canon', 'LP-E10', 7.4, 860, 179, 'EOS 2000D,EOS 1300D,EOS 4000D'],
  ['CB-NB13L', 'canon', 'Canon', 'NB-13L', 3.6, 1250, 169, 'PowerShot G7 X Mark III,PowerShot SX740'],
  ['CB-ENEL15', 'nikon', 'Nikon', 'EN-EL15c', 7, 2280, 299, 'Z6 II,Z7,Z5,D750,D850,D7500'],
  ['CB-ENEL14', 'nikon', 'Nikon', 'EN-EL14a', 7.2, 1230, 219, 'D5600,D3500,D5300,D3400'],
  ['CB-ENEL25', 'nikon', 'Nikon', 'EN-EL25', 7.6, 1120, 259, 'Z50,Z fc,Z30'],
  ['CB-NPFZ100', 'sony', 'Sony', 'NP-FZ100', 7.2, 2280, 329, 'A7 III,A7 IV,A7C,A6600,A9'],
  ['CB-NPFW50', 'sony', 'Sony', 'NP-FW50', 7.2, 1080, 219, 'A6000,A6400,A5100,A7 II,RX10 III'],
  ['CB-NPBX1', 'sony', 'Sony', 'NP-BX1', 3.6, 1240, 169, 'RX100 VII,RX100 III,ZV-1,HX99'],
  ['CB-BLF19', 'panasonic', 'Panasonic', 'DMW-BLF19E', 7.2, 1860, 269, 'Lumix GH5,Lumix GH4,Lumix G9'],
  ['CB-BLC12', 'panasonic', 'Panasonic', 'DMW-BLC12E', 7.2, 1200, 229, 'Lumix G80,Lumix GX8,Lumix FZ1000'],
  ['CB-NPW126', 'fujifilm', 'Fujifilm', 'NP-W126S', 7.2, 1260, 249, 'X-T3,X-T30,X100V,X-E4,X-Pro3'],
  ['CB-NPW235', 'fujifilm', 'Fujifilm', 'NP-W235', 7.2, 2200, 349, 'X-T4,X-T5,X-H2,GFX 50S II'],
  ['CB-BLN1', 'olympus', 'Olympus', 'BLN-1', 7.6, 1220, 239, 'OM-D E-M5,OM-D E-M1,PEN-F'],
  [
    'CB-GP11',
    'gopro',
    'GoPro',
    'ADBAT-011',
    3.85,
    1720,
    229,
    'HERO12 Black,HERO11 Black,HERO10 Black,HERO9 Black',
  ],
  ['CB-GP8', 'gopro', 'GoPro', 'AJBAT-001', 3.85, 1220, 189, 'HERO8 Black,HERO7 Black,HERO6 Black'],
]

const cordless: [
  sku: string,
  maker: string,
  makerName: string,
  oem: string,
  volts: number,
  mah: number,
  sek: number,
  models: string,
][] = [
  [
    'EL-GIG-A4',
    'siemens',
    'Siemens',
    'V30145-K1310-X383',
    2.4,
    600,
    99,
    'Gigaset A140,Gigaset A24,Gigaset A160',
  ],
  ['EL-GIG-SL', 'gigaset', 'Gigaset', 'V30145-K1310-X445', 3.7, 830, 149, 'SL400,SL78H,SL450,SL750'],
  ['EL-PAN-P104', 'panasonic', 'Panasonic', 'HHR-P104', 3.6, 850, 129, 'KX-TG2420,KX-TG5420,KX-TG6050'],
  [
    'EL-DORO-MAG',
    'doro',
    'Doro',
    'GP0827',
    2.4,
    600,
    99,
    'Doro Magna 4000,Doro Comfort 3000,Doro PhoneEasy 110',
  ],
  ['EL-PHI-CD', 'philips', 'Philips', 'GPHC05RN01', 2.4, 550, 99, 'CD150,CD240,XL340'],
]

const accessories: [sku: string, sek: number, drawing: string, name: Words, intro: Words, grams: number][] = [
  [
    'DE-KIT-PHONE',
    99,
    'part?kind=screwdriver',
    words(
      'Verktygssats för mobilreparation, 14 delar',
      'Verktøysett for mobilreparasjon, 14 deler',
      'Werkzeugset für Handyreparatur, 14-teilig',
      'Værktøjssæt til mobilreparation, 14 dele',
    ),
    words(
      'Pentalobe, Torx och stjärnmejslar, sugkopp, plektrum och antistatpincett: det som behövs för att byta batteri i en telefon.',
      'Pentalobe, Torx og stjernetrekkere, sugekopp, plekter og antistatisk pinsett: det du trenger for å bytte batteri i en telefon.',
      'Pentalobe, Torx und Kreuzschlitz, Saugnapf, Plektren und antistatische Pinzette: alles für den Akkutausch im Handy.',
      'Pentalobe, Torx og stjerneskruetrækkere, sugekop, plekter og antistatisk pincet: det, du skal bruge for at skifte batteri i en telefon.',
    ),
    140,
  ],
  [
    'DE-KIT-PC',
    199,
    'part?kind=screwdriver',
    words(
      'Precisionsmejslar för dator, 32 delar',
      'Presisjonstrekkere for PC, 32 deler',
      'Feinmechanik-Set für Notebooks, 32-teilig',
      'Præcisionsskruetrækkere til computer, 32 dele',
    ),
    words(
      'Magnetiska bits i etui för bärbara datorer, spelkonsoler och kameror, med böjlig förlängare.',
      'Magnetiske bits i etui for bærbare PC-er, spillkonsoller og kameraer, med bøyelig forlenger.',
      'Magnetische Bits im Etui für Notebooks, Spielkonsolen und Kameras, mit biegsamer Verlängerung.',
      'Magnetiske bits i etui til bærbare computere, spillekonsoller og kameraer, med bøjelig forlænger.',
    ),
    320,
  ],
  [
    'DE-GLUE-PHONE',
    59,
    'part?kind=tape',
    words(
      'Batteritejp till mobil, 10 remsor',
      'Batteriteip til mobil, 10 strimler',
      'Akku-Klebestreifen für Handys, 10 Stück',
      'Batteritape til mobil, 10 strimler',
    ),
    words(
      'Dragbar häfttejp som håller batteriet på plats och kan dras loss nästa gång det byts.',
      'Strekkbar heftteip som holder batteriet på plass og kan dras løs neste gang det byttes.',
      'Ziehbare Klebestreifen, die den Akku halten und sich beim nächsten Tausch lösen lassen.',
      'Trækbar klæbetape, der holder batteriet på plads og kan trækkes løs ved næste skift.',
    ),
    12,
  ],
  [
    'DE-MOUNT-CAR',
    149,
    'part?kind=holder',
    words(
      'Mobilhållare till bil med klämma',
      'Mobilholder til bil med klemme',
      'Handyhalter fürs Auto mit Klemme',
      'Mobilholder til bil med klemme',
    ),
    words(
      'Fästs i luftventilen och håller telefoner från 60 till 95 millimeters bredd.',
      'Festes i luftventilen og holder telefoner fra 60 til 95 millimeters bredde.',
      'Wird am Lüftungsgitter befestigt und hält Handys von 60 bis 95 Millimeter Breite.',
      'Sættes i luftdysen og holder telefoner fra 60 til 95 millimeters bredde.',
    ),
    95,
  ],
  [
    'DE-CASE-BAT',
    79,
    'part?kind=case',
    words(
      'Brandhämmande väska för litiumbatterier',
      'Brannhemmende pose for litiumbatterier',
      'Feuerhemmende Tasche für Lithium-Akkus',
      'Brandhæmmende taske til lithiumbatterier',
    ),
    words(
      'Glasfiberväska att ladda och förvara kamera- och drönarbatterier i.',
      'Glassfiberpose til lading og oppbevaring av kamera- og dronebatterier.',
      'Glasfasertasche zum Laden und Aufbewahren von Kamera- und Drohnenakkus.',
      'Glasfibertaske til opladning og opbevaring af kamera- og dronebatterier.',
    ),
    130,
  ],
]

/** All plans of this family. */
export function cameraAndPhoneExtras(): ProductPlan[] {
  return [
    ...cameras.map(([sku, maker, makerName, oem, volts, mah, sek, models]) =>
      deviceBattery({
        sku,
        brand: 'cellbyte',
        category: 'camera-batteries',
        maker,
        device: `${makerName} ${oem}`,
        kind: 'camera',
        oem: `${makerName} ${oem}`,
        chemistry: 'li_ion',
        volts,
        mah,
        sek,
        grams: Math.round((volts * mah) / 190),
        fits: models.split(',').map((model) => `${makerName} ${model}`),
        group: groups.phone,
        discount: 'D2',
      }),
    ),
    ...cordless.map(([sku, maker, makerName, oem, volts, mah, sek, models]) =>
      deviceBattery({
        sku,
        brand: 'everloop',
        category: 'cordless-phone-batteries',
        maker,
        device:
          models.startsWith(makerName) || models.startsWith('Gigaset')
            ? (models.split(',')[0] ?? oem)
            : `${makerName} ${models.split(',')[0]}`,
        kind: 'cordless',
        oem,
        chemistry: volts === 3.7 ? 'li_ion' : 'nimh',
        volts,
        mah,
        sek,
        grams: 28,
        fits: models
          .split(',')
          .map((model) => (/^(Doro|Gigaset)/.test(model) ? model : `${makerName} ${model}`)),
        group: groups.phone,
        discount: 'D2',
      }),
    ),
    ...accessories.map(([sku, sek, drawing, name, intro, grams]): ProductPlan => ({
      sku,
      brand: 'delbo',
      categories: ['phone-accessories'],
      name,
      intro,
      care: 'part',
      sek,
      attributes: { weight_g: grams },
      drawing,
      picture: name,
      group: groups.phone,
      discount: 'E1',
    })),
  ]
}
