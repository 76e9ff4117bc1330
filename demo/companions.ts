/**
 * Related products by category: accessories, cross-sells, spare parts and recommendations. Of those that must fit,
 * only the ones that do are offered with a product (`suitability.ts`), so a list may name every size.
 */
import type { Companions } from './relations.ts'

export const companions: Companions = {
  batteries: {
    accessories: ['DE-R-CASE', 'DE-TEST-A'],
    crossSelling: ['DE-TEST-A', 'DE-R-CASE'],
    spareParts: ['DE-S-CONT'],
  },
  'batteries-aa': {
    accessories: ['DE-R-CASE4', 'DE-TEST-A'],
    crossSelling: ['DE-R-CASE4', 'DE-TEST-D'],
    spareParts: ['DE-C-AA', 'DE-C-AAM'],
    recommended: ['EL-AA-4', 'AM-H4'],
  },
  'batteries-aaa': {
    accessories: ['DE-R-CASE4', 'DE-TEST-A'],
    crossSelling: ['DE-R-CASE4'],
    spareParts: ['DE-C-AA', 'DE-C-AAM'],
    recommended: ['EL-AAA-4', 'AM-H4'],
  },
  'batteries-9v': {
    accessories: ['DE-K-CAP9'],
    crossSelling: ['DE-K-CAP9'],
    spareParts: ['DE-C-9V'],
    recommended: ['VO-LI-9V-1', 'LA-SM10'],
  },
  'rechargeable-aa': {
    accessories: ['AM-H4', 'AM-H4-LCD'],
    crossSelling: ['DE-R-CASE4'],
    recommended: ['AM-H8', 'EL-AAA-4'],
  },
  'rechargeable-aaa': {
    accessories: ['AM-H4', 'AM-H4-LCD'],
    crossSelling: ['DE-R-CASE4'],
    recommended: ['AM-H8', 'EL-AA-4'],
  },
  'rechargeable-c-d-9v': { accessories: ['AM-HU'], recommended: ['AM-HU'] },
  'lithium-ion-cells': {
    accessories: ['AM-I2', 'AM-I4', 'DE-H-18650-1'],
    crossSelling: ['AM-I1'],
    spareParts: ['DE-T-SHR', 'DE-C-NI'],
  },
  'car-batteries-standard': {
    accessories: ['SV-CH4', 'DE-GREASE'],
    crossSelling: ['DE-GREASE', 'DE-TRAY'],
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
  'motorcycle-batteries': { accessories: ['SV-CH1'], crossSelling: ['SV-CH1', 'DE-GREASE'] },
  'leisure-batteries': {
    accessories: ['DE-TRAY', 'DE-SWITCH', 'SV-CH10L'],
    crossSelling: ['DE-TRAY'],
    spareParts: ['DE-POL-Q'],
    recommended: ['SG-MPPT20', 'SG-PV110-RIGID'],
  },
  'button-cells': { accessories: ['DE-R-DRV'], crossSelling: ['DE-R-DRV'], spareParts: ['DE-C-CR'] },
  'phone-tablet': {
    accessories: ['DE-KIT-PHONE', 'DE-GLUE-PHONE'],
    crossSelling: ['DE-GLUE-PHONE'],
    recommended: ['AM-PD20-WH', 'TF-CC60-1BL'],
  },
  'camera-batteries': {
    accessories: ['DE-CASE-BAT'],
    crossSelling: ['DE-CASE-BAT'],
    recommended: ['AM-PB10-BLA'],
  },
  laptop: {
    accessories: ['DE-KIT-PC'],
    crossSelling: ['DE-KIT-PC'],
    recommended: ['AM-PD65-BL'],
  },
  cables: { crossSelling: ['AM-PD20-WH'], recommended: ['AM-PD35-BL', 'AM-PD65-WH'] },
  'chargers-power': {
    crossSelling: ['TF-CC60-1BL', 'TF-CC60-1WH'],
    accessories: ['TF-CC60-2BL', 'TF-CC100-1'],
  },
  'battery-chargers': { crossSelling: ['EL-AA-4', 'EL-AAA-4'], recommended: ['EL-AA-8', 'EL-AAA-8'] },
  'tool-batteries': {
    accessories: ['DE-K-TOOL', 'MX-C-MAK', 'MX-C-DEW', 'MX-C-BOS', 'MX-C-MIL', 'MX-C-RYO'],
  },
  'tool-18v': {
    accessories: ['DE-K-TOOL', 'MX-C-MAK', 'MX-C-DEW', 'MX-C-BOS', 'MX-C-MIL', 'MX-C-RYO'],
    crossSelling: ['DE-K-TOOL'],
  },
  lighting: {
    crossSelling: ['VO-AAA-4', 'VO-AA-4', 'VO-D-2', 'EL-18650-3500', 'EL-21700-5000'],
    accessories: ['AM-I1'],
    spareParts: ['DE-S-OIL'],
  },
  'led-bulbs': { crossSelling: [], accessories: [], spareParts: [] },
  'led-strips': { crossSelling: [], accessories: [], spareParts: [] },
  'home-safety': {
    crossSelling: ['VO-9V-1', 'VO-LI-9V-1', 'VO-LI-CR123A-1', 'VO-CR2032-1', 'VO-AA-4', 'VO-AAA-4', 'VO-D-2'],
    accessories: ['LA-BAT-9V3', 'LA-BAT-CR123', 'LA-BAT-AA'],
    recommended: ['LA-CO1', 'LA-WATER'],
  },
  'energy-storage': {
    accessories: ['TF-M16R-5', 'TF-M16B-5', 'DE-SWITCH'],
    crossSelling: ['TF-MC4-3'],
    spareParts: ['DE-POL-Q'],
  },
}
