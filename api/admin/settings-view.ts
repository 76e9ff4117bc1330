/** Settings in the shape of the contract, and back. */
import type { z } from 'zod'
import type { changeSettingsBody, SettingsAnswer } from '../../contract/admin/settings.ts'
import { toMajor, toMinor, type Minor } from '../../domain/money/money.ts'
import type { SettingsInForce } from '../../domain/settings/settings-repository.server.ts'
import type { CreditSettings, SettingsSection, StoreSettings } from '../../domain/stores/store-settings.ts'

export function viewSections({ settings, versions }: SettingsInForce): Pick<SettingsAnswer, SettingsSection> {
  const { company, bank, mail, legal, invoices, orders, products, dispatch } = settings
  const { parcels, shipping, credit, refunds } = settings
  return {
    company: {
      version: versions.company,
      value: {
        name: company.name,
        street: company.street,
        postal_code: company.postalCode,
        city: company.city,
        email: company.email,
        phone_number: company.phoneNumber,
        register: company.register,
        vat_number: company.vatNumber,
      },
    },
    bank: { version: versions.bank, value: bank },
    mail: { version: versions.mail, value: mail },
    legal: { version: versions.legal, value: legal },
    invoices: {
      version: versions.invoices,
      value: {
        private_days: invoices.privateDays,
        business_days: invoices.businessDays,
        reminder_days: invoices.reminderDays,
        only_method: invoices.isOnlyMethod,
      },
    },
    orders: { version: versions.orders, value: { minimum: toMajor(orders.minimumMinor) } },
    products: {
      version: versions.products,
      value: { requires_statutory_data: products.requiresStatutoryData },
    },
    dispatch: {
      version: versions.dispatch,
      value: {
        street: dispatch.street,
        postal_code: dispatch.postalCode,
        city: dispatch.city,
        country_code: dispatch.countryCode,
        voec_number: dispatch.voecNumber ?? '',
      },
    },
    parcels: { version: versions.parcels, value: { ships_by_hand: parcels.shipsByHand } },
    shipping: {
      version: versions.shipping,
      value: {
        methods: Object.entries(shipping).map(
          ([id, { isOffered, priceMinor, freeFromMinor, heavierMinor }]) => ({
            id,
            offered: isOffered,
            price: toMajor(priceMinor),
            free_from: majorOrNull(freeFromMinor),
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
        step_up_above: majorOrNull(refunds.stepUpAboveMinor),
        approval_above: majorOrNull(refunds.approvalAboveMinor),
      },
    },
  }
}

const majorOrNull = (amount: Minor | null) => (amount === null ? null : toMajor(amount))
const minorOrNull = (amount: number | null) => (amount === null ? null : toMinor(amount))

const viewCredit = (limits: CreditSettings) => ({
  order: toMajor(limits.orderMinor),
  approved: toMajor(limits.approvedMinor),
  approved_orders: limits.approvedOrders,
  held: toMajor(limits.heldMinor),
  held_orders: limits.heldOrders,
})

export type WireChange = z.output<typeof changeSettingsBody>
type WireLimits = Extract<WireChange, { section: 'credit' }>['value']['guest']

const readCredit = (limits: WireLimits): CreditSettings => ({
  orderMinor: toMinor(limits.order),
  approvedMinor: toMinor(limits.approved),
  approvedOrders: limits.approved_orders,
  heldMinor: toMinor(limits.held),
  heldOrders: limits.held_orders,
})

type Read = {
  [Section in keyof StoreSettings]: { section: Section; value: StoreSettings[Section] }
}[keyof StoreSettings]

/** The change in minor units, as the use case takes it. */
export function readSection(change: WireChange): Read {
  switch (change.section) {
    case 'company': {
      const {
        postal_code: postalCode,
        phone_number: phoneNumber,
        vat_number: vatNumber,
        ...same
      } = change.value
      return { section: 'company', value: { ...same, postalCode, phoneNumber, vatNumber } }
    }
    case 'legal':
      return { section: 'legal', value: { notes: change.value.notes.filter((note) => note !== '') } }
    case 'invoices': {
      const {
        private_days: privateDays,
        business_days: businessDays,
        reminder_days: reminderDays,
        only_method: isOnlyMethod,
      } = change.value
      return { section: 'invoices', value: { privateDays, businessDays, reminderDays, isOnlyMethod } }
    }
    case 'orders':
      return { section: 'orders', value: { minimumMinor: toMinor(change.value.minimum) } }
    case 'products':
      return {
        section: 'products',
        value: { requiresStatutoryData: change.value.requires_statutory_data },
      }
    case 'dispatch': {
      const { street, postal_code: postalCode, city, country_code: country, voec_number: voec } = change.value
      return {
        section: 'dispatch',
        value: {
          street,
          postalCode: postalCode.replaceAll(' ', ''),
          city,
          countryCode: country.toUpperCase(),
          voecNumber: voec === '' ? null : voec,
        },
      }
    }
    case 'parcels':
      return { section: 'parcels', value: { shipsByHand: change.value.ships_by_hand } }
    case 'shipping': {
      const prices = change.value.methods.map(({ id, offered, price, free_from: free, heavier }) => [
        id,
        {
          isOffered: offered,
          priceMinor: toMinor(price),
          freeFromMinor: minorOrNull(free),
          heavierMinor: heavier.map(toMinor),
        },
      ])
      return { section: 'shipping', value: Object.fromEntries(prices) as StoreSettings['shipping'] }
    }
    case 'refunds': {
      const { step_up_above: stepUp, approval_above: approval } = change.value
      return {
        section: 'refunds',
        value: { stepUpAboveMinor: minorOrNull(stepUp), approvalAboveMinor: minorOrNull(approval) },
      }
    }
    case 'credit': {
      const { guest, account, business } = change.value
      return {
        section: 'credit',
        value: { guest: readCredit(guest), account: readCredit(account), business: readCredit(business) },
      }
    }
    case 'bank':
    case 'mail':
      return { section: change.section, value: change.value } as Read
  }
}
