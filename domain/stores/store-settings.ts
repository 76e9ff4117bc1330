/**
 * The part of a store's facts and policy that its merchant sets, by section, and how it overlays the store's file.
 * Law, formats and addresses are never part of it. Pure.
 */
import type { Minor } from '../money/money.ts'
import type {
  BuyerKind,
  DispatchPlace,
  MailSender,
  OrderLimits,
  ShippingMethod,
  Storefront,
  StorePictures,
  StorePolicy,
} from './store.ts'
import { usualDispatchHour } from './dispatch-hour.ts'
import type { Store } from './stores.ts'

export interface CompanySettings {
  name: string
  street: string
  postalCode: string
  city: string
  email: string
  phoneNumber: string
  register: string
  vatNumber: string
}

export interface ShippingPrice {
  /** Whether buyers can choose the method. */
  isOffered: boolean
  priceMinor: Minor
  /** Null: never free. */
  freeFromMinor: Minor | null
  /** Prices of heavier consignments, in the order of the method's weights. */
  heavierMinor: Minor[]
}

/** The refunds of an order together, above which a refund takes more than the permission; null: never. */
export interface RefundSettings {
  /** The person confirms it by passkey or authenticator app. */
  stepUpAboveMinor: Minor | null
  /** A second person approves it. */
  approvalAboveMinor: Minor | null
}

/** Days until an invoice is due and after it until reminders, and whether buyers can pay in no other way. */
export interface InvoiceSettings {
  privateDays: number
  businessDays: number
  /** Ascending, one mail each. */
  reminderDays: number[]
  /** Whether the store gets on without an account at a payment provider. */
  isOnlyMethod: boolean
}

/** Limits on the open invoices of one kind of buyer. */
export interface CreditSettings {
  /** Largest invoice that is approved without review. */
  orderMinor: Minor
  approvedMinor: Minor
  approvedOrders: number
  heldMinor: Minor
  heldOrders: number
}

/** The name of the store and its pictures. */
export interface IdentitySettings extends StorePictures {
  name: string
  shortName: string
}

export interface StorefrontSettings extends Storefront {
  lines: string[]
  promises: { title: string; text: string }[]
  exampleSearches: string[]
  dispatchHour: number
}

export interface StoreSettings {
  /** Whether shoppers can see and buy what the store has. */
  opening: { isOpenToShoppers: boolean }
  identity: IdentitySettings
  storefront: StorefrontSettings
  company: CompanySettings
  /** As invoices name them, in display order. */
  bank: { accounts: { label: string; value: string }[] }
  mail: MailSender
  /** Statements that invoices, letters and mails carry by law, in display order. */
  legal: { notes: string[] }
  invoices: InvoiceSettings
  orders: { minimumMinor: Minor }
  /** Whether products that lack statutory data are withheld; db/routines/statutory-gaps.sql watches this section. */
  products: { requiresStatutoryData: boolean }
  /** Where parcels are sent from, and where returns arrive. */
  dispatch: DispatchPlace
  /** Whether the store gets on without accounts at carriers. */
  parcels: { shipsByHand: boolean }
  /** By the id of the shipping method. */
  shipping: Record<string, ShippingPrice>
  credit: Record<BuyerKind, CreditSettings>
  refunds: RefundSettings
}

export const settingsSections = [
  'opening',
  'identity',
  'storefront',
  'company',
  'bank',
  'mail',
  'legal',
  'invoices',
  'orders',
  'products',
  'dispatch',
  'parcels',
  'shipping',
  'credit',
  'refunds',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** A store as its pages, mails and orders see it. */
export interface StoreInForce {
  store: Store
  policy: StorePolicy
}

/** The settings that are in force, with their keys in a fixed order. */
export function settingsOf({ store, policy }: StoreInForce): StoreSettings {
  const { company, invoicing, mailSender, dispatch, orderLimits } = policy
  const { shippingMethods, switchedOffMethods = [], storefront } = policy
  return {
    opening: { isOpenToShoppers: store.isClosed !== true },
    identity: {
      name: store.brand,
      shortName: policy.shortName,
      logo: policy.pictures?.logo ?? null,
      darkLogo: policy.pictures?.darkLogo ?? null,
      icon: policy.pictures?.icon ?? null,
    },
    storefront: {
      title: storefront.title,
      lead: storefront.lead,
      exampleSearches: [...policy.exampleSearches],
      whyTitle: storefront.whyTitle,
      whyText: storefront.whyText,
      description: storefront.description,
      promisesDispatch: storefront.promisesDispatch,
      dispatchHour: store.dispatchHour ?? usualDispatchHour,
      lines: [...storefront.lines],
      promises: storefront.promises.map(({ title, text }) => ({ title, text })),
      phoneHours: storefront.phoneHours,
    },
    company: {
      name: company.name,
      street: company.street,
      postalCode: company.postalCode,
      city: company.city,
      email: company.email,
      phoneNumber: store.phoneNumber,
      register: company.register,
      vatNumber: company.vatNumber,
    },
    bank: { accounts: invoicing.accounts.map(({ label, value }) => ({ label, value })) },
    mail: {
      name: mailSender?.name ?? store.brand,
      address: mailSender?.address ?? company.email,
    },
    legal: { notes: [...invoicing.notes] },
    invoices: {
      privateDays: invoicing.termDays.private,
      businessDays: invoicing.termDays.business,
      reminderDays: [...invoicing.reminderDays],
      isOnlyMethod: invoicing.isOnlyMethod,
    },
    orders: { minimumMinor: store.minimumOrderMinor },
    products: { requiresStatutoryData: policy.requiresStatutoryData },
    dispatch: { ...dispatch },
    parcels: { shipsByHand: policy.shipsByHand },
    shipping: Object.fromEntries([
      ...shippingMethods.map((method) => [method.id, priceOf(method, true)]),
      ...switchedOffMethods.map((method) => [method.id, priceOf(method, false)]),
    ]) as StoreSettings['shipping'],
    credit: {
      guest: creditOf(orderLimits, 'guest'),
      account: creditOf(orderLimits, 'account'),
      business: creditOf(orderLimits, 'business'),
    },
    refunds: {
      stepUpAboveMinor: policy.refundStepUpAboveMinor,
      approvalAboveMinor: policy.refundApprovalAboveMinor,
    },
  }
}

const priceOf = (
  { priceMinor, freeFromMinor, heavier }: ShippingMethod,
  isOffered: boolean,
): ShippingPrice => ({
  isOffered,
  priceMinor,
  freeFromMinor,
  heavierMinor: heavier.map((step) => step.priceMinor),
})

function creditOf(limits: OrderLimits, kind: BuyerKind): CreditSettings {
  const { orderMinor, approved, held } = limits[kind].credit
  return {
    orderMinor,
    approvedMinor: approved.minor,
    approvedOrders: approved.orders,
    heldMinor: held.minor,
    heldOrders: held.orders,
  }
}

/**
 * The store with these settings over its file. A shipping method that the settings do not name, such as one that was
 * added later, is as in the file; one that the file no longer has is ignored. Settings that were saved before methods
 * could be switched off do not say whether it is offered: it is.
 */
export function withSettings(file: StoreInForce, settings: Partial<StoreSettings>): StoreInForce {
  const { company, bank, mail, legal, invoices, orders, products, dispatch } = settings
  const { parcels, shipping, credit, refunds, opening, identity, storefront } = settings
  const { store, policy } = file
  const methods = policy.shippingMethods.map((method) => repriced(method, shipping?.[method.id]))
  const isOff = ({ id }: ShippingMethod) => shipping?.[id]?.isOffered === false
  const switchedOffMethods = methods.filter(isOff)
  const { phoneNumber = store.phoneNumber, ...ofCompany } = company ?? {}
  return {
    store: {
      ...store,
      brand: identity?.name ?? store.brand,
      phoneNumber,
      minimumOrderMinor: orders?.minimumMinor ?? store.minimumOrderMinor,
      ...(storefront && { dispatchHour: storefront.dispatchHour }),
      ...(opening?.isOpenToShoppers === false && { isClosed: true }),
    },
    policy: {
      ...policy,
      ...(identity && identityOf(identity)),
      ...(storefront && storefrontOf(storefront)),
      company: { ...policy.company, ...ofCompany },
      ...(mail && { mailSender: mail }),
      invoicing: {
        ...policy.invoicing,
        ...(bank && { accounts: bank.accounts }),
        ...(legal && { notes: legal.notes }),
        ...(invoices && {
          termDays: { private: invoices.privateDays, business: invoices.businessDays },
          reminderDays: invoices.reminderDays,
          // Settings that were saved before it could be chosen do not say it.
          isOnlyMethod: (invoices as Partial<InvoiceSettings>).isOnlyMethod ?? policy.invoicing.isOnlyMethod,
        }),
      },
      dispatch: dispatch ?? policy.dispatch,
      shippingMethods: methods.filter((method) => !isOff(method)),
      ...(switchedOffMethods.length > 0 && { switchedOffMethods }),
      requiresStatutoryData: products?.requiresStatutoryData ?? policy.requiresStatutoryData,
      shipsByHand: parcels?.shipsByHand ?? policy.shipsByHand,
      orderLimits: credit ? withCredit(policy.orderLimits, credit) : policy.orderLimits,
      ...(refunds && {
        refundStepUpAboveMinor: refunds.stepUpAboveMinor,
        refundApprovalAboveMinor: refunds.approvalAboveMinor,
      }),
    },
  }
}

function identityOf({ shortName, logo, darkLogo, icon }: IdentitySettings) {
  return { shortName, pictures: { logo, darkLogo, icon } } satisfies Partial<StorePolicy>
}

function storefrontOf({ exampleSearches, dispatchHour: _ofFacts, ...storefront }: StorefrontSettings) {
  return { exampleSearches, storefront } satisfies Partial<StorePolicy>
}

/**
 * Whether a price that was set is of the method's present weights. A module may change them: prices that were set for
 * others must not be applied to these by their order.
 */
export const fitsWeights = (
  { heavier }: Pick<ShippingMethod, 'heavier'>,
  { heavierMinor }: Pick<ShippingPrice, 'heavierMinor'>,
): boolean => heavierMinor.length === heavier.length

/** Prices of other weights than the method has are ignored. */
function repriced(method: ShippingMethod, price: ShippingPrice | undefined): ShippingMethod {
  if (price === undefined) return method
  const hasSteps = fitsWeights(method, price)
  return {
    ...method,
    priceMinor: price.priceMinor,
    freeFromMinor: price.freeFromMinor,
    heavier: method.heavier.map((step, index) => ({
      ...step,
      priceMinor: (hasSteps ? price.heavierMinor[index] : undefined) ?? step.priceMinor,
    })),
  }
}

function withCredit(limits: OrderLimits, credit: StoreSettings['credit']): OrderLimits {
  const limited = (kind: BuyerKind) => {
    const { orderMinor, approvedMinor, approvedOrders, heldMinor, heldOrders } = credit[kind]
    return {
      ...limits[kind],
      credit: {
        orderMinor,
        approved: { minor: approvedMinor, orders: approvedOrders },
        held: { minor: heldMinor, orders: heldOrders },
      },
    }
  }
  return { ...limits, guest: limited('guest'), account: limited('account'), business: limited('business') }
}
