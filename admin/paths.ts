/** Every address of the back office and of the API it calls: the only place where they are built. */

/** Page addresses. */
export const paths = {
  home: '/',
  signIn: (next?: string) => (next === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`),
  /** Asks for a mailed link to sign in. */
  requestLink: '/sign-in/without-passkey',
  signOut: '/sign-out',
  invitation: '/invitation',
  security: '/security',
  staff: '/staff',
  orders: '/orders',
  newOrder: '/new-order',
  /** `query`: of the table of orders, without `?`. */
  pickingList: (query: string) => `/orders/picking-list?${query}`,
  packingSlips: (query: string) => `/orders/packing-slips?${query}`,
  /** A list that is declared once. */
  resource: (name: string) => `/${name}`,
  newRow: (resource: string) => `/${resource}/new`,
  /** `store`: of a key that names a row within its store. */
  row: (resource: string, key: string, store?: string) =>
    `/${resource}/${store === undefined ? '' : `${store}/`}${encodeURIComponent(key)}`,
  customer: (account: number | string) => `/customers/${encodeURIComponent(account)}`,
  /** The orders of an account. */
  ordersOfCustomer: (account: number | string) => `/orders?filter.account=${encodeURIComponent(account)}`,
  prices: '/prices',
  priceProposal: '/prices/proposal',
  /** `from`: the first day that is shown. */
  campaigns: (from?: string, store: string | null = null) => {
    const query = new URLSearchParams({
      ...(from && { from }),
      ...(store !== null && { 'filter.store': store }),
    })
    return query.size === 0 ? '/prices/campaigns' : `/prices/campaigns?${query}`
  },
  /** The prices of a campaign; null: open. */
  /** `plannedFrom`: the first day of a planned campaign, which the grid then shows; null: it is in the prices. */
  pricesOfCampaign: (
    store: string,
    { startsAt, endsAt, plannedFrom }: Record<'startsAt' | 'endsAt' | 'plannedFrom', string | null>,
  ) =>
    `/prices?${new URLSearchParams({
      'filter.store': store,
      'filter.campaign_period': `${startsAt ?? '..'}/${endsAt ?? '..'}`,
      ...(plannedFrom !== null && { plan: plannedFrom }),
    })}`,
  job: (id: number | string) => `/jobs/${id}`,
  jobs: '/jobs',
  product: (sku: string) => `/products/${encodeURIComponent(sku)}`,
  /** The products of a store that lack what the law asks for. */
  productsWithoutStatutoryData: (store: string) =>
    `/products?${new URLSearchParams({
      'filter.store': store,
      'filter.statutory_data': 'no',
      'filter.discontinued': 'no',
    })}`,
  newProduct: '/new-product',
  /** `at`: a time by the clock of the store, `2026-12-01T10:00`; empty: now. */
  productPreview: (sku: string, chosen: { store: string; at: string }) =>
    `/products/${encodeURIComponent(sku)}/preview?${new URLSearchParams(chosen)}`,
  stockOf: (store: string, sku: string) => `/stock/${store}/${encodeURIComponent(sku)}`,
  /** The orders of a product that are not shipped. */
  openOrdersOf: (sku: string, store: string) =>
    `/orders?filter.sku=${encodeURIComponent(sku)}&filter.store=${store}&filter.status=pending,held,received,processing`,
  import: '/import',
  coupon: (code: string) => `/coupons/${encodeURIComponent(code)}`,
  newCoupon: '/new-coupon',
  couponSimulator: (code?: string) =>
    code === undefined ? '/coupon-simulator' : `/coupon-simulator?code=${encodeURIComponent(code)}`,
  settings: '/settings',
  settingsOf: (store: string) => `/settings/${store}`,
  /** The history of one thing, as `coupon:SUMMER`. */
  auditOf: (object: string) => `/audit?filter.object=${encodeURIComponent(object)}`,
  /** Data of a fetcher: the saved views of a table. */
  savedViews: (table: string) => `/views/${table}`,
  order: (number: string) => `/orders/${encodeURIComponent(number)}`,
  packingSlip: (number: string) => `/orders/${encodeURIComponent(number)}/packing-slip`,
  /** The dialog of an action over the page of its order. */
  orderAction: (number: string, action: string) => `/orders/${encodeURIComponent(number)}/${action}`,
} as const

const api = '/admin/api'

/** What a person chooses for an import. */
interface ImportTerms {
  clear: readonly string[]
  /** Of a workbook; null: the first one with known columns. */
  sheet: string | null
  /** A saved mapping of the columns; null: a form of table that is known. */
  mapping: { name: string; version: string } | null
  /** Of a file of stock; '' for all of them. */
  location: string
  /** Of a file of discount codes: other stores in which the percentages are valid. */
  alsoStores: readonly string[]
  /** Of products of another shop: also of those that the store has. */
  setStock: boolean
  /** Of products: whether they get the tags of the file. */
  takeTags: boolean
  /** Of an archive, which may hold pictures: what becomes of those that products have; null: it is none. */
  pictures: 'keep' | 'replace' | null
}

const importQuery = (
  { clear, sheet, mapping, location, alsoStores, setStock, takeTags, pictures }: ImportTerms,
  more: Record<string, string>,
) =>
  new URLSearchParams({
    clear: clear.join(','),
    ...(sheet && { sheet }),
    ...(mapping && { mapping: mapping.name, mappingVersion: mapping.version }),
    ...(location && { location }),
    ...(setStock && { setStock: 'yes' }),
    ...(takeTags && { takeTags: 'yes' }),
    ...(alsoStores.length > 0 && { alsoStores: alsoStores.join(',') }),
    ...(pictures && { pictures }),
    ...more,
  }).toString()

/** Addresses of the API. */
export const apiPaths = {
  session: `${api}/session`,
  signInOptions: `${api}/sign-in/options`,
  signIn: `${api}/sign-in`,
  signInLink: `${api}/sign-in/link`,
  signInByLink: `${api}/sign-in/by-link`,
  signOut: `${api}/sign-out`,
  stepUp: `${api}/step-up`,
  stepUpByCode: `${api}/step-up/code`,
  invitation: `${api}/invitation`,
  invitationOptions: `${api}/invitation/options`,
  acceptInvitation: `${api}/invitation/accept`,
  security: `${api}/security`,
  staff: `${api}/staff`,
  staffRoles: (id: string) => `${api}/staff/${encodeURIComponent(id)}/roles`,
  unlockStaff: (id: string) => `${api}/staff/${encodeURIComponent(id)}/unlock`,
  deactivateStaff: (id: string) => `${api}/staff/${encodeURIComponent(id)}/deactivate`,
  passkeyOptions: `${api}/security/passkeys/options`,
  passkeys: `${api}/security/passkeys`,
  passkey: (id: string) => `${api}/security/passkeys/${encodeURIComponent(id)}`,
  recoveryCodes: `${api}/security/recovery-codes`,
  authenticatorApp: `${api}/security/authenticator-app`,
  confirmAuthenticatorApp: `${api}/security/authenticator-app/confirm`,
  ownSession: (id: string) => `${api}/security/sessions/${encodeURIComponent(id)}`,
  /** `store`: in this store alone; null: in all. */
  todo: (store: string | null) =>
    store === null ? `${api}/todo` : `${api}/todo?store=${encodeURIComponent(store)}`,
  search: (words: string) => `${api}/search?q=${encodeURIComponent(words)}`,
  views: `${api}/views`,
  viewsOf: (table: string) => `${api}/views?table=${encodeURIComponent(table)}`,
  view: (id: number) => `${api}/views/${id}`,
  settings: (store: string) => `${api}/settings/${encodeURIComponent(store)}`,
  storePictures: (store: string, kind: 'logo' | 'icon') =>
    `${api}/settings/${encodeURIComponent(store)}/pictures?kind=${kind}`,
  previewLink: (store: string) => `${api}/settings/${encodeURIComponent(store)}/preview-link`,
  providerKeys: (store: string, provider: string) =>
    `${api}/settings/${encodeURIComponent(store)}/providers/${encodeURIComponent(provider)}`,
  auditPeople: `${api}/audit/people`,
  undo: (id: number) => `${api}/audit/${id}/undo`,
  refundDecision: (number: string, id: number, decision: 'approve' | 'reject') =>
    `${api}/orders/${encodeURIComponent(number)}/refund-requests/${id}/${decision}`,
  orderBuyer: (number: string, action: 'export' | 'erase') =>
    `${api}/orders/${encodeURIComponent(number)}/buyer/${action}`,
  pickingList: (query: string) => `${api}/picking-list?${query}`,
  shipmentsPreview: `${api}/shipments/preview`,
  shipments: `${api}/shipments`,
  shipmentLabels: (job: number) => `${api}/shipments/${job}/labels`,
  productPlace: (store: string, sku: string) => `${api}/products/${store}/${encodeURIComponent(sku)}/place`,
  resource: (name: string) => `${api}/${encodeURIComponent(name)}`,
  resourceRow: (name: string, key: string) => `${api}/${encodeURIComponent(name)}/${encodeURIComponent(key)}`,
  /** `version`: of the row that the person has seen. */
  removedRow: (name: string, key: string, version: string) =>
    `${api}/${encodeURIComponent(name)}/${encodeURIComponent(key)}?version=${encodeURIComponent(version)}`,
  bulkAction: (name: string, action: string) => `${api}/${encodeURIComponent(name)}/bulk/${action}`,
  rowAction: (name: string, key: string, action: string) =>
    `${api}/${encodeURIComponent(name)}/${encodeURIComponent(key)}/${action}`,
  filterableFields: (object: string) => `${api}/filterable-fields/${object}`,
  fieldPictures: `${api}/field-pictures`,
  fieldValues: (object: string, name: string) => `${api}/field-values/${object}/${encodeURIComponent(name)}`,
  customer: (id: string) => `${api}/customers/${encodeURIComponent(id)}`,
  customerAddresses: (id: number) => `${api}/customers/${id}/addresses`,
  customerCredit: (id: number, store: string) => `${api}/customers/${id}/store-credit/${store}`,
  customerCompany: (id: number, store: string) => `${api}/customers/${id}/companies/${store}`,
  customerCompanyVerification: (id: number, store: string) =>
    `${api}/customers/${id}/companies/${store}/verify`,
  customerCompanyQuestion: (id: number, store: string) => `${api}/customers/${id}/companies/${store}/ask`,
  customerAction: (id: number, action: 'export' | 'erase') => `${api}/customers/${id}/${action}`,
  priceGrid: `${api}/price-grid`,
  campaigns: (from: string, to: string, store: string | null) =>
    `${api}/campaigns?${new URLSearchParams({ from, to, ...(store !== null && { 'filter.store': store }) })}`,
  assortmentPreview: `${api}/assortment-changes/preview`,
  assortmentChanges: `${api}/assortment-changes`,
  pricePreview: `${api}/price-changes/preview`,
  priceChanges: `${api}/price-changes`,
  priceRules: `${api}/price-rules`,
  proposalPreview: `${api}/price-proposals/preview`,
  priceProposals: `${api}/price-proposals`,
  removePlans: `${api}/planned-campaigns/remove`,
  dismissExpired: `${api}/expired-campaigns/dismiss`,
  jobs: `${api}/jobs`,
  seenJobs: `${api}/jobs/seen`,
  job: (id: number | string) => `${api}/jobs/${encodeURIComponent(id)}`,
  jobRows: (id: number, language: string) => `${api}/jobs/${id}/rows.csv?language=${language}`,
  jobProblems: (id: number, language: string) => `${api}/jobs/${id}/problems.csv?language=${language}`,
  undoJob: (id: number) => `${api}/jobs/${id}/undo`,
  product: (sku: string) => `${api}/products/${encodeURIComponent(sku)}`,
  brandManufacturer: (slug: string) => `${api}/brands/${encodeURIComponent(slug)}/manufacturer`,
  productCosts: (sku: string) => `${api}/products/${encodeURIComponent(sku)}/costs`,
  productVariants: (sku: string) => `${api}/products/${encodeURIComponent(sku)}/variants`,
  productVersion: (sku: string, entry: number) =>
    `${api}/products/${encodeURIComponent(sku)}/versions/${entry}`,
  productPreview: (sku: string, { store, at }: { store: string; at: string }) =>
    `${api}/products/${store}/${encodeURIComponent(sku)}/preview${at === '' ? '' : `?${new URLSearchParams({ at })}`}`,
  productReferences: `${api}/product-references`,
  productFacets: `${api}/product-facets`,
  productStock: (store: string, sku: string) => `${api}/products/${store}/${encodeURIComponent(sku)}/stock`,
  incoming: (store: string, sku: string) => `${api}/products/${store}/${encodeURIComponent(sku)}/incoming`,
  stockOf: (store: string, sku: string) => `${api}/stock/${store}/${encodeURIComponent(sku)}`,
  countStock: (store: string, sku: string) => `${api}/stock/${store}/${encodeURIComponent(sku)}/count`,
  stockThreshold: (store: string, sku: string) =>
    `${api}/stock/${store}/${encodeURIComponent(sku)}/threshold`,
  photos: (sku: string) => `${api}/products/${encodeURIComponent(sku)}/photos`,
  photo: (sku: string, position: number) => `${api}/products/${encodeURIComponent(sku)}/photos/${position}`,
  checkImport: (store: string, { language, ...terms }: ImportTerms & { language: string }) =>
    `${api}/imports/${store}/check?${importQuery(terms, { language })}`,
  startImport: (store: string, { name, ...terms }: ImportTerms & { name: string }) =>
    `${api}/imports/${store}?${importQuery(terms, { name })}`,
  importColumns: (
    store: string,
    { sheet, mapping, header }: Record<'sheet' | 'mapping' | 'header', string | null>,
  ) =>
    `${api}/imports/${store}/columns?${new URLSearchParams({
      ...(sheet !== null && { sheet }),
      ...(mapping !== null && { mapping }),
      ...(header !== null && { header }),
    })}`,
  importMappings: `${api}/import-mappings`,
  importMapping: (name: string) => `${api}/import-mappings/${encodeURIComponent(name)}`,
  checkCosts: (language: string) => `${api}/cost-imports/check?language=${language}`,
  importCosts: (name: string) => `${api}/cost-imports?${new URLSearchParams({ name })}`,
  missingTranslations: (store: string, source: string, form: 'csv' | 'xlf') =>
    `${api}/exports/${store}/translations.${form}?source=${source}`,
  productFeeds: `${api}/product-feeds`,
  shopArchive: `${api}/shop-archive`,
  archiveDownload: (job: number) => `${api}/shop-archive/${job}/download`,
  archiveFile: (job: number) => `${api}/shop-archive/${job}/shop.tar.gz`,
  exportProducts: (store: string) => `${api}/exports/${store}/products.tsv`,
  fitPreview: `${api}/product-fit-preview`,
  coupons: `${api}/coupons`,
  couponKinds: `${api}/coupon-kinds`,
  coupon: (code: string) => `${api}/coupons/${encodeURIComponent(code)}`,
  couponAction: (code: string, action: 'stop' | 'resume') =>
    `${api}/coupons/${encodeURIComponent(code)}/${action}`,
  couponSimulations: `${api}/coupon-simulations`,
  /** The export of a table. */
  export: (table: string, ending: 'csv' | 'xlsx') => `${table}.${ending}`,
  orders: `${api}/orders`,
  orderQuotes: `${api}/order-quotes`,
  order: (number: string) => `${api}/orders/${encodeURIComponent(number)}`,
  orderAction: (number: string, action: string) => `${api}/orders/${encodeURIComponent(number)}/${action}`,
  orderColleagues: (number: string) => `${api}/orders/${encodeURIComponent(number)}/colleagues`,
  mentions: `${api}/mentions`,
  seenMentions: (number: string) => `${api}/orders/${encodeURIComponent(number)}/mentions/seen`,
  orderNotes: (number: string) => `${api}/orders/${encodeURIComponent(number)}/notes`,
  orderInvoice: (number: string, invoice: number) =>
    `${api}/orders/${encodeURIComponent(number)}/invoices/${invoice}`,
  parcelLabel: (number: string, reference: string) =>
    `${api}/orders/${encodeURIComponent(number)}/parcels/${encodeURIComponent(reference)}/label`,
  paymentRecords: (number: string) => `${api}/orders/${encodeURIComponent(number)}/payment-records`,
} as const
