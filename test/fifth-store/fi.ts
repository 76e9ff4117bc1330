/**
 * A store for Finland, for the test that a fifth store needs nothing but its own file, its lines in stores.ts
 * and its texts. The test puts it beside the other stores in a copy of the project.
 */
import { minor } from '../../domain/money/money.ts'
import { centEndings } from '../../domain/money/price-ending.ts'
import type { StoreFacts, StorePolicy } from '../../domain/stores/store.ts'

export const fi = {
  code: 'fi',
  storeId: 11,
  iso: 'fi-FI',
  countryCode: 'FI',
  country: 'Suomi',
  currency: 'EUR',
  currencyDigits: 2,
  brand: 'Anode Suomi',
  allowExVat: true,
  showPriceDisclaimer: false,
  showShippingInfo: false,
  brandAttribute: 'brand',
  phoneNumber: '+358 9 4245 0123',
  phoneDigits: 6,
  trunkPrefix: '0',
  mobilePattern: /^0(?:4\d|50)\d{4,8}$/,
  postalCodePattern: /^\d{5}$/,
  minimumOrderMinor: minor(1000),
  timeZone: 'Europe/Helsinki',
  newsletter: true,
  // No rules for Finnish numbers are written: a private buyer on invoice is asked for the date of birth.
  identityNumbers: 'german',
  paths: {
    search: 'hakutulokset.html',
    brand: 'merkit',
    brandEnd: '.html',
    tag: 'tuotetunniste',
  },
} as const satisfies StoreFacts

export const fiPolicy: StorePolicy = {
  priceEndings: centEndings,
  vatRateBasisPoints: 2550,
  shortName: 'Anode',
  storefront: {
    title: 'Mihin tarvitset virtaa?',
    lead: 'Kirjoita laitteen malli tai pariston merkintä.',
    whyTitle: 'Miksi Anode',
    whyText: 'Tunnemme akut ja paristot. Varasto on omamme, ja näkemäsi hinta on se, jonka maksat kassalla.',
    description: 'Paristot, akut, laturit ja varaosat. Varastossa, lähetetään samana päivänä.',
    promisesDispatch: true,
    lines: [],
    promises: [],
    phoneHours: 'Arkisin 8–17',
  },
  orderNumberPrefix: 'F',
  company: {
    name: 'Anode Suomi Oy',
    street: 'Akkukuja 4',
    postalCode: '00100',
    city: 'Helsinki',
    country: 'Suomi',
    email: 'asiakaspalvelu@anode.example',
    register: 'Y-tunnus 0000000-0',
    vatNumber: 'FI00000000',
  },
  accessibilityAuthority: {
    name: 'Liikenne- ja viestintävirasto Traficom',
    contact: 'https://www.traficom.fi',
  },
  dispatch: {
    street: 'Akkukuja 4',
    postalCode: '00100',
    city: 'Helsinki',
    countryCode: 'FI',
    voecNumber: null,
  },
  returnParcels: null,
  invoicing: {
    termDays: { private: 14, business: 30 },
    accounts: [
      { label: 'IBAN', value: 'FI21 1234 5600 0007 85' },
      { label: 'BIC', value: 'NDEAFIHH' },
    ],
    reference: 'text',
    reminderDays: [7, 21],
    isOnlyMethod: false,
    notes: [],
  },
  remotePlaces: [],
  shippingMethods: [
    {
      id: 'posti-pickup',
      carrier: 'posti',
      kind: 'pickup',
      name: 'Posti noutopisteeseen',
      priceMinor: minor(490),
      freeFromMinor: minor(4900),
      days: { min: 1, max: 3 },
      maxUnits: null,
      heavier: [],
      maxWeightGrams: 20_000,
      maxSidesMm: [1200, 600, 600],
      carries: ['lithium_small'],
    },
    {
      id: 'posti-home',
      carrier: 'posti',
      kind: 'home',
      name: 'Posti kotiovelle',
      priceMinor: minor(595),
      freeFromMinor: minor(9900),
      days: { min: 1, max: 3 },
      maxUnits: null,
      heavier: [
        { aboveGrams: 35_000, priceMinor: minor(995) },
        { aboveGrams: 70_000, priceMinor: minor(1995) },
      ],
      maxWeightGrams: 140_000,
      maxSidesMm: [1200, 600, 600],
      carries: ['lead_acid_wet', 'lead_acid_sealed', 'lithium_small', 'lithium_large'],
    },
  ],
  emailDeliveryName: 'Sähköpostilla',
  paymentMarks: ['kustom', 'klarna', 'visa', 'mastercard', 'amex', 'stripe'],
  paymentChoices: {
    private: [
      { provider: 'stripe', offers: ['card'] },
      { provider: 'stripe', offers: ['mobilepay'] },
      { provider: 'klarna', offers: ['card', 'invoice', 'part_payment'] },
      { provider: 'walley_b2c', offers: ['invoice', 'part_payment', 'card'] },
      { provider: 'invoice', offers: ['invoice'] },
    ],
    business: [
      { provider: 'stripe', offers: ['card'] },
      { provider: 'stripe', offers: ['mobilepay'] },
      { provider: 'klarna', offers: ['card', 'invoice', 'part_payment'] },
      { provider: 'walley_b2b', offers: ['invoice', 'card'] },
      { provider: 'invoice', offers: ['invoice'] },
    ],
  },
  earlyCapture: [],
  plate: {
    band: 'FIN',
    pattern: /^[A-ZÅÄÖ]{2,3}\d{1,3}$/,
    example: 'ABC-123',
    groups: null,
    hasTypeKey: false,
  },
  starterBatteryDeposit: null,
  orderLimits: {
    guest: {
      unitsPerLine: 100,
      orderMinor: minor(500_000),
      credit: {
        orderMinor: minor(250_000),
        approved: {
          minor: minor(250_000),
          orders: 5,
        },
        held: {
          minor: minor(500_000),
          orders: 8,
        },
      },
    },
    account: {
      unitsPerLine: 500,
      orderMinor: minor(1_000_000),
      credit: {
        orderMinor: minor(250_000),
        approved: {
          minor: minor(500_000),
          orders: 10,
        },
        held: {
          minor: minor(1_000_000),
          orders: 20,
        },
      },
    },
    business: {
      unitsPerLine: 5000,
      orderMinor: minor(10_000_000),
      credit: {
        orderMinor: minor(250_000),
        approved: {
          minor: minor(2_500_000),
          orders: 50,
        },
        held: {
          minor: minor(10_000_000),
          orders: 200,
        },
      },
    },
    network: {
      minor: minor(1_500_000),
      orders: 150,
      days: 7,
    },
    unpaid: { buyer: 5, network: 10 },
    checkoutsPerMinute: 30,
  },
  refundStepUpAboveMinor: minor(20_000),
  refundApprovalAboveMinor: minor(50_000),
  requiresStatutoryData: false,
  shipsByHand: false,
  heldOrderDays: 4,
  lawPages: [],
  bookkeepingYears: 6,
  creditRetention: {
    settledDays: 30,
    longestDays: 1096,
  },
  searchLanguage: 'other',
  priceSteps: [0, 5, 10, 20, 50, 100, 200, 500],
  saleTag: 'tarjoukset',
  shelves: {
    bestsellers: 'suosituimmat',
    cold: 'kestaa-pakkasta',
    travel: 'matkalle',
  },
  exampleSearches: ['CR2032', 'AA', '18650', 'Kuulolaite 312', 'USB-C', 'Autoakku'],
}
