/** What a form of the settings calls its fields, for conflicts and problems: the labels of the form itself. Pure. */
import type { SettingsAnswer } from '../../../contract/admin/settings.ts'
import type { AdminKey, Translate } from '../../texts.tsx'

export type Section =
  | 'opening'
  | 'identity'
  | 'storefront'
  | 'company'
  | 'bank'
  | 'mail'
  | 'legal'
  | 'invoices'
  | 'orders'
  | 'products'
  | 'dispatch'
  | 'parcels'
  | 'shipping'
  | 'credit'
  | 'refunds'

/** Fields of a company → their labels and what a browser fills in, in the order of the form. */
export const companyFields = [
  ['name', 'order.name', 'organization'],
  ['street', 'settings.street', 'street-address'],
  ['postalCode', 'settings.postal_code', 'postal-code'],
  ['city', 'settings.city', 'address-level2'],
  ['email', 'staff.email', 'email'],
  ['phoneNumber', 'order.phone', 'tel'],
  ['register', 'settings.register', 'off'],
  ['vatNumber', 'order.vat_number', 'off'],
] as const satisfies readonly (readonly [string, AdminKey, string])[]

/** Pictures of the store → their labels, hints and the kind of place that they are fitted into, in the order of the form. */
export const storePictures = [
  ['logo', 'settings.logo', 'settings.logo_hint', 'logo'],
  ['darkLogo', 'settings.dark_logo', 'settings.dark_logo_hint', 'logo'],
  ['icon', 'settings.icon', 'settings.icon_hint', 'icon'],
] as const satisfies readonly (readonly [string, AdminKey, AdminKey, 'logo' | 'icon'])[]

/** Fields of the dispatch address → their labels and what a browser fills in, in the order of the form. */
export const dispatchFields = [
  ['street', 'settings.street', 'street-address'],
  ['postalCode', 'settings.postal_code', 'postal-code'],
  ['city', 'settings.city', 'address-level2'],
  ['countryCode', 'settings.country_code', 'country'],
  ['voecNumber', 'settings.voec_number', 'off'],
] as const satisfies readonly (readonly [string, AdminKey, string])[]

export const creditBuyers = ['guest', 'account', 'business'] as const
export const creditLimits = [
  ['order', 'settings.credit_order'],
  ['approved', 'settings.credit_approved'],
  ['approvedOrders', 'settings.credit_approved_orders'],
  ['held', 'settings.credit_held'],
  ['heldOrders', 'settings.credit_held_orders'],
] as const satisfies readonly (readonly [string, AdminKey])[]

const labels: Readonly<Record<Section, Readonly<Record<string, AdminKey>>>> = {
  opening: { isOpenToShoppers: 'settings.is_open' },
  identity: {
    name: 'settings.store_name',
    shortName: 'settings.short_name',
    ...Object.fromEntries(storePictures.map(([name, label]) => [name, label])),
  },
  storefront: {
    title: 'settings.front_title',
    lead: 'settings.front_lead',
    exampleSearches: 'settings.example_searches',
    whyTitle: 'settings.why_title',
    whyText: 'settings.why_text',
    description: 'settings.front_description',
    promisesDispatch: 'settings.promises_dispatch',
    dispatchHour: 'settings.dispatch_hour',
    lines: 'settings.top_lines',
    promises: 'settings.promises',
    text: 'settings.promise_text',
    phoneHours: 'settings.phone_hours',
  },
  company: Object.fromEntries(companyFields.map(([name, label]) => [name, label])),
  bank: { accounts: 'settings.bank' },
  mail: { name: 'settings.sender_name', address: 'settings.sender_address' },
  legal: { notes: 'settings.legal_notes' },
  invoices: {
    privateDays: 'settings.private_days',
    businessDays: 'settings.business_days',
    reminderDays: 'settings.reminder_days',
    onlyMethod: 'settings.invoice_alone',
  },
  orders: { minimum: 'settings.minimum' },
  products: { requiresStatutoryData: 'settings.requires_statutory_data' },
  dispatch: Object.fromEntries(dispatchFields.map(([name, label]) => [name, label])),
  parcels: { shipsByHand: 'settings.ships_by_hand' },
  shipping: { offered: 'settings.offered', price: 'settings.price', freeFrom: 'settings.free_from' },
  credit: Object.fromEntries([
    ...creditBuyers.map((buyer) => [buyer, `settings.buyer_${buyer}`] as const),
    ...creditLimits,
  ]),
  refunds: { stepUpAbove: 'settings.refund_step_up', approvalAbove: 'settings.refund_approval' },
}

/** Problems name amounts as the domain does: `minimumMinor`. */
export const asInForm = (name: string) => name.replace(/Minor$/, '')

/** Sections whose fields are in a table, or a list of rows: what is wrong there is listed below it. */
const tables: ReadonlySet<Section> = new Set<Section>(['bank', 'shipping', 'credit'])

/** Fields without a place of their own for what is wrong with them: pictures, and lists of rows. */
const listedBelow: ReadonlySet<string> = new Set([...storePictures.map(([name]) => name), 'promises'])

/** Whether a problem is shown beside its field, by the domain's name of it. */
export const hasOwnField = (section: Section, field: string): boolean =>
  !tables.has(section) && !listedBelow.has(field) && labels[section][asInForm(field)] !== undefined

/** The label of a field by its path: `vatNumber`, `methods.budbee-home.freeFrom`, `guest.order`. */
export function settingLabel(
  section: Section,
  path: string,
  { t, methods }: { t: Translate; methods: SettingsAnswer['methods'] },
): string {
  const parts = path.split('.').filter((part) => part !== 'methods' && !/^\d+$/.test(part))
  const method = methods.find(({ id }) => id === parts[0])
  return parts
    .map((part) => {
      if (part === method?.id) return method.name
      if (part === 'heavier' && method !== undefined)
        return method.aboveGrams.map((grams) => t('settings.above', { weight: grams / 1000 })).join(', ')
      const label = labels[section][asInForm(part)]
      return label === undefined ? part : t(label)
    })
    .join(': ')
}
