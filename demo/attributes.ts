/**
 * The attributes of the demo catalogue for a battery shop, named in four languages. Positions follow the
 * order of the table, which is also the order of the facts in a description.
 */
import type { AttributeRecord } from '../domain/catalogue/catalogue-record.ts'
import { choiceValues, type ValueTable } from './attribute-values.ts'
import { words, type Words } from './words.ts'

interface AttributeRow {
  code: string
  kind: AttributeRecord['kind']
  unit?: string
  facet?: boolean
  names: Words
}

const number = (code: string, unit: string, names: Words, facet = false): AttributeRow => ({
  code,
  kind: 'number',
  unit,
  facet,
  names,
})
const count = (code: string, names: Words, facet = false): AttributeRow => ({
  code,
  kind: 'number',
  facet,
  names,
})
const text = (code: string, names: Words): AttributeRow => ({ code, kind: 'text', names })
const flag = (code: string, names: Words, facet = true): AttributeRow => ({
  code,
  kind: 'flag',
  facet,
  names,
})
const choice = (code: string, names: Words, facet = true): AttributeRow => ({
  code,
  kind: 'choice',
  facet,
  names,
})

const rows: AttributeRow[] = [
  choice('battery_size', words('Batteristorlek', 'Batteristørrelse', 'Batteriegröße', 'Batteristørrelse')),
  choice('device_brand', words('Passar märke', 'Passer til merke', 'Passend für Marke', 'Passer til mærke')),
  choice('chemistry', words('Batterityp', 'Batteritype', 'Batterietyp', 'Batteritype')),
  number('voltage_v', 'V', words('Spänning', 'Spenning', 'Spannung', 'Spænding'), true),
  number('capacity_mah', 'mAh', words('Kapacitet', 'Kapasitet', 'Kapazität', 'Kapacitet'), true),
  number('capacity_ah', 'Ah', words('Kapacitet', 'Kapasitet', 'Kapazität', 'Kapacitet'), true),
  number('watt_hours', 'Wh', words('Energi', 'Energi', 'Energie', 'Energi')),
  number(
    'cca_a',
    'A',
    words('Kallstartström (EN)', 'Kaldstartstrøm (EN)', 'Kälteprüfstrom (EN)', 'Koldstartsstrøm (EN)'),
    true,
  ),
  choice('terminal_layout', words('Polplacering', 'Polplassering', 'Polanordnung', 'Polplacering')),
  count(
    'cells_per_pack',
    words('Antal i förpackningen', 'Antall i pakken', 'Stück pro Packung', 'Antal i pakken'),
    true,
  ),
  choice('hearing_aid_colour', words('Färgkod', 'Fargekode', 'Farbcode', 'Farvekode')),
  text('iec_code', words('IEC-beteckning', 'IEC-betegnelse', 'IEC-Bezeichnung', 'IEC-betegnelse')),
  text('ansi_code', words('ANSI-beteckning', 'ANSI-betegnelse', 'ANSI-Bezeichnung', 'ANSI-betegnelse')),
  text('also_called', words('Kallas även', 'Kalles også', 'Auch bekannt als', 'Kaldes også')),
  flag('rechargeable', words('Laddningsbart', 'Oppladbart', 'Wiederaufladbar', 'Genopladeligt')),
  choice('connector_a', words('Kontakt ände 1', 'Kontakt ende 1', 'Stecker Ende 1', 'Stik ende 1')),
  choice('connector_b', words('Kontakt ände 2', 'Kontakt ende 2', 'Stecker Ende 2', 'Stik ende 2')),
  choice('connector', words('Kontakt', 'Kontakt', 'Anschluss', 'Stik')),
  choice('charging_port', words('Laddkontakt', 'Ladekontakt', 'Ladeanschluss', 'Ladestik')),
  number('length_m', 'm', words('Längd', 'Lengde', 'Länge', 'Længde'), true),
  number('power_w', 'W', words('Effekt', 'Effekt', 'Leistung', 'Effekt'), true),
  number('output_a', 'A', words('Ström', 'Strøm', 'Strom', 'Strøm')),
  count('cell_slots', words('Antal fack', 'Antall spor', 'Anzahl Schächte', 'Antal pladser'), true),
  choice('charges', words('För batterityp', 'For batteritype', 'Für Batterietyp', 'Til batteritype'), false),
  choice(
    'charges_sizes',
    words('För batteristorlek', 'For batteristørrelse', 'Für Batteriegröße', 'Til batteristørrelse'),
    false,
  ),
  count('ports', words('Antal uttag', 'Antall porter', 'Anzahl Anschlüsse', 'Antal porte'), true),
  number(
    'data_rate_gbps',
    'Gbit/s',
    words('Dataöverföring', 'Dataoverføring', 'Datenrate', 'Dataoverførsel'),
  ),
  number('lumen_lm', 'lm', words('Ljusflöde', 'Lysstrøm', 'Lichtstrom', 'Lysstrøm'), true),
  choice('lamp_base', words('Sockel', 'Sokkel', 'Sockel', 'Fatning')),
  number(
    'colour_temperature_k',
    'K',
    words('Färgtemperatur', 'Fargetemperatur', 'Farbtemperatur', 'Farvetemperatur'),
  ),
  number('runtime_h', 'h', words('Drifttid', 'Driftstid', 'Laufzeit', 'Driftstid')),
  text('ip_rating', words('Kapslingsklass', 'Kapslingsgrad', 'Schutzart', 'Kapslingsklasse')),
  text('standard', words('Standard', 'Standard', 'Norm', 'Standard')),
  choice('colour', words('Färg', 'Farge', 'Farbe', 'Farve')),
  choice('version', words('Utförande', 'Utførelse', 'Ausführung', 'Udførelse')),
  text('oem_numbers', words('Ersätter', 'Erstatter', 'Ersetzt', 'Erstatter')),
  count('content_amount', words('Innehåll', 'Innhold', 'Inhalt', 'Indhold')),
  choice(
    'content_unit',
    words('Innehållets enhet', 'Innholdets enhet', 'Inhaltseinheit', 'Indholdets enhed'),
    false,
  ),
  number(
    'cross_section_mm2',
    'mm²',
    words('Ledararea', 'Ledertverrsnitt', 'Leiterquerschnitt', 'Ledertværsnit'),
  ),
  number('diameter_mm', 'mm', words('Diameter', 'Diameter', 'Durchmesser', 'Diameter')),
  number('length_mm', 'mm', words('Längd', 'Lengde', 'Länge', 'Længde')),
  number('width_mm', 'mm', words('Bredd', 'Bredde', 'Breite', 'Bredde')),
  number('height_mm', 'mm', words('Höjd', 'Høyde', 'Höhe', 'Højde')),
  number('weight_g', 'g', words('Vikt', 'Vekt', 'Gewicht', 'Vægt')),
  count(
    'shelf_life_years',
    words('Lagringstid (år)', 'Lagringstid (år)', 'Lagerfähigkeit (Jahre)', 'Lagringstid (år)'),
  ),
  count('cycles', words('Laddcykler', 'Ladesykluser', 'Ladezyklen', 'Opladninger')),
  flag('starter_battery', words('Startbatteri', 'Startbatteri', 'Starterbatterie', 'Startbatteri'), false),
  flag(
    'charger_included',
    words('Laddare medföljer', 'Lader følger med', 'Ladegerät enthalten', 'Oplader medfølger'),
    false,
  ),
  choice('battery_marks', words('Märkning', 'Merking', 'Kennzeichnung', 'Mærkning'), false),
]

/** All attributes, in the order in which they are shown. */
export const demoAttributes: AttributeRecord[] = rows.map((row, index) => {
  const values: ValueTable | undefined = choiceValues[row.code]
  return {
    record: 'attribute',
    code: row.code,
    kind: row.kind,
    ...(row.unit ? { unit: row.unit } : {}),
    facet: row.facet ?? false,
    position: index + 1,
    names: row.names,
    ...(values ? { values: Object.entries(values).map(([code, names]) => ({ code, names })) } : {}),
  }
})

const byCode = new Map(demoAttributes.map((attribute) => [attribute.code, attribute]))

/** The attribute with that code; throws for an unknown code. */
export function demoAttribute(code: string): AttributeRecord {
  const attribute = byCode.get(code)
  if (!attribute) throw new Error(`no attribute ${code}`)
  return attribute
}

/** Attributes for law and logistics, which the list of facts omits. */
export const silentAttributes = new Set(['content_unit', 'starter_battery', 'battery_marks', 'version'])
