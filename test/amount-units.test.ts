/**
 * Amounts are integer minor units from the import to the payment basket. These lists name the only files between
 * the edges that convert an amount, and the only ones that calculate with hundredths of something else; `api/` and
 * `providers/` are edges.
 */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { ofModules } from './module-tests.ts'

const folders = ['catalogue-import', 'db', 'domain', 'modules', 'read-model', 'server', 'shop-import']

/** Files that convert amounts, and why. */
const convertsAmounts = {
  // Feeds and NDJSON are in major units.
  'catalogue-import/comparison-offer.ts': 'a feed of a comparison site',
  'catalogue-import/export-feed.server.ts': 'a feed',
  'catalogue-import/export-record.server.ts': 'an NDJSON record',
  'catalogue-import/feed-values.ts': 'a feed',
  'catalogue-import/local-amount.ts': "a merchant's price list",
  'catalogue-import/planned-campaigns.server.ts': 'the price of a campaign in a report',
  'catalogue-import/record-prices.ts': 'an NDJSON record',
  'catalogue-import/record-product.server.ts': 'an NDJSON record',
  'catalogue-import/wix-products.ts': 'surcharges and discounts of an export of Wix',
  // Coupons keep the amounts of the specification's entity.
  'domain/cart/evaluate-coupons.server.ts': 'the minimum spend of a coupon',
  'domain/catalogue/cost-file.ts': 'a file of purchase costs',
  'domain/coupons/coupon.ts': "a coupon's amounts",
  'domain/coupons/kinds/amount-increment.ts': "a coupon's amounts",
  'domain/coupons/kinds/amount-interval.ts': "a coupon's amounts",
  'domain/coupons/kinds/fixed-amount.ts': "a coupon's amount",
  'domain/coupons/module-kind.ts': "a coupon's amounts and percentage",
  'domain/pricing/decimal-prices.ts': 'tiers of the API, which the browser prices with',
  'domain/seo/offers-feed.ts': 'a product feed',
  'domain/seo/shop-offers.server.ts': 'the price by the measure of a card, which is as the API answers it',
  // The index stores and answers cards as the API does.
  'read-model/schema/facet-values.server.ts': 'price ranges in addresses',
  'read-model/schema/stored-card.server.ts': 'a card',
  'shop-import/order-amounts.ts': 'amounts of a table of orders',
  'shop-import/write-coupons.server.ts': "a coupon's amounts",
}

/** Files that multiply or divide by a hundred, or write decimals, and what they calculate. */
const calculatesHundredths = {
  'domain/product-editing/sell-in-store.server.ts': 'a VAT rate as a product has it',
  'catalogue-import/comparison-offer.ts': 'two decimals of an amount in a feed',
  'catalogue-import/export-feed.server.ts': 'two decimals of an amount in a feed',
  'catalogue-import/export-merchant.ts': 'four decimals of a measure',
  'catalogue-import/export-record.server.ts': 'a score, a VAT rate',
  'catalogue-import/planned-campaigns.server.ts': 'two decimals of an amount in a report',
  'catalogue-import/record-product.server.ts': 'a score',
  'domain/accounts/account-repository.server.ts': 'the percentage of a discount',
  'domain/books/book-check.server.ts': 'amounts in the text of a report',
  'domain/cart/minimum-order.ts': 'progress in percent',
  'domain/coupons/kinds/quantity-increment.ts': 'the percentage of a coupon',
  'domain/former-orders/former-order-resource.server.ts': 'two decimals of an amount in a list',
  'domain/personal-data/export-customer.server.ts': 'the percentage of a discount',
  'domain/pricing/tiers.ts': 'the percentage of a reduction',
  'read-model/build/index-builds.server.ts': 'seconds',
  'read-model/schema/facet-values.server.ts': 'hundredths of a rating',
  'read-model/schema/stored-card.server.ts': 'a VAT rate',
  'server/announce-start.ts': 'seconds',
}

/** The files of the folders with a match, without tests, what tests share, and the money room itself. */
function filesWith(pattern: string): string[] {
  const places = folders.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.sql`])
  const outside = [':!db/migrations', ':!domain/money', ':!*.test.ts', ':!*.test-*', ':!*-fixture.server.ts']
  return execFileSync('git', ['grep', '--untracked', '-lP', pattern, '--', ...places, ...outside], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
}

it('between the edges only the named files convert an amount to or from major units', () => {
  const converting = filesWith(String.raw`\b(?:toMinor|toMajor|readMinor|toMinorLeniently)\b`)
  expect(converting).toEqual(Object.keys({ ...convertsAmounts, ...ofModules('convertsAmounts') }).toSorted())
})

it('between the edges only the named files multiply or divide by a hundred, none of them an amount', () => {
  const hundred = String.raw`[*/]=? ?\(?100(?:\.0*)?\b(?!_)|\b100 ?[*/]|[*/] ?(?:0?\.01|1e-?2)\b|\.toFixed\(`
  expect(filesWith(hundred)).toEqual(
    Object.keys({ ...calculatesHundredths, ...ofModules('calculatesHundredths') }).toSorted(),
  )
})
