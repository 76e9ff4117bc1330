/** What the merchant sets for a store. Amounts in major units, VAT included. */
import { z } from 'zod'
import { entriesOf } from '../../modules/modules.ts'
import { givenAmount } from '../amount.ts'
import { storeCode } from './fields.ts'
import { timelineEntry } from './orders.ts'

const text = z.string().trim().max(200)
const price = givenAmount.nonnegative().max(10_000_000)
const days = z.number().int().min(0).max(1000)
const count = z.number().int().min(0).max(100_000)

const opening = z.strictObject({
  /** Whether shoppers can see and buy what the store has. */
  isOpenToShoppers: z.boolean(),
})
/** `picture:` and a SHA-256, as `POST …/pictures` answers it; empty: none is uploaded. */
const picture = z.string().max(100)
const identity = z.strictObject({
  name: text,
  /** Where there is little room, such as below the icon of an installed store. */
  shortName: text,
  logo: picture,
  /** On dark ground; empty: as on light. */
  darkLogo: picture,
  /** Square: of browser tabs and of the installed store. */
  icon: picture,
})
/** What pages say about the merchant, in the store's language. An empty text is not shown. */
const storefront = z.strictObject({
  title: text,
  lead: z.string().trim().max(400),
  /** Below the search field of the front page, in display order. */
  exampleSearches: z.array(text).max(8),
  whyTitle: text,
  whyText: z.string().trim().max(1000),
  /** For search engines, feeds and the installed store. */
  description: z.string().trim().max(300),
  /** Whether pages say that orders before `dispatchHour` leave on the same weekday. */
  promisesDispatch: z.boolean(),
  /** Hour of a weekday at which its parcels are handed over. */
  dispatchHour: z.number().int().min(0).max(24),
  /** Further lines of the top bar. */
  lines: z.array(text).max(4),
  /** Further promises of the footer. */
  promises: z.array(z.strictObject({ title: text, text })).max(4),
  /** When somebody answers the telephone. */
  phoneHours: text,
})
const company = z.strictObject({
  name: text,
  street: text,
  postalCode: text,
  city: text,
  email: text,
  phoneNumber: text,
  register: text,
  vatNumber: text,
})
const bank = z.strictObject({ accounts: z.array(z.strictObject({ label: text, value: text })).max(8) })
const mail = z.strictObject({ name: text, address: text })
/** Statements that invoices, letters and mails carry by law, in display order. */
const legal = z.strictObject({ notes: z.array(text).max(12) })
/** Days until invoices of new orders are due, and after the due date on which they are reminded. */
const invoices = z.strictObject({
  privateDays: days,
  businessDays: days,
  reminderDays: z.array(days).max(10),
  /** Buyers pay on invoice alone: no account at a payment provider is missing. */
  onlyMethod: z.boolean(),
})
const orders = z.strictObject({ minimum: price })
const products = z.strictObject({
  /** Products that lack statutory data are not sold. */
  requiresStatutoryData: z.boolean(),
})
/** Where parcels are sent from, and where returns arrive. */
const dispatch = z.strictObject({
  street: text,
  postalCode: text,
  city: text,
  /** ISO 3166-1 alpha-2. */
  countryCode: text,
  /** The seller's number in Norway's VOEC register; empty: it is not registered. */
  voecNumber: text,
})
const parcels = z.strictObject({
  /** Staff book parcels with the carriers themselves and enter tracking numbers. */
  shipsByHand: z.boolean(),
})
const shipping = z.strictObject({
  methods: z
    .array(
      z.strictObject({
        id: z.string().max(60),
        /** Whether buyers can choose it. */
        offered: z.boolean(),
        price,
        /** Cart sum from which it is free; null: never. */
        freeFrom: price.nullable(),
        /** Prices of heavier consignments, in the order of the method's weights. */
        heavier: z.array(price).max(20),
      }),
    )
    .max(50),
})
const limits = z.strictObject({
  /** Largest invoice that is approved without review. */
  order: price,
  /** Open invoices of one buyer, approved without review: their sum and number. */
  approved: price,
  approvedOrders: count,
  /** Up to here staff decide; beyond it the order is refused. */
  held: price,
  heldOrders: count,
})
const credit = z.strictObject({ guest: limits, account: limits, business: limits })
/** Refunds of an order together; null: no limit. */
const refunds = z.strictObject({
  /** Above it the person confirms a refund by passkey or authenticator app. */
  stepUpAbove: price.nullable(),
  /** Above it a second person approves a refund. */
  approvalAbove: price.nullable(),
})

export const settingsParams = z.object({ store: storeCode })

/** `version`: the one that the person saw; another one is answered 409 `changed_meanwhile`. */
const change = { version: z.number().int().min(0), reason: z.string().trim().max(200).optional() }

export const changeSettingsBody = z.discriminatedUnion('section', [
  z.strictObject({ section: z.literal('opening'), value: opening, ...change }),
  z.strictObject({ section: z.literal('identity'), value: identity, ...change }),
  z.strictObject({ section: z.literal('storefront'), value: storefront, ...change }),
  z.strictObject({ section: z.literal('company'), value: company, ...change }),
  z.strictObject({ section: z.literal('bank'), value: bank, ...change }),
  z.strictObject({ section: z.literal('mail'), value: mail, ...change }),
  z.strictObject({ section: z.literal('legal'), value: legal, ...change }),
  z.strictObject({ section: z.literal('invoices'), value: invoices, ...change }),
  z.strictObject({ section: z.literal('orders'), value: orders, ...change }),
  z.strictObject({ section: z.literal('products'), value: products, ...change }),
  z.strictObject({ section: z.literal('dispatch'), value: dispatch, ...change }),
  z.strictObject({ section: z.literal('parcels'), value: parcels, ...change }),
  z.strictObject({ section: z.literal('shipping'), value: shipping, ...change }),
  z.strictObject({ section: z.literal('credit'), value: credit, ...change }),
  z.strictObject({ section: z.literal('refunds'), value: refunds, ...change }),
])

const section = <Value extends z.ZodType>(value: Value) => z.object({ version: z.number(), value })

export const providerParams = settingsParams.extend({
  provider: z.enum([...entriesOf('paymentAccounts').keys(), ...entriesOf('carriers').keys()]),
})

/** `setAt` of the account that the person saw; another one is answered 409 with the account as `current`. */
const expected = z.string().max(40).nullable()
export const removeKeysBody = z.strictObject({ expected })
export const setKeysBody = z.strictObject({
  expected,
  /** Name of a key → its value; null removes one that is optional. Keys that are absent stay. */
  keys: z.record(z.string().max(40), z.string().trim().min(1).max(300).nullable()),
})

/** A store's account at a payment provider or carrier. Keys that were set are never part of an answer. */
const providerAccount = z.object({
  provider: providerParams.shape.provider,
  /**
   * `environment` and `simulator`: it cannot be changed here. `environment_points`: a carrier's key that the stores
   * share gives service points; the store's own keys replace it. Null: there is none.
   */
  source: z.enum(['environment', 'environment_points', 'simulator', 'stored']).nullable(),
  keys: z.array(
    z.object({
      name: z.string(),
      optional: z.boolean(),
      isSet: z.boolean(),
      /** Last four characters; null of a short key, and of one that is not set. */
      endsIn: z.string().nullable(),
    }),
  ),
  /** Of the stored keys; null: none are stored. */
  setAt: z.string().nullable(),
  setBy: timelineEntry.shape.actor.nullable(),
  /** False: the secret with which they were encrypted is not listed any more, and they have to be set again. */
  isReadable: z.boolean(),
})
export type ProviderAccount = z.infer<typeof providerAccount>

export const settingsAnswer = z.object({
  store: z.string(),
  currency: z.string(),
  opening: section(opening),
  identity: section(identity),
  storefront: section(storefront),
  company: section(company),
  bank: section(bank),
  mail: section(mail),
  legal: section(legal),
  invoices: section(invoices),
  orders: section(orders),
  products: section(products),
  dispatch: section(dispatch),
  parcels: section(parcels),
  shipping: section(shipping),
  credit: section(credit),
  refunds: section(refunds),
  /** Names and weights of the shipping methods, in display order. */
  methods: z.array(z.object({ id: z.string(), name: z.string(), aboveGrams: z.array(z.number()) })),
  /** Codes of the payment methods that this installation has accounts for. */
  payments: z.array(z.string()),
  /** At payment providers. */
  accounts: z.array(providerAccount),
  /** Of carriers that the store's shipping methods use, and with stored keys. */
  carrierAccounts: z.array(providerAccount),
  checklist: z.array(z.object({ name: z.string(), done: z.boolean() })),
  /** Products of the store that lack statutory data, without discontinued ones. */
  statutoryGaps: z.number(),
  /** The latest changes, newest first. `canUndo`: the kind of change can be undone, and the person may. */
  history: z.array(timelineEntry.extend({ section: z.string(), canUndo: z.boolean() })),
})
export type SettingsAnswer = z.infer<typeof settingsAnswer>

/** `kind`: how it is fitted. A logo is at most 640 × 192 pixels, an icon 512 × 512. */
export const storePictureQuery = z.object({ kind: z.enum(['logo', 'icon']) })

/** `source`: what a field of `identity` takes. */
export const storePictureAnswer = z.object({ source: z.string() })
export type StorePictureAnswer = z.infer<typeof storePictureAnswer>

/** A link that opens the closed store in one browser, until `expiresAt`. */
export const previewLinkAnswer = z.object({ link: z.string(), expiresAt: z.string() })
export type PreviewLinkAnswer = z.infer<typeof previewLinkAnswer>

export const changedSettings = z.object({ version: z.number() })
export type ChangedSettings = z.infer<typeof changedSettings>
