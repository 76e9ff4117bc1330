/** Products for tests of the product page. */
import {
  storedProductFields,
  type ProductCard,
  type ProductDetails,
  type ProductParts,
  type StoredProductFields,
} from '../../../contract/catalogue.ts'

/** The fields of the shop's modules. */
const someParts = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<{ somePart: object }>('../../../modules/*/product-part.test-support.ts', {
      eager: true,
    }),
  ).map(({ somePart }) => somePart),
) as ProductParts

export function someCard(changes: Partial<ProductCard> = {}): ProductCard {
  return {
    id: 1001,
    sku: 'VO-AA-4',
    name: 'AA-batteri, 4-pack',
    slug: 'aa-4-pack',
    prefix: null,
    brand: { name: 'Voltara', slug: 'voltara' },
    type: 1,
    thumb: null,
    hover_thumb: null,
    metadata: { decoration: null, facts: [] },
    categories: [],
    variations: [],
    variation_attributes: [],
    stock_status: 'in_stock',
    orderable: true,
    notifyable: false,
    estimated_at: null,
    group_id: null,
    discount_category: null,
    prices: { n: [{ p: 49, q: 1, o: null, d: 0 }], c: [] },
    lowest_30_days: null,
    unit_price: null,
    vat: 25,
    score: null,
    score_count: 0,
    has_upselling: false,
    cross_selling_price: null,
    subscription_intervals: [],
    starter_battery: false,
    shipping: { weight_grams: 0, excluded_methods: [] },
    ...changes,
  }
}

const emptyFields = Object.fromEntries(
  Object.keys(storedProductFields.shape).map((name) => [name, null]),
) as { [Name in keyof StoredProductFields]: null }

export function someDetails(changes: Partial<ProductDetails> = {}): ProductDetails {
  return {
    ...someCard(),
    ...emptyFields,
    condition: 'new',
    sections: [],
    description: 'Starkt batteri.\n\n- Spänning: 1,5 V',
    images: {},
    facts: [],
    fits: [],
    parent: null,
    choices: [],
    variation_attribute_names: {},
    set_parts: [],
    ...someParts,
    accessories: [],
    related: [],
    cross_selling: [],
    upselling: [],
    recommended: [],
    bought_together: [],
    spare_parts: [],
    fit_reasons: { related: null, cross_selling: null, accessories: null },
    tags: [],
    manufacturer: null,
    slugs: { sv: 'aa-4-pack' },
    updated_at: '2026-11-01T00:00:00.000Z',
    ...changes,
  }
}
