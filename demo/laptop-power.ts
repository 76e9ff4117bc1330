/** Laptop batteries by part number, and adapters. */
import { deviceBattery } from './device-battery.ts'
import { groups, type ProductPlan } from './product-plan.ts'
import { decimal, words } from './words.ts'

/** sku, maker, name of the computer, part numbers, volts, mAh, price, further models. */
type LaptopRow = [
  sku: string,
  maker: string,
  device: string,
  oem: string,
  volts: number,
  mah: number,
  sek: number,
  models: string,
]

const rows: LaptopRow[] = [
  ['CB-DL-WDX0R', 'dell', 'Dell Inspiron 15 5570', 'WDX0R, WDXOR, T2JX4', 11.4, 3684, 549, 'Dell Inspiron 13 5378,Dell Inspiron 17 5770,Dell Latitude 3390'],
  ['CB-DL-YRDD6', 'dell', 'Dell Inspiron 14 5485', 'YRDD6, 1VX1H, VM732', 11.4, 3684, 579, 'Dell Inspiron 15 3593,Dell Vostro 5481'],
  ['CB-DL-6GTPY', 'dell', 'Dell XPS 15 9560', '6GTPY, 5XJ28, H5H20', 11.4, 8508, 899, 'Dell XPS 15 9570,Dell Precision 5520,Dell Vostro 7500'],
  ['CB-DL-DXGH8', 'dell', 'Dell XPS 13 9370', 'DXGH8, G8VCF', 7.6, 6842, 749, 'Dell XPS 13 9380,Dell XPS 13 7390,Dell Inspiron 7490'],
  ['CB-DL-GJKNX', 'dell', 'Dell Latitude 5490', 'GJKNX, GD1JP', 7.6, 8500, 699, 'Dell Latitude 5480,Dell Latitude 5580,Dell Precision 3520'],
  ['CB-DL-NGGX5', 'dell', 'Dell Latitude E7470', 'NGGX5, J60J5, 242WD', 7.6, 7236, 649, 'Dell Latitude E7270'],
  ['CB-HP-HT03', 'hp', 'HP 15-da0000', 'HT03XL, L11119-855', 11.55, 3630, 499, 'HP 14-cf0000,HP 17-by0000,HP 250 G7,HP 255 G8'],
  ['CB-HP-LA04', 'hp', 'HP 15-d000', 'LA04, 728460-001', 14.8, 2600, 449, 'HP 14-n000,HP Pavilion 15-n000'],
  ['CB-HP-SS03', 'hp', 'HP EliteBook 840 G5', 'SS03XL, 933321-855', 11.55, 4330, 649, 'HP EliteBook 840 G6,HP EliteBook 745 G5,HP ZBook 14u G5'],
  ['CB-HP-CS03', 'hp', 'HP EliteBook 840 G3', 'CS03XL, 800513-001', 11.4, 4080, 599, 'HP EliteBook 850 G3,HP EliteBook 745 G4'],
  ['CB-HP-RR03', 'hp', 'HP ProBook 430 G4', 'RR03XL, 851610-855', 11.4, 4210, 579, 'HP ProBook 440 G5,HP ProBook 450 G5,HP ProBook 470 G5'],
  ['CB-HP-CC03', 'hp', 'HP EliteBook 830 G7', 'CC03XL, L77622-2C1', 11.55, 4590, 699, 'HP EliteBook 840 G7,HP EliteBook 845 G8'],
  ['CB-LN-L17', 'lenovo', 'Lenovo ThinkPad T480', '01AV489, 61++', 11.4, 6300, 699, 'Lenovo ThinkPad T470,Lenovo ThinkPad T570,Lenovo ThinkPad P51s'],
  ['CB-LN-T480I', 'lenovo', 'Lenovo ThinkPad T480 (intern)', '01AV490, L17M3P54', 11.46, 2095, 499, 'Lenovo ThinkPad A485'],
  ['CB-LN-X1C6', 'lenovo', 'Lenovo ThinkPad X1 Carbon 6', '01AV494, L17C4P71', 15.36, 3710, 849, 'Lenovo ThinkPad X1 Carbon 5'],
  ['CB-LN-T14', 'lenovo', 'Lenovo ThinkPad T14', 'L19M3PD8, 5B10W51831', 11.55, 4420, 749, 'Lenovo ThinkPad P14s,Lenovo ThinkPad T15'],
  ['CB-LN-IP3', 'lenovo', 'Lenovo IdeaPad 3 15', 'L19C3PF3, 5B10W86944', 11.34, 3700, 549, 'Lenovo IdeaPad 5 14,Lenovo V15 G2'],
  ['CB-LN-L14', 'lenovo', 'Lenovo IdeaPad 100-15', 'L14C2P21', 7.4, 3800, 449, 'Lenovo IdeaPad 110-15,Lenovo B50-10'],
  ['CB-AP-A1582', 'apple', 'MacBook Pro 13 Retina (2015)', 'A1582, 020-00010', 11.42, 6559, 799, 'Apple MacBook Pro A1502'],
  ['CB-AP-A1496', 'apple', 'MacBook Air 13 (2013–2017)', 'A1496, 020-8143', 7.6, 7150, 699, 'Apple MacBook Air A1466'],
  ['CB-AP-A1965', 'apple', 'MacBook Air 13 (2018–2020)', 'A1965, 661-11716', 11.42, 4379, 899, 'Apple MacBook Air A1932,Apple MacBook Air A2179'],
  ['CB-AP-A1964', 'apple', 'MacBook Pro 13 (2018–2019)', 'A1964, 020-02497', 11.41, 5086, 999, 'Apple MacBook Pro A1989'],
  ['CB-AC-AP18', 'acer', 'Acer Aspire 5 A515', 'AP18C8K, KT.00304.012', 11.25, 4471, 599, 'Acer Swift 3 SF314,Acer Aspire 3 A315'],
  ['CB-AC-AS16', 'acer', 'Acer Aspire E5-575', 'AS16A5K, AS16B5J', 14.6, 2800, 449, 'Acer Aspire F5-573,Acer TravelMate P259'],
  ['CB-AC-AC14', 'acer', 'Acer Aspire ES1-512', 'AC14B18J', 11.4, 3220, 479, 'Acer Chromebook 13 CB5-311,Acer Extensa 2519'],
  ['CB-AS-B31', 'asus', 'Asus VivoBook X515', 'B31N1912, C21N1818', 11.55, 3550, 549, 'Asus VivoBook X415,Asus E410'],
  ['CB-AS-C41', 'asus', 'Asus ROG Zephyrus G14', 'C41N1541, 0B200-03380100', 15.4, 4940, 899, 'Asus ROG GA401'],
  ['CB-AS-A41', 'asus', 'Asus X550', 'A41-X550A', 14.4, 2600, 399, 'Asus X450,Asus F550,Asus K550,Asus R510'],
] // prettier-ignore

function battery([sku, maker, device, oem, volts, mah, sek, models]: LaptopRow): ProductPlan {
  const own = ['dell', 'hp', 'lenovo', 'apple'].includes(maker)
  const first = maker === 'apple' ? `Apple ${device}` : device
  return deviceBattery({
    sku, brand: 'cellbyte', category: own ? `laptop-batteries-${maker}` : 'laptop-batteries-other', maker, device, kind: 'laptop', oem, chemistry: 'li_polymer',
    volts, mah, sek, grams: Math.round((volts * mah) / 220), fits: [first, ...models.split(',')], group: groups.laptop, discount: 'D3',
  })
} // prettier-ignore

/** sku, maker (null for any), watts, volts, connector, tip, price, models. */
const adapters: [sku: string, maker: string | null, watts: number, volts: number, connector: string, tip: string, sek: number, models: string][] = [
  ['AM-AC45C', null, 45, 20, 'usb_c', 'USB-C', 249, 'Lenovo ThinkPad L13,HP ProBook 430 G8,Dell Latitude 5320,Acer Chromebook 314'], ['AM-AC65C', null, 65, 20, 'usb_c', 'USB-C', 299, 'Lenovo ThinkPad T14,HP EliteBook 840 G7,Dell Latitude 5420,Asus ZenBook 13'],
  ['AM-AC100C', null, 100, 20, 'usb_c', 'USB-C', 449, 'Dell XPS 15 9500,Apple MacBook Pro 14,Lenovo Yoga Slim 7'], ['AM-AC140C', null, 140, 28, 'usb_c', 'USB-C', 699, 'Apple MacBook Pro 16,Lenovo Legion Slim 5'],
  ['AM-HP45', 'hp', 45, 19.5, 'dc', '4,5 × 3,0 mm', 199, 'HP 15-da0000,HP 14-cf0000,HP Stream 14'], ['AM-HP65', 'hp', 65, 19.5, 'dc', '4,5 × 3,0 mm', 229, 'HP EliteBook 840 G3,HP ProBook 450 G5'], ['AM-HP90', 'hp', 90, 19.5, 'dc', '7,4 × 5,0 mm', 269, 'HP EliteBook 8460p,HP ProBook 6560b'],
  ['AM-DL45', 'dell', 45, 19.5, 'dc', '4,5 × 3,0 mm', 199, 'Dell Inspiron 15 3593,Dell XPS 13 9350'], ['AM-DL65', 'dell', 65, 19.5, 'dc', '7,4 × 5,0 mm', 229, 'Dell Latitude E7470,Dell Latitude 5490'], ['AM-DL130', 'dell', 130, 19.5, 'dc', '4,5 × 3,0 mm', 449, 'Dell XPS 15 9560,Dell Precision 5520'],
  ['AM-LN65S', 'lenovo', 65, 20, 'dc', 'Slim Tip', 229, 'Lenovo ThinkPad T470,Lenovo ThinkPad X250'], ['AM-LN45R', 'lenovo', 45, 20, 'dc', '4,0 × 1,7 mm', 199, 'Lenovo IdeaPad 3 15,Lenovo IdeaPad 100-15'], ['AM-LN230', 'lenovo', 230, 20, 'dc', 'Slim Tip', 799, 'Lenovo Legion 5,Lenovo ThinkPad P53'],
  ['AM-AC65', 'acer', 65, 19, 'dc', '5,5 × 1,7 mm', 209, 'Acer Aspire E5-575,Acer Aspire 5 A515'], ['AM-AS65', 'asus', 65, 19, 'dc', '4,0 × 1,35 mm', 219, 'Asus VivoBook X515,Asus ZenBook UX305'], ['AM-AS90', 'asus', 90, 19, 'dc', '5,5 × 2,5 mm', 249, 'Asus X550,Toshiba Satellite L50'],
] // prettier-ignore

function adapter([sku, maker, watts, volts, connector, tip, sek, models]: (typeof adapters)[number]): ProductPlan {
  const label = { hp: 'HP', dell: 'Dell', lenovo: 'Lenovo', acer: 'Acer', asus: 'Asus' }[maker ?? ''] ?? 'USB-C'
  const name = words(`Nätadapter ${watts} W ${label}, ${tip}`, `Strømadapter ${watts} W ${label}, ${tip}`, `Netzteil ${watts} W ${label}, ${tip}`, `Strømforsyning ${watts} W ${label}, ${tip}`)
  const short = models.split(',').slice(0, 2).join(', ')
  return {
    sku, brand: 'ampeo', categories: ['laptop-adapters'], name: maker ? name : words(`Nätadapter USB-C ${watts} W`, `Strømadapter USB-C ${watts} W`, `USB-C-Netzteil ${watts} W`, `USB-C-strømforsyning ${watts} W`),
    intro: words(
      `Ger ${decimal(volts)} V och upp till ${watts} W genom ${tip}. Passar bland annat ${short}. En adapter med högre effekt går alltid bra, en med lägre laddar långsamt eller inte alls.`,
      `Gir ${decimal(volts)} V og opptil ${watts} W gjennom ${tip}. Passer blant annet til ${short}. En adapter med høyere effekt går alltid bra, en med lavere lader sakte eller ikke i det hele tatt.`,
      `Liefert ${decimal(volts)} V und bis zu ${watts} W über ${tip}. Passend unter anderem für ${short}. Mehr Leistung ist immer in Ordnung, weniger lädt langsam oder gar nicht.`,
      `Giver ${decimal(volts)} V og op til ${watts} W gennem ${tip}. Passer blandt andet til ${short}. En forsyning med højere effekt er altid i orden, en med lavere oplader langsomt eller slet ikke.`),
    care: 'mains', sek,
    attributes: { ...(maker ? { device_brand: maker } : {}), voltage_v: volts, power_w: watts, output_a: Math.round((watts / volts) * 100) / 100, connector_a: connector, length_m: 1.8, weight_g: 120 + watts * 2, standard: 'EN IEC 62368-1' },
    drawing: 'charger?kind=laptop&ports=1&colour=black', picture: name, group: groups.laptop, discount: 'C2', fits: models.split(','),
  }
} // prettier-ignore

/** All plans of this family. */
export function laptopPower(): ProductPlan[] {
  return [...rows.map(battery), ...adapters.map(adapter)]
}
