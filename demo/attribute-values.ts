/** The closed value lists of the demo's choice attributes: code → name in four languages. */
import { same, words, type Words } from './words.ts'

export type ValueTable = Record<string, Words>

function designations(names: string): ValueTable {
  const table: ValueTable = {}
  for (const name of names.split(' ')) {
    const [label = name, code = name] = name.split('=')
    table[code.toLowerCase().replace(/[^a-z0-9]+/g, '_')] = same(label.replaceAll('_', ' '))
  }
  return table
}

const batterySizes: ValueTable = designations(
  'AAAA AAA AA C D 9V N A23 A27 4LR44 3R12 4R25 CR123A CR2 2CR5 CR-P2=crp2 CR-V3=crv3 18650 21700 14500 16340 ' +
    'CR1025 CR1216 CR1220 CR1225 CR1616 CR1620 CR1632 CR2016 CR2025 CR2032 CR2320 CR2325 CR2330 CR2354 CR2412 ' +
    'CR2430 CR2450 CR2477 CR3032 LIR2032 LIR2450 ML2032 VL2020 LR41 LR43 LR44 LR45 LR48 LR54 LR55 LR57 LR59 LR60 ' +
    'LR66 LR69 SR41 SR43 SR44 SR45 SR48 SR54 SR55 SR57 SR58 SR59 SR60 SR62 SR63 SR64 SR65 SR66 SR67 SR68 SR69 ' +
    'SR416 SR512 SR1116 10=za10 312=za312 13=za13 675=za675 Sub-C=sub_c',
)

const chemistries: ValueTable = {
  alkaline: words('Alkaliskt', 'Alkalisk', 'Alkaline', 'Alkalisk'),
  lithium: words('Litium', 'Litium', 'Lithium', 'Lithium'),
  nimh: words('NiMH', 'NiMH', 'NiMH', 'NiMH'),
  zinc_carbon: words('Brunsten (zink-kol)', 'Brunstein (sink-karbon)', 'Zink-Kohle', 'Brunsten (zink-kul)'),
  silver_oxide: words('Silveroxid', 'Sølvoksid', 'Silberoxid', 'Sølvoxid'),
  zinc_air: words('Zink-luft', 'Sink-luft', 'Zink-Luft', 'Zink-luft'),
  li_ion: words('Litiumjon', 'Litiumion', 'Lithium-Ionen', 'Lithium-ion'),
  li_polymer: words('Litiumpolymer', 'Litiumpolymer', 'Lithium-Polymer', 'Lithium-polymer'),
  lifepo4: words(
    'Litiumjärnfosfat (LiFePO4)',
    'Litiumjernfosfat (LiFePO4)',
    'Lithium-Eisenphosphat (LiFePO4)',
    'Lithiumjernfosfat (LiFePO4)',
  ),
  lead_acid: words('Blysyra', 'Blysyre', 'Blei-Säure', 'Blysyre'),
  efb: words('EFB (start/stopp)', 'EFB (start/stopp)', 'EFB (Start-Stopp)', 'EFB (start-stop)'),
  agm: words('AGM', 'AGM', 'AGM', 'AGM'),
  gel: words('Gel', 'Gel', 'Gel', 'Gel'),
}

const connectors: ValueTable = {
  usb_c: same('USB-C'),
  usb_a: same('USB-A'),
  lightning: same('Lightning'),
  micro_usb: same('Micro-USB'),
  hdmi: same('HDMI'),
  displayport: same('DisplayPort'),
  rj45: same('RJ45'),
  dc: words('DC-plugg', 'DC-plugg', 'DC-Hohlstecker', 'DC-stik'),
  schuko: words('Stickpropp (CEE 7/7)', 'Støpsel (CEE 7/7)', 'Schutzkontaktstecker', 'Stikprop (CEE 7/7)'),
  c13: same('IEC C13'),
  c7: same('IEC C7'),
  mc4: same('MC4'),
  bare: words('Fria ändar', 'Åpne ender', 'Offene Enden', 'Åbne ender'),
}

const colours: ValueTable = {
  black: words('Svart', 'Svart', 'Schwarz', 'Sort'),
  white: words('Vit', 'Hvit', 'Weiß', 'Hvid'),
  grey: words('Grå', 'Grå', 'Grau', 'Grå'),
  blue: words('Blå', 'Blå', 'Blau', 'Blå'),
  red: words('Röd', 'Rød', 'Rot', 'Rød'),
  green: words('Grön', 'Grønn', 'Grün', 'Grøn'),
}

const hearingAidColours: ValueTable = {
  yellow: words('Gul (10)', 'Gul (10)', 'Gelb (10)', 'Gul (10)'),
  brown: words('Brun (312)', 'Brun (312)', 'Braun (312)', 'Brun (312)'),
  orange: words('Orange (13)', 'Oransje (13)', 'Orange (13)', 'Orange (13)'),
  blue: words('Blå (675)', 'Blå (675)', 'Blau (675)', 'Blå (675)'),
}

const terminalLayouts: ValueTable = {
  right_positive: words(
    'Pluspol till höger (0)',
    'Plusspol til høyre (0)',
    'Pluspol rechts (0)',
    'Pluspol til højre (0)',
  ),
  left_positive: words(
    'Pluspol till vänster (1)',
    'Plusspol til venstre (1)',
    'Pluspol links (1)',
    'Pluspol til venstre (1)',
  ),
  diagonal: words(
    'Lastbil, diagonala poler (3)',
    'Lastebil, diagonale poler (3)',
    'Lkw, diagonale Pole (3)',
    'Lastbil, diagonale poler (3)',
  ),
  bolt: words('Skruvpoler', 'Skrupoler', 'Schraubpole', 'Skruepoler'),
  faston_48: words('Flatstift 4,8 mm', 'Flatstift 4,8 mm', 'Faston 4,8 mm', 'Fladstik 4,8 mm'),
  faston_63: words('Flatstift 6,3 mm', 'Flatstift 6,3 mm', 'Faston 6,3 mm', 'Fladstik 6,3 mm'),
}

const versions: ValueTable = {
  standard: words('Standard', 'Standard', 'Standard', 'Standard'),
  with_tools: words('Med verktyg', 'Med verktøy', 'Mit Werkzeug', 'Med værktøj'),
  high_capacity: words('Hög kapacitet', 'Høy kapasitet', 'Hohe Kapazität', 'Høj kapacitet'),
  solder_tabs: words('Med lödflikar', 'Med loddeører', 'Mit Lötfahnen', 'Med loddeflige'),
}

const marks: ValueTable = {
  separate_collection: words(
    'Överkryssad soptunna',
    'Overkrysset søppeldunk',
    'Durchgestrichene Mülltonne',
    'Overkrydset skraldespand',
  ),
  pb: words('Pb (bly)', 'Pb (bly)', 'Pb (Blei)', 'Pb (bly)'),
  cd: words('Cd (kadmium)', 'Cd (kadmium)', 'Cd (Cadmium)', 'Cd (cadmium)'),
}

const deviceBrands = designations(
  'Samsung Apple Google Sony Huawei Xiaomi OnePlus Nokia Motorola LG Doro Dell HP Lenovo Acer Asus Microsoft Toshiba ' +
    'Makita DeWalt Bosch Milwaukee Ryobi HiKOKI Metabo Einhell Black_&_Decker=black_decker Husqvarna Stihl Gardena ' +
    'Dyson iRobot Philips Oral-B Electrolux Canon Nikon Panasonic Fujifilm Olympus GoPro Siemens Gigaset Bosch_eBike=bosch_ebike HaiLong_&_SF=generic_ebike',
)

/** Values of every choice attribute, by attribute code. */
export const choiceValues: Record<string, ValueTable> = {
  battery_size: batterySizes,
  device_brand: deviceBrands,
  chemistry: chemistries,
  charges: chemistries,
  charges_sizes: batterySizes,
  connector_a: connectors,
  connector_b: connectors,
  connector: {
    ...connectors,
    schuko_socket: words(
      'Eluttag (CEE 7/3)',
      'Stikkontakt (CEE 7/3)',
      'Schutzkontaktsteckdose',
      'Stikkontakt (CEE 7/3)',
    ),
  },
  charging_port: connectors,
  colour: colours,
  hearing_aid_colour: hearingAidColours,
  terminal_layout: terminalLayouts,
  version: versions,
  battery_marks: marks,
  lamp_base: designations('E27 E14 GU10 G9 G4'),
  content_unit: { m: same('m'), l: same('l'), kg: same('kg') },
}
