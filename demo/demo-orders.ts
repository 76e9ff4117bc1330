/** Orders of the demo: what a shop has to do on a morning, so that the back office of a new demo is not empty. */
import type { CommitForm } from '../domain/checkout/commit-fields.server.ts'
import type { DemoStore } from './demo-stores.ts'

export interface DemoOrder {
  store: DemoStore
  /** Placed so many days ago, at this time of the day in UTC (hours). */
  daysAgo: number
  hour: number
  buyer: CommitForm
  shippingMethod: string
  lines: readonly { sku: string; quantity: number }[]
  /** Delivered two days after it was placed, and what its buyer did then. */
  delivered?: 'kept' | 'return' | 'withdrawal'
  /** What the buyer writes about a return. */
  comment?: string
}

/** Numbers that the countries publish for tests; nobody has them. Addresses are of `example.com` and receive no mail. */
const buyers = {
  sv: {
    customerType: 'private',
    email: 'maja.lindqvist@example.com',
    phone: '070-174 06 05',
    firstName: 'Maja',
    lastName: 'Lindqvist',
    identityNumber: '19811218-9876',
    address: 'Björkgatan 12',
    postalCode: '753 27',
    city: 'Uppsala',
  },
  no: {
    customerType: 'private',
    email: 'ola.hagen@example.com',
    phone: '412 34 567',
    firstName: 'Ola',
    lastName: 'Hagen',
    identityNumber: '13097248022',
    address: 'Markveien 35',
    postalCode: '0554',
    city: 'Oslo',
  },
  de: {
    customerType: 'private',
    email: 'jana.krueger@example.com',
    phone: '0151 23456789',
    firstName: 'Jana',
    lastName: 'Krüger',
    identityNumber: '31.12.1980',
    address: 'Kastanienallee 8',
    postalCode: '10435',
    city: 'Berlin',
  },
  da: {
    customerType: 'private',
    email: 'soeren.holm@example.com',
    phone: '20 12 34 56',
    firstName: 'Søren',
    lastName: 'Holm',
    identityNumber: '0107801234',
    address: 'Jægersborggade 20',
    postalCode: '2200',
    city: 'København N',
  },
} as const satisfies Record<DemoStore, CommitForm>

/** The oldest first: orders are numbered as they are placed. */
export const demoOrders: readonly DemoOrder[] = [
  {
    store: 'sv',
    daysAgo: 6,
    hour: 17,
    buyer: buyers.sv,
    shippingMethod: 'budbee-home',
    lines: [
      { sku: 'LU-T4', quantity: 1 },
      { sku: 'NC-ZC-AA', quantity: 4 },
    ],
    delivered: 'return',
    comment: 'Lampan blinkar efter några minuter, även med nya batterier.',
  },
  {
    store: 'de',
    daysAgo: 5,
    hour: 9,
    buyer: buyers.de,
    shippingMethod: 'dhl-home',
    lines: [{ sku: 'LU-T4', quantity: 2 }],
    delivered: 'withdrawal',
  },
  {
    store: 'da',
    daysAgo: 4,
    hour: 12,
    buyer: buyers.da,
    shippingMethod: 'dhl-home',
    lines: [{ sku: 'EL-AA-8', quantity: 6 }],
    delivered: 'kept',
  },
  {
    store: 'sv',
    daysAgo: 1,
    hour: 7,
    buyer: { ...buyers.sv, email: 'erik.sandberg@example.com', firstName: 'Erik', lastName: 'Sandberg' },
    shippingMethod: 'budbee-home',
    lines: [{ sku: 'EL-AA-8', quantity: 5 }],
  },
  {
    store: 'no',
    daysAgo: 1,
    hour: 10,
    buyer: buyers.no,
    shippingMethod: 'bring-home',
    lines: [{ sku: 'LU-T4', quantity: 1 }],
  },
  {
    store: 'sv',
    daysAgo: 1,
    hour: 12,
    buyer: buyers.sv,
    shippingMethod: 'budbee-home',
    lines: [
      { sku: 'EL-AA-8', quantity: 2 },
      { sku: 'LU-T4', quantity: 1 },
    ],
  },
  {
    store: 'de',
    daysAgo: 1,
    hour: 15,
    buyer: { ...buyers.de, email: 'tim.vogel@example.com', firstName: 'Tim', lastName: 'Vogel' },
    shippingMethod: 'dhl-home',
    lines: [{ sku: 'EL-AA-8', quantity: 4 }],
  },
]
