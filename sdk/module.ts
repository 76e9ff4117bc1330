/**
 * What a module does, beside its declarations: the manifest that `modules/NAME/module.server.ts` exports. Server, jobs
 * and the operator's CLI combine the manifests of all modules.
 */
import type { Command } from 'commander'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { AdminServices } from '../api/admin/admin-services.ts'
import type { PurchaseEventPart } from '../api/purchase-event-part.ts'
import type { StaffPart } from '../api/admin/staff-parts.ts'
import type { SessionReader } from '../api/sessions.ts'
import type { Keyed, Listed, ModuleDeclarations } from '../modules/declarations.ts'
import type { DB } from '../db/schema.generated.ts'
import type { LogInServices } from '../domain/accounts/log-in.server.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { CartProducts } from '../domain/catalogue/cart-product.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { DeviceQueries } from '../domain/catalogue/device-queries.ts'
import type { FeedUploads, ImportMappings } from '../domain/catalogue/feed-upload.ts'
import type { CompleteServices } from '../domain/checkout/complete-checkout.server.ts'
import type { SearchPart } from '../domain/command-search/search-back-office.server.ts'
import type { Delivered, DeliveryAttempt, EventName, ShopEvent } from '../domain/events/shop-event.ts'
import type { EventDefinition } from '../contract/events.ts'
import type { Resource } from '../domain/resources/resource.server.ts'
import type { JobQueue, MailPayloads, OrderMailKinds } from '../domain/jobs/job-queue.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import type { PaymentProviders } from '../domain/payments/payment-provider.ts'
import type { WebAccess } from '../domain/network/checked-request.server.ts'
import type { ConfirmationServices } from '../domain/notifications/request-confirmation.server.ts'
import type { RefundServices } from '../domain/refunds/refund-locked.server.ts'
import type { ParcelCarriers } from '../domain/shipping/parcel-booking.ts'
import type { Sku } from '../domain/products/sku.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { Reversals } from '../domain/undo/reversal.ts'
import type { CompanyMailMakers } from '../providers/mail/company-mails.ts'
import type { MailServices, MailTemplate } from '../providers/mail/mail-template.ts'
import type { MakeMail, OrderMailLines, OverrideMail } from '../providers/mail/module-mails.ts'
import type { OrderMailOfModule } from '../providers/mail/order-mail-of-module.ts'
import type { SendMailServices } from '../providers/mail/send-mail.ts'
import type { WarningLog } from '../domain/log/warning-log.ts'
import type { OpenVatRegister } from '../providers/vat-number/vat-number-registers.ts'
import type { VehicleRegister } from '../providers/vehicle-registry/vehicle-registers.ts'
import type { Carrier } from './carrier.ts'
import type { OpenMailTransport } from './outside/mail-transport.ts'
import type { OpenPictureStore } from './outside/picture-store.ts'
import type { PaymentAccount } from './payment-account.ts'

/** What the routes of a module work with. */
export interface RouteServices extends ReadServices, ConfirmationServices, CompleteServices, LogInServices {
  /** Epoch milliseconds. */
  clock: () => number
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
  jobs: JobQueue
  providers: PaymentProviders
  /** Labels of carriers. */
  parcels: ParcelCarriers
  /** Products as they are sold now, and devices. */
  catalogue: CartProducts & Pick<Catalogue, 'productsById' | 'productsBySku'> & DeviceQueries
  /** Who is logged in (`requireAccount`). */
  sessions: SessionReader
  /** Account of the request's session; null for a guest. */
  accountOf: (request: FastifyRequest) => Promise<number | null>
}

/** What the jobs of a module work with. */
export interface JobServices extends SendMailServices {
  db: Kysely<DB>
  /** For use cases of modules from outside; absent: this process does none of orders and money. */
  jobs?: JobQueue
  providers?: PaymentProviders
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
  /** What pricing and placing orders needs; absent: this process places none, and another one's run does. */
  ordering?: OrderingServices
  /** Products as they are sold now; absent: this process has no index, and another one's run has. */
  catalogue?: Pick<CartProducts, 'cartProducts'>
  /** Starts imports of files; absent: this process does not. */
  imports?: Imports
  /** Which addresses of the web are asked on behalf of staff; absent: the public ones. */
  webAccess?: WebAccess
}

/** What pricing and placing orders needs beside the other services of jobs. */
export type OrderingServices = Pick<
  CompleteServices,
  'catalogue' | 'stock' | 'coupons' | 'orderLimits' | 'carriers' | 'customerDiscounts'
>

/** Imports of files, as those of staff who upload one. */
export interface Imports {
  start: FeedUploads['start']
  /** Whether an import writes products now: another one is not started meanwhile. */
  isRunning: () => Promise<boolean>
  /** A saved mapping of columns by its name; null: there is none. */
  mapping: ImportMappings['find']
}

/** What the reads of a page work with. */
export interface ReadServices {
  db: Kysely<DB>
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

/** Opens the shop for one command of the operator and closes it again. `publicUrl`: its own origin. */
export type WithShop = <Answer>(
  work: (shop: { db: Kysely<DB>; keys: Keyring; actor: Actor; publicUrl: string }) => Promise<Answer>,
) => Promise<Answer>

/** Likewise with what refunds and other use cases of orders need. */
export type WithOrders = <Answer>(
  work: (services: RefundServices & { jobs: JobQueue }, actor: Actor) => Promise<Answer>,
) => Promise<Answer>

/** How a command of the operator opens the shop. */
export interface CommandShop {
  withShop: WithShop
  withOrders: WithOrders
}

export interface ModuleManifest<
  Job extends string = string,
  Name extends string = string,
  Account extends string = string,
  Payment extends string = string,
  VatRegister extends string = string,
> {
  /** Its routes of the shop's API. */
  routes?: FastifyPluginAsyncZod<RouteServices>
  /** Its routes of the back office, except those of `resources`. */
  staffRoutes?: FastifyPluginAsyncZod<AdminServices>
  /** What a job of `scheduledJobs` does, by queue. Idempotent: it may run twice. */
  jobs?: Readonly<Record<Job, (services: JobServices) => Promise<void>>>
  /** Words of its declared kinds of mail, which `oweModuleMail` causes. */
  mails?: Readonly<Record<string, MakeMail>>
  /** Other words for mails of the shop, by kind. */
  mailOverrides?: Readonly<Record<string, OverrideMail>>
  /** Its mails of an order, by the first word of their kinds (`OrderMailKinds`). */
  orderMails?: Readonly<Partial<Record<keyof OrderMailKinds, OrderMailOfModule>>>
  /** Its lines of the order confirmation. */
  orderMailLines?: OrderMailLines
  /** Its mails to the people of a company, by what they are about (`CompanyMails`). */
  companyMails?: Partial<CompanyMailMakers>
  /** Its declared templates of mails. */
  mailTemplates?: Readonly<Record<string, MailTemplate<never>>>
  /** What its events hold, by name. */
  events?: Readonly<Record<string, EventDefinition>>
  /** What its subscribers do with an event, by name. Idempotent: they may get one twice. */
  subscribers?: Readonly<Record<string, Subscriber>>
  /** Deletes what is kept for hours or days only; runs every hour. */
  tidy?: (db: Kysely<DB>) => Promise<unknown>
  /** Its declared commands of the operator's CLI. */
  commands?: Readonly<Record<Name, (withShop: WithShop, withOrders: WithOrders) => Promise<Command>>>
  /** Its lists of the back office. */
  resources?: readonly Resource[]
  /** How its changes are undone, by action of the audit. */
  reversals?: Reversals
  /** Its declared carriers. */
  carriers?: Readonly<Record<Account, Carrier>>
  /** Its declared accounts at payment providers. */
  paymentAccounts?: Readonly<Record<Payment, PaymentAccount>>
  /** Opens its declared mail transport. */
  mailTransport?: OpenMailTransport
  /** Opens its declared store of pictures. */
  pictureStore?: OpenPictureStore
  /** Opens its declared registers of VAT numbers. */
  vatRegisters?: Readonly<Record<VatRegister, OpenVatRegister>>
  /** Opens its register of vehicles. */
  vehicleRegister?: (services: Pick<JobServices, 'clock'> & { log: WarningLog }) => VehicleRegister
  /** Schema of its field of a product's page (`ProductPart`), for the API's description. */
  productPart?: z.ZodType
  /** Its fields of the page of an order in the back office (`OrderPageParts`). */
  staffOrderPart?: StaffPart
  /** Its fields of the page of a customer in the back office (`CustomerPageParts`). */
  staffCustomerPart?: StaffPart
  /** What buyers of the demo do with delivered orders, by the word for it in `demo/demo-orders.ts`. */
  demoOrderEnds?: Readonly<Record<string, DemoOrderEnd>>
  /** What it adds to the search of the back office. */
  searchPart?: SearchPart
  /** What `anode order show` prints of an order beside the kernel's: fields of its JSON, and lines of text. */
  shownOfOrder?: (
    db: Kysely<DB>,
    orderId: number,
  ) => Promise<{ fields: Readonly<Record<string, unknown>>; lines: readonly string[] }>
  /** Its part of an order's purchase event; `purchaseFields` of `storefront/visit.ts` reports its fields. */
  purchaseEvent?: PurchaseEventPart
}

/** Does with a delivered order of the demo what its buyer does. `sku`: of its first line. */
export type DemoOrderEnd = (
  services: CompleteServices & { jobs: JobQueue; catalogue: CartProducts },
  actor: Actor,
  order: {
    number: string
    store: StoreCode
    sku: Sku
    comment: string
    buyer: { name: string; email: string }
  },
) => Promise<void>

/** `schema`: its fields of the request's body, each with a default, because a visit may report nothing. */
export const purchaseEventPart = <Schema extends z.ZodObject>(
  schema: Schema,
  record: (trx: Kysely<DB>, fields: z.infer<Schema>, at: { store: StoreCode; now: Date }) => Promise<void>,
): PurchaseEventPart => ({
  schema,
  record: (trx, fields, at) => record(trx, schema.parse(fields), at),
})

/** Throws where the event must be delivered again: `DeliveryFailed` with a code for staff, or any fault. */
export type Subscriber<Name extends EventName = never> = (
  services: JobServices,
  event: ShopEvent<Name>,
  attempt: DeliveryAttempt,
) => Promise<Delivered | void>

/** A function for each subscriber; one that declares no events gets those that its rows subscribe to. */
export type Subscribers<Declared extends Readonly<Record<string, { readonly events: readonly string[] }>>> = {
  readonly [Name in keyof Declared]: Subscriber<
    [Declared[Name]['events'][number]] extends [never]
      ? EventName
      : Extract<Declared[Name]['events'][number], EventName>
  >
}

/** A template for each declared name, with what its mails are made from. */
export type MailTemplates<Name extends keyof MailPayloads> = {
  readonly [Each in Name]: MailTemplate<MailPayloads[Each], MailServices, never>
}

/** The manifest of a module: it has what the module declares, each declared job, command, account and register. */
export const defineModule = <const Declared extends ModuleDeclarations>(
  _declarations: Declared,
  manifest: ManifestOf<Declared>,
): ModuleManifest => manifest

type ManifestOf<Declared> = Omit<
  ModuleManifest<
    Keyed<Declared, 'scheduledJobs'>,
    Listed<Declared, 'commands'>,
    Keyed<Declared, 'carriers'>,
    Keyed<Declared, 'paymentAccounts'>,
    Keyed<Declared, 'vatRegisters'>
  >,
  'mailTemplates' | 'subscribers'
> &
  (Declared extends { readonly scheduledJobs: object } ? { jobs: object } : object) &
  (Declared extends { readonly mailTemplates: object }
    ? { mailTemplates: MailTemplates<Extract<Keyed<Declared, 'mailTemplates'>, keyof MailPayloads>> }
    : object) &
  (Declared extends {
    readonly subscribers: infer Declares extends Readonly<
      Record<string, { readonly events: readonly string[] }>
    >
  }
    ? { subscribers: Subscribers<Declares> }
    : object) &
  (Declared extends { readonly events: readonly string[] } ? { events: object } : object) &
  (Declared extends { readonly commands: object } ? { commands: object } : object) &
  (Declared extends { readonly carriers: object } ? { carriers: object } : object) &
  (Declared extends { readonly paymentAccounts: object } ? { paymentAccounts: object } : object) &
  (Declared extends { readonly vatRegisters: object } ? { vatRegisters: object } : object)
