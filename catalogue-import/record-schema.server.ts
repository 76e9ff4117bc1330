/**
 * Schema of an NDJSON line (catalogue-record.ts), validated before any other processing. The message of an issue is the
 * code of its rule (problem-details.ts).
 */
import { z } from 'zod'
import { isMajorAmount } from '../domain/money/money.ts'
import { readInterval } from '../domain/intervals/interval.ts'
import { isStorePath, widgetSlugs } from '../domain/content/content.ts'
import { isFieldKey, longestRichText } from '../domain/custom-fields/custom-field.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import type { CatalogueRecord } from '../domain/catalogue/catalogue-record.ts'
import { longestPictureText } from '../domain/catalogue/picture-text.ts'
import { longestSeoDescription, longestSeoTitle } from '../domain/catalogue/seo-text.ts'
import { isGtin } from '../domain/products/gtin.ts'
import { countryPattern, hsCodePattern, slugPattern, unNumberPattern } from './field-patterns.ts'
import { productFieldEntries, type ProductFieldName } from '../domain/catalogue/product-fields.ts'
import { isRecordPicture } from './picture-links.ts'
import type { RecordRule } from './problem-details.ts'
import { hasControlCharacter } from './feed-row.ts'
import { readMoment } from './feed-values.ts'
import { recordImageTypes, recordTypes } from './record-product.server.ts'
import { readMerchantDate } from '../domain/stores/merchant-date.ts'

const keysOf = <T extends string>(record: Record<T, unknown>) => Object.keys(record) as [T, ...T[]]

/** One line of text. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !hasControlCharacter(value, false), 'control_character' satisfies RecordRule)
    .refine((value) => value.trim() === value, 'outer_space' satisfies RecordRule)
/** Text with line ends. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(
      (value) => !hasControlCharacter(value.replaceAll('\t', ' '), true),
      'control_character' satisfies RecordRule,
    )
const code = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._/-]*$/i, 'bad_characters' satisfies RecordRule)
  .max(500)
const attributeCode = z.string().regex(/^[a-z][a-z0-9_]{0,60}$/, 'not_snake_case' satisfies RecordRule)
const slug = z
  .string()
  .regex(slugPattern, 'bad_slug' satisfies RecordRule)
  .max(200)
const sku = line(100)
const amount = z
  .number()
  .min(0)
  .max(1e10)
  .refine(isMajorAmount, 'too_many_decimals' satisfies RecordRule)
const moment = z
  .string()
  .refine((value) => readMerchantDate(value, 'UTC', 'start') !== null, 'bad_date' satisfies RecordRule)
/** Whether a period may run from one date to the other; the store's time zone makes no difference here. */
const isPeriod = (from: string, to: string) =>
  (readMerchantDate(from, 'UTC', 'start') ?? 0) < (readMerchantDate(to, 'UTC', 'end') ?? 0)
const count = z.int().min(0).max(2_000_000_000)
const smallCount = z.int().min(0).max(32_767)
const store = z.enum(storeCodes)
const perStore = <T extends z.ZodType>(value: T) => z.partialRecord(store, value)
const list = <T extends z.ZodType>(value: T, max = 1000) => z.array(value).max(max)
const distinct = <T extends z.ZodType<string | number>>(value: T, max = 1000) =>
  list(value, max).refine(
    (values) => new Set(values).size === values.length,
    'same_value' satisfies RecordRule,
  )

const attribute = z.strictObject({
  record: z.literal('attribute'),
  code: attributeCode,
  kind: z.enum(['choice', 'number', 'text', 'flag']),
  unit: line(20).optional(),
  facet: z.boolean(),
  position: z.int(),
  names: perStore(line(120)),
  values: list(z.strictObject({ code, names: perStore(line(255)) }), 10_000).optional(),
})

const brand = z.strictObject({
  record: z.literal('brand'),
  slug,
  name: line(100),
  manufacturer: z.strictObject({ name: line(255), address: line(500), email: line(255) }).optional(),
})

const tag = z.strictObject({
  record: z.literal('tag'),
  code,
  texts: perStore(z.strictObject({ name: line(120), slug })),
})

const category = z.strictObject({
  record: z.literal('category'),
  code,
  parent: code.optional(),
  position: z.int(),
  icon: line(60).optional(),
  showInMenu: z.boolean(),
  texts: perStore(z.strictObject({ name: line(120), slug, description: text(5000) })),
})

const quantity = z.int().min(1).max(1_000_000)
const tier = z.strictObject({ q: quantity, p: amount })
const tiers = <T extends z.ZodType<{ q: number }>>(value: T) =>
  list(value, 100).refine(
    (all) => new Set(all.map(({ q }) => q)).size === all.length,
    'same_quantity' satisfies RecordRule,
  )

const storeProduct = z.strictObject({
  name: line(150),
  slug,
  prefix: line(120).nullish(),
  description: text(20_000),
  decoration: line(60).nullish(),
  seoTitle: line(longestSeoTitle).nullish(),
  seoDescription: line(longestSeoDescription).nullish(),
  vatPercent: z.number().min(0).max(100),
  prices: tiers(tier),
  campaign: z
    .strictObject({
      startsAt: moment.optional(),
      endsAt: moment.optional(),
      tiers: tiers(tier.extend({ o: amount })),
    })
    .refine(
      ({ startsAt, endsAt }) => !startsAt || !endsAt || isPeriod(startsAt, endsAt),
      'bad_period' satisfies RecordRule,
    )
    .nullish(),
  crossSellingPrice: amount.nullish(),
  stock: z.strictObject({
    available: count,
    incoming: count.nullish(),
    incomingAt: moment.nullish(),
    presaleCap: count.nullish(),
    releaseAt: moment.nullish(),
    discontinued: z.boolean().nullish(),
    countedAt: z
      .string()
      .refine((value) => readMoment(value).ok, 'bad_moment' satisfies RecordRule)
      .optional(),
  }),
})

/** Fields that count something that weighs or measures more than nothing. */
const measures = [
  'batteryEnergyMilliwattHours',
  'lithiumContentMilligrams',
  'grossWeightGrams',
  'packageLengthMm',
  'packageWidthMm',
  'packageHeightMm',
] as const satisfies ProductFieldName[]

/** The plain fields of a product (product-fields.ts). */
const fields = {
  ...Object.fromEntries(
    productFieldEntries.map(([name, { type, longest = 1000 }]) => [
      name,
      (type === 'integer' ? z.int() : line(longest)).nullish(),
    ]),
  ),
  gtin: z
    .string()
    .refine(isGtin, 'bad_gtin' satisfies RecordRule)
    .nullish(),
  unNumber: z
    .string()
    .regex(unNumberPattern, 'bad_un_number' satisfies RecordRule)
    .nullish(),
  hsCode: z
    .string()
    .regex(hsCodePattern, 'bad_hs_code' satisfies RecordRule)
    .nullish(),
  originCountry: z
    .string()
    .regex(countryPattern, 'bad_country' satisfies RecordRule)
    .nullish(),
  ...Object.fromEntries(measures.map((name) => [name, z.int().positive().nullish()])),
}

const product = z.strictObject({
  record: z.literal('product'),
  sku,
  type: z.enum(keysOf(recordTypes)),
  ...fields,
  brand: slug.nullish(),
  variantOf: sku.nullish(),
  variationAttributes: distinct(attributeCode, 10).optional(),
  condition: z.enum(['new', 'refurbished', 'used']).optional(),
  categories: distinct(code, 100),
  tags: distinct(code, 100).optional(),
  attributes: z
    .record(attributeCode, z.union([line(1000), z.number(), z.boolean(), list(line(255), 100)]))
    .optional(),
  images: list(
    z.strictObject({
      type: z.enum(keysOf(recordImageTypes)),
      source: z.string().refine(isRecordPicture, 'bad_picture' satisfies RecordRule),
      sortOrder: smallCount,
      alt: perStore(line(longestPictureText)).optional(),
    }),
    200,
  )
    .refine(
      (all) => new Set(all.map((image) => `${image.type} ${image.sortOrder}`)).size === all.length,
      'same_place' satisfies RecordRule,
    )
    .optional(),
  score: z.strictObject({ average: z.number().min(0).max(5), count }).nullish(),
  subscriptionIntervals: distinct(
    line(60).refine((name) => readInterval(name) !== null, 'bad_interval' satisfies RecordRule),
    20,
  ).optional(),
  setParts: list(z.strictObject({ sku, quantity }), 100).optional(),
  relations: z
    .strictObject({
      accessories: distinct(sku).optional(),
      related: distinct(sku).optional(),
      crossSelling: distinct(sku).optional(),
      upselling: distinct(sku).optional(),
      recommended: distinct(sku).optional(),
      spareParts: distinct(sku).optional(),
    })
    .optional(),
  fits: list(line(255), 5000).optional(),
  fields: z
    .record(
      z.string().refine(isFieldKey, 'bad_characters' satisfies RecordRule),
      z.record(
        z.string().regex(/^[a-z]{0,8}$/, 'bad_characters' satisfies RecordRule),
        z.union([text(longestRichText), z.number(), z.boolean()]).nullable(),
      ),
    )
    .optional(),
  stores: perStore(storeProduct),
})

const contentPage = z.strictObject({
  record: z.literal('content_page'),
  store,
  path: line(255),
  title: line(255),
  body: text(500_000),
  published: z.boolean(),
})

const widget = z.strictObject({
  record: z.literal('widget'),
  store,
  slug: z.enum(widgetSlugs, 'unknown_block' satisfies RecordRule),
  content: text(100_000),
  hidden: z.boolean(),
})

const deal = z
  .strictObject({
    record: z.literal('deal'),
    store,
    title: line(255),
    sku,
    discount: z.int().min(1).max(100),
    startsAt: moment,
    expiresAt: moment,
  })
  .refine(({ startsAt, expiresAt }) => isPeriod(startsAt, expiresAt), 'bad_period' satisfies RecordRule)

const searchHint = z
  .strictObject({
    record: z.literal('search_hint'),
    store,
    triggers: distinct(line(100)),
    hint: line(500),
    url: line(2000),
    urlTitle: line(255),
    redirect: z.boolean().default(false),
  })
  .refine((hint) => isStorePath(hint.store, hint.url), {
    path: ['url'],
    error: 'bad_path' satisfies RecordRule,
  })

const searchSynonym = z.strictObject({
  record: z.literal('search_synonym'),
  store,
  term: line(100),
  means: line(100),
  bothWays: z.boolean(),
})

const removed = <Of extends string, Shape extends z.ZodRawShape>(of: Of, shape: Shape) =>
  z.strictObject({ record: z.literal('removal'), of: z.literal(of), ...shape })

const removal = z.discriminatedUnion('of', [
  removed('content_page', { store, path: line(255) }),
  removed('widget', { store, slug: line(255) }),
  removed('deal', { store, sku, startsAt: moment }),
  removed('search_hint', { store, hint: line(500) }),
  removed('category', { code, moveTo: code.optional() }),
])

/** Any record of the interchange form. */
export const catalogueRecord = z.discriminatedUnion('record', [
  attribute,
  brand,
  tag,
  category,
  product,
  contentPage,
  widget,
  deal,
  searchHint,
  searchSynonym,
  removal,
]) as z.ZodType<CatalogueRecord>
