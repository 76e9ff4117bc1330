/**
 * Related products: accessories, cross-sells, spare parts and recommendations, by the family's sku, its category or
 * its main category; the most particular alone counts. Of those that must fit, only the ones that do are offered with
 * a product (`suitability.ts`), so a list may name every size.
 */
import type { Companions } from './relations.ts'

const boxAndTester: Companions[string] = {
  accessories: ['DE-R-CASE', 'DE-TEST-A'],
  crossSelling: ['DE-TEST-A', 'DE-R-CASE'],
}

/** For a battery that is changed with the device open. */
const openedPhone: Companions[string] = {
  accessories: ['DE-KIT-PHONE', 'DE-GLUE-PHONE'],
  crossSelling: ['DE-GLUE-PHONE'],
  recommended: ['AM-PD20-WH'],
}

const controller: Companions[string] = {
  accessories: ['TF-M16R-5', 'TF-M16B-5', 'DE-SWITCH'],
  crossSelling: ['TF-MC4-3'],
}

export const companions: Companions = {
  'batteries-aa': {
    accessories: ['DE-R-CASE4', 'DE-TEST-A'],
    crossSelling: ['DE-R-CASE4', 'DE-TEST-D'],
    spareParts: ['DE-C-AA', 'DE-C-AAM'],
    recommended: ['EL-AA-4'],
  },
  'batteries-aaa': {
    accessories: ['DE-R-CASE4', 'DE-TEST-A'],
    crossSelling: ['DE-R-CASE4'],
    spareParts: ['DE-C-AA', 'DE-C-AAM'],
    recommended: ['EL-AAA-4'],
  },
  'batteries-c': boxAndTester,
  'batteries-d': boxAndTester,
  'batteries-9v': {
    accessories: ['DE-K-CAP9'],
    crossSelling: ['DE-K-CAP9'],
    spareParts: ['DE-C-9V'],
    recommended: ['VO-LI-9V-1', 'LA-SM9'],
  },
  'lithium-aa-aaa-9v': boxAndTester,
  'rechargeable-aa': {
    accessories: ['AM-H4', 'AM-H4-LCD'],
    crossSelling: ['DE-R-CASE4'],
    recommended: ['AM-H8'],
  },
  'rechargeable-aaa': {
    accessories: ['AM-H4', 'AM-H4-LCD'],
    crossSelling: ['DE-R-CASE4'],
    recommended: ['AM-H8'],
  },
  'rechargeable-c-d-9v': { accessories: ['AM-HU'], crossSelling: ['DE-R-CASE'] },
  'lithium-ion-cells': {
    accessories: ['AM-I2', 'AM-I4', 'DE-H-18650-1'],
    crossSelling: ['AM-I1'],
    spareParts: ['DE-T-SHR', 'DE-C-NI'],
  },
  'car-batteries-standard': {
    accessories: ['SV-CH4', 'DE-GREASE'],
    crossSelling: ['DE-GREASE', 'DE-TEST-12'],
    spareParts: ['DE-POL-P', 'DE-POL-M'],
    recommended: ['SV-JS1000'],
  },
  'car-batteries-efb': {
    accessories: ['SV-CH4', 'DE-GREASE'],
    crossSelling: ['DE-GREASE', 'DE-TEST-12'],
    spareParts: ['DE-POL-P', 'DE-POL-M'],
    recommended: ['SV-CH7'],
  },
  'car-batteries-agm': {
    accessories: ['SV-CH7', 'DE-GREASE'],
    crossSelling: ['DE-GREASE', 'SV-CH7'],
    spareParts: ['DE-POL-P', 'DE-POL-M'],
    recommended: ['SV-CH10L'],
  },
  'truck-batteries': { accessories: ['SV-CH25', 'DE-GREASE'], crossSelling: ['DE-GREASE', 'DE-TEST-12'] },
  'motorcycle-batteries': { accessories: ['SV-CH1'], crossSelling: ['SV-CH1', 'DE-GREASE'] },
  'leisure-batteries': {
    accessories: ['DE-TRAY', 'DE-SWITCH', 'SV-CH10L'],
    crossSelling: ['DE-TRAY'],
    spareParts: ['DE-POL-Q'],
    recommended: ['SG-MPPT20', 'SG-PV110-RIGID'],
  },
  'button-cells': { accessories: ['DE-R-DRV'], crossSelling: ['DE-R-DRV'], spareParts: ['DE-C-CR'] },
  'hearing-aid-10': {},
  'hearing-aid-13': {},
  'hearing-aid-312': {},
  'hearing-aid-675': {},
  'phone-batteries-apple': openedPhone,
  'phone-batteries-samsung': { ...openedPhone, recommended: ['AM-PD20-WH', 'TF-CC60-1BL'] },
  'phone-batteries-google': { ...openedPhone, recommended: ['AM-PD20-WH', 'TF-CC60-1BL'] },
  'phone-batteries-sony': { ...openedPhone, recommended: ['AM-PD20-WH', 'TF-CC60-1BL'] },
  'phone-batteries-huawei': { ...openedPhone, recommended: ['AM-PD20-WH', 'TF-CC60-1BL'] },
  'tablet-batteries': openedPhone,
  // Their batteries are changed without tools, and some take no USB-C cable.
  'CB-J5': {},
  'CB-XC4': {},
  'CB-TABACT3': {},
  'CB-MG7': openedPhone,
  'CB-MG100': openedPhone,
  'DE-KIT-PHONE': { accessories: ['DE-GLUE-PHONE'], crossSelling: ['DE-GLUE-PHONE'] },
  'DE-GLUE-PHONE': { accessories: ['DE-KIT-PHONE'] },
  'camera-batteries': { accessories: ['DE-CASE-BAT'], crossSelling: ['DE-CASE-BAT'] },
  laptop: { accessories: ['DE-KIT-PC'], crossSelling: ['DE-KIT-PC'] },
  'laptop-adapters': {},
  'cables-usb-c': { crossSelling: ['AM-PD20-WH'], recommended: ['AM-PD35-BL', 'AM-PD65-WH'] },
  'TF-CL': { crossSelling: ['AM-PD20-WH'], recommended: ['AM-PD35-BL', 'AM-PD65-WH'] },
  'cable-by-metre': { crossSelling: ['DE-T-EL'] },
  'chargers-power': {
    crossSelling: ['TF-CC60-1BL', 'TF-CC60-1WH'],
    accessories: ['TF-CC60-2BL', 'TF-CC100-1'],
  },
  'battery-testers': {},
  'battery-chargers': {
    accessories: ['EL-18650-3500', 'EL-21700-5000'],
    crossSelling: ['EL-AA-4', 'EL-AAA-4'],
    recommended: ['EL-AA-8', 'EL-AAA-8'],
  },
  'tool-18v': {
    accessories: ['DE-K-TOOL', 'MX-C-MAK', 'MX-C-DEW', 'MX-C-BOS', 'MX-C-MIL', 'MX-C-RYO'],
    crossSelling: ['DE-K-TOOL'],
  },
  // Bosch's chargers for tradesmen do not take the batteries of its garden and home tools.
  'MX-BOSPBA': {},
  lighting: {
    crossSelling: ['VO-AAA-4', 'VO-AA-4', 'VO-D-2', 'EL-18650-3500', 'EL-21700-5000'],
    accessories: ['AM-I1', 'DE-S-OIL'],
  },
  'led-bulbs': {},
  'led-strips': {},
  'home-safety': {
    crossSelling: ['VO-9V-1', 'VO-LI-9V-1', 'VO-LI-CR123A-1', 'VO-CR2032-1', 'VO-AA-4', 'VO-AAA-4', 'VO-D-2'],
    accessories: ['LA-BAT-9V3', 'LA-BAT-CR123', 'LA-BAT-AA'],
    recommended: ['LA-CO1', 'LA-WATER'],
  },
  'solar-power': { accessories: ['SG-MPPT20'], crossSelling: ['TF-MC4-3'] },
  'TF-MC4': { accessories: ['SG-MPPT20'] },
  'SG-PWM10': controller,
  'SG-MPPT20': controller,
  'SG-MPPT40': controller,
  'SG-INV300': { accessories: ['TF-M16R-5', 'TF-M16B-5', 'DE-SWITCH'] },
  'SG-INV1000': { accessories: ['DE-SWITCH'] },
  'sealed-lead-batteries': { accessories: ['TF-M16R-5', 'TF-M16B-5', 'DE-SWITCH'] },
  'lifepo4-batteries': { accessories: ['TF-M16R-5', 'TF-M16B-5', 'DE-SWITCH'] },
}
