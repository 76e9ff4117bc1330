/**
 * The names of WooCommerce's columns in the languages of the stores. An export is written in the language of the person
 * who makes it. The names are those of WooCommerce's translations; earlier ones stay, because shops are not up to date.
 * https://translate.wordpress.org/projects/wp-plugins/woocommerce/
 */

/** English name → names in other languages, as `nameKey` writes them. */
const translations: Readonly<Record<string, readonly string[]>> = {
  type: ['typ'],
  sku: ['artikelnummer', 'artikelnr', 'varenummer', 'varenr'],
  'gtin, upc, ean, or isbn': [
    'gtin, upc, ean oder isbn',
    'gtin, upc, ean eller isbn',
    'gtin, upc, ean, oder isbn',
    'gtin, upc, ean, eller isbn',
  ],
  name: ['namn', 'navn'],
  published: ['veröffentlicht', 'publicerad', 'publisert', 'udgivet'],
  'is featured?': ['ist hervorgehoben?', 'är utvald?', 'er fremhevet?', 'er fremhævet (udvalgt)?'],
  'visibility in catalog': [
    'sichtbarkeit im katalog',
    'synlighet i katalog',
    'synlighet i katalogen',
    'synlighed i katalog (shoppens frontend)',
    'synlighed i katalog',
  ],
  'short description': ['kurzbeschreibung', 'kort beskrivning', 'kort beskrivelse'],
  description: ['beschreibung', 'beskrivning', 'beskrivelse'],
  'date sale price starts': [
    'datum, an dem angebotspreis beginnt',
    'datum när reapriset börjar',
    'startdato for utsalgspris',
    'startdato for salgspris',
    'den dato hvor tilbudsprisen starter',
  ],
  'date sale price ends': [
    'datum, an dem angebotspreis endet',
    'datum när reapriset upphör',
    'sluttdato for utsalgspris',
    'sluttdato for salgspris',
    'den dato hvor tilbudsprisen slutter',
  ],
  'tax status': ['steuerstatus', 'momsstatus', 'avgiftsstatus'],
  'tax class': ['steuerklasse', 'momsgrupp', 'momsklass', 'avgiftsklasse', 'momsklasse'],
  'in stock?': ['vorrätig?', 'auf lager?', 'i lager?', 'på lager?'],
  stock: ['lager', 'bestand', 'lagerbestand', 'lagersaldo', 'lagerantal'],
  'low stock amount': [
    'geringe lagermenge',
    'geringer lagerbestand',
    'lågt lagerantal',
    'terskel for lite på lager',
    'lavt lagerantal',
  ],
  'backorders allowed?': [
    'lieferrückstande erlaubt?',
    'lieferrückstände erlaubt?',
    'rückstände erlaubt?',
    'tillåt restnoteringar?',
    'restordre tillatt?',
    'restordrer tilladt?',
  ],
  'sold individually?': [
    'nur einzeln verkaufen?',
    'säljes styckvis?',
    'säljs styckvis?',
    'solgt individuelt?',
    'sælges enkeltvist?',
  ],
  'allow customer reviews?': [
    'kundenbewertungen erlauben?',
    'kundenrezensionen erlauben?',
    'tillåt kundrecensioner?',
    'tillat omtaler?',
    'tillad kundeanmeldelser?',
  ],
  'purchase note': ['hinweis zum kauf', 'köpmeddelande', 'kjøpsnotat', 'bemærkning til køb'],
  'sale price': ['angebotspreis', 'reapris', 'utsalgspris', 'salgspris', 'tilbudspris'],
  'regular price': ['regulärer preis', 'ordinarie pris', 'ordinær pris', 'normalpris'],
  categories: ['kategorien', 'kategorier'],
  tags: ['schlagwörter', 'taggar', 'etiketter', 'stikkord'],
  'shipping class': ['versandklasse', 'fraktklass', 'fraktklasse', 'forsendelsesklasse'],
  images: ['bilder', 'billeder'],
  parent: [
    'übergeordnetes produkt',
    'übergeordnet',
    'förälder',
    'överordnad',
    'forelder',
    'forældre',
    'overordnet',
  ],
  'grouped products': [
    'gruppierte produkte',
    'grupperade produkter',
    'grupperte produkter',
    'grupperede varer',
  ],
  upsells: ['zusatzverkäufe', 'merförsäljning', 'oppsalg', 'mersalg'],
  'cross-sells': ['cross-sells (querverkäufe)', 'querverkäufe', 'korsförsäljning', 'kryssalg', 'krydssalg'],
  position: ['posisjon'],
  brands: ['marken', 'varumärken', 'merker', 'merkevarer', 'varemærker'],
}

const english = new Map(
  Object.entries(translations).flatMap(([name, others]) => others.map((other) => [other, name])),
)

/** Columns with a number or a unit in their name: `Attribut 1 Wert(e)`, `Vikt (kg)`. */
const patterns: readonly [RegExp, string][] = [
  [/^(?:attribut|attributt|egenskap|egenskab) (\d+) (?:name|namn|navn)$/, 'attribute $1 name'],
  [
    /^(?:attribut|attributt|egenskap|egenskab) (\d+) (?:wert\(e\)|werte|värde\(n\)|värden|verdi\(er\)|verdier|værdi\(er\)|værdier)$/,
    'attribute $1 value(s)',
  ],
  [
    /^(?:attribut|attributt|egenskap|egenskab) (\d+) (?:er )?(?:sichtbar|synligt?|synlig)$/,
    'attribute $1 visible',
  ],
  [/^(?:attribut|attributt|egenskap|egenskab) (\d+) globalt?$/, 'attribute $1 global'],
  [/^(?:attribut|attributt|egenskap|egenskab) (\d+) standard(?:värde|verdi|værdi)?$/, 'attribute $1 default'],
  [/^(?:gewicht|vikt|vekt|vægt) \((\w+)\)$/, 'weight ($1)'],
  [/^(?:länge|längd|lengde|længde) \((\w+)\)$/, 'length ($1)'],
  [/^(?:breite|bredd|bredde) \((\w+)\)$/, 'width ($1)'],
  [/^(?:höhe|höjd|høyde|højde) \((\w+)\)$/, 'height ($1)'],
]

/** The English name of a column, in lower case; a column of no known name stays as it is. `key`: of `nameKey`. */
export function englishColumn(key: string): string {
  const known = english.get(key)
  if (known !== undefined) return known
  const pattern = patterns.find(([form]) => form.test(key))
  return pattern ? key.replace(...pattern) : key
}
