/** Settings in the shape of the contract, and back. */
import type { z } from 'zod'
import type { changeSettingsBody, SettingsAnswer } from '../../contract/admin/settings.ts'
import { toMajor, toMinor, type Minor } from '../../domain/money/money.ts'
import type { SettingsInForce } from '../../domain/settings/settings-repository.server.ts'
import type { CreditSettings, SettingsSection, StoreSettings } from '../../domain/stores/store-settings.ts'

export function viewSections({ settings, versions }: SettingsInForce): Pick<SettingsAnswer, SettingsSection> {
  const { company, bank, mail, legal, invoices, orders, products, dispatch } = settings
  const { parcels, shipping, credit, refunds, opening, identity, storefront } = settings
  const { logo, darkLogo, icon } = identity
  return {
    opening: { version: versions.opening, value: opening },
    identity: {
      version: versions.identity,
      value: { ...identity, logo: logo ?? '', darkLogo: darkLogo ?? '', icon: icon ?? '' },
    },
    storefront: { version: versions.storefront, value: storefront },
    company: { version: versions.company, value: company },
    bank: { version: versions.bank, value: bank },
    mail: { version: versions.mail, value: mail },
    legal: { version: versions.legal, value: legal },
    invoices: {
      version: versions.invoices,
      value: {
        privateDays: invoices.privateDays,
        businessDays: invoices.businessDays,
        reminderDays: invoices.reminderDays,
        onlyMethod: invoices.isOnlyMethod,
      },
    },
    orders: { version: versions.orders, value: { minimum: toMajor(orders.minimumMinor) } },
    products: { version: versions.products, value: products },
    dispatch: {
      version: versions.dispatch,
      value: {
        street: dispatch.street,
        postalCode: dispatch.postalCode,
        city: dispatch.city,
        countryCode: dispatch.countryCode,
        voecNumber: dispatch.voecNumber ?? '',
      },
    },
    parcels: { version: versions.parcels, value: parcels },
    shipping: {
      version: versions.shipping,
      value: {
        methods: Object.entries(shipping).map(
          ([id, { isOffered, priceMinor, freeFromMinor, heavierMinor }]) => ({
            id,
            offered: isOffered,
            price: toMajor(priceMinor),
            freeFrom: majorOrNull(freeFromMinor),
            heavier: heavierMinor.map(toMajor),
          }),
        ),
      },
    },
    credit: {
      version: versions.credit,
      value: {
        guest: viewCredit(credit.guest),
        account: viewCredit(credit.account),
        business: viewCredit(credit.business),
      },
    },
    refunds: {
      version: versions.refunds,
      value: {
        stepUpAbove: majorOrNull(refunds.stepUpAboveMinor),
        approvalAbove: majorOrNull(refunds.approvalAboveMinor),
      },
    },
  }
}

const majorOrNull = (amount: Minor | null) => (amount === null ? null : toMajor(amount))
const minorOrNull = (amount: number | null) => (amount === null ? null : toMinor(amount))

const viewCredit = (limits: CreditSettings) => ({
  order: toMajor(limits.orderMinor),
  approved: toMajor(limits.approvedMinor),
  approvedOrders: limits.approvedOrders,
  held: toMajor(limits.heldMinor),
  heldOrders: limits.heldOrders,
})

export type WireChange = z.output<typeof changeSettingsBody>
type WireLimits = Extract<WireChange, { section: 'credit' }>['value']['guest']

const readCredit = (limits: WireLimits): CreditSettings => ({
  orderMinor: toMinor(limits.order),
  approvedMinor: toMinor(limits.approved),
  approvedOrders: limits.approvedOrders,
  heldMinor: toMinor(limits.held),
  heldOrders: limits.heldOrders,
})

type Read = {
  [Section in keyof StoreSettings]: { section: Section; value: StoreSettings[Section] }
}[keyof StoreSettings]

/** The change in minor units, as the use case takes it. */
export function readSection(change: WireChange): Read {
  switch (change.section) {
    case 'identity': {
      const { name, shortName, logo, darkLogo, icon } = change.value
      const pictures = { logo: logo || null, darkLogo: darkLogo || null, icon: icon || null }
      return { section: 'identity', value: { name, shortName, ...pictures } }
    }
    case 'storefront': {
      const { lines, exampleSearches, ...rest } = change.value
      const isText = (line: string) => line !== ''
      return {
        section: 'storefront',
        value: { ...rest, lines: lines.filter(isText), exampleSearches: exampleSearches.filter(isText) },
      }
    }
    case 'legal':
      return { section: 'legal', value: { notes: change.value.notes.filter((note) => note !== '') } }
    case 'invoices': {
      const { onlyMethod: isOnlyMethod, ...days } = change.value
      return { section: 'invoices', value: { ...days, isOnlyMethod } }
    }
    case 'orders':
      return { section: 'orders', value: { minimumMinor: toMinor(change.value.minimum) } }
    case 'dispatch': {
      const { street, postalCode, city, countryCode, voecNumber } = change.value
      return {
        section: 'dispatch',
        value: {
          street,
          postalCode: postalCode.replaceAll(' ', ''),
          city,
          countryCode: countryCode.toUpperCase(),
          voecNumber: voecNumber === '' ? null : voecNumber,
        },
      }
    }
    case 'shipping': {
      const prices = change.value.methods.map(({ id, offered, price, freeFrom, heavier }) => [
        id,
        {
          isOffered: offered,
          priceMinor: toMinor(price),
          freeFromMinor: minorOrNull(freeFrom),
          heavierMinor: heavier.map(toMinor),
        },
      ])
      return { section: 'shipping', value: Object.fromEntries(prices) as StoreSettings['shipping'] }
    }
    case 'refunds': {
      const { stepUpAbove, approvalAbove } = change.value
      return {
        section: 'refunds',
        value: { stepUpAboveMinor: minorOrNull(stepUpAbove), approvalAboveMinor: minorOrNull(approvalAbove) },
      }
    }
    case 'credit': {
      const { guest, account, business } = change.value
      return {
        section: 'credit',
        value: { guest: readCredit(guest), account: readCredit(account), business: readCredit(business) },
      }
    }
    case 'opening':
    case 'company':
    case 'bank':
    case 'mail':
    case 'products':
    case 'parcels':
      return { section: change.section, value: change.value } as Read
  }
}
