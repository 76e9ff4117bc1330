/**
 * `anode/module`: all that the server's part of a module from outside imports of the shop
 * (`docs/modules-from-outside.md`). It is versioned (`sdk/module-interface.ts`), and `sdk/outside/module.api.txt` shows
 * what a change does to it. The types here stand by themselves: the shop's tables and services are no part of them.
 */
import type { Command } from 'commander'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { requireStore, withStore } from '../../api/store-query.ts'
import type { EventDefinition, KernelEventName } from '../../contract/events.ts'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { auditActions, auditObjectKinds } from '../../domain/audit/audit-actions.ts'
import { audited as auditedInShop, type AuditEntry } from '../../domain/audit/audited.server.ts'
import { defineSettings as defineInSettings } from '../../domain/module-settings/module-settings.server.ts'
import { fitsField, scopeOf, valueInStore } from '../../domain/custom-fields/custom-field.ts'
import { fieldsOf } from '../../domain/custom-fields/declared-fields.ts'
import { findFieldOwner } from '../../domain/custom-fields/field-owners.server.ts'
import { readFieldValues, setFieldValues } from '../../domain/custom-fields/field-values.server.ts'
import { mailKinds } from '../../domain/mail/mail-kind.ts'
import { entriesOf } from '../../modules/modules.ts'
import { oweMail } from '../../domain/mail/mail-outbox.server.ts'
import { sumMinor, type Minor } from '../../domain/money/money.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { listUnitMinor, usedCodes, type OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { publishEvent as publishInShop } from '../../domain/events/publish-event.server.ts'
import type { Delivered, DeliveryAttempt, ShopEvent } from '../../domain/events/shop-event.ts'
import {
  defineResource as defineInShop,
  type Done,
  type Fields,
  type Filter,
  type Input,
  type Inputs,
  type Resource,
  type ResourceTask,
  type RowOf,
  type ValuesOf,
} from '../../domain/resources/resource.server.ts'
import { permissions } from '../../domain/permissions/permissions.ts'
import {
  defineStoredList as defineStoredInShop,
  storedListActions,
  type StoredValue,
} from '../../domain/stored-lists/stored-list.server.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { ModuleDeclarations as DeclarationsInShop, OfferedMethod } from '../../modules/declarations.ts'
import { mailTextsOf } from '../../providers/mail/module-mail-texts.ts'
import type { MailContent, MailParagraph } from '../../providers/mail/module-mails.ts'
import type { Carrier as CarrierInShop } from '../carrier.ts'
import { schemaOf } from '../module-interface.ts'
import type { ModuleManifest, WithShop as WithShopInShop } from '../module.ts'
import type { PaymentAccount as AccountInShop } from '../payment-account.ts'
import type { OpenMailTransport } from './mail-transport.ts'
import type { OpenCarrier } from './carriers.ts'
import { guardedCarrier } from './guarded-carrier.ts'
import { namedRoutes } from './named-routes.ts'
import type { OpenPaymentAccount } from './payments.ts'
import type { OpenPictureStore } from './picture-store.ts'
import { providerOf } from './redirect-provider.ts'
import {
  guardedVatRegister,
  guardedVehicleRegister,
  type OpenVatRegister,
  type RegisterServices,
  type VehicleRegister,
} from './registers.ts'
import type { ShopDatabase } from './shop-database.ts'
import { staffRoutesOf, type StaffRouteServices } from './staff-routes.ts'
import type { UseCaseServices } from './use-cases.ts'

export { DeliveryFailed } from '../../domain/events/shop-event.ts'
export {
  choice,
  choiceInput,
  codesInput,
  customer,
  day,
  flag,
  flagInput,
  id,
  inStores,
  amount,
  amountInput,
  integer,
  integerInput,
  moment,
  optionalChoice,
  optionalDay,
  optionalText,
  order,
  product,
  products,
  productsInput,
  store,
  storeInput,
  storesInput,
  text,
  textInput,
  texts,
  textsInput,
} from '../../domain/resources/resource.server.ts'
export { keyText, keyWord, sharedKey, storeKey } from '../../modules/account-description.ts'
export { jobActor } from '../../domain/audit/actor.ts'
export { moduleInterface, schemaOf } from '../module-interface.ts'
export { storeCodes }
export {
  forStaff,
  isSteppedUp,
  requireDone,
  requireStaffStore,
  staffActor,
  staffError,
  staffRefusal,
  staffStores,
} from './staff-routes.ts'
export type { AskedOfStaff, StaffRouteServices } from './staff-routes.ts'
export {
  addOrderNote,
  bookShipment,
  cancelOrder,
  moveOrder,
  readCustomer,
  readProduct,
  refundOrder,
  setPrice,
  setStock,
  shipOrder,
} from './use-cases.ts'
export type {
  ModuleCustomer,
  ModuleProduct,
  PriceTier,
  RefundedLine,
  Refused,
  UseCaseServices,
} from './use-cases.ts'
export type { ShopDatabase }
export type {
  CarrierAccount,
  CarrierCalls,
  CarrierPoint,
  CarrierRefused,
  CarrierServices,
  CarrierSettings,
  CarrierUnavailable,
  DeliveryReport,
  DeliveryState,
  OpenCarrier,
  ParcelAnswer,
  ParcelCancellation,
  ParcelPlace,
  ParcelToBook,
  PointsAnswer,
  PointsQuery,
  ReadDeliveryReport,
} from './carriers.ts'
export type { ShippingMethodDeclaration, ShippingMethodInStore } from '../../modules/declarations.ts'
export type {
  OpenedPayment,
  OpenPaymentAccount,
  OperationAnswer,
  PaymentAccount,
  PaymentBuyer,
  PaymentLine,
  PaymentOperation,
  PaymentProblem,
  PaymentRecord,
  PaymentServices,
  PaymentSettings,
  PaymentToOpen,
  ReadWebhook,
  RedirectPayments,
  WebhookRequest,
} from './payments.ts'
export type {
  ModuleCouponKind as CouponKind,
  ModuleKindLine as CouponKindLine,
  ModuleKindMissing as CouponKindMissing,
  ModuleKindProblem as CouponKindProblem,
  ModuleKindValues as CouponKindValues,
} from '../../modules/coupon-kind.ts'
export type {
  OpenVatRegister,
  RegisterServices,
  VatNumberToCheck,
  VatRegister,
  VatRegisterAnswer,
  VehicleAnswer,
  VehicleRegister,
} from './registers.ts'
export type {
  MailAnswer,
  MailToSend,
  MailTransport,
  MailTransportServices,
  OpenMailTransport,
} from './mail-transport.ts'
export type { OpenPictureStore, PictureStore, PictureStoreServices } from './picture-store.ts'
export type { PaymentMeans } from '../../domain/payments/payment-means.ts'
export type { PaymentState, Shipment } from '../../domain/payments/payment-provider.ts'
export type { MailContent, MailParagraph }
export type { Actor, Delivered, DeliveryAttempt, Done, EventDefinition, ShopEvent, StoreCode }

/** What a module declares: names, as data. Browsers load them. */
export type ModuleDeclarations = Pick<
  DeclarationsInShop,
  | 'name'
  | 'pages'
  | 'ownSections'
  | 'auditActions'
  | 'auditObjects'
  | 'auditCodes'
  | 'auditFilters'
  | 'mails'
  | 'permissions'
  | 'scheduledJobs'
  | 'events'
  | 'subscribers'
  | 'fields'
  | 'commands'
  | 'retention'
  | 'ownData'
  | 'browserStorage'
  | 'paymentAccounts'
  | 'vatRegisters'
  | 'staffPages'
  | 'staffSections'
  | 'mailTransport'
  | 'pictureStore'
  | 'shippingMethods'
> & {
  /** Its carrier, by the name of the module, with its name as buyers know it. */
  readonly carriers?: Readonly<Record<string, { readonly name: string }>>
  /** Payment methods of its account at a payment provider, by the ids that orders have. */
  readonly paymentMethods?: Readonly<Record<string, PaymentMethod>>
}

/**
 * A payment method, a choice of the checkout: `payment_method.METHOD` in the texts for shoppers names it there, and
 * `payment_method.METHOD_text` is the sentence below.
 */
export interface PaymentMethod {
  /** The company as buyers and staff know it, on orders, in mails and in the back office. */
  readonly name: string
  /** The shopper pays on the provider's own page. */
  readonly collects: 'redirect'
  /** To whom, and in which stores with an account; `{}`: to all. */
  readonly offered: OfferedMethod
}

const inShop = (db: ShopDatabase): Kysely<DB> => db as Kysely<DB>

/** Executes SQL that is written by hand: `sql`…`.execute(executorOf(db))`. */
export const executorOf = (db: ShopDatabase): Kysely<unknown> => inShop(db) as unknown as Kysely<unknown>

/** What a module may need to know of a store. */
export interface StoreFacts {
  /** ISO 4217. */
  currency: string
  /** IANA. */
  timeZone: string
  /** BCP 47. */
  language: string
}

export function storeFacts(store: StoreCode): StoreFacts {
  const { currency, timeZone, iso } = stores[store]
  return { currency, timeZone, language: iso }
}

/** Queries of the module's own tables. `Tables`: its tables by name, as Kysely has them. */
export const tablesOf = <Tables>(db: ShopDatabase, module: string): Kysely<Tables> =>
  inShop(db).withSchema(schemaOf(module)) as unknown as Kysely<Tables>

/** A table of the module in SQL that is written by hand. */
export const tableOf = (module: string, table: string): RawBuilder<unknown> =>
  sql`${sql.id(schemaOf(module), table)}`

/** What was done to one object. No personal data: codes, amounts, and names of the changed fields. */
export interface ModuleAuditEntry {
  /** One of `auditActions` of the declarations. */
  action: string
  /** Kind, one of `auditObjects` of the declarations or of the shop, and id. */
  object: readonly [kind: string, id: string | number]
  store?: StoreCode | null
  /** The fields before and after; absent where there was or is nothing. Equal values are left out of both. */
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
  /** Why, as the actor stated it. */
  reason?: string | null
}

/**
 * Runs `work` in a transaction on behalf of the actor, with the entries of the audit that it records. What it returns
 * is committed; `rollBack` ends it with an answer and nothing written. Within a transaction of the caller no new one is
 * opened. Throws for an action or an object that no module declares.
 */
export async function audited<Answer>(
  db: ShopDatabase,
  actor: Actor,
  work: (
    trx: ShopDatabase,
    record: (entry: ModuleAuditEntry) => void,
    rollBack: (answer: Answer) => never,
  ) => Promise<Answer>,
): Promise<Answer> {
  return auditedInShop<Answer>(inShop(db), actor, (trx, record, rollBack) =>
    work(trx, (entry) => record(declaredEntry(entry)), rollBack),
  )
}

function declaredEntry(entry: ModuleAuditEntry): AuditEntry {
  if (!auditActions.some((action) => action === entry.action))
    throw new Error(`${entry.action} is not among the auditActions of a module`)
  if (!auditObjectKinds.some((kind) => kind === entry.object[0]))
    throw new Error(`${entry.object[0]} is not among the auditObjects of a module`)
  return entry as AuditEntry
}

/** An order, as its lines are now. */
export interface ModuleOrder {
  number: string
  store: StoreCode
  /** `received`, `processing`, `shipped`, `delivered`, `cancelled`, `returned` … */
  status: string
  lines: readonly ModuleOrderLine[]
  /** The codes that took something off, with what each took off all lines, or added a gift. */
  codes: readonly { code: string; amountMinor: number }[]
}

/** A line of an order. Amounts are hundredths, VAT included. */
export interface ModuleOrderLine {
  /** For refunds. */
  id: string
  sku: string
  name: string
  quantity: number
  /** A unit, before percentages and what codes take off. */
  unitMinor: number
  /** Paid for the line. */
  totalMinor: number
}

/** The order of a number; null: there is none. */
export async function readOrder(db: ShopDatabase, number: string): Promise<ModuleOrder | null> {
  const order = await findOrderByNumber(inShop(db), number)
  if (order === null) return null
  const { status, snapshot } = order
  return {
    number,
    store: snapshot.store,
    status,
    lines: snapshot.lines.map((line) => ({
      id: line.uuid,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      unitMinor: listUnitMinor(line),
      totalMinor: line.totalMinor,
    })),
    codes: usedCodes(snapshot).map((code) => ({ code, amountMinor: takenOff(snapshot, code) })),
  }
}

/** What a code took off the lines of an order. */
function takenOff({ lines }: Pick<OrderSnapshot, 'lines'>, code: string): Minor {
  const reasons = lines.flatMap((line) => line.reasons.filter((reason) => reason.code === code))
  return sumMinor(reasons.map(({ amountMinor }) => amountMinor))
}

/**
 * Publishes an event of the module in the transaction of what happened; `events` of the declarations names it. Modules
 * subscribe to it; nothing is written where none does.
 */
export const publishEvent = (
  trx: ShopDatabase,
  event: { name: string; object: { kind: string; id: string }; store: StoreCode | null; data: object },
): Promise<void> => publishInShop(inShop(trx), event as never)

/** What the mails of a module are made with. */
export interface MailServices {
  /** The transaction in which the mail is sent. */
  db: ShopDatabase
  /** Epoch milliseconds. */
  clock: () => number
  /** The shop's own origin. */
  publicUrl: string
}

/**
 * Words one of the module's mails, as things are when it is sent; null: its cause is over, and nothing is sent. It may run
 * again after a crash. `order`: number of the order to whose buyer it goes.
 */
export type MakeMail = (
  services: MailServices,
  data: never,
  about: { store: StoreCode; order: string | null },
) => Promise<MailContent | null>

/** Ties the type of a mail's data to what `sendMail` is given. */
export const mail = <Data extends object>(
  make: (
    services: MailServices,
    data: Data,
    about: { store: StoreCode; order: string | null },
  ) => Promise<MailContent | null>,
): MakeMail => make

/** A mail of the shop that is about to be sent. */
export interface ShopMail {
  /** `order-shipped`, `password-reset` … */
  kind: string
  store: StoreCode
  /** Number of the order that it is about; null: of none, or of several. */
  order: string | null
  subject: string
  /** Null: the mail is no text of paragraphs, as the order confirmation. */
  paragraphs: readonly MailParagraph[] | null
  /** As plain text, with the signature. */
  text: string
}

/** Other words for a mail of the shop; null: its own. */
export type OverrideMail = (services: MailServices, mail: ShopMail) => Promise<MailContent | null>

/** A mail of the module that is owed. */
export interface OwedModuleMail {
  /** One of `mails` of the declarations. */
  mail: string
  /** The buyer of an order, the customer of an account, or an address, in the language of a store. */
  to: { order: string } | { account: number } | { address: string; store: StoreCode }
  /** What the mail is made from: ids and codes, no personal data. */
  data?: object
  /** Earliest sending. */
  notBefore?: Date
  /** While a mail is open or given up, no other one is written with its key. */
  key?: string
}

/**
 * Sends a mail of the module from the caller's commit on: without a commit there is no mail. It is sent within seconds, at
 * least once and under one Message-ID, tried again for three days, and then among the failed jobs of staff.
 */
export async function sendMail(
  trx: ShopDatabase,
  { mail: name, to, data = {}, notBefore, key }: OwedModuleMail,
): Promise<void> {
  if (![...entriesOf('mails').keys()].some((kind) => kind === name))
    throw new Error(`${name} is not among the mails of a module`)
  const receiver = 'address' in to ? { store: to.store } : to
  await oweMail(inShop(trx), {
    template: name,
    data: { to: receiver, data },
    ...('address' in to && { recipient: to.address }),
    ...(notBefore && { notBefore }),
    ...(key !== undefined && { key: `${name} ${key}` }),
  })
}

/** The texts of the module's mails, as `texts/STORE.mails.json` has them. */
export const mailTexts = <Texts extends object>(module: string, store: StoreCode): Texts =>
  mailTextsOf(module, store) as Texts

/** What actions and forms of lists work with. In a command they have no payments (`UseCaseServices`). */
export interface ListServices extends UseCaseServices {
  /** The shop's own origin. */
  publicUrl: string
}

/** Something that staff do with a row. Its use case decides in its own transaction; idempotent or refused. */
export interface ListAction<Row, Given extends Inputs> {
  /** What it does, in the operator's CLI. */
  description: string
  /** A permission of the shop, or of `permissions` of the declarations. */
  permission: string
  /** Whether it is offered for the row as it is; always without it. */
  isOffered?: (row: Row) => boolean
  inputs?: Given
  /** The one that is expected next. */
  isMain?: true
  run: (services: ListServices, actor: Actor, given: { row: Row; values: ValuesOf<Given> }) => Promise<Done>
}

/** How rows are added, changed and removed; absent ways are not offered. */
export interface ListForm<Row, Given extends Inputs> {
  permission: string
  inputs: Given
  create?: (
    services: ListServices,
    actor: Actor,
    values: ValuesOf<Given>,
  ) => Promise<{ ok: true; key: string | number } | { ok: false; code: string }>
  change?: (
    services: ListServices,
    actor: Actor,
    given: { row: Row; values: ValuesOf<Given> },
  ) => Promise<Done>
  remove?: (services: ListServices, actor: Actor, row: Row) => Promise<Done>
  /** The removal is among the reversals of the audit. */
  removalCanBeUndone?: true
}

/** Ties the type of an action's values to its inputs. */
export const action =
  <Row>() =>
  <const Given extends Inputs = Record<never, never>>(
    declared: ListAction<Row, Given>,
  ): ListAction<Row, never> =>
    declared as never

/** Ties the type of a form's values to its inputs. */
export const form =
  <Row>() =>
  <const Given extends Inputs>(declared: ListForm<Row, Given>): ListForm<Row, never> =>
    declared as never

/** A list of the back office (`docs/modules.md`, "Lists of the back office"). */
export interface ListDeclaration<Declared extends Fields> {
  /** In the addresses of its page and of the API, of saved views, and in the keys of its texts. */
  name: string
  /** Its place in the sidebar: below the section of this path (`/orders`, `/hello`), with this icon and these keys. */
  section: { after: string; icon: string; keys: string }
  permission: string
  /** What the audit calls a row: its entries are the row's timeline. */
  auditObject: string
  /** The `from` clause without the word: `sql`${tableOf('gift-wrap', 'wrapping')} w``. Joins neither remove nor repeat rows. */
  source: RawBuilder<unknown>
  fields: Declared
  /** The field that names a row: unique, never null, of kind `id` or `text`. */
  key: keyof Declared & string
  /** What staff call a row; its key by default. */
  title?: keyof Declared & string
  /** The name of a sort, with `-` in front from the last to the first. */
  defaultSort: string
  /** Its rows concern all stores: only who holds the permission in each of them reads them. */
  isOfEveryStore?: true
  /** Rows hold personal data: their export asks for `export:personal` and a step-up. */
  isPersonal: boolean
  filters?: Readonly<Record<string, Filter>>
  todo?: Readonly<Record<string, ResourceTask>>
  actions?: Readonly<Record<string, ListAction<RowOf<Declared>, never>>>
  form?: ListForm<RowOf<Declared>, never>
}

/** A declared list, for the manifest. */
export interface StaffList {
  readonly name: string
}

export const defineResource = <const Declared extends Fields>(
  declaration: ListDeclaration<Declared>,
): StaffList => defineInShop(declaration as never)

/** A list without a table (`docs/modules.md`, "Lists that store their rows"). Its rows hold nothing about people. */
export interface StoredListDeclaration extends Pick<
  ListDeclaration<Fields>,
  'name' | 'section' | 'permission' | 'defaultSort' | 'isOfEveryStore' | 'todo'
> {
  /** Adds, changes and removes rows: in the row's store, where it has one, otherwise in all stores. */
  editPermission: string
  /**
   * What the audit calls a row, in `auditObjects` of the declarations; `auditActions` has `OBJECT.add`, `OBJECT.change` and
   * `OBJECT.remove`.
   */
  auditObject: string
  /** Name of a value → what it is. That of `storeInput`, called `store`, is the row's store. */
  values: Readonly<Record<string, StoredValue>>
  /** The value that names a row to people. */
  title: string
}

/** A list that stores, changes and removes its rows by itself, in the audit and to be undone. */
export const defineStoredList = (declaration: StoredListDeclaration): StaffList =>
  defineStoredInShop(declaration as never)

/** An input of a setting: `textInput`, `optionalText`, `integerInput`, `flagInput`, `choiceInput` or `optionalChoice`. */
export type SettingInputs = Readonly<Record<string, Input<string | number | boolean | null>>>

/** Settings of the module, of each store. */
export interface Settings<Given extends SettingInputs> {
  /** The list of the stores with their values, for `resources` of the manifest. Its name is `MODULE-settings`. */
  list: StaffList
  /** What holds in a store. */
  read: (db: ShopDatabase, store: StoreCode) => Promise<ValuesOf<Given>>
}

/**
 * Declares the settings of the module: staff with `settings:edit` change them, in the audit and to be undone. Their words
 * are those of a list: `MODULE-settings.INPUT`.
 */
export function defineSettings<const Given extends SettingInputs>(declaration: {
  module: string
  /** Its place in the sidebar, as that of a list. */
  section: { after: string; icon: string; keys: string }
  inputs: Given
  /** What holds where staff have set nothing. */
  initial: ValuesOf<Given>
}): Settings<Given> {
  const { resource, read } = defineInSettings<Given>(declaration)
  return { list: resource, read: (db, store) => read(inShop(db), store) }
}

/** What a value of a kind of field is; `date`: `YYYY-MM-DD`, `choice`: a code of its options. */
export type FieldValueOf<Kind extends string> = Kind extends 'number'
  ? number
  : Kind extends 'flag'
    ? boolean
    : string

/** A field that the module declares, of one object: a sku, an order's number, a coupon's code, an account's or company's id. */
export interface ModuleField<Value> {
  /** What holds in a store; null: nothing. */
  read: (db: ShopDatabase, object: string, store: StoreCode) => Promise<Value | null>
  /**
   * Sets what holds in a store, in the audit and to be undone by staff: in all stores, where the field is shared, and in
   * those of its language, where it differs by language. Null removes it.
   */
  set: (
    db: ShopDatabase,
    actor: Actor,
    given: { object: string; store: StoreCode; value: Value | null; now: Date },
  ) => Promise<{ ok: true } | { ok: false; code: string }>
}

/** A field of `fields` of the declarations, for the module's own code. Throws for one that they do not have. */
export function defineField<
  const Declared extends Pick<ModuleDeclarations, 'name' | 'fields'>,
  Key extends keyof NonNullable<Declared['fields']> & string,
>(
  declarations: Declared,
  key: Key,
): ModuleField<
  FieldValueOf<
    NonNullable<Declared['fields']>[Key] extends { kind: infer Kind extends string } ? Kind : never
  >
> {
  const field = fieldsOf([declarations]).find((declared) => declared.key === key)
  if (field === undefined) throw new Error(`The module ${declarations.name} declares no field ${key}.`)
  return {
    read: async (db, object, store) => {
      const found = await findFieldOwner(inShop(db), field.object, object)
      if (found === null) return null
      const { [key]: values = {} } = await readFieldValues(inShop(db), found.owner)
      const value = valueInStore(field, values, store)
      // A version of the module before may have stored another kind.
      return fitsField(field, value) ? (value as never) : null
    },
    set: async (db, actor, { object, store, value, now }) => {
      const found = await findFieldOwner(inShop(db), field.object, object)
      if (found === null) return { ok: false, code: `unknown_${field.object}` }
      const values = { [key]: { [scopeOf(field, store)]: value } }
      return setFieldValues(inShop(db), actor, { owner: found.owner, values, now })
    },
  }
}

/** The query of a route that is called for a store, and its own fields: `locale` and `sid`, as every call has them. */
export const storeQuery = withStore

/** The store that a request is for; a request without one is refused. */
export const storeOf = (request: Pick<FastifyRequest, 'query'>): StoreCode => requireStore(request).code

/** What the routes of a module work with. */
export interface RouteServices extends UseCaseServices {
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
  /** Account of the request's session; null for a guest. */
  accountOf: (request: FastifyRequest) => Promise<number | null>
}

/** What jobs and subscribers of a module work with. */
export interface JobServices extends UseCaseServices {
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
}

/**
 * Gets an event at least once, one after the other for each object; idempotent. An exception is a failed attempt, which
 * is made again later.
 */
export type Subscriber<Name extends string> = (
  services: JobServices,
  event: [Name] extends [KernelEventName]
    ? ShopEvent<Name>
    : ShopEvent<Extract<Name, KernelEventName>> | ModuleEvent,
  attempt: DeliveryAttempt,
) => Promise<Delivered | void>

/** An event of a module. */
export interface ModuleEvent {
  id: number
  name: `${string}.${string}`
  object: { kind: string; id: string }
  store: StoreCode | null
  data: unknown
  recordedAt: Date
}

/** Opens the shop for one command of the operator and closes it again. */
export type WithShop = <Answer>(
  work: (shop: { db: ShopDatabase; actor: Actor; publicUrl: string }) => Promise<Answer>,
) => Promise<Answer>

/** The command of a list: `list` with its filters, `show`, and its actions. `sentences`: words for codes of refusals. */
export async function listCommand(
  list: StaffList,
  withShop: WithShop,
  words: {
    name: string
    description: string
    help?: string
    sentences?: Readonly<Record<string, string>>
  },
): Promise<Command> {
  const { resourceCommand } = await import('../resource-command.ts')
  return resourceCommand(list as Resource, withShop as WithShopInShop, words)
}

/** Makes the reverse of a change in the transaction of the undo; a text is the code of a refusal. */
export type Reverse = (
  trx: ShopDatabase,
  actor: Actor,
  entry: {
    id: number
    action: string
    store: StoreCode | null
    objectId: string
    before: Record<string, unknown>
    after: Record<string, unknown>
  },
) => Promise<true | string>

/** What a module does, beside its declarations. */
export interface OutsideManifest<Declared extends ModuleDeclarations> {
  /** Its routes of the shop's API. Their paths begin with `/`, and are called below `/api/modules/NAME`. */
  routes?: FastifyPluginAsyncZod<RouteServices>
  /**
   * Its routes of the back office: what its pages and cards read and change. Their paths begin with `/`, and are called
   * below `/admin/api/modules/NAME`; each has `config: forStaff(…)`.
   */
  staffRoutes?: FastifyPluginAsyncZod<StaffRouteServices>
  /** What a job of `scheduledJobs` does, by queue. Idempotent: it may run twice. */
  jobs?: Readonly<
    Record<keyof NonNullable<Declared['scheduledJobs']> & string, (services: JobServices) => Promise<void>>
  >
  /** What its subscribers do with an event, by name. */
  subscribers?: {
    readonly [Name in keyof NonNullable<Declared['subscribers']>]: Subscriber<
      NonNullable<Declared['subscribers']>[Name]['events'][number]
    >
  }
  /** What its events hold, by name. */
  events?: Readonly<Record<string, EventDefinition>>
  /** Its lists of the back office. */
  resources?: readonly StaffList[]
  /** Its commands of the operator's CLI, by the names in `commands` of the declarations: `anode NAME`. */
  commands?: Readonly<Record<string, (withShop: WithShop) => Promise<Command>>>
  /** How its changes are undone, by action of the audit, with the permission that the change asks for. */
  reversals?: Readonly<Record<string, { permission: string; stepUp?: true; reverse: Reverse }>>
  /** Words of its mails, by the names in `mails` of the declarations; `sendMail` causes them. */
  mails?: Readonly<Record<keyof NonNullable<Declared['mails']> & string, MakeMail>>
  /**
   * Other words for mails of the shop, by kind (`order-shipped` …). Attachments stay. What fails is logged, and the shop's own
   * words are sent. What the law asks of a mail stays with who writes it.
   */
  mailOverrides?: Readonly<Record<string, OverrideMail>>
  /** Lines below the goods of an order confirmation. What fails is logged, and the mail is sent without. */
  orderMailLines?: (
    services: MailServices,
    order: { number: string; store: StoreCode },
  ) => Promise<readonly string[]>
  /** Deletes what is kept for hours or days only; runs every hour. */
  tidy?: (db: ShopDatabase) => Promise<unknown>
  /** Opens its mail transport: `mailTransport` of the declarations. */
  mailTransport?: OpenMailTransport
  /** Opens its store of pictures: `pictureStore` of the declarations. */
  pictureStore?: OpenPictureStore
  /** What it does with accounts at its carrier: `carriers` of the declarations. */
  carriers?: Readonly<Record<keyof NonNullable<Declared['carriers']> & string, OpenCarrier>>
  /** What it does with a store's account at its payment provider: `paymentAccounts` of the declarations. */
  paymentAccounts?: Readonly<
    Record<
      keyof NonNullable<Declared['paymentAccounts']> & string,
      OpenPaymentAccount<keyof NonNullable<Declared['paymentMethods']> & string>
    >
  >
  /** Opens its registers of VAT numbers, by the names in `vatRegisters` of the declarations. */
  vatRegisters?: Readonly<Record<keyof NonNullable<Declared['vatRegisters']> & string, OpenVatRegister>>
  /** Opens its register of vehicles, once in each process. */
  vehicleRegister?: (services: RegisterServices) => VehicleRegister
}

/** Parts of the manifest that do what is declared. */
export type NeededParts<Declared> =
  | (Declared extends { scheduledJobs: object } ? 'jobs' : never)
  | (Declared extends { commands: object } ? 'commands' : never)
  | (Declared extends { subscribers: object } ? 'subscribers' : never)
  | (Declared extends { events: object } ? 'events' : never)
  | (Declared extends { carriers: object } ? 'carriers' : never)
  | (Declared extends { paymentAccounts: object } ? 'paymentAccounts' : never)
  | (Declared extends { vatRegisters: object } ? 'vatRegisters' : never)
  | (Declared extends { mails: object } ? 'mails' : never)
  | (Declared extends { mailTransport: object } ? 'mailTransport' : never)
  | (Declared extends { pictureStore: object } ? 'pictureStore' : never)

/** What `defineModule` makes of a manifest; the shop alone reads it. */
export interface DefinedModule {
  readonly [Part: string]: unknown
}

/** Whose personal data is exported. */
export interface DataSubject {
  /** Account of the customer; null: a guest. */
  accountId: number | null
  /** Their address, an expression of type text. */
  email: RawBuilder<unknown>
  /** A condition on the orders `o` that are theirs. */
  isTheirOrder: RawBuilder<unknown>
}

/**
 * Personal data that a module keeps: `personal-data.server.ts` exports it as `personalData`. `Retained`: the kinds in
 * `retention` of the declarations.
 */
export interface ModulePersonalData<Retained extends string = string> {
  /** Section of the export (GDPR, Art. 15) → the query of its rows. No secrets: neither hashes nor tokens. */
  export: Readonly<Record<string, (subject: DataSubject) => RawBuilder<Record<string, unknown>>>>
  /**
   * Erases what belongs to an account (null: of a guest), orders and an address (GDPR, Art. 17); the orders themselves stay
   * for the books. Of the table `orders` a query may use `id`, `number`, `store`, `email` and `placed_at`.
   */
  erase(
    trx: ShopDatabase,
    of: { accountId: number | null; orderIds: readonly number[]; email: string; now: Date },
  ): Promise<void>
  /** Each kind of `retention`: erases a store's records from before a moment and returns a row for each. */
  retention: Readonly<
    Record<Retained, (expired: { store: StoreCode; before: Date; now: Date }) => RawBuilder<unknown>>
  >
}

/** What the types do not see: names that are declared and not there, or there and not declared. */
function refuseMistakes(declarations: ModuleDeclarations, manifest: ModuleManifest): void {
  const { name } = declarations
  const mistake = (words: string) => new Error(`The module ${name} ${words}.`)
  const mustHave = (what: string, declared: readonly string[], has: object = {}) => {
    const missing = declared.find((each) => !Object.hasOwn(has, each))
    if (missing !== undefined)
      throw mistake(`declares ${missing}, which is not among the ${what} of its manifest`)
  }
  mustHave('jobs', Object.keys(declarations.scheduledJobs ?? {}), manifest.jobs)
  mustHave('commands', declarations.commands ?? [], manifest.commands)
  mustHave('subscribers', Object.keys(declarations.subscribers ?? {}), manifest.subscribers)
  mustHave('events', declarations.events ?? [], manifest.events)
  mustHave('carriers', Object.keys(declarations.carriers ?? {}), manifest.carriers)
  mustHave('paymentAccounts', Object.keys(declarations.paymentAccounts ?? {}), manifest.paymentAccounts)
  mustHave('mails', Object.keys(declarations.mails ?? {}), manifest.mails)
  for (const service of ['mailTransport', 'pictureStore'] as const)
    if ((declarations[service] === undefined) !== (manifest[service] === undefined))
      throw mistake(`has ${service} in its declarations or in its manifest, and not in both`)
  for (const [method, { stores: offered }] of Object.entries(declarations.shippingMethods ?? {}))
    for (const [store, { priceMinor, freeFromMinor = 0, heavier = [] }] of Object.entries(offered)) {
      const amounts = [priceMinor, freeFromMinor, ...heavier.map((step) => step.priceMinor)]
      if (stores[store as StoreCode]?.currencyDigits === 0 && amounts.some((amount) => amount % 100 !== 0))
        throw mistake(`has a price of ${method} with decimals in the store ${store}, whose prices have none`)
    }
  const unworded = Object.keys(manifest.mailOverrides ?? {}).find(
    (kind) => !mailKinds.some((each) => each === kind),
  )
  if (unworded !== undefined) throw mistake(`has other words for ${unworded}, which is no mail of the shop`)
  const undone = Object.keys(manifest.reversals ?? {}).find(
    (each) => !declarations.auditActions?.includes(each),
  )
  if (undone !== undefined) throw mistake(`undoes ${undone}, which is not among its auditActions`)
  for (const [section, { permission }] of Object.entries(declarations.staffSections ?? {}))
    if (!permissions.some((each) => each === permission))
      throw mistake(
        `asks for the permission ${permission} in the section ${section}; neither the shop nor a module has it`,
      )
  for (const list of manifest.resources ?? []) {
    if (list.name !== name && !list.name.startsWith(`${name}-`))
      throw mistake(`has a list ${list.name}, which does not begin with its name`)
    const recorded = list.isStored ? Object.values(storedListActions(list)) : []
    const unnamed = recorded.find((action) => !declarations.auditActions?.includes(action))
    if (unnamed !== undefined)
      throw mistake(`has a list ${list.name} that records ${unnamed}, which is not among its auditActions`)
    if (list.isStored && !Object.hasOwn(declarations.auditObjects ?? {}, list.auditObject ?? ''))
      throw mistake(`has a list ${list.name} of ${list.auditObject}, which is not among its auditObjects`)
    const sharing = manifest.resources?.find(
      (other) => other !== list && other.isStored && other.auditObject === list.auditObject,
    )
    if (list.isStored && sharing !== undefined)
      throw mistake(`has two lists of ${list.auditObject}: ${list.name} and ${sharing.name}`)
    const asked = [list, list.form, ...Object.values(list.actions)].flatMap((each) => each?.permission ?? [])
    const unknown = asked.find((permission) => !permissions.includes(permission))
    if (unknown !== undefined)
      throw mistake(
        `asks for the permission ${unknown} in the list ${list.name}; neither the shop nor a module has it`,
      )
  }
}

/** Its accounts at payment providers as the shop has them: one that cannot be opened has no methods. */
function guarded(
  { name: module, paymentMethods = {} }: ModuleDeclarations,
  accounts: Readonly<Record<string, OpenPaymentAccount>>,
): Readonly<Record<string, AccountInShop>> {
  const open =
    (account: OpenPaymentAccount): AccountInShop['open'] =>
    (settings, services) => {
      try {
        const methods = Object.entries(account.open(settings, services))
        return Object.fromEntries(
          methods.flatMap(([method, payments]) =>
            payments && Object.hasOwn(paymentMethods, method)
              ? [[method, providerOf({ module, method }, payments, services)]]
              : [],
          ),
        )
      } catch (error) {
        services.log.warn(
          { module, store: services.store, err: error },
          'a payment account could not be opened',
        )
        return {}
      }
    }
  return Object.fromEntries(
    Object.entries(accounts).map(([name, account]) => [name, { open: open(account) }]),
  )
}

const guardedVatRegisters = (module: string, registers: Readonly<Record<string, OpenVatRegister>>) =>
  Object.fromEntries(
    Object.entries(registers).map(([name, open]) => [name, guardedVatRegister(module, name, open)]),
  )

const guardedCarriers = (
  module: string,
  carriers: Readonly<Record<string, OpenCarrier>>,
): Readonly<Record<string, CarrierInShop>> =>
  Object.fromEntries(
    Object.entries(carriers).map(([carrier, opens]) => [carrier, guardedCarrier({ module, carrier }, opens)]),
  )

/** The manifest of a module from outside: `module.server.ts` exports it as `module`. Throws for mistakes in it. */
export function defineModule<const Declared extends ModuleDeclarations>(
  declarations: Declared,
  manifest: OutsideManifest<Declared> & Required<Pick<OutsideManifest<Declared>, NeededParts<Declared>>>,
): DefinedModule {
  const { routes, staffRoutes, carriers, paymentAccounts, vatRegisters, vehicleRegister, ...others } =
    manifest
  const rest: object = {
    ...others,
    ...(carriers && { carriers: guardedCarriers(declarations.name, carriers) }),
    ...(paymentAccounts && { paymentAccounts: guarded(declarations, paymentAccounts) }),
    ...(vatRegisters && { vatRegisters: guardedVatRegisters(declarations.name, vatRegisters) }),
    ...(vehicleRegister && {
      vehicleRegister: (services: RegisterServices) =>
        guardedVehicleRegister(declarations.name, vehicleRegister, services),
    }),
    ...(staffRoutes && { staffRoutes: staffRoutesOf(declarations.name, staffRoutes) }),
  }
  refuseMistakes(declarations, rest)
  if (!routes) return { ...rest }
  const module = declarations.name
  return { ...rest, routes: namedRoutes({ module, prefix: `/api/modules/${module}` }, routes) }
}
