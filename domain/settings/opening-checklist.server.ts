/** What a store lacks before it may open to buyers. Asked of what is stored and configured, never ticked off by hand. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { futureShippingOfModules } from '../../modules/future-shipping.server.ts'
import { countStatutoryGaps } from '../catalogue/statutory-gaps.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { storeProviders } from '../payments/offered-providers.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import type { ProviderAccounts } from '../provider-accounts/provider-accounts.ts'
import { isCarrierAccount, paymentAccountProviders } from '../provider-accounts/account-provider.ts'
import { storedAccounts } from '../provider-accounts/stored-accounts.server.ts'
import type { ParcelCarriers } from '../shipping/parcel-booking.ts'
import { shippingMethod } from '../shipping/shipping-methods.ts'
import { storeFile } from '../stores/apply-settings.ts'
import { servicePages } from '../stores/paths.ts'
import type { StorePolicy } from '../stores/store.ts'
import { fitsWeights, type StoreSettings } from '../stores/store-settings.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import { readAllSettings, readSettings } from './settings-repository.server.ts'

export const openingChecks = [
  /** The store has a name of its own: none that says the fictitious company's. */
  'identity',
  /** What its pages promise is the merchant's decision. */
  'storefront',
  /** Company data and bank accounts are the merchant's: nothing of the fictitious company is left among them. */
  'company',
  'bank',
  /** The statements on invoices and mails are the merchant's, where the store's file has any. */
  'legal',
  /** Parcels are sent from, and returns arrive at, the merchant's address. */
  'dispatch',
  /** Mails come from an address that exists, and a mail server sends them. */
  'mail_sender',
  'mail_server',
  /** Buyers can pay, at a real provider or by invoice. */
  'payments',
  /**
   * An account at a payment provider is in force, or the store sells on invoice alone; and the keys that staff have set
   * can be read.
   */
  'provider_keys',
  /**
   * Parcels of an offered shipping method can be booked, or the store ships by tracking numbers alone; and the carriers'
   * keys that staff have set can be read.
   */
  'carrier_keys',
  /**
   * The store offers each shipping method of orders that modules will place, and the prices that staff have set are of the
   * weights that their methods have now: a module may have taken methods or weights away.
   */
  'shipping_methods',
  'https',
  /** The pages that the law asks for are published: with the contact page also those of `lawPages`. */
  'terms_page',
  'privacy_page',
  'contact_page',
  /** The pages that prices, products and the checkout link to: costs of delivery, returns and withdrawal. */
  'shipping_page',
  'returns_page',
  /** Something can be bought. */
  'products',
  /**
   * No product that lacks statutory data is sold, or the merchant has decided to sell such products: the setting was
   * turned on and off again.
   */
  'statutory_data',
  /** An owner of the store can sign in by passkey. */
  'owner',
  /** Shoppers can see the store and buy in it. */
  'open',
] as const
export type OpeningCheck = (typeof openingChecks)[number]

export interface ChecklistServices {
  db: Kysely<DB>
  keys: Keyring
  providers: PaymentProviders
  providerAccounts: ProviderAccounts
  parcels: ParcelCarriers
  publicUrl: string
  /** A mail server is configured; otherwise mails are written to files. */
  sendsMail: boolean
  /** Payments, carriers and registers are simulated. */
  isSimulated: boolean
}

/** What the product page and the checkout link to: the help page, and the instruction on withdrawal with its form. */
const returnPages = ['returns-info', 'withdrawal']

/** Domains that never receive mail (RFC 2606). */
const isExampleAddress = (address: string) => /@(?:.*\.)?(?:example|test|invalid|localhost)$/i.test(address)

/** Whether the store's file still has the data of the fictitious company. */
const isExampleFile = ({ company }: StorePolicy) => isExampleAddress(company.email)

/** Whether a name or number of the fictitious company is left, which invoices and mails would state. */
function keepsExampleCompany(file: StorePolicy, company: StoreSettings['company']): boolean {
  const stated = ['name', 'register', 'vatNumber'] as const
  return isExampleFile(file) && stated.some((field) => company[field] === file.company[field])
}

/** Whether buyers would be asked to pay to the fictitious company. A BIC names a bank, which may be the merchant's. */
function keepsExampleAccount(file: StorePolicy, accounts: StoreSettings['bank']['accounts']): boolean {
  const examples = file.invoicing.accounts.filter(({ label }) => label !== 'BIC').map(({ value }) => value)
  return isExampleFile(file) && accounts.some(({ value }) => examples.includes(value))
}

export interface OpeningChecklist {
  /** In the order in which they are shown, and whether each is met. */
  checks: Record<OpeningCheck, boolean>
  /** How many products of the store lack statutory data, without discontinued ones. */
  statutoryGaps: number
}

/** Every check of the store. */
export async function openingChecklist(
  services: ChecklistServices,
  store: StoreCode,
): Promise<OpeningChecklist> {
  const { db, keys, providers, providerAccounts, parcels, publicUrl, sendsMail, isSimulated } = services
  const { settings, versions } = await readSettings(db, store)
  const file = storeFile(store).policy
  const pages = await db
    .selectFrom('content_page')
    .select('path')
    .where('store', '=', store)
    .where('published', '=', true)
    .where('path', 'in', [
      'terms',
      servicePages.privacy,
      servicePages.contact,
      servicePages.shipping,
      ...returnPages,
      ...file.lawPages,
    ])
    .execute()
  const hasPage = (path: string) => pages.some((page) => page.path === path)
  const { rows } = await sql<{ sells: boolean; isOwned: boolean }>`select
    exists (select from price_tier where store = ${store} and price_minor > 0) as sells,
    exists (select from staff_role r join staff s on s.id = r.staff_id
      where r.store = ${store} and r.role = 'owner' and s.deactivated_at is null
        and exists (select from staff_passkey p where p.staff_id = s.id)) as "isOwned"`.execute(db)
  const { company, mail } = settings
  const accounts = await storedAccounts({ db, keys }, store)
  const unreadable = accounts.filter(({ isReadable }) => !isReadable).map(({ provider }) => provider)
  const statutoryGaps = await countStatutoryGaps(db, store)
  const checks = {
    identity: !isExampleFile(file) || settings.identity.name !== storeFile(store).store.brand,
    storefront: versions.storefront > 0 || !isExampleFile(file),
    company: !isExampleAddress(company.email) && !keepsExampleCompany(file, company),
    bank: settings.bank.accounts.length > 0 && !keepsExampleAccount(file, settings.bank.accounts),
    legal: versions.legal > 0 || file.invoicing.notes.length === 0,
    dispatch: versions.dispatch > 0,
    mail_sender: !isExampleAddress(mail.address),
    mail_server: sendsMail,
    provider_keys:
      unreadable.every(isCarrierAccount) &&
      (settings.invoices.isOnlyMethod ||
        (!isSimulated &&
          paymentAccountProviders.some((provider) => providerAccounts.sourceOf(store, provider) !== null))),
    carrier_keys:
      !unreadable.some(isCarrierAccount) &&
      (settings.parcels.shipsByHand ||
        (!isSimulated &&
          storePolicies[store].shippingMethods.some(
            ({ carrier }) => carrier !== null && parcels.canBook(carrier, store, 'outbound'),
          ))),
    payments: !isSimulated && storeProviders(providers, store).length > 0,
    shipping_methods: await hasMethodsInUse(db, store),
    https: publicUrl.startsWith('https:'),
    terms_page: hasPage('terms'),
    privacy_page: hasPage(servicePages.privacy),
    contact_page: hasPage(servicePages.contact) && file.lawPages.every(hasPage),
    shipping_page: hasPage(servicePages.shipping),
    returns_page: returnPages.every(hasPage),
    products: rows[0]?.sells === true,
    statutory_data: settings.products.requiresStatutoryData || versions.products > 0 || statutoryGaps === 0,
    owner: rows[0]?.isOwned === true,
    open: settings.opening.isOpenToShoppers,
  }
  return { checks, statutoryGaps }
}

async function hasMethodsInUse(db: Kysely<DB>, store: StoreCode): Promise<boolean> {
  const prices = (await readAllSettings(db)).get(store)?.shipping ?? {}
  const fit = Object.entries(prices).every(([id, price]) => {
    const method = shippingMethod(store, id)
    return method === null || fitsWeights(method, price)
  })
  if (!fit) return false
  for (const ofModule of futureShippingOfModules) {
    const { rows } = await ofModule(store).execute(db)
    if (!rows.every(({ id }) => storePolicies[store].shippingMethods.some((method) => method.id === id)))
      return false
  }
  return true
}
