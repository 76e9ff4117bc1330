/**
 * Parses one row of a Merchant Center feed and decides what is rejected and what is repaired
 * (docs/import.md). It must never accept a row with an uncertain price, currency or stock.
 */
import { roundedText, roundListPrice, roundsToNothing, roundTiers } from '../domain/catalogue/list-price.ts'
import type { StoredTier } from '../domain/catalogue/product-prices.ts'
import { longestSeoDescription, longestSeoTitle } from '../domain/catalogue/seo-text.ts'
import { isGtin, readGtin } from '../domain/products/gtin.ts'
import { zeroMinor, type Minor } from '../domain/money/money.ts'
import {
  feedFieldEntries,
  type FeedFieldColumn,
  type FeedFieldName,
} from '../domain/catalogue/product-fields.ts'
import { measures, readMeasure, type MeasureKind } from '../domain/catalogue/measures.ts'
import { longestPictureText } from '../domain/catalogue/picture-text.ts'
import { hasMarkup, textOfHtml } from '../domain/content/text-of-html.ts'
import { formerPath } from '../domain/redirects/redirect.ts'
import { storeFromPath, type Store } from '../domain/stores/stores.ts'
import type {
  Availability,
  FeedFieldValues,
  FeedProduct,
  FeedQuantity,
  FeedUpdate,
  SalePeriod,
} from './feed-product.ts'
import { fieldColumn } from './field-cells.ts'
import { countryPattern, hsCodePattern, unNumberPattern } from './field-patterns.ts'
import { choiceColumns, cleanVariant, type FeedVariant } from './feed-variant.ts'
import { namingCurrency } from './other-currency.ts'
import { hasPluginVariable, seoColumns } from './seo-texts.ts'
import { joinTexts, splitTexts } from './listed-texts.ts'
import { isPictureLink, splitPictureLinks } from './picture-links.ts'
import { readAmount, readDate, readFits, readMoment, readPeriod, readTiers } from './feed-values.ts'
import { readAvailabilityWord, readConditionWord } from './offer-words.ts'
import { mostFacts, type RowFact } from './row-facts.ts'
import { shortened, type ProblemCode, type RowProblem } from './row-report.ts'
import type { ProblemDetail } from './problem-details.ts'
import { toSku } from '../domain/products/sku.ts'
import { skippedTime } from '../domain/stores/merchant-date.ts'

/** Merchant Center's columns and the import's own, in the order in which an export writes them. */
const commonColumns = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'additional_image_link',
  'image_alt_text',
  'additional_image_alt_text',
  'availability',
  'availability_date',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'brand',
  'gtin',
  'mpn',
  'condition',
  'product_type',
  'further_categories',
  'google_product_category',
  'item_group_id',
  ...choiceColumns,
  'quantity',
  'quantity_at',
  'tier_prices',
  'sale_tier_prices',
  ...seoColumns,
] as const
export type FeedColumn = (typeof commonColumns)[number] | FeedFieldColumn

/** Every column of a feed. */
export const feedColumns: readonly FeedColumn[] = [
  ...new Set<FeedColumn>([...commonColumns, ...feedFieldEntries.map(({ feedColumn }) => feedColumn)]),
]

/** A feed without these columns is rejected. */
export const requiredColumns = ['id', 'title', 'price', 'availability'] as const satisfies FeedColumn[]

/** Maximum characters of a value; Google's limits where they are suitable for a shop. */
const limits: Partial<Record<FeedColumn, number>> = {
  ...Object.fromEntries(
    feedFieldEntries.flatMap(({ feedColumn, longest }) =>
      longest === undefined ? [] : [[feedColumn, longest]],
    ),
  ),
  id: 100,
  title: 150,
  description: 5000,
  seo_title: longestSeoTitle,
  seo_description: longestSeoDescription,
  image_link: 2000,
  additional_image_link: 40_000,
  image_alt_text: longestPictureText,
  additional_image_alt_text: 15_000,
  brand: 100,
  product_type: 750,
  further_categories: 80_000,
  tier_prices: 1000,
  sale_tier_prices: 1000,
}
const maxDepth = 10
const mostPictures = 20
const mostFurtherCategories = 100

export type FeedValues = Partial<Record<FeedColumn, string>> & {
  variant?: FeedVariant
  /** Cells of the shop's own fields, by key. */
  fields?: Record<string, string>
  /** Names of tags. */
  tags?: readonly string[]
  /** Attributes beside those that it is chosen by. */
  facts?: readonly RowFact[]
  /** A further category of a standard that the former shop has not made itself; the menu does not have it where it is new. */
  unlistedCategory?: string
  /** The product's address in the former shop, with or without the host. */
  formerAddress?: string
  /** The id that the row had in an earlier file, where other choices of its product shared its number. */
  sharedId?: string
  /**
   * The row changes a product of the store, and makes none: it needs a number (`id` or `gtin`) and says nothing of the
   * name. Without `price` or `availability` prices and stock stay.
   */
  isUpdate?: true
}
export type FeedRowRead =
  | { ok: true; feed: FeedProduct; repaired: RowProblem[] }
  | { ok: false; problem: RowProblem }

/** Thrown inside this file only, and converted to the result. */
class BadValue {
  readonly problem: RowProblem
  constructor(
    code: ProblemCode,
    column: FeedColumn | `field.${string}`,
    value: string,
    detail?: ProblemDetail,
  ) {
    this.problem = { code, column, value: shortened(value), ...(detail !== undefined && { detail }) }
  }
}

/**
 * Parses a row; the first error rejects it. `isFeed`: the row is one of a Merchant Center feed, which vouches for its
 * numbers of barcodes; in files of other systems a wrong one is left out.
 */
export function readFeedRow(
  values: FeedValues,
  store: Store,
  { isFeed = true }: { isFeed?: boolean } = {},
): FeedRowRead {
  const repaired: RowProblem[] = []
  try {
    const named = isFeed ? values : withOtherTexts(values, repaired)
    const given = withGtin(withoutKey(named), isFeed, repaired)
    const clean = cleanValues(given, repaired)
    const feed = values.isUpdate
      ? readUpdate(values, clean, store, repaired)
      : { ...readIdentity(clean, repaired), ...readOffer(clean, store, repaired) }
    const variant = values.isUpdate ? undefined : readVariant(given, clean)
    // An address that is none costs the redirect alone.
    const path = formerPath(values.formerAddress ?? '') ?? ''
    return {
      ok: true,
      feed: {
        ...withoutAbsent(feed, given),
        ...(variant && { variant, itemGroup: variant.group }),
        ...pictureTextsOf(clean),
        ...furtherCategoriesOf(clean, values.unlistedCategory),
        ...factsOf(values.facts ?? []),
        ...(values.tags && values.tags.length > 0 && { tags: values.tags }),
        ...(values.fields && { fields: cleanFields(values.fields) }),
        ...(values.sharedId !== undefined && { sharedSku: toSku(values.sharedId) }),
        ...(path !== '' && storeFromPath(path) === null && { formerPath: path }),
      },
      repaired,
    }
  } catch (error) {
    if (error instanceof BadValue) return { ok: false, problem: namingCurrency(error.problem, store) }
    throw error
  }
}

/** What the reader has found, else the item group with the columns of Merchant Center in which its products differ. */
function readVariant(values: FeedValues, clean: CleanValues): FeedVariant | undefined {
  const choices = choiceColumns.map((name) => ({ name, value: clean[name] }))
  return cleanVariant(values.variant ?? { group: clean.item_group_id, title: clean.title, choices })
}

/** Product fields and the columns they are read from. */
const fieldColumns: Partial<Record<keyof FeedProduct, FeedColumn>> = {
  ...Object.fromEntries(feedFieldEntries.map(({ name, feedColumn }) => [name, feedColumn])),
  description: 'description',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
  brand: 'brand',
  condition: 'condition',
  categoryNames: 'product_type',
  imageLink: 'image_link',
  additionalImageLinks: 'additional_image_link',
  salePriceMinor: 'sale_price',
  salePeriod: 'sale_price_effective_date',
  tiers: 'tier_prices',
  saleTiers: 'sale_tier_prices',
  availableAt: 'availability_date',
}

/** An absent column leaves its field unchanged, and without a sale price so do all sale columns. */
function withoutAbsent(feed: FeedProduct, values: FeedValues): FeedProduct {
  const given = { ...feed }
  for (const [field, column] of Object.entries(fieldColumns)) {
    const isOfSale = field === 'salePeriod' || field === 'saleTiers'
    if (values[column] === undefined || (isOfSale && values.sale_price === undefined)) {
      Object.assign(given, { [field]: undefined })
    }
  }
  return given
}

const controlCharactersOfLine = /[\p{Cc}\p{Cs}\u2028\u2029\uFFFD]/gu

/** Trimmed texts of the shop's own fields; which of them fit is known where the fields are. */
function cleanFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, cell]) => {
      const text = withLineEnds(cell).trim()
      const column = fieldColumn(key)
      if (hasControlCharacter(text, true)) throw new BadValue('control_character', column, text)
      if (text.includes('\uFFFD')) throw new BadValue('broken_utf8', column, text)
      return [key, text]
    }),
  )
}

/** Names and values fit on one line; an empty value says nothing, and of two with a name the first counts. */
function factsOf(given: readonly RowFact[]): Pick<FeedProduct, 'facts'> {
  const plain = (text: string) => unfolded(text).replaceAll(controlCharactersOfLine, '').trim()
  const facts = given
    .map(({ name, value }) => ({ name: plain(name), value: plain(value) }))
    .filter(({ name, value }) => name !== '' && value !== '')
    .filter(({ name }, at, all) => all.findIndex((each) => each.name === name) === at)
    .slice(0, mostFacts)
  return facts.length > 0 ? { facts } : {}
}

type CleanValues = Record<FeedColumn, string>

/** Trimmed values without control characters and within their limits. */
function cleanValues(values: FeedValues, repaired: RowProblem[]): CleanValues {
  const clean = {} as CleanValues
  for (const column of feedColumns) {
    const isText = column === 'description'
    const value = (isText ? (values[column] ?? '') : unfolded(values[column] ?? '')).trim()
    clean[column] = isText ? withoutHtml(withLineEnds(value), repaired) : value
    if (hasControlCharacter(clean[column], column === 'description')) {
      throw new BadValue('control_character', column, value)
    }
    if (value.includes('\uFFFD')) throw new BadValue('broken_utf8', column, value)
    const limit = limits[column] ?? 1000
    const characters = clean[column].length > limit ? [...clean[column]].length : 0
    if (characters > limit) {
      throw new BadValue('too_long', column, value, {
        code: 'too_many_characters',
        values: { characters, limit },
      })
    }
  }
  return clean
}

/** What files of other systems hold that a feed does not: marked up and long texts, and weights that are none. */
const withOtherTexts = (values: FeedValues, repaired: RowProblem[]): FeedValues =>
  [
    withFurtherCategories,
    withPlainTitle,
    withShortTitle,
    withShortText,
    withMeasures,
    withSeoTexts,
    withPictureTexts,
  ].reduce((read, step) => step(read, repaired), values)

/** A name with markup is read as its text, on one line. A name that is nothing but markup stays, and is refused. */
function withPlainTitle(values: FeedValues, repaired: RowProblem[]): FeedValues {
  const { title = '', variant } = values
  const plainOf = (text: string) => plainName(text) ?? text
  const plain = plainName(title)
  if (plain === null) return values
  repaired.push({ code: 'html', column: 'title', value: shortened(title) })
  return {
    ...values,
    title: plain,
    ...(variant && {
      variant: {
        ...variant,
        title: plainOf(variant.title),
        choices: variant.choices.map(({ name, value }) => ({ name: plainOf(name), value: plainOf(value) })),
      },
    }),
  }
}

/** The text of a name with markup or entities (`&amp;`); null: it has none, or no text. */
function plainName(name: string): string | null {
  const text = textOfHtml(name)?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return text === '' || hasMarkup(text) ? null : text
}

/** A description that is longer than the shop shows is cut after a paragraph or a word. */
function withShortText(values: FeedValues, repaired: RowProblem[]): FeedValues {
  const { description = '' } = values
  const limit = limits.description!
  if (description.length <= limit) return values
  const written = withLineEnds(description).trim()
  const plain = descriptionText(written)
  const text = (plain ?? written).trim()
  if ([...text].length <= limit) return values
  if (plain !== null) repaired.push({ code: 'html', column: 'description', value: shortened(description) })
  repaired.push({ code: 'description_cut', column: 'description', value: shortened(description) })
  const kept = [...text].slice(0, limit).join('')
  const paragraph = kept.lastIndexOf('\n')
  return {
    ...values,
    description: paragraph >= limit / 2 ? kept.slice(0, paragraph).trim() : cutAtWord(text, limit),
  }
}

/**
 * The texts for search engines: without markup, cut to what the shop keeps, and without those that a plugin fills in. A
 * title that is the product's name, as Magento makes it, says nothing.
 */
function withSeoTexts(values: FeedValues, repaired: RowProblem[]): FeedValues {
  const kept = { ...values }
  for (const column of seoColumns) {
    const written = values[column]
    if (written === undefined) continue
    const value = shortened(written)
    if (hasPluginVariable(written)) {
      delete kept[column]
      repaired.push({ code: 'plugin_variable', column, value })
      continue
    }
    const plain = plainName(written)
    if (plain !== null) repaired.push({ code: 'html', column, value })
    const text = unfolded(plain ?? written).trim()
    const limit = limits[column]!
    if ([...text].length > limit) repaired.push({ code: 'seo_text_cut', column, value })
    const isName =
      column === 'seo_title' && [values.title?.trim(), values.variant?.title.trim()].includes(text)
    kept[column] = isName ? '' : cutAtWord(text, limit)
  }
  return kept
}

/** Alternative texts of pictures: without markup, cut to what the shop keeps. */
function withPictureTexts(values: FeedValues, repaired: RowProblem[]): FeedValues {
  const { image_alt_text: main, additional_image_alt_text: additional } = values
  if (!main && !additional) return values
  const kept = (column: FeedColumn, written: string): string => {
    const text = unfolded(plainName(written) ?? written).trim()
    if ([...text].length > longestPictureText)
      repaired.push({ code: 'picture_text_cut', column, value: shortened(written) })
    return cutAtWord(text, longestPictureText)
  }
  const texts = splitTexts(additional ?? '').map((text) => kept('additional_image_alt_text', text))
  return {
    ...values,
    ...(main && { image_alt_text: kept('image_alt_text', main) }),
    ...(additional && { additional_image_alt_text: joinTexts(texts) }),
  }
}

/** Further categories that the shop cannot have are left out, and the row is read. */
function withFurtherCategories(values: FeedValues, repaired: RowProblem[]): FeedValues {
  const column = 'further_categories'
  const given = splitTexts(values[column] ?? '')
  const kept = given.filter((text) => isCategory(categoryNamesOf(text))).slice(0, mostFurtherCategories)
  if (kept.length === given.length) return values
  const value = given.find((text) => !kept.includes(text)) ?? ''
  repaired.push({ code: 'field_left_out', column, value: shortened(value) })
  return { ...values, [column]: joinTexts(kept) }
}

/** A weight or size without a unit is left out, and the rest of the row is read; zero counts as none. */
function withMeasures(values: FeedValues, repaired: RowProblem[]): FeedValues {
  const kept = { ...values }
  for (const { feedColumn, measure } of feedFieldEntries) {
    const text = (values[feedColumn] ?? '').trim()
    // What carriers of dangerous goods must know is never left out.
    if ((measure !== 'weight' && measure !== 'length') || text === '') continue
    const rounded = text.replace(/^(\d+[.,]\d{6})\d+/, '$1')
    if (/^0+(?:[.,]0+)?\s*\p{L}*$/u.test(text)) kept[feedColumn] = ''
    else if (readMeasure(measure, rounded) !== null) kept[feedColumn] = rounded
    else {
      delete kept[feedColumn]
      repaired.push({ code: 'field_left_out', column: feedColumn, value: shortened(text) })
    }
  }
  return kept
}

/**
 * Other systems have longer names. Merchant Center has none, and neither has this shop: the name is cut after a word, but
 * not in the choices that it ends with.
 */
function withShortTitle(values: FeedValues, repaired: RowProblem[]): FeedValues {
  const limit = limits.title!
  const title = unfolded(values.title ?? '').trim()
  const { variant } = values
  if ([...title].length <= limit) return values
  repaired.push({ code: 'title_cut', column: 'title', value: shortened(title) })
  const product = unfolded(variant?.title ?? '').trim()
  const choices = product !== '' && title.startsWith(product) ? title.slice(product.length) : ''
  const room = limit - [...choices].length
  const hasRoom = choices !== '' && room >= limit / 2
  return {
    ...values,
    title: hasRoom ? cutAtWord(product, room) + choices : cutAtWord(title, limit),
    ...(variant && { variant: { ...variant, title: cutAtWord(product, limit) } }),
  }
}

/** At most so many characters, without the word that they would cut; a word that is longer than half of it is cut. */
function cutAtWord(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const kept = characters.slice(0, most).join('')
  const whole = characters[most] === ' ' ? kept : kept.replace(/\s+\S*$/u, '')
  return ([...whole].length >= most / 2 ? whole : kept).replace(/[\s,;:–-]+$/u, '')
}

/** Line ends and tabs inside a value are only layout, except in a description. */
const unfolded = (text: string): string => text.replaceAll(/[\t\n\r]+\s*/g, ' ')

/**
 * A tab-separated row cannot contain a line end; an export writes paragraphs with U+2029 and lines with
 * U+2028.
 */
function withLineEnds(description: string): string {
  return description
    .replace(/\r\n?|\u2028/g, '\n')
    .replace(/\u2029/g, '\n\n')
    .replaceAll('\t', ' ')
}

/** Variants have the description of their product: a file has the same one many times in a row. */
let latest: { html: string; text: string | null } = { html: '', text: null }

function descriptionText(html: string): string | null {
  if (latest.html !== html) latest = { html, text: textOfHtml(html) }
  return latest.text
}

function withoutHtml(description: string, repaired: RowProblem[]): string {
  const text = descriptionText(description)
  if (text === null) return description
  repaired.push({ code: 'html', column: 'description', value: shortened(description) })
  return text
}

/**
 * Spreadsheets write an apostrophe before a number that is text, and shorten others (7,31E+12). A number that is wrong
 * without the apostrophe costs the field alone.
 */
function withGtin(values: FeedValues, isFeed: boolean, repaired: RowProblem[]): FeedValues {
  const { gtin = '', ...rest } = values
  const hasApostrophe = /^\s*['’]/.test(gtin)
  const number = gtin.replace(/^\s*['’]/, '').trim()
  if (hasApostrophe) repaired.push({ code: 'apostrophe', column: 'gtin', value: shortened(gtin) })
  if (number === '' || isGtin(number)) return hasApostrophe ? { ...values, gtin: number } : values
  if (isFeed && !hasApostrophe) return values
  repaired.push({ code: 'field_left_out', column: 'gtin', value: shortened(gtin) })
  return rest
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controlCharactersButLineFeeds = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/

/** Characters that are invalid in a shop's texts; half of a surrogate pair counts as one. */
export function hasControlCharacter(text: string, multiline: boolean): boolean {
  if (!text.isWellFormed()) return true
  const controls = multiline ? controlCharactersButLineFeeds : controlCharacters
  return controls.test(text)
}

type Identity = Pick<
  FeedProduct,
  | 'sku'
  | 'name'
  | 'description'
  | 'seoTitle'
  | 'seoDescription'
  | 'brand'
  | 'condition'
  | 'categoryNames'
  | FeedFieldName
  | 'imageLink'
  | 'additionalImageLinks'
  | 'fits'
>

/** A GTIN by which a row names its product changes none, and an empty one takes none away. */
function withoutKey(values: FeedValues): FeedValues {
  const { gtin, ...rest } = values
  return values.isUpdate && (!values.id?.trim() || !gtin?.trim()) ? rest : values
}

/** A row without a name. What it does not say is taken from the product when it is known (find-updated-products.server.ts). */
function readUpdate(
  values: FeedValues,
  clean: CleanValues,
  store: Store,
  repaired: RowProblem[],
): FeedProduct {
  const update: FeedUpdate = {
    gtin: readGtin(values.gtin ?? ''),
    keepsPrices: values.price === undefined,
    keepsStock: !values.availability,
  }
  const number = clean.id || update.gtin
  if (number === null) throw new BadValue('missing', 'id', '')
  const stated = {
    ...clean,
    ...(update.keepsStock && { availability: 'in_stock', quantity: '', availability_date: '' }),
  }
  return {
    ...readDetails(stated, repaired),
    ...readOffer(stated, store, repaired, update),
    sku: toSku(number),
    name: '',
    update,
  }
}

function readIdentity(clean: CleanValues, repaired: RowProblem[]): Identity {
  const sku = toSku(required(clean, 'id'))
  const name = required(clean, 'title')
  if (hasMarkup(name)) throw new BadValue('markup', 'title', name)
  return { sku, name, ...readDetails(clean, repaired) }
}

function readDetails(clean: CleanValues, repaired: RowProblem[]): Omit<Identity, 'sku' | 'name'> {
  const { gtin } = clean
  const condition = clean.condition === '' ? 'new' : readConditionWord(clean.condition)
  if (gtin !== '' && !isGtin(gtin)) throw new BadValue('bad_gtin', 'gtin', gtin)
  if (condition === null) throw new BadValue('bad_condition', 'condition', clean.condition)
  return {
    description: clean.description,
    seoTitle: clean.seo_title || null,
    seoDescription: clean.seo_description || null,
    brand: clean.brand || null,
    condition,
    categoryNames: readCategory(clean.product_type),
    ...readFields(clean),
    imageLink: clean.image_link === '' ? null : readImageLink(clean.image_link, 'image_link', repaired),
    additionalImageLinks: readImageLinks(clean.additional_image_link, repaired),
    fits: readFits(clean.description),
  }
}

/** The plain fields; an empty cell is null. */
function readFields(clean: CleanValues): FeedFieldValues {
  return Object.fromEntries(
    feedFieldEntries.map(({ name, type, feedColumn, measure }) => {
      const text = clean[feedColumn]
      if (text === '') return [name, null]
      const problem = checkField(name, text)
      if (problem) throw new BadValue(problem, feedColumn, text)
      if (type === 'text') return [name, text]
      if (measure !== undefined) {
        const value = readMeasure(measure, text)
        if (value === null) throw new BadValue('bad_measure', feedColumn, text, unitsOf(measure))
        return [name, value]
      }
      if (!/^\d{1,6}$/.test(text)) throw new BadValue('bad_quantity', feedColumn, text)
      return [name, Number(text)]
    }),
  ) as FeedFieldValues
}

/** Forms of plain fields that have one. */
const forms: Partial<Record<FeedFieldName, { pattern: RegExp; code: ProblemCode }>> = {
  unNumber: { pattern: unNumberPattern, code: 'bad_un_number' },
  hsCode: { pattern: hsCodePattern, code: 'bad_hs_code' },
  originCountry: { pattern: countryPattern, code: 'bad_country' },
}

function checkField(name: FeedFieldName, text: string): ProblemCode | null {
  const form = forms[name]
  return !form || form.pattern.test(text) ? null : form.code
}

const unitsOf = (kind: MeasureKind): ProblemDetail => ({
  code: 'unit_of',
  values: { units: Object.keys(measures[kind].units).join(', ') },
})

function required(clean: CleanValues, column: FeedColumn): string {
  if (clean[column] === '') throw new BadValue('missing', column, '')
  return clean[column]
}

function readCategory(
  text: string,
  column: 'product_type' | 'further_categories' = 'product_type',
): string[] {
  const names = categoryNamesOf(text)
  if (!isCategory(names)) throw new BadValue('too_long', column, text)
  return names
}

const categoryNamesOf = (text: string): string[] =>
  text
    .split(/\s+>(?:\s+|$)/)
    .map((name) => name.trim())
    .filter(Boolean)

const isCategory = (names: readonly string[]): boolean =>
  names.length <= maxDepth && names.every((name) => name.length <= 120)

/** Without one nothing is said about them, so that those which the product has stay. */
function furtherCategoriesOf(
  clean: CleanValues,
  unlisted: string | undefined,
): Pick<FeedProduct, 'furtherCategories' | 'unlistedCategory'> {
  const column = 'further_categories'
  const paths = splitTexts(clean[column])
    .map((text) => readCategory(text, column))
    .filter((names) => names.length > 0)
  if (paths.length > mostFurtherCategories)
    throw new BadValue('too_long', column, clean[column], {
      code: 'most_categories',
      values: { most: mostFurtherCategories },
    })
  const names = categoryNamesOf(unlisted ?? '')
  return {
    ...(paths.length > 0 && { furtherCategories: paths }),
    ...(names.length > 0 && isCategory(names) && { unlistedCategory: names }),
  }
}

/** Without a text nothing is said about pictures, so that the stored ones stay. */
function pictureTextsOf(clean: CleanValues): Pick<FeedProduct, 'pictureTexts'> {
  const column = 'additional_image_alt_text'
  const additional = splitTexts(clean[column])
  const long = additional.find((text) => [...text].length > longestPictureText)
  if (long !== undefined) throw new BadValue('too_long', column, long)
  const main = clean.image_alt_text
  return main === '' && additional.every((text) => text === '') ? {} : { pictureTexts: { main, additional } }
}

/** Spaces in an address are written as browsers write them. */
function readImageLink(
  text: string,
  column: 'image_link' | 'additional_image_link',
  repaired: RowProblem[],
): string {
  if (isPictureLink(text)) return text
  const spaced = /^https?:/i.test(text) ? text.replaceAll(' ', '%20') : text
  if (!isPictureLink(spaced)) throw new BadValue('bad_image_link', column, text)
  repaired.push({ code: 'spaces_in_address', column, value: shortened(text) })
  return spaced
}

function readImageLinks(text: string, repaired: RowProblem[]): string[] {
  const links = splitPictureLinks(text)
  if (links.length > mostPictures)
    throw new BadValue('too_long', 'additional_image_link', text, {
      code: 'most_links',
      values: { most: mostPictures },
    })
  return links.map((link) => readImageLink(link, 'additional_image_link', repaired))
}

type Offer = Omit<FeedProduct, keyof Identity>

/** An amount as the row writes it, and as a list price of the store. */
interface WrittenPrice {
  writtenMinor: Minor
  priceMinor: Minor
}

const noPrice: WrittenPrice = { writtenMinor: zeroMinor, priceMinor: zeroMinor }

/** How a row is read: its store, and where repairs are named. */
interface Reading {
  store: Store
  repaired: RowProblem[]
}

/** `update`: of a row that may be without prices. */
function readOffer(clean: CleanValues, store: Store, repaired: RowProblem[], update?: FeedUpdate): Offer {
  const reading: Reading = { store, repaired }
  const availability = readAvailability(required(clean, 'availability'))
  if (!update?.keepsPrices) required(clean, 'price')
  const price = update?.keepsPrices ? noPrice : readPrice(clean, 'price', reading)
  const tiers = clean.tier_prices === '' ? [] : tierList(clean, 'tier_prices', price, reading)
  const sale = readSalePrice(clean, price, reading)
  return {
    priceMinor: price.priceMinor,
    salePriceMinor: sale && sale.priceMinor,
    salePeriod: readSalePeriod(clean, reading),
    tiers,
    saleTiers: readSaleTiers(clean, sale, reading),
    availability,
    quantity: readQuantity(clean.quantity, availability),
    countedAt: readCountedAt(clean.quantity_at),
    availableAt: readAvailableAt(clean.availability_date, availability, reading),
  }
}

function readPrice(clean: CleanValues, column: 'price' | 'sale_price', reading: Reading): WrittenPrice {
  const { store, repaired } = reading
  const read = readAmount(clean[column], store.currency)
  if (!read.ok) throw new BadValue(read.code, column, clean[column])
  if (read.value.repair) repaired.push({ code: read.value.repair, column, value: shortened(clean[column]) })
  const writtenMinor = read.value.minor
  reportRounding(clean, column, [writtenMinor], reading)
  return { writtenMinor, priceMinor: roundListPrice(writtenMinor, store) }
}

type PriceColumn = 'price' | 'sale_price' | 'tier_prices' | 'sale_tier_prices'

/** Names the amounts of a column that are not in the digits of the currency; one that becomes nothing rejects the row. */
function reportRounding(
  clean: CleanValues,
  column: PriceColumn,
  amounts: readonly Minor[],
  { store, repaired }: Reading,
): void {
  const rounded = amounts
    .map((formerMinor) => ({ formerMinor, roundedMinor: roundListPrice(formerMinor, store) }))
    .filter(({ formerMinor, roundedMinor }) => formerMinor !== roundedMinor)
  if (rounded.length === 0) return
  const prices = rounded.map((each) => roundedText(each, store)).join(', ')
  const detail: ProblemDetail = { code: 'rounded', values: { prices } }
  if (amounts.some((each) => roundsToNothing(each, store)))
    throw new BadValue('rounds_to_nothing', column, clean[column], detail)
  repaired.push({ code: 'rounded_price', column, value: shortened(clean[column]), detail })
}

/** Quantity prices below a price, compared as they are written. One that rounds to a smaller quantity's is left out. */
function tierList(
  clean: CleanValues,
  column: 'tier_prices' | 'sale_tier_prices',
  { writtenMinor, priceMinor }: WrittenPrice,
  reading: Reading,
): StoredTier[] {
  const { store, repaired } = reading
  const read = readTiers(clean[column], writtenMinor)
  if (!read.ok) throw new BadValue(read.code, column, clean[column])
  if (read.value.repair) repaired.push({ code: read.value.repair, column, value: shortened(clean[column]) })
  const { tiers } = read.value
  reportRounding(
    clean,
    column,
    tiers.map((tier) => tier.priceMinor),
    reading,
  )
  return roundTiers(tiers, store).filter((tier) => tier.priceMinor < priceMinor)
}

/** A sale price must be below the price as written and as rounded: 12.60 is not below 12.90 where both are 13 kr. */
function readSalePrice(clean: CleanValues, price: WrittenPrice, reading: Reading): WrittenPrice | null {
  if (clean.sale_price === '') return null
  const sale = readPrice(clean, 'sale_price', reading)
  if (sale.priceMinor < price.priceMinor) return sale
  const texts = [sale, price].map(({ writtenMinor, priceMinor }) =>
    roundedText({ formerMinor: writtenMinor, roundedMinor: priceMinor }, reading.store),
  )
  throw new BadValue(
    'sale_price_not_lower',
    'sale_price',
    clean.sale_price,
    sale.writtenMinor < price.writtenMinor
      ? { code: 'rounded', values: { prices: texts.join(', ') } }
      : { code: 'price', values: { price: clean.price } },
  )
}

/** Without a sale price the period is ignored and not validated. */
function readSalePeriod(clean: CleanValues, { store: { timeZone }, repaired }: Reading): SalePeriod {
  const dates = clean.sale_price_effective_date
  if (dates === '' || clean.sale_price === '') return { startsAt: null, endsAt: null }
  const period = readPeriod(dates, timeZone)
  if (!period.ok) throw new BadValue(period.code, 'sale_price_effective_date', dates)
  for (const date of dates.split('/'))
    reportMoved(date.trim(), 'sale_price_effective_date', { timeZone, repaired })
  return period.value
}

/** `none` means that one price applies to every quantity during the sale. */
function readSaleTiers(clean: CleanValues, sale: WrittenPrice | null, reading: Reading): StoredTier[] | null {
  const text = clean.sale_tier_prices
  if (text === '' || sale === null) return null
  return text === 'none' ? [] : tierList(clean, 'sale_tier_prices', sale, reading)
}

function readAvailability(text: string): Availability {
  const found = readAvailabilityWord(text)
  if (found === null) throw new BadValue('bad_availability', 'availability', text)
  return found
}

/** `12` is a count, `+10` and `-3` are relative. */
function readQuantity(text: string, availability: Availability): FeedQuantity | null {
  if (text === '') return null
  const match = /^([+\-−]?)(\d{1,7})$/.exec(text)
  const units = Number(match?.[2])
  if (!match || units > 1_000_000) throw new BadValue('bad_quantity', 'quantity', text)
  const relative = match[1] !== ''
  const contradicts = relative
    ? availability === 'out_of_stock'
    : (availability === 'in_stock' && units === 0) || (availability === 'out_of_stock' && units > 0)
  if (contradicts)
    throw new BadValue('quantity_contradicts', 'quantity', text, {
      code: 'text',
      values: { text: availability },
    })
  return { units: relative && match[1] !== '+' ? -units : units, relative }
}

function readCountedAt(text: string): string | null {
  if (text === '') return null
  const read = readMoment(text)
  if (!read.ok) throw new BadValue(read.code, 'quantity_at', text)
  return read.value
}

/** Names a time that no clock of the store shows, on the night when it is put forward. */
function reportMoved(
  text: string,
  column: 'sale_price_effective_date' | 'availability_date',
  { timeZone, repaired }: { timeZone: string; repaired: RowProblem[] },
): void {
  const moved = skippedTime(text, timeZone)
  if (moved !== null)
    repaired.push({
      code: 'skipped_time',
      column,
      value: shortened(text),
      detail: { code: 'text', values: { text: moved } },
    })
}

function readAvailableAt(
  text: string,
  availability: Availability,
  { store: { timeZone }, repaired }: Reading,
): string | null {
  if (text === '' || availability === 'in_stock' || availability === 'out_of_stock') return null
  const date = readDate(text, timeZone)
  if (!date.ok) throw new BadValue(date.code, 'availability_date', text)
  reportMoved(text, 'availability_date', { timeZone, repaired })
  return date.value
}
