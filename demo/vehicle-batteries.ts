/** Starter batteries for cars, motorcycles and lorries, and leisure batteries. */
import { groups, type ProductPlan } from './product-plan.ts'
import { decimal, join, listed, words, type Words } from './words.ts'

type Tech = 'lead' | 'efb' | 'agm' | 'gel'
/** technology, DIN-like code, Ah, CCA, length, width, height, kg, price, layout. */
type StarterRow = [
  tech: Tech,
  code: string,
  ah: number,
  cca: number,
  l: number,
  w: number,
  h: number,
  kg: number,
  sek: number,
  left?: 'left',
]

const cars: StarterRow[] = [
  ['lead', '54059', 40, 330, 187, 127, 227, 10.4, 699],
  ['lead', '54459', 44, 440, 207, 175, 175, 11.2, 799],
  ['lead', '54523', 45, 400, 238, 129, 227, 12.1, 849],
  ['lead', '54524', 45, 400, 238, 129, 227, 12.1, 849, 'left'],
  ['lead', '55559', 55, 460, 242, 175, 190, 14, 899],
  ['lead', '56077', 60, 540, 242, 175, 190, 14.6, 949],
  ['lead', '56048', 60, 480, 232, 173, 225, 15.1, 999],
  ['lead', '56219', 62, 540, 242, 175, 190, 14.9, 989],
  ['lead', '57044', 70, 640, 278, 175, 190, 17.2, 1149],
  ['lead', '57412', 74, 680, 278, 175, 190, 17.9, 1199],
  ['lead', '59533', 95, 830, 353, 175, 190, 22.6, 1549],
  ['lead', '60032', 100, 830, 353, 175, 190, 23.4, 1649],
  ['efb', 'EFB60', 60, 640, 242, 175, 190, 16, 1299],
  ['efb', 'EFB65', 65, 650, 278, 175, 175, 17.4, 1349],
  ['efb', 'EFB70', 70, 760, 278, 175, 190, 18.6, 1449],
  ['efb', 'EFB75J', 75, 700, 260, 173, 225, 18.9, 1549],
  ['efb', 'EFB80', 80, 800, 315, 175, 190, 20.9, 1599],
  ['efb', 'EFB95', 95, 900, 353, 175, 190, 24.2, 1849],
  ['agm', 'AGM60', 60, 680, 242, 175, 190, 17.4, 1599],
  ['agm', 'AGM70', 70, 760, 278, 175, 190, 20, 1799],
  ['agm', 'AGM80', 80, 800, 315, 175, 190, 22.6, 1999],
  ['agm', 'AGM95', 95, 850, 353, 175, 190, 26, 2299],
  ['agm', 'AGM105', 105, 950, 394, 175, 190, 29.2, 2699],
  ['agm', 'AGM12AUX', 12, 200, 150, 87, 130, 4.8, 799],
]

const carFits: Record<string, string[]> = {
  EFB60: ['Volkswagen Polo 2018', 'Seat Ibiza 2018', 'Škoda Fabia 2019'],
  EFB70: ['Ford Focus 2016', 'Peugeot 308 2018', 'Opel Astra K'],
  AGM70: ['BMW 3 F30', 'Volvo V60 2015', 'Audi A4 B9', 'Volkswagen Golf 7'],
  AGM80: ['Volvo XC60 2018', 'Mercedes-Benz C-Klasse W205', 'BMW 5 F10'],
  AGM95: ['Audi A6 C7', 'BMW X5 F15', 'Mercedes-Benz E-Klasse W212'],
  AGM60: ['Ford Fiesta 2018', 'Mini Cooper F56', 'Fiat 500X'],
  '56077': ['Volkswagen Golf 6', 'Opel Astra H', 'Ford Focus 2008'],
  '57412': ['Volvo V70 2008', 'Volkswagen Passat B6', 'Saab 9-3'],
  '54459': ['Toyota Yaris 2008', 'Fiat Panda 2012', 'Renault Clio III'],
  '54524': ['Honda Jazz 2010', 'Suzuki Swift 2011'],
  '56048': ['Toyota Avensis 2009', 'Mazda 6 2010'],
  AGM12AUX: ['Volvo V70 2012', 'Mercedes-Benz E-Klasse W212'],
}

const techNames: Record<Tech, Words> = {
  lead: words('Bilbatteri', 'Bilbatteri', 'Autobatterie', 'Bilbatteri'),
  efb: words('Bilbatteri EFB', 'Bilbatteri EFB', 'Autobatterie EFB', 'Bilbatteri EFB'),
  agm: words('Bilbatteri AGM', 'Bilbatteri AGM', 'Autobatterie AGM', 'Bilbatteri AGM'),
  gel: words('Gelbatteri', 'Gelbatteri', 'Gelbatterie', 'Gelbatteri'),
}

const techPitch: Record<Tech, Words> = {
  lead: words(
    'Underhållsfritt blybatteri för bilar utan start/stopp. Gallret av kalcium håller nere självurladdningen, så att batteriet klarar en vinter på parkeringen.',
    'Vedlikeholdsfritt blybatteri for biler uten start/stopp. Gitteret av kalsium holder selvutladingen nede, så batteriet klarer en vinter på parkeringsplassen.',
    'Wartungsfreie Bleibatterie für Autos ohne Start-Stopp. Das Calciumgitter hält die Selbstentladung niedrig, auch über einen Winter auf dem Parkplatz.',
    'Vedligeholdelsesfrit blybatteri til biler uden start-stop. Calciumgitteret holder selvafladningen nede, så batteriet klarer en vinter på parkeringspladsen.',
  ),
  efb: words(
    'Förstärkt batteri med dubbelt så många starter som ett vanligt, för bilar med enkel start/stopp.',
    'Forsterket batteri med dobbelt så mange starter som et vanlig, for biler med enkel start/stopp.',
    'Verstärkte Batterie mit doppelt so vielen Startvorgängen, für Autos mit einfachem Start-Stopp-System.',
    'Forstærket batteri med dobbelt så mange starter som et almindeligt, til biler med enkel start-stop.',
  ),
  agm: words(
    'Syran är bunden i glasfiber: läckagesäkert, vibrationståligt och gjort för start/stopp med bromsenergiåtervinning. Registrera bytet i bilens styrenhet.',
    'Syren er bundet i glassfiber: lekkasjesikkert, vibrasjonsbestandig og laget for start/stopp med bremseenergigjenvinning. Registrer byttet i bilens styreenhet.',
    'Die Säure ist im Glasvlies gebunden: auslaufsicher, rüttelfest und für Start-Stopp mit Rekuperation. Den Wechsel im Steuergerät anlernen.',
    'Syren er bundet i glasfiber: lækagesikkert, vibrationsfast og lavet til start-stop med bremseenergigenvinding. Registrér skiftet i bilens styreenhed.',
  ),
  gel: words(
    'Syran är gelad: tål djup urladdning och lutning, för motorcyklar och båtar som står länge.',
    'Syren er gelet: tåler dyp utlading og skråstilling, for motorsykler og båter som står lenge.',
    'Die Säure ist eingedickt: verträgt Tiefentladung und Schräglage, für Motorräder und Boote mit langen Standzeiten.',
    'Syren er geleret: tåler dyb afladning og hældning, til motorcykler og både, der står længe.',
  ),
}

function starterFacts([tech, code, ah, cca, l, w, h, kg, , left]: StarterRow) {
  return {
    chemistry: tech === 'lead' ? 'lead_acid' : tech,
    voltage_v: 12,
    capacity_ah: ah,
    cca_a: cca,
    terminal_layout: left ? 'left_positive' : 'right_positive',
    also_called: code,
    length_mm: l,
    width_mm: w,
    height_mm: h,
    weight_g: Math.round(kg * 1000),
    rechargeable: true,
    starter_battery: true,
    un_number: tech === 'agm' || tech === 'gel' ? 'un2800' : 'un2794',
    battery_marks: ['separate_collection', 'pb'],
  }
}

function car(row: StarterRow): ProductPlan {
  const [tech, code, ah, cca, , , , , sek, left] = row
  const name = join(
    ' ',
    techNames[tech],
    `12 V ${ah} Ah ${cca} A`,
    left ? words('(plus vänster)', '(pluss venstre)', '(Plus links)', '(plus venstre)') : '',
  )
  return {
    sku: `SV-${code}`,
    brand: 'startvik',
    categories: [`car-batteries-${tech === 'lead' ? 'standard' : tech}`, 'car-motorcycle'],
    name,
    intro: join(
      '\n\n',
      techPitch[tech],
      words(
        `Lämnar ${cca} A vid −18 °C enligt EN. Jämför mått, polplacering och bottenlist med ditt gamla batteri innan du beställer.`,
        `Gir ${cca} A ved −18 °C etter EN. Sammenlign mål, polplassering og bunnlist med det gamle batteriet før du bestiller.`,
        `Liefert ${cca} A bei −18 °C nach EN. Vor der Bestellung Maße, Polanordnung und Bodenleiste mit der alten Batterie vergleichen.`,
        `Leverer ${cca} A ved −18 °C efter EN. Sammenlign mål, polplacering og bundliste med dit gamle batteri, før du bestiller.`,
      ),
    ),
    care: 'lead',
    sek,
    attributes: starterFacts(row),
    drawing: `starter?kind=car&chem=${tech}`,
    picture: name,
    group: groups.vehicle,
    discount: 'F1',
    tiers: false,
    ...(carFits[code] ? { fits: carFits[code] } : {}),
  }
}

const bikes: [
  code: string,
  tech: Tech | 'lithium',
  ah: number,
  cca: number,
  l: number,
  w: number,
  h: number,
  kg: number,
  sek: number,
  fits: string,
][] = [
  ['YTX4L-BS', 'agm', 3, 50, 114, 71, 86, 1.4, 249, 'Honda CRF250L,Peugeot Kisbee 50'],
  ['YTX5L-BS', 'agm', 4, 80, 114, 71, 106, 1.9, 279, 'Yamaha Aerox 50,KTM 450 EXC'],
  ['YTX7A-BS', 'agm', 6, 105, 150, 87, 94, 2.3, 349, 'Piaggio Zip 50,SYM Jet 14'],
  ['YTX9-BS', 'agm', 8, 135, 150, 87, 105, 3, 399, 'Kawasaki ZX-6R,Suzuki GSX-R600,KTM 690 Duke'],
  ['YTX12-BS', 'agm', 10, 180, 150, 87, 130, 3.9, 499, 'Kawasaki Z1000,Triumph Bonneville'],
  ['YTX14-BS', 'agm', 12, 200, 150, 87, 145, 4.6, 599, 'BMW F 800 GS,Honda ST1100,Suzuki Burgman 650'],
  [
    'YTX20L-BS',
    'agm',
    18,
    270,
    175,
    87,
    155,
    6.5,
    799,
    'Harley-Davidson Softail,Polaris 600 Indy,Lynx 59 Ranger',
  ],
  ['YTZ7S', 'agm', 6, 130, 113, 70, 105, 2.1, 549, 'Honda CBR600RR,Yamaha WR250R'],
  ['YTZ10S', 'agm', 8.6, 190, 150, 87, 93, 3.2, 699, 'Yamaha R1,Honda CBR1000RR,Yamaha MT-07'],
  ['YTZ14S', 'agm', 11.2, 230, 150, 87, 110, 4, 799, 'Honda NC750X,KTM 1190 Adventure'],
  ['YB14L-A2', 'lead', 14, 190, 134, 89, 166, 4.7, 449, 'Honda CB750,Kawasaki Vulcan 500'],
  ['U1R-9', 'lead', 24, 240, 196, 131, 184, 7, 549, 'Husqvarna LT 154,Stiga Park,John Deere X350'],
  ['GEL12-19', 'gel', 19, 170, 186, 82, 171, 6.6, 1099, 'BMW R 1200 GS,BMW K 1100'],
  ['LFP7', 'lithium', 2.4, 165, 107, 56, 85, 0.6, 999, 'Yamaha MT-09,KTM 390 Duke'],
  ['LFP14', 'lithium', 4, 240, 134, 65, 92, 0.9, 1399, 'Ducati Monster 821,BMW S 1000 RR'],
]

function bike([code, tech, ah, cca, l, w, h, kg, sek, fits]: (typeof bikes)[number]): ProductPlan {
  const lithium = tech === 'lithium'
  const name = words(
    `MC-batteri ${code} 12 V ${decimal(ah)} Ah`,
    `MC-batteri ${code} 12 V ${decimal(ah)} Ah`,
    `Motorradbatterie ${code} 12 V ${decimal(ah)} Ah`,
    `MC-batteri ${code} 12 V ${decimal(ah)} Ah`,
  )
  const pitch = lithium
    ? words(
        'Litiumjärnfosfat väger en tredjedel av bly och behåller laddningen hela vintern. Ladda med en laddare för LiFePO4.',
        'Litiumjernfosfat veier en tredjedel av bly og beholder ladningen hele vinteren. Lad med en lader for LiFePO4.',
        'Lithium-Eisenphosphat wiegt ein Drittel von Blei und hält die Ladung den ganzen Winter. Mit einem Ladegerät für LiFePO4 laden.',
        'Lithiumjernfosfat vejer en tredjedel af bly og holder ladningen hele vinteren. Oplad med en oplader til LiFePO4.',
      )
    : words(
        'Färdigfyllt och laddat från fabrik, klart att montera. Ställ in det på underhållsladdning under vintern, så håller det dubbelt så länge.',
        'Ferdig fylt og ladet fra fabrikk, klart til montering. Sett det på vedlikeholdslading om vinteren, så varer det dobbelt så lenge.',
        'Ab Werk befüllt und geladen, sofort einbaufertig. Im Winter an ein Erhaltungsladegerät angeschlossen hält sie doppelt so lange.',
        'Fyldt og opladet fra fabrikken, klar til montering. Sæt det til vedligeholdelsesladning om vinteren, så holder det dobbelt så længe.',
      )
  const facts = lithium
    ? {
        chemistry: 'lifepo4',
        watt_hours: Math.round(ah * 128) / 10,
        un_number: 'un3480',
        battery_marks: ['separate_collection'],
      }
    : {
        chemistry: tech === 'lead' ? 'lead_acid' : tech,
        un_number: 'un2800',
        battery_marks: ['separate_collection', 'pb'],
      }
  const models = listed(fits.split(','))
  return {
    sku: `SV-${code}`,
    brand: 'startvik',
    categories: ['motorcycle-batteries', 'car-motorcycle'],
    name,
    care: lithium ? 'liion' : 'lead',
    sek,
    intro: join(
      '\n\n',
      pitch,
      words(
        `Passar bland annat ${models.sv}.`,
        `Passer blant annet til ${models.no}.`,
        `Passend unter anderem für ${models.de}.`,
        `Passer blandt andet til ${models.da}.`,
      ),
    ),
    attributes: {
      voltage_v: 12,
      capacity_ah: ah,
      cca_a: cca,
      terminal_layout: code.includes('L') ? 'right_positive' : 'left_positive',
      also_called: code,
      length_mm: l,
      width_mm: w,
      height_mm: h,
      weight_g: Math.round(kg * 1000),
      rechargeable: true,
      starter_battery: true,
      ...facts,
    },
    drawing: `starter?kind=motorcycle&chem=${lithium ? 'lithium' : tech === 'gel' ? 'agm' : tech}`,
    picture: name,
    group: groups.vehicle,
    discount: 'F1',
    tiers: false,
    fits: fits.split(','),
  }
}

const large: [
  code: string,
  kind: 'leisure' | 'truck',
  tech: Tech,
  ah: number,
  cca: number,
  l: number,
  w: number,
  h: number,
  kg: number,
  sek: number,
][] = [
  ['LEI-75', 'leisure', 'lead', 75, 600, 278, 175, 190, 17.2, 1199],
  ['LEI-90', 'leisure', 'lead', 90, 720, 353, 175, 190, 21.3, 1399],
  ['LEI-110', 'leisure', 'lead', 110, 850, 345, 175, 230, 25.8, 1699],
  ['LEI-140', 'leisure', 'lead', 140, 900, 513, 189, 223, 35, 2199],
  ['LEI-AGM80', 'leisure', 'agm', 80, 520, 260, 168, 211, 22.8, 2199],
  ['LEI-AGM100', 'leisure', 'agm', 100, 600, 330, 171, 220, 29.5, 2699],
  ['LEI-GEL60', 'leisure', 'gel', 60, 300, 278, 175, 190, 20.5, 2299],
  ['LEI-GEL85', 'leisure', 'gel', 85, 460, 353, 175, 190, 27, 2999],
  ['TRK-125', 'truck', 'lead', 125, 720, 349, 175, 290, 29.9, 2199],
  ['TRK-140', 'truck', 'lead', 140, 800, 513, 189, 223, 36.6, 2399],
  ['TRK-180', 'truck', 'lead', 180, 1000, 513, 223, 223, 45, 2999],
  ['TRK-225', 'truck', 'efb', 225, 1150, 518, 276, 242, 60.4, 4199],
  ['TRK-210A', 'truck', 'agm', 210, 1200, 518, 276, 242, 65, 6290],
]

function big([code, kind, tech, ah, cca, l, w, h, kg, sek]: (typeof large)[number]): ProductPlan {
  const truck = kind === 'truck'
  const label = tech === 'lead' ? '' : ` ${tech === 'gel' ? 'Gel' : tech.toUpperCase()}`
  const name = truck
    ? words(
        `Lastbilsbatteri${label} 12 V ${ah} Ah`,
        `Lastebilbatteri${label} 12 V ${ah} Ah`,
        `Lkw-Batterie${label} 12 V ${ah} Ah`,
        `Lastbilbatteri${label} 12 V ${ah} Ah`,
      )
    : words(
        `Fritidsbatteri${label} 12 V ${ah} Ah`,
        `Fritidsbatteri${label} 12 V ${ah} Ah`,
        `Versorgungsbatterie${label} 12 V ${ah} Ah`,
        `Fritidsbatteri${label} 12 V ${ah} Ah`,
      )
  const use = truck
    ? words(
        'Skaktåligt startbatteri för lastbil, buss, traktor och grävmaskin, med centralavgasning och flamskydd.',
        'Ristesikkert startbatteri for lastebil, buss, traktor og gravemaskin, med sentralavgassing og flammevern.',
        'Rüttelfeste Starterbatterie für Lkw, Bus, Traktor und Bagger, mit Zentralentgasung und Flammschutz.',
        'Rystefast startbatteri til lastbil, bus, traktor og gravemaskine, med centralafgasning og flammebeskyttelse.',
      )
    : words(
        'Driver kylskåp, belysning och pump i husvagn, husbil, båt och stuga. Tål många djupa urladdningar och återhämtar sig efter solladdning.',
        'Forsyner kjøleskap, belysning og pumpe i campingvogn, bobil, båt og hytte. Tåler mange dype utladinger og henter seg inn med solcellelading.',
        'Versorgt Kühlschrank, Licht und Pumpe in Wohnwagen, Wohnmobil, Boot und Gartenhaus. Verträgt viele tiefe Entladungen und lädt gut an Solar.',
        'Forsyner køleskab, belysning og pumpe i campingvogn, autocamper, båd og sommerhus. Tåler mange dybe afladninger og kan oplades med solceller.',
      )
  return {
    sku: `SV-${code}`,
    brand: 'startvik',
    categories: [
      truck ? 'truck-batteries' : 'leisure-batteries',
      ...(truck ? ['car-motorcycle'] : ['energy-storage']),
    ],
    name,
    care: 'lead',
    sek,
    intro: join(
      '\n\n',
      use,
      words(
        `Kapaciteten är ${ah} Ah vid 20 timmars urladdning. Väger ${decimal(kg)} kg: be om hjälp med lyftet.`,
        `Kapasiteten er ${ah} Ah ved 20 timers utlading. Veier ${decimal(kg)} kg: be om hjelp med løftet.`,
        `${ah} Ah bei 20-stündiger Entladung. Wiegt ${decimal(kg)} kg: zu zweit heben.`,
        `Kapaciteten er ${ah} Ah ved 20 timers afladning. Vejer ${decimal(kg)} kg: få hjælp til løftet.`,
      ),
    ),
    attributes: {
      chemistry: tech === 'lead' ? 'lead_acid' : tech,
      voltage_v: 12,
      capacity_ah: ah,
      watt_hours: ah * 12,
      cca_a: cca,
      terminal_layout: truck ? 'diagonal' : 'right_positive',
      length_mm: l,
      width_mm: w,
      height_mm: h,
      weight_g: Math.round(kg * 1000),
      rechargeable: true,
      starter_battery: truck,
      un_number: tech === 'lead' || tech === 'efb' ? 'un2794' : 'un2800',
      battery_marks: ['separate_collection', 'pb'],
    },
    drawing: `starter?kind=${kind}&chem=${tech === 'gel' ? 'agm' : tech}`,
    picture: name,
    group: groups.vehicle,
    discount: 'F2',
    tiers: false,
  }
}

/** All plans of this family. */
export function vehicleBatteries(): ProductPlan[] {
  return [...cars.map(car), ...bikes.map(bike), ...large.map(big)]
}
