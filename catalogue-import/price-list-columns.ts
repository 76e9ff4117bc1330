/** The names that merchants give the columns of a price list, in the languages of the stores and in English. */
import { namedCurrency } from './local-amount.ts'

export const priceListRoles = [
  'sku',
  'name',
  'price',
  'ordinaryPrice',
  'stock',
  'availability',
  'delivery',
  'gtin',
  'mpn',
  'category',
  'weight',
  'brand',
  'description',
  'image',
  'imageText',
  'furtherCategories',
  'seoTitle',
  'seoDescription',
] as const
export type PriceListRole = (typeof priceListRoles)[number]

/** Names as `columnKey` writes them. An earlier name is preferred where a file has several. */
const names: Record<PriceListRole, readonly string[]> = {
  sku: [
    'artnr',
    'artikelnr',
    'artikelnummer',
    'varenr',
    'varenummer',
    'artikkelnr',
    'artikkelnummer',
    'produktnr',
    'produktnummer',
    'sku',
    'artno',
    'articlenumber',
    'itemnumber',
    'itemno',
    'productnumber',
    'variantsku',
    'productcodesku',
    'reference',
    'itemid',
    'productid',
    'produktid',
    'offerid',
    'merchantsku',
    'productcode',
    'itemcode',
    'articlecode',
    'artikelkod',
    'produktkod',
    'produktkode',
    'varekode',
    'artikelcode',
    'produktcode',
    'code',
    'kod',
    'varunummer',
    'varunr',
    'artikkelkode',
    'id',
    'partnumber',
    'partno',
    'referencenumber',
    'referens',
    'referanse',
    'referenz',
    'model',
    'artikel',
    'vare',
    'article',
    'item',
  ],
  name: [
    'benämning',
    'produktnamn',
    'artikelnamn',
    'namn',
    'varenavn',
    'produktnavn',
    'navn',
    'benævnelse',
    'betegnelse',
    'bezeichnung',
    'artikelbezeichnung',
    'produktname',
    'artikelname',
    'name',
    'productname',
    'title',
    'titel',
    'tittel',
    'producttitle',
    'itemname',
    'articlename',
    'offertitle',
    'varubenämning',
    'varebetegnelse',
    'artikel',
    'vare',
    'varunamn',
    'benevnelse',
    'varetekst',
    'artikelbenämning',
    'produktbenämning',
    'produktbezeichnung',
    'produktbetegnelse',
    'kurzbezeichnung',
    'titleshort',
    'shorttitle',
    'titlelong',
  ],
  price: [
    'prisinklmoms',
    'prisinkmoms',
    'prisinklmva',
    'prisinklusivemoms',
    'prisinklusivemva',
    'försäljningsprisinklmoms',
    'utprisinklmoms',
    'bruttopreis',
    'preisinklmwst',
    'preisinklust',
    'preisbrutto',
    'verkaufspreisbrutto',
    'priceinclvat',
    'priceincludingvat',
    'grossprice',
    'utpris',
    'försäljningspris',
    'utsalgspris',
    'udsalgspris',
    'detailpris',
    'salgspris',
    'verkaufspreis',
    'pris',
    'preis',
    'price',
    'priceincvat',
    'pricewithvat',
    'salesprice',
    'sellingprice',
    'currentprice',
    'endpreis',
    'webbpris',
    'prisinkl',
    'pricetaxincluded',
    'pricetaxincl',
    'pricegross',
    'grosspriceincvat',
    'utsalgsprisinklmva',
    'salgsprisinklmva',
    'salgsprisinklmoms',
    'butikspris',
    'endkundenpreis',
    'vkbrutto',
    'stdvkbrutto',
    'vkpreisbrutto',
    'finalprice',
  ],
  ordinaryPrice: [
    'ordinariepris',
    'ordpris',
    'ordinarieprisinklmoms',
    'tidigarepris',
    'førpris',
    'förepris',
    'ordinærpris',
    'ordinærprisinklmva',
    'normalpris',
    'vejlpris',
    'vejledendepris',
    'veilpris',
    'uvp',
    'uvpbrutto',
    'listenpreis',
    'statt',
    'compareatprice',
    'regularprice',
    'rrp',
    'msrp',
    'listprice',
    'originalprice',
    'priceold',
    'oldprice',
    'gammaltpris',
    'gammelpris',
    'streichpreis',
    'tidligerepris',
    'originalpris',
    'pricecompareat',
  ],
  stock: [
    'lagersaldo',
    'lagerantal',
    'saldo',
    'lager',
    'lagerbeholdning',
    'beholdning',
    'antallpålager',
    'antalpålager',
    'pålager',
    'lagerbestand',
    'bestand',
    'stock',
    'stockquantity',
    'quantity',
    'qty',
    'inventory',
    'antal',
    'antall',
    'menge',
    'lagerstatusantal',
    'antalilager',
    'stocklevel',
    'stockqty',
    'quantityinstock',
    'availablequantity',
    'inventoryquantity',
    'disponibelt',
    'verfügbaremenge',
    'lagermenge',
    'onhand',
    'qtyonhand',
    'stockonhand',
    'quantityonhand',
    'availablestock',
    'frittlager',
    'fritlager',
    'verfügbarerbestand',
    'tillgängligtantal',
    'instockquantity',
    'currentstocklevel',
    'stockcount',
    'disponibeltsaldo',
    'tillgängligtsaldo',
    'disponibeltlager',
    'disponibelbeholdning',
    'tilgængeligbeholdning',
    'tilgjengeligbeholdning',
    'lagerstand',
    'lagerantall',
    'antallilager',
    'varelager',
    'lagerbestandgesamt',
    'variantinventoryqty',
  ],
  availability: [
    'availability',
    'stockstatus',
    'lagerstatus',
    'instock',
    'isinstock',
    'tillgänglighet',
    'tilgjengelighet',
    'tilgængelighed',
    'verfügbarkeit',
    'verfügbar',
    'lieferbar',
    'ilager',
    'isavailable',
  ],
  delivery: ['deliverytime', 'delivery', 'lieferzeit', 'leveranstid', 'leveringstid', 'leverans', 'levering'],
  gtin: [
    'ean',
    'eankod',
    'eannr',
    'eancode',
    'ean13',
    'gtin',
    'gtinean',
    'eangtin',
    'streckkod',
    'strekkode',
    'stregkode',
    'strichcode',
    'barcode',
    'barcodenumber',
    'eans',
    'gtins',
    'eanupc',
    'upc',
    'gtin13',
    'eancodes',
    'eankode',
    'eannummer',
    'gtinnummer',
    'gtinnr',
    'globaltradeitemnumber',
    'productupcean',
    'gtinupcean',
    'gtineanupc',
    'eanupcgtin',
    'variantbarcode',
  ],
  mpn: [
    'mpn',
    'manufacturerpartnumber',
    'manufacturerpartno',
    'manufacturersku',
    'partnumber',
    'partno',
    'herstellernummer',
    'herstellerartikelnummer',
    'herstellernr',
    'han',
    'hans',
    'tillverkarensartikelnummer',
    'tillverkarensartnr',
    'produsentensartikkelnummer',
    'produsentnr',
    'producentensvarenummer',
    'producentvarenummer',
  ],
  category: [
    'kategori',
    'kategorie',
    'varugrupp',
    'artikelgrupp',
    'produktgrupp',
    'varegruppe',
    'produktgruppe',
    'warengruppe',
    'category',
    'producttype',
    'kategorier',
    'kategorien',
    'categories',
    'categorypath',
    'categoryname',
    'catname',
    'kategoripath',
    'kategoriväg',
    'kategorisökväg',
    'kategoriepfad',
    'merchantcategory',
    'shopcategory',
    'productcategory',
    'produktkategori',
    'produktkategorie',
    'categoriesxyz',
    'huvudkategori',
    'hovedkategori',
    'hauptkategorie',
    'varugrupper',
    'varegrupper',
    'warengruppen',
  ],
  weight: [
    'vikt',
    'vekt',
    'vægt',
    'gewicht',
    'weight',
    'weightkg',
    'weightg',
    'viktkg',
    'viktg',
    'vektkg',
    'vektg',
    'vægtkg',
    'vægtg',
    'gewichtkg',
    'gewichtg',
    'bruttovikt',
    'bruttovekt',
    'bruttovægt',
    'bruttogewicht',
    'gewichtinkg',
    'viktikg',
    'vektikg',
    'vægtikg',
    'weightinkg',
    'productweight',
  ],
  brand: [
    'varumärke',
    'märke',
    'fabrikat',
    'tillverkare',
    'merke',
    'varemerke',
    'mærke',
    'varemærke',
    'marke',
    'hersteller',
    'brand',
    'manufacturer',
    'brandname',
    'manufacturername',
    'manufacturersname',
    'vendor',
    'producer',
    'producent',
    'produsent',
  ],
  imageText: [
    'imagealttext',
    'imagealt',
    'imagealternativetext',
    'imagedescription',
    'alttext',
    'alternativetext',
    'alternativtext',
    'alternativtekst',
    'alttekst',
    'bildalttext',
    'bildbeskrivning',
    'bildbeschreibung',
    'bildebeskrivelse',
    'billedbeskrivelse',
  ],
  furtherCategories: [
    'furthercategories',
    'additionalcategories',
    'othercategories',
    'secondarycategories',
    'flerakategorier',
    'flerkategorier',
    'ytterligarekategorier',
    'ovrigakategorier',
    'övrigakategorier',
    'flerekategorier',
    'øvrigekategorier',
    'weiterekategorien',
    'zusätzlichekategorien',
  ],
  seoTitle: ['seotitle', 'metatitle', 'seotitel', 'metatitel', 'seotittel', 'metatittel', 'pagetitle'],
  seoDescription: [
    'seodescription',
    'metadescription',
    'seobeskrivning',
    'metabeskrivning',
    'seobeskrivelse',
    'metabeskrivelse',
    'seobeschreibung',
    'metabeschreibung',
  ],
  description: [
    'beskrivning',
    'produktbeskrivning',
    'beskrivelse',
    'produktbeskrivelse',
    'beschreibung',
    'produktbeschreibung',
    'description',
    'productdescription',
    'longdescription',
    'descriptiontext',
    'produkttext',
    'langbeskrivelse',
    'långbeskrivning',
    'langbeschreibung',
    'langtext',
    'descriptionlong',
    'desclong',
    'desc',
    'fulldescription',
    'varubeskrivning',
    'varebeskrivelse',
    'artikelbeskrivning',
    'artikelbeschreibung',
  ],
  image: [
    'bild',
    'bildlänk',
    'bildurl',
    'bilde',
    'bildelenke',
    'billede',
    'billedlink',
    'bildlink',
    'image',
    'imageurl',
    'imagelink',
    'picture',
    'imageurls',
    'images',
    'bilder',
    'billeder',
    'bilderurl',
    'bilduri',
    'pictureurl',
    'picturelink',
    'imagelinks',
    'productimage',
    'produktbild',
    'bildadress',
    'bildeurl',
    'billedurl',
    'image1',
    'imageurl1',
    'img',
    'imgurl',
    'mainimage',
    'mainimageurl',
    'huvudbild',
    'hovedbilde',
    'hovedbillede',
    'hauptbild',
    'imageurlsxyz',
    'productimagefile1',
    'covermediaurl',
    'imagesrc',
    'mediamainimageurl',
    'photo',
    'photourl',
    'foto',
  ],
}

/** Prices without VAT, which must never be read as prices with it. */
const netPrice =
  /^(?:\p{L}*(?:pris|preis|price))(?:exkl|exklusive|ex|eks|ekskl|eksklusive|excl|excluding|utan|uten|uden|ohne|zzgl|netto|net)(?:moms|mva|mwst|ust|vat|tax|avgift)?$|^\p{L}*pricetax(?:excluded|excl)(?:or\p{L}*)?$|^netto(?:pris|preis)?$|^netprice$/u

/** Of a name that may hold a currency. */
const longestName = 200

/** `Pris (SEK)`, `UVP [in €]`: a sign in brackets, and the name before it. */
const inBrackets = /^(.*?)[([]\s*(?:in?\s)?\s*(\p{L}{2,4}\.?|€)\s*[)\]]\s*$/iu

/** `Pris inkl. moms SEK`, `Preis in €`: a sign after the name of a price. */
const behind = /^(.*(?:pris|preis|price)\P{C}*?)[\s,/]+(?:in?\s+)?(\p{L}{2,4}\.?|€)\s*$/iu

function splitCurrency(column: string): { name: string; sign: string } | null {
  if (column.length > longestName) return null
  const [, name = '', text = ''] = inBrackets.exec(column) ?? behind.exec(column) ?? []
  const sign = text.replace(/\.$/, '')
  return sign === '' || namedCurrency(`1 ${sign}`) === null ? null : { name, sign }
}

/** The currency sign in the name of a column of prices, as `SEK`, `kr` or `€`; null: it names none. */
export const currencyOfColumn = (column: string): string | null =>
  splitCurrency(column.normalize('NFKC'))?.sign ?? null

/** The currencies that the name of a column may mean; null: it names none. */
export function currenciesOfColumn(column: string): readonly string[] | null {
  const sign = currencyOfColumn(column)
  return sign === null ? null : (namedCurrency(`1 ${sign}`)?.meant ?? null)
}

/**
 * `Pris inkl. moms (SEK)` → `prisinklmoms`, `Vikt (g)` → `vikt`: letters and digits in lower case, without a currency or
 * a unit in brackets.
 */
export function columnKey(column: string): string {
  const text = column.normalize('NFKC')
  return (splitCurrency(text)?.name ?? text)
    .toLowerCase()
    .replace(/[([](?:g|kg|gram|st|stk|stck)\.?[)\]]\s*$/u, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Where each role is found in a header. Of several columns that differ in their currency alone, that of `currency` is meant,
 * else the one without.
 */
export function priceListColumns(
  columns: readonly string[],
  currency?: string,
): Partial<Record<PriceListRole, number>> {
  const keys = columns.map(columnKey)
  const meant = columns.map(currenciesOfColumn)
  const columnsOf = (own: readonly string[]): Partial<Record<PriceListRole, number>> =>
    Object.fromEntries(
      priceListRoles.flatMap((role) => {
        const places = placesOf(role, own)
        if (places.length === 0) return []
        const inCurrency =
          places.find((at) => currency !== undefined && meant[at]?.includes(currency)) ??
          places.find((at) => meant[at] === null)
        return [[role, inCurrency ?? places[0]!]]
      }),
    )
  const found = columnsOf(keys)
  if (found.sku === undefined || found.sku !== found.name) return found
  // `Artikel` is the number beside a name, and the name where there is no other.
  const { name } = columnsOf(keys.map((key, at) => (at === found.sku ? '' : key)))
  const { sku, ...others } = found
  return name === undefined ? others : { sku, ...others, name }
}

/** Where the preferred name of a role is in a header, exactly or with what systems write around it. */
function placesOf(role: PriceListRole, keys: readonly string[]): number[] {
  const among = (own: readonly (readonly string[])[]): number[] => {
    const name = names[role].find((each) => own.some((spellings) => spellings.includes(each)))
    return own.flatMap((spellings, at) => (name !== undefined && spellings.includes(name) ? at : []))
  }
  const exact = among(keys.map((key) => [key]))
  return exact.length > 0 ? exact : among(keys.map((key) => plainKeys(key, role)))
}

/** Of several columns with these names the first is meant: `Bezeichnung 1`, `category_1`. Prices and stocks are of different kinds. */
const numberedRoles: ReadonlySet<PriceListRole> = new Set([
  'name',
  'category',
  'description',
  'image',
  'gtin',
])

/**
 * `productprice` → `price`, `bezeichnung1` → `bezeichnung`: the name of a column without what a role may have around it.
 * `productsku` may be read with the plural, too.
 */
const plainKeys = (key: string, role: PriceListRole): string[] =>
  nounsOf(role).map((noun) => {
    const name = key.replace(noun, '')
    if (role === 'price') return name.replace(withTax, '')
    return numberedRoles.has(role) ? name.replace(/(?<=\p{L})1$/u, '') : name
  })

const nouns = /^(?:product|produkt|prod|item|article|artikel|vare)(?=\p{L}{2})/u
const nounsOfVariants = /^(?:product|produkt|prod|item|article|artikel|variant|vare)(?=\p{L}{2})/u
const pluralNouns = /^(?:products|items|articles)(?=\p{L}{2})/u

/** `Variant title` names a choice. `products_price` of osCommerce and its relatives is without VAT. */
function nounsOf(role: PriceListRole): RegExp[] {
  if (role === 'price' || role === 'ordinaryPrice') return [nounsOfVariants]
  return [
    role === 'name' || role === 'description' || role === 'category' ? nouns : nounsOfVariants,
    pluralNouns,
  ]
}

/** `utprisinklmva` → `utpris`: a price with VAT, as all are that are not said to be without. */
const withTax = /(?:inkl|ink|inklusive|incl|inc|including|med|with)(?:moms|mva|mwst|ust|vat|tax)$/u

const ofOrders =
  /^(?:order|ordre|bestell|auftrag|faktura|invoice|rechnung|kund|customer|debitor|plock|plukk|pluk|pick|email|epost)/u

/** Whether a column, by its `columnKey`, is one of lists of orders and people, whose numbers and prices are none of the goods. */
export const isOfOrders = (key: string): boolean => ofOrders.test(key)

/** The name of a price or an ordinary price, in any currency. */
export function isPriceColumn(column: string): boolean {
  const key = columnKey(column)
  return names.price.includes(key) || names.ordinaryPrice.includes(key)
}

/** The column that gives prices without VAT, if there is one. */
export const netPriceColumn = (columns: readonly string[]): string | undefined =>
  columns.find((column) => netPrice.test(columnKey(column)))

const tax = String.raw`(?:moms|mva|mwst|mehrwertsteuer|merv[äa]rdesskatt|merverdiavgift|ust|umsatzsteuer|vat|tax)(?!\p{L})`

/** `zzgl. der gesetzlichen MwSt`, `excl. 25 % VAT`: what may be between. */
const beforeTax = String.raw`(?:(?:of|der|gesetzl\p{L}*\.?|[\d.,]+\s*%)\s*){0,3}`

/** `exkl. moms`, `zzgl. 19 % MwSt`, `netto`, `Nettopreise`: a heading of prices without VAT. */
const netWords = new RegExp(
  [
    String.raw`(?<!\p{L})(?:exkl|exklusive|ex|eks|ekskl|eksklusive|excl|excluding|exclusive|utan|uten|uden|ohne|without|zzgl|zuzüglich|plus)[.\s]+${beforeTax}${tax}`,
    String.raw`(?<!\p{L})${tax}\s+(?:tillkommer|tilkommer|kommer i tillegg|tillægges)`,
    String.raw`(?<!\p{L})net(?:to)?[\s-]*(?:price|pris|preis)\p{L}*`,
  ].join('|'),
  'iu',
)

/** `netto` by itself, but not that of a weight or of a term of payment, as `30 Tage netto`. */
const netWord = /(?<!\p{L})netto(?!\p{L})/iu
const ofOtherNet = /vikt|gewicht|vekt|vægt|weight|(?:dag|tag|day)/iu

const grossWords = new RegExp(
  String.raw`(?<!\p{L})(?:inkl|ink|inklusive|incl|inc|including|inclusive|med|mit|with)[.\s]+${beforeTax}${tax}|brutto|(?<!\p{L})gross(?!\p{L})`,
  'iu',
)

const saysNet = (text: string): boolean =>
  netWords.test(text) || netPrice.test(columnKey(text)) || (netWord.test(text) && !ofOtherNet.test(text))

/** Characters of a line above a header in which words are looked for. */
const longestNote = 500

/**
 * The text above a header that says that prices are without VAT: a title, or a heading over several columns. Undefined: none
 * says so, or the column of the price or a heading over it says that it includes VAT.
 */
export function netHeadingAbove(
  above: readonly (readonly string[])[],
  columns: readonly string[],
  price: number,
): string | undefined {
  const own = columns[price]!
  const over = above.map((cells) => cells.slice(0, price + 1).findLast((cell) => cell.trim() !== '') ?? '')
  const saysGross = (text: string) => grossWords.test(text.slice(0, longestNote)) && !saysNet(text)
  if (/ink|inc|brutto|gross|withvat/.test(columnKey(own)) || over.some(saysGross)) return undefined
  return above.flat().find((text) => saysNet(text.slice(0, longestNote)))
}

/** Fields that are read as a price list writes them: amounts, counts and words in the store's language. */
export const localFields = {
  id: 'sku',
  title: 'name',
  price: 'price',
  ordinary_price: 'ordinaryPrice',
  quantity: 'stock',
  availability: 'availability',
  delivery_time: 'delivery',
  gtin: 'gtin',
  mpn: 'mpn',
  product_type: 'category',
  further_categories: 'furtherCategories',
  shipping_weight: 'weight',
  brand: 'brand',
  description: 'description',
  image_link: 'image',
  image_alt_text: 'imageText',
  seo_title: 'seoTitle',
  seo_description: 'seoDescription',
} as const satisfies Record<string, PriceListRole>

/** The role in which a field is read as a price list writes it; undefined: none. */
export const priceListRoleOf = (field: string): PriceListRole | undefined =>
  (localFields as Readonly<Record<string, PriceListRole>>)[field]
