/** The Swedish store: Anode Sverige, a fictitious company. */
import { minor } from '../money/money.ts'
import type { StoreFacts, StorePolicy } from './store.ts'

export const sv = {
  code: 'sv',
  storeId: 7,
  iso: 'sv-SE',
  countryCode: 'SE',
  country: 'Sverige',
  currency: 'SEK',
  currencyDigits: 0,
  brand: 'Anode Sverige',
  allowExVat: true,
  showPriceDisclaimer: false,
  showShippingInfo: false,
  brandAttribute: 'brand',
  phoneNumber: '+46 8 446 810 30',
  phoneDigits: 6,
  trunkPrefix: '0',
  mobilePattern: /^07\d{8}$/,
  postalCodePattern: /^\d{3} ?\d{2}$/,
  minimumOrderMinor: minor(9900),
  timeZone: 'Europe/Stockholm',
  newsletter: true,
  identityNumbers: 'swedish',
  paths: {
    search: 'sokresultat.html',
    brand: 'varumarken',
    brandEnd: '.html',
    tag: 'produkt-tagg',
  },
} as const satisfies StoreFacts

export const svPolicy: StorePolicy = {
  vatRateBasisPoints: 2500,
  orderNumberPrefix: 'S',
  company: {
    name: 'Anode Sverige AB',
    street: 'Batterigatan 4',
    postalCode: '112 51',
    city: 'Stockholm',
    country: 'Sverige',
    email: 'kundservice@anode.example',
    register: 'Org.nr 559000-0000',
    vatNumber: 'SE559000000001',
  },
  shippingMethods: [
    {
      id: 'postnord-pickup',
      carrier: 'postnord',
      kind: 'pickup',
      name: 'PostNord till ombud',
      priceMinor: minor(4900),
      freeFromMinor: minor(49_900),
      days: { min: 1, max: 2 },
      maxUnits: null,
      carriesStarterBatteries: false,
    },
    {
      id: 'instabox-locker',
      carrier: 'instabox',
      kind: 'locker',
      name: 'Instabox till skåp',
      priceMinor: minor(3900),
      freeFromMinor: minor(49_900),
      days: { min: 1, max: 2 },
      maxUnits: 40,
      carriesStarterBatteries: false,
    },
    {
      id: 'budbee-home',
      carrier: 'budbee',
      kind: 'home',
      name: 'Budbee hem till dörren',
      priceMinor: minor(6900),
      freeFromMinor: minor(99_900),
      days: { min: 1, max: 2 },
      maxUnits: null,
      carriesStarterBatteries: true,
    },
    {
      id: 'postnord-letter',
      carrier: 'postnord',
      kind: 'letter',
      name: 'Brev till brevlådan',
      priceMinor: minor(2900),
      freeFromMinor: null,
      days: { min: 2, max: 3 },
      maxUnits: 6,
      carriesStarterBatteries: false,
    },
  ],
  emailDeliveryName: 'Med e-post',
  shippingIcons: ['postnord', 'DHL', 'budbee', 'instabox', 'citymail', 'DB Schenker'],
  paymentMarks: ['swish', 'kustom', 'visa', 'mastercard', 'bankid', 'walley'],
  // Methods that are not credit come first (SE lag 2010:751 ch. 7 a).
  paymentOrder: {
    private: ['stripe', 'klarna', 'walley_b2c', 'invoice'],
    business: ['stripe', 'klarna', 'walley_b2b', 'invoice'],
  },
  // Three letters (without I, Q, V), two digits, a digit or letter (without O). Transportstyrelsen, since 2019.
  plate: {
    band: 'S',
    pattern: /^[A-HJ-PR-UW-Z]{3}\d{2}[0-9A-HJ-NPR-UW-Z]$/,
    example: 'ABC 123',
    groups: [3],
  },
  starterBatteryDeposit: null,
  orderLimits: {
    guest: {
      unitsPerLine: 100,
      orderMinor: minor(5_000_000),
      credit: {
        orderMinor: minor(2_500_000),
        approved: {
          minor: minor(2_500_000),
          orders: 5,
        },
        held: {
          minor: minor(5_000_000),
          orders: 8,
        },
      },
    },
    account: {
      unitsPerLine: 500,
      orderMinor: minor(10_000_000),
      credit: {
        orderMinor: minor(2_500_000),
        approved: {
          minor: minor(5_000_000),
          orders: 10,
        },
        held: {
          minor: minor(10_000_000),
          orders: 20,
        },
      },
    },
    business: {
      unitsPerLine: 5000,
      orderMinor: minor(100_000_000),
      credit: {
        orderMinor: minor(2_500_000),
        approved: {
          minor: minor(25_000_000),
          orders: 50,
        },
        held: {
          minor: minor(100_000_000),
          orders: 200,
        },
      },
    },
    network: {
      minor: minor(15_000_000),
      orders: 150,
      days: 7,
    },
  },
  heldOrderDays: 4,
  creditRetention: {
    settledDays: 30,
    longestDays: 1096,
  },
  finderPaths: {
    device: 'hitta-batteri',
    vehicle: 'hitta-bilbatteri',
    phone: 'hitta-mobilbatteri',
    cable: 'hitta-kabel',
  },
  searchLanguage: 'swedish',
  currencySign: 'kr',
  priceSteps: [0, 50, 100, 200, 500, 1000, 2000, 5000],
  saleTag: 'kampanj',
  shelves: {
    bestsellers: 'storsaljare',
    cold: 'tal-kyla',
    travel: 'resa',
  },
  exampleSearches: ['CR2032', 'AA', '18650', 'Hörapparat 312', 'USB-C', 'Bilbatteri'],
}
