/** Batteries for power tools, vacuum cleaners, garden machines, toothbrushes and e-bikes, with chargers. */
import { deviceBattery, type DeviceBattery } from './device-battery.ts'
import { groups, type ProductPlan } from './product-plan.ts'
import { decimal, join, words } from './words.ts'

/** sku, maker, system, part numbers, volts, capacities in Ah, price of the first, machines. */
const systems: [sku: string, maker: string, system: string, oem: string, volts: number, ah: number[], sek: number, fits: string][] = [
  ['MX-MAK18', 'makita', 'Makita 18 V LXT', 'BL1830, BL1850B, BL1860B', 18, [3, 5, 6], 449, 'Makita DDF484,Makita DHP453,Makita DTD153,Makita DGA504,Makita DUR181,Makita 18 V LXT'],
  ['MX-MAK12', 'makita', 'Makita 12 V CXT', 'BL1021B, BL1041B', 12, [2, 4], 349, 'Makita DF333,Makita TD110D,Makita HP333,Makita 12 V CXT'],
  ['MX-DEW18', 'dewalt', 'DeWalt 18 V XR', 'DCB184, DCB183', 18, [2, 5], 399, 'DeWalt DCD796,DeWalt DCF887,DeWalt DCG405,DeWalt 18 V XR'],
  ['MX-DEW12', 'dewalt', 'DeWalt 10,8/12 V XR', 'DCB127, DCB120', 10.8, [2], 329, 'DeWalt DCD710,DeWalt DCF610,DeWalt DCF815'],
  ['MX-BOS18', 'bosch', 'Bosch Professional 18 V', 'GBA 18V, 1600A002U5, 2607337069', 18, [2, 4, 5], 399, 'Bosch GSR 18V-55,Bosch GDX 18V-200,Bosch GBH 18V-26,Bosch Professional 18 V'],
  ['MX-BOSPBA', 'bosch', 'Bosch Power for All 18 V', 'PBA 18V, 1607A350CU', 18, [2.5, 4], 379, 'Bosch UniversalDrill 18,Bosch EasyGrassCut 18,Bosch UniversalHedgeCut 18'],
  ['MX-BOS12', 'bosch', 'Bosch Professional 12 V', 'GBA 12V, 1600Z0002X', 12, [2, 3], 329, 'Bosch GSR 12V-15,Bosch GDR 12V-105,Bosch GOP 12V-28'],
  ['MX-MIL18', 'milwaukee', 'Milwaukee M18', 'M18B5, 48-11-1850', 18, [3, 5], 549, 'Milwaukee M18 FPD2,Milwaukee M18 BLDD2,Milwaukee M18 FID2'],
  ['MX-MIL12', 'milwaukee', 'Milwaukee M12', 'M12B4, 48-11-2440', 12, [2, 4], 399, 'Milwaukee M12 FPD,Milwaukee M12 FID,Milwaukee M12 FCIWF38'],
  ['MX-RYO18', 'ryobi', 'Ryobi 18 V ONE+', 'RB18L25, RB18L50, P108', 18, [2.5, 5], 379, 'Ryobi R18PD3,Ryobi R18ID2,Ryobi RLT183225,Ryobi ONE+'],
  ['MX-HIK18', 'hikoki', 'HiKOKI 18 V', 'BSL1830, BSL1850', 18, [3, 5], 429, 'HiKOKI DS18DJL,HiKOKI WH18DJL,Hitachi DV18DBEL'],
  ['MX-HIK36', 'hikoki', 'HiKOKI Multi Volt 36 V', 'BSL36A18', 36, [2.5], 699, 'HiKOKI DV36DA,HiKOKI WH36DB,HiKOKI G3613DB'],
  ['MX-MET18', 'metabo', 'Metabo 18 V', '6.25592, 6.25596', 18, [4], 549, 'Metabo BS 18 L,Metabo SSW 18 LTX,Metabo SB 18 LTX'],
  ['MX-EIN18', 'einhell', 'Einhell Power X-Change 18 V', '4511341, 4511437', 18, [2, 4], 349, 'Einhell TE-CD 18,Einhell GE-CM 18,Einhell TC-ID 18'],
  ['MX-BD18', 'black_decker', 'Black & Decker 18 V', 'BL2018, BL4018', 18, [2], 329, 'Black & Decker BCD700S,Black & Decker BDCDC18,Black & Decker ASL188'],
] // prettier-ignore

function tool([sku, maker, system, oem, volts, ah, sek, fits]: (typeof systems)[number]): ProductPlan {
  const battery = (amps: number): DeviceBattery => ({
    sku: `${sku}-${String(amps).replace('.', '')}`, brand: 'momentix', category: volts >= 30 ? 'tool-36v' : volts >= 16 ? 'tool-18v' : 'tool-12v', maker, device: system,
    kind: 'tool', oem, chemistry: 'li_ion', volts, mah: amps * 1000, sek: sek + (amps - (ah[0] ?? 2)) * 95, grams: Math.round(volts * amps * 8.2 + 120), fits: fits.split(','),
    group: groups.tool, discount: 'D4', extra: { tags: ['professional'] },
  })
  const first = deviceBattery(battery(ah[0] ?? 2))
  if (ah.length === 1) return first
  const title = join(' ', words('Verktygsbatteri till', 'Verktøybatteri til', 'Werkzeugakku für', 'Værktøjsbatteri til'), system)
  const { sku: _sku, ...rest } = first
  return {
    ...rest, sku, name: title, variationAttributes: ['capacity_ah'],
    variants: ah.map((amps) => { const plan = deviceBattery(battery(amps)); return { sku: plan.sku, name: plan.name, sek: plan.sek, attributes: plan.attributes, intro: plan.intro, drawing: plan.drawing, picture: join(', ', plan.picture, `${decimal(amps)} Ah`) } }),
  }
} // prettier-ignore

const single: [sku: string, category: string, kind: DeviceBattery['kind'], maker: string, device: string, oem: string, chemistry: string, volts: number, mah: number, sek: number, grams: number, fits: string][] = [
  ['MX-DY-V8', 'vacuum-batteries', 'vacuum', 'dyson', 'Dyson V8', '967834-02', 'li_ion', 21.6, 3000, 599, 520, 'Dyson V8 Absolute,Dyson V8 Animal,Dyson SV10'],
  ['MX-DY-V10', 'vacuum-batteries', 'vacuum', 'dyson', 'Dyson V10', '969352-02', 'li_ion', 25.2, 3000, 699, 480, 'Dyson V10 Absolute,Dyson Cyclone V10,Dyson SV12'],
  ['MX-DY-V11', 'vacuum-batteries', 'vacuum', 'dyson', 'Dyson V11', '970145-02', 'li_ion', 25.2, 4000, 799, 560, 'Dyson V11 Absolute,Dyson SV14'],
  ['MX-DY-V6', 'vacuum-batteries', 'vacuum', 'dyson', 'Dyson V6', '965874-02', 'li_ion', 21.6, 2800, 499, 360, 'Dyson DC62,Dyson V6 Animal,Dyson SV03'],
  ['MX-IR-900', 'vacuum-batteries', 'vacuum', 'irobot', 'iRobot Roomba 900', '4624864', 'li_ion', 14.4, 3300, 549, 420, 'iRobot Roomba 960,iRobot Roomba 980,iRobot Roomba 690,iRobot Roomba e5'],
  ['MX-IR-600', 'vacuum-batteries', 'vacuum', 'irobot', 'iRobot Roomba 500/600', '80501, 4419696', 'nimh', 14.4, 3000, 399, 680, 'iRobot Roomba 560,iRobot Roomba 620,iRobot Roomba 650,iRobot Roomba 780'],
  ['MX-EL-ERG', 'vacuum-batteries', 'vacuum', 'electrolux', 'Electrolux Ergorapido', '4055132304', 'li_ion', 18, 2500, 449, 340, 'Electrolux ZB3003,Electrolux ZB3106,AEG CX7'],
  ['MX-HQ-310', 'garden-batteries', 'garden', 'husqvarna', 'Husqvarna Automower 310', '584852801', 'li_ion', 18.5, 2100, 699, 320, 'Husqvarna Automower 310,Husqvarna Automower 315,Husqvarna Automower 105,Gardena Sileno City'],
  ['MX-HQ-430', 'garden-batteries', 'garden', 'husqvarna', 'Husqvarna Automower 430X', '588146401', 'li_ion', 18.5, 5200, 999, 640, 'Husqvarna Automower 420,Husqvarna Automower 430X,Husqvarna Automower 450X'],
  ['MX-GA-R40', 'garden-batteries', 'garden', 'gardena', 'Gardena R40Li', '574476801', 'li_ion', 18.5, 2100, 599, 310, 'Gardena R40Li,Gardena R70Li,Gardena Smart Sileno'],
  ['MX-ST-AK20', 'garden-batteries', 'garden', 'stihl', 'Stihl AK 20', '45204006518', 'li_ion', 36, 4000, 1299, 1200, 'Stihl MSA 140 C,Stihl HSA 56,Stihl RMA 235'],
  ['MX-OB-PRO', 'toothbrush-batteries', 'toothbrush', 'oral_b', 'Oral-B Pro', '3756, 3765', 'nimh', 1.2, 1200, 79, 20, 'Oral-B Pro 2000,Oral-B Triumph 4000,Braun 3756'],
  ['MX-OB-VIT', 'toothbrush-batteries', 'toothbrush', 'oral_b', 'Oral-B Vitality', '3757, 3709', 'nimh', 1.2, 1600, 69, 24, 'Oral-B Vitality,Oral-B Professional Care 500'],
  ['MX-PH-SON', 'toothbrush-batteries', 'toothbrush', 'philips', 'Philips Sonicare', 'HX6730, 14430', 'li_ion', 3.7, 700, 99, 19, 'Philips Sonicare HX6730,Philips Sonicare HX9340,Philips Sonicare DiamondClean'],
  ['MX-PH-SHA', 'toothbrush-batteries', 'toothbrush', 'philips', 'Philips Shaver 5000', 'US14430VR', 'li_ion', 3.7, 1100, 119, 26, 'Philips S5000,Philips HQ8240,Philips RQ1180'],
  ['MX-BE-500', 'ebike-batteries', 'ebike', 'bosch_ebike', 'Bosch PowerPack 500', '0275007529', 'li_ion', 36, 13400, 5490, 2700, 'Bosch Active Line Plus,Bosch Performance Line CX,Bosch Cargo Line'],
  ['MX-EB-36', 'ebike-batteries', 'ebike', 'generic_ebike', '36 V SF-06 (Ecoride, Crescent)', 'SF-06S, SSE-041', 'li_ion', 36, 10400, 3990, 2600, 'Ecoride Ambassador,Crescent Elina,Batavus Dinsdag'],
  ['MX-EB-48', 'ebike-batteries', 'ebike', 'generic_ebike', '48 V HaiLong', 'HL-1, SSE-077', 'li_ion', 48, 14000, 4990, 3700, 'Bafang BBS02,Mate X'],
] // prettier-ignore

const chargers: [sku: string, maker: string, system: string, volts: number, amps: number, sek: number][] = [
  ['MX-C-MAK', 'makita', 'Makita 14,4–18 V', 18, 6, 399], ['MX-C-DEW', 'dewalt', 'DeWalt 10,8–18 V', 18, 4, 379], ['MX-C-BOS', 'bosch', 'Bosch Professional 10,8–18 V', 18, 4, 379], ['MX-C-MIL', 'milwaukee', 'Milwaukee M12–M18', 18, 3, 429], ['MX-C-RYO', 'ryobi', 'Ryobi ONE+ 18 V', 18, 3, 349],
] // prettier-ignore

function toolCharger([sku, maker, system, volts, amps, sek]: (typeof chargers)[number]): ProductPlan {
  const name = words(`Snabbladdare till ${system}`, `Hurtiglader til ${system}`, `Schnellladegerät für ${system}`, `Hurtigoplader til ${system}`)
  return {
    sku, brand: 'momentix', categories: ['tool-chargers'], name,
    intro: words(
      `Laddar originalbatterier och våra kompatibla batterier för ${system} med upp till ${amps} A. Ett 5 Ah-batteri är fullt på ungefär ${Math.round((5 / amps) * 65)} minuter. Fläkt och temperaturvakt skonar cellerna.`,
      `Lader originalbatterier og våre kompatible batterier for ${system} med opptil ${amps} A. Et 5 Ah-batteri er fullt på omtrent ${Math.round((5 / amps) * 65)} minutter. Vifte og temperaturvakt skåner cellene.`,
      `Lädt Originalakkus und unsere kompatiblen Akkus für ${system} mit bis zu ${amps} A. Ein 5-Ah-Akku ist in etwa ${Math.round((5 / amps) * 65)} Minuten voll. Lüfter und Temperaturwächter schonen die Zellen.`,
      `Oplader originale batterier og vores kompatible batterier til ${system} med op til ${amps} A. Et 5 Ah-batteri er fuldt på cirka ${Math.round((5 / amps) * 65)} minutter. Blæser og temperaturvagt skåner cellerne.`),
    care: 'mains', sek, attributes: { device_brand: maker, voltage_v: volts, output_a: amps, ports: 1, weight_g: 680 }, drawing: 'charger?kind=household&ports=1&colour=black', picture: name, group: groups.tool, discount: 'C2',
  }
} // prettier-ignore

/** All plans of this family. */
export function toolBatteries(): ProductPlan[] {
  return [
    ...systems.map(tool),
    ...single.map(([sku, category, kind, maker, device, oem, chemistry, volts, mah, sek, grams, fits]) =>
      deviceBattery({ sku, brand: 'momentix', category, maker, device, kind, oem, chemistry, volts, mah, sek, grams, fits: fits.split(','), group: groups.tool, discount: 'D4' })),
    ...chargers.map(toolCharger),
  ]
} // prettier-ignore
