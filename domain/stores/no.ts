/** The Norwegian store: Anode Norge, a fictitious company. */
import { minor } from '../money/money.ts'
import type { StoreFacts, StorePolicy } from './store.ts'

export const no = {
  code: 'no',
  storeId: 8,
  iso: 'nb-NO',
  countryCode: 'NO',
  country: 'Norge',
  currency: 'NOK',
  currencyDigits: 0,
  brand: 'Anode Norge',
  allowExVat: true,
  showPriceDisclaimer: false,
  showShippingInfo: false,
  brandAttribute: 'brand',
  phoneNumber: '+47 21 93 68 40',
  // Norway has five-digit numbers.
  phoneDigits: 5,
  trunkPrefix: '',
  mobilePattern: /^[49]\d{7}$/,
  postalCodePattern: /^\d{4}$/,
  minimumOrderMinor: minor(9900),
  timeZone: 'Europe/Oslo',
  newsletter: true,
  identityNumbers: 'norwegian',
  paths: {
    search: 'sokeresultater.html',
    brand: 'varumarken',
    brandEnd: '.html',
    tag: 'produkt-stikkord',
  },
} as const satisfies StoreFacts

export const noPolicy: StorePolicy = {
  vatRateBasisPoints: 2500,
  orderNumberPrefix: 'N',
  company: {
    name: 'Anode Norge AS',
    street: 'Akkumulatorveien 8',
    postalCode: '0581',
    city: 'Oslo',
    country: 'Norge',
    email: 'kundeservice@anode.example',
    register: 'Org.nr. 900 000 000',
    vatNumber: 'NO900000000MVA',
  },
  shippingMethods: [
    {
      id: 'bring-pickup',
      carrier: 'bring',
      kind: 'pickup',
      name: 'Bring til hentested',
      priceMinor: minor(5900),
      freeFromMinor: minor(59_900),
      days: { min: 2, max: 4 },
      maxUnits: null,
      carriesStarterBatteries: false,
    },
    {
      id: 'bring-home',
      carrier: 'bring',
      kind: 'home',
      name: 'Bring hjem på døren',
      priceMinor: minor(9900),
      freeFromMinor: minor(99_900),
      days: { min: 2, max: 4 },
      maxUnits: null,
      carriesStarterBatteries: true,
    },
    {
      id: 'postnord-pickup',
      carrier: 'postnord',
      kind: 'pickup',
      name: 'PostNord til hentested',
      priceMinor: minor(5900),
      freeFromMinor: minor(59_900),
      days: { min: 2, max: 5 },
      maxUnits: null,
      carriesStarterBatteries: false,
    },
    {
      id: 'bring-letter',
      carrier: 'bring',
      kind: 'letter',
      name: 'Brev i postkassen',
      priceMinor: minor(3900),
      freeFromMinor: null,
      days: { min: 3, max: 6 },
      maxUnits: 6,
      carriesStarterBatteries: false,
    },
  ],
  emailDeliveryName: 'På e-post',
  shippingIcons: ['bring', 'postnord', 'DHL', 'DB Schenker'],
  paymentMarks: ['vipps', 'kustom', 'visa', 'mastercard', 'walley'],
  paymentOrder: {
    private: ['stripe', 'klarna', 'walley_b2c', 'invoice'],
    business: ['stripe', 'klarna', 'walley_b2b', 'invoice'],
  },
  // Two letters, five digits; trailers and motorcycles have four. Statens vegvesen.
  plate: {
    band: 'N',
    pattern: /^[A-Z]{2}\d{4,5}$/,
    example: 'EK 12345',
    groups: [2],
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
    device: 'finn-batteri',
    vehicle: 'finn-bilbatteri',
    phone: 'finn-mobilbatteri',
    cable: 'finn-kabel',
  },
  searchLanguage: 'norwegian',
  currencySign: 'kr',
  priceSteps: [0, 50, 100, 200, 500, 1000, 2000, 5000],
  saleTag: 'kampanje',
  shelves: {
    bestsellers: 'bestselgere',
    cold: 'taler-kulde',
    travel: 'reise',
  },
  exampleSearches: ['CR2032', 'AA', '18650', 'Høreapparat 312', 'USB-C', 'Bilbatteri'],
}
