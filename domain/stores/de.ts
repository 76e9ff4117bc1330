/** The German store: Anode Deutschland, a fictitious company. */
import { minor } from '../money/money.ts'
import { centEndings } from '../money/price-ending.ts'
import type { StoreFacts, StorePolicy } from './store.ts'

export const de = {
  code: 'de',
  storeId: 9,
  iso: 'de-DE',
  countryCode: 'DE',
  country: 'Deutschland',
  currency: 'EUR',
  currencyDigits: 2,
  brand: 'Anode Deutschland',
  // § 3 PAngV: consumers see prices with VAT.
  allowExVat: false,
  showPriceDisclaimer: true,
  showShippingInfo: true,
  brandAttribute: 'brand',
  phoneNumber: '+49 30 2555 8740',
  phoneDigits: 6,
  trunkPrefix: '0',
  mobilePattern: /^01[567]\d{8,9}$/,
  postalCodePattern: /^\d{5}$/,
  minimumOrderMinor: minor(1000),
  timeZone: 'Europe/Berlin',
  newsletter: false,
  identityNumbers: 'german',
  paths: {
    search: 'suchergebnisse.html',
    brand: 'varumarken',
    brandEnd: '.html',
    tag: 'produkt-schlagwort',
  },
} as const satisfies StoreFacts

export const dePolicy: StorePolicy = {
  priceEndings: centEndings,
  vatRateBasisPoints: 1900,
  shortName: 'Anode',
  storefront: {
    title: 'Welche Batterie suchen Sie?',
    lead: 'Geben Sie das Gerätemodell oder die Aufschrift der Batterie ein: Wir zeigen, was passt und was auf Lager ist.',
    whyTitle: 'Darum Anode',
    whyText:
      'Mit Batterien kennen wir uns aus. Das Lager ist unser eigenes, der angezeigte Preis ist der Preis an der Kasse, und wer ans Telefon geht, kann die Maße Ihrer alten Batterie nachschlagen.',
    description: 'Batterien, Akkus, Ladegeräte, Ersatzteile und Zubehör. Auf Lager, Versand am selben Tag.',
    promisesDispatch: true,
    lines: ['Beratung vom Batterie-Fachhändler'],
    promises: [{ title: 'Altbatterien nehmen wir zurück', text: 'Kostenlos, egal wo gekauft.' }],
    phoneHours: 'Mo–Fr 8–17 Uhr, ohne Tastenmenü',
  },
  orderNumberPrefix: 'D',
  company: {
    name: 'Anode Deutschland GmbH',
    street: 'Zellenstraße 12',
    postalCode: '10587',
    city: 'Berlin',
    country: 'Deutschland',
    email: 'kundenservice@anode.example',
    register: 'Amtsgericht Charlottenburg, HRB 000000 B',
    vatNumber: 'DE000000000',
  },
  accessibilityAuthority: {
    name: 'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF), Magdeburg',
    contact: 'mailto:MLBF@ms.sachsen-anhalt.de',
  },
  dispatch: {
    street: 'Zellenstraße 12',
    postalCode: '10587',
    city: 'Berlin',
    countryCode: 'DE',
    voecNumber: null,
  },
  returnParcels: { carrier: 'DHL', maxWeightGrams: 31_500, carries: ['lithium_small'] },
  invoicing: {
    termDays: { private: 14, business: 30 },
    accounts: [
      { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
      { label: 'BIC', value: 'COBADEFFXXX' },
    ],
    reference: 'rf',
    reminderDays: [7, 21],
    isOnlyMethod: false,
    notes: ['Sitz der Gesellschaft: Berlin', 'Geschäftsführerin: Karla Winter'],
  },
  // Islands of the North and the Baltic Sea.
  remotePlaces: [
    { from: '18565', to: '18565', extraDays: 2 },
    { from: '25849', to: '25849', extraDays: 2 },
    { from: '25859', to: '25869', extraDays: 2 },
    { from: '25938', to: '25946', extraDays: 2 },
    { from: '25980', to: '25999', extraDays: 1 },
    { from: '26465', to: '26465', extraDays: 2 },
    { from: '26474', to: '26474', extraDays: 2 },
    { from: '26486', to: '26486', extraDays: 2 },
    { from: '26548', to: '26548', extraDays: 2 },
    { from: '26571', to: '26579', extraDays: 2 },
    { from: '26757', to: '26757', extraDays: 2 },
    { from: '27498', to: '27499', extraDays: 2 },
  ],
  shippingMethods: [
    {
      id: 'dhl-home',
      carrier: 'DHL',
      kind: 'home',
      name: 'DHL Paket nach Hause',
      priceMinor: minor(495),
      freeFromMinor: minor(4900),
      days: { min: 1, max: 2 },
      maxUnits: null,
      heavier: [
        { aboveGrams: 35_000, priceMinor: minor(995) },
        { aboveGrams: 70_000, priceMinor: minor(1995) },
      ],
      maxWeightGrams: 140_000,
      maxSidesMm: [1200, 600, 600],
      carries: ['lead_acid_wet', 'lead_acid_sealed', 'lithium_small', 'lithium_large'],
    },
    {
      id: 'dhl-pickup',
      carrier: 'DHL',
      kind: 'pickup',
      name: 'DHL an eine Postfiliale',
      priceMinor: minor(450),
      freeFromMinor: minor(4900),
      days: { min: 1, max: 3 },
      maxUnits: null,
      heavier: [],
      maxWeightGrams: 31_500,
      maxSidesMm: [1200, 600, 600],
      carries: ['lithium_small'],
    },
    {
      id: 'dhl-locker',
      carrier: 'DHL',
      kind: 'locker',
      name: 'DHL an eine Packstation',
      priceMinor: minor(450),
      freeFromMinor: minor(4900),
      days: { min: 1, max: 3 },
      maxUnits: 40,
      heavier: [],
      maxWeightGrams: 31_500,
      maxSidesMm: [600, 400, 350],
      carries: ['lithium_small'],
    },
  ],
  emailDeliveryName: 'Per E-Mail',
  paymentMarks: ['visa', 'mastercard', 'amex', 'klarna', 'kustom', 'walley'],
  paymentChoices: {
    private: [
      { provider: 'stripe', offers: ['card'] },
      { provider: 'klarna', offers: ['card', 'invoice', 'part_payment'] },
      { provider: 'walley_b2c', offers: ['invoice', 'part_payment', 'card'] },
      { provider: 'invoice', offers: ['invoice'] },
    ],
    business: [
      { provider: 'stripe', offers: ['card'] },
      { provider: 'klarna', offers: ['card', 'invoice', 'part_payment'] },
      { provider: 'walley_b2b', offers: ['invoice', 'card'] },
      { provider: 'invoice', offers: ['invoice'] },
    ],
  },
  earlyCapture: ['stripe'],
  // District, letters, up to four digits, then optionally E or H; eight characters at most (§ 9 FZV).
  plate: {
    band: 'D',
    pattern: /^(?=.{3,9}$)[A-ZÄÖÜ]{2,5}\d{1,4}[EH]?$/,
    example: 'B-AN 1234',
    groups: null,
    hasTypeKey: true,
  },
  // BattDG § 19.
  starterBatteryDeposit: {
    name: 'Pfand für Starterbatterie (§\u00A019\u00A0BattDG)',
    minor: minor(750),
    vatRateBasisPoints: 1900,
  },
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
  // The imprint (DDG § 5).
  lawPages: ['imprint'],
  // § 147 AO, § 14b UStG (Buchungsbelege, since 2025)
  bookkeepingYears: 8,
  creditRetention: {
    settledDays: 30,
    longestDays: 1096,
  },
  searchLanguage: 'german',
  priceSteps: [0, 5, 10, 20, 50, 100, 200, 500],
  saleTag: 'angebote',
  shelves: {
    bestsellers: 'bestseller',
    cold: 'kaeltefest',
    travel: 'reise',
  },
  exampleSearches: ['CR2032', 'AA', '18650', 'Hörgerät 312', 'USB-C', 'Autobatterie'],
}
