/** The Danish store: Anode Danmark, a fictitious company. */
import { minor } from '../money/money.ts'
import type { StoreFacts, StorePolicy } from './store.ts'

export const da = {
  code: 'da',
  storeId: 10,
  iso: 'da-DK',
  countryCode: 'DK',
  country: 'Danmark',
  currency: 'DKK',
  currencyDigits: 0,
  brand: 'Anode Danmark',
  allowExVat: true,
  showPriceDisclaimer: false,
  showShippingInfo: false,
  brandAttribute: 'brand',
  phoneNumber: '+45 78 73 04 60',
  phoneDigits: 6,
  trunkPrefix: '',
  mobilePattern: /^[49]\d{7}$/,
  postalCodePattern: /^\d{4}$/,
  minimumOrderMinor: minor(7900),
  timeZone: 'Europe/Copenhagen',
  newsletter: true,
  identityNumbers: 'danish',
  paths: {
    search: 'sogeresultater.html',
    brand: 'maerke',
    // Danish brand addresses end without `.html`.
    brandEnd: '',
    tag: 'produkt-tagg',
  },
} as const satisfies StoreFacts

export const daPolicy: StorePolicy = {
  vatRateBasisPoints: 2500,
  orderNumberPrefix: 'K',
  company: {
    name: 'Anode Danmark ApS',
    street: 'Elementvej 3',
    postalCode: '2300',
    city: 'København S',
    country: 'Danmark',
    email: 'kundeservice@anode.example',
    register: 'CVR-nummer: 00000000',
    vatNumber: 'DK00000000',
  },
  dispatch: {
    street: 'Elementvej 3',
    postalCode: '2300',
    city: 'København S',
    countryCode: 'DK',
    voecNumber: null,
  },
  returnParcels: { carrier: 'postnord', maxWeightGrams: 20_000, carries: ['lithium_small'] },
  invoicing: {
    termDays: { private: 14, business: 30 },
    accounts: [
      { label: 'Kortart', value: '+71' },
      { label: 'Kreditornummer', value: '00000000' },
      { label: 'IBAN', value: 'DK50 0040 0440 1162 43' },
      { label: 'BIC', value: 'NDEADKKK' },
    ],
    reference: 'fik',
    reminderDays: [7, 21],
    notes: [],
  },
  shippingMethods: [
    {
      id: 'postnord-pickup',
      carrier: 'postnord',
      kind: 'pickup',
      name: 'PostNord til udleveringssted',
      priceMinor: minor(3900),
      freeFromMinor: minor(39_900),
      days: { min: 1, max: 3 },
      maxUnits: null,
      heavier: [],
      maxWeightGrams: 20_000,
      maxSidesMm: [1200, 600, 600],
      carries: ['lithium_small'],
    },
    {
      id: 'dhl-home',
      carrier: 'DHL',
      kind: 'home',
      name: 'DHL til døren',
      priceMinor: minor(5900),
      freeFromMinor: minor(69_900),
      days: { min: 1, max: 3 },
      maxUnits: null,
      heavier: [
        { aboveGrams: 35_000, priceMinor: minor(8900) },
        { aboveGrams: 70_000, priceMinor: minor(17900) },
      ],
      maxWeightGrams: 140_000,
      maxSidesMm: [1200, 600, 600],
      carries: ['lead_acid_wet', 'lead_acid_sealed', 'lithium_small', 'lithium_large'],
    },
    {
      id: 'budbee-locker',
      carrier: 'budbee',
      kind: 'locker',
      name: 'Budbee Box',
      priceMinor: minor(3500),
      freeFromMinor: minor(39_900),
      days: { min: 1, max: 2 },
      maxUnits: 40,
      heavier: [],
      maxWeightGrams: 20_000,
      maxSidesMm: [600, 400, 350],
      carries: ['lithium_small'],
    },
    {
      id: 'bring-letter',
      carrier: 'bring',
      kind: 'letter',
      name: 'Brev i postkassen',
      priceMinor: minor(2900),
      freeFromMinor: null,
      days: { min: 2, max: 5 },
      maxUnits: 6,
      heavier: [],
      maxWeightGrams: 2_000,
      maxSidesMm: [353, 250, 70],
      carries: [],
    },
  ],
  emailDeliveryName: 'På e-mail',
  shippingIcons: ['postnord', 'DHL', 'bring', 'budbee'],
  paymentMarks: ['mobilepay', 'kustom', 'visa', 'mastercard', 'walley'],
  paymentOrder: {
    private: ['stripe', 'klarna', 'walley_b2c', 'invoice'],
    business: ['stripe', 'klarna', 'walley_b2b', 'invoice'],
  },
  earlyCapture: [],
  // Only methods that hold the amount: no payment before the goods are sent (Forbrugerombudsmanden, Nettjek). The payer's
  // bank takes back what was paid for goods that were not delivered (betalingsloven § 112, LBK 2710/2021).
  stripeMethods: ['card', 'mobilepay'],
  // Two letters, five digits. Færdselsstyrelsen.
  plate: {
    band: 'DK',
    pattern: /^[A-Z]{2}\d{5}$/,
    example: 'AB 12 345',
    groups: [2, 2],
  },
  starterBatteryDeposit: null,
  orderLimits: {
    guest: {
      unitsPerLine: 100,
      orderMinor: minor(4_000_000),
      credit: {
        orderMinor: minor(2_000_000),
        approved: {
          minor: minor(2_000_000),
          orders: 5,
        },
        held: {
          minor: minor(4_000_000),
          orders: 8,
        },
      },
    },
    account: {
      unitsPerLine: 500,
      orderMinor: minor(8_000_000),
      credit: {
        orderMinor: minor(2_000_000),
        approved: {
          minor: minor(4_000_000),
          orders: 10,
        },
        held: {
          minor: minor(8_000_000),
          orders: 20,
        },
      },
    },
    business: {
      unitsPerLine: 5000,
      orderMinor: minor(80_000_000),
      credit: {
        orderMinor: minor(2_000_000),
        approved: {
          minor: minor(20_000_000),
          orders: 50,
        },
        held: {
          minor: minor(80_000_000),
          orders: 200,
        },
      },
    },
    network: {
      minor: minor(12_000_000),
      orders: 150,
      days: 7,
    },
  },
  heldOrderDays: 4,
  // Bogføringsloven § 12
  bookkeepingYears: 5,
  creditRetention: {
    settledDays: 30,
    longestDays: 1096,
  },
  finderPaths: {
    device: 'find-batteri',
    vehicle: 'find-bilbatteri',
    phone: 'find-mobilbatteri',
    cable: 'find-kabel',
  },
  searchLanguage: 'danish',
  currencySign: 'kr',
  priceSteps: [0, 50, 100, 200, 500, 1000, 2000, 5000],
  saleTag: 'tilbud',
  shelves: {
    bestsellers: 'bestsellere',
    cold: 'taler-kulde',
    travel: 'rejse',
  },
  exampleSearches: ['CR2032', 'AA', '18650', 'Høreapparat 312', 'USB-C', 'Bilbatteri'],
}
