/**
 * What a module declares: the names it adds to the shop's closed lists, as data. Rooms of the kernel add them to
 * their own lists (`modules/modules.ts`), so that the type of an audit action, a kind of mail or a queue includes those of all modules.
 * Pure, and imported by browsers too: no code, no schemas.
 */
import type { DangerousGoodsClass } from '../domain/products/dangerous-goods.ts'
import type { CarrierLogo, PaymentLogo } from '../domain/stores/store.ts'
import type { TranslatedPaths } from '../domain/stores/translated-path.ts'

export interface ModuleDeclarations {
  /** Name of its folder in `modules/`. */
  readonly name: string
  /** Its pages: path after the store → file in its folder, a route module of React Router. */
  readonly pages?: Readonly<Record<string, string>>
  /**
   * Its pages with a path of each store's own, by name. They are cached as the shop's own pages are, and the id of the route
   * is the name and the store: `find-cable-sv`.
   */
  readonly translatedPages?: Readonly<Record<string, TranslatedPage>>
  /** First segments of its pages' paths after the store: never cached, never indexed. */
  readonly ownSections?: readonly string[]
  /** Those of its pages whose `token` is of a mailed link, not of a login. */
  readonly sectionsWithToken?: readonly string[]
  /** First segments of its pages that shoppers reach in a closed store, too; those of `sectionsWithToken` are always. */
  readonly sectionsWhileClosed?: readonly string[]
  /**
   * Those of its pages that the shop's menu and the account lead to, by path: key of the text, and a name of `iconNames`
   * (`contract/sidebar.ts`).
   */
  readonly shopperLinks?: Readonly<Record<string, { readonly text: string; readonly icon: string }>>
  /** Days after the delivery in which goods may be returned: pages promise as many. */
  readonly returnDays?: number
  /** Its pages of the account, by path after `my-account`. */
  readonly accountPages?: Readonly<Record<string, AccountPage>>
  /** Those of its pages that the last row of the footer leads to, by path: key of the text. */
  readonly footerLinks?: Readonly<Record<string, { readonly text: string }>>
  /**
   * It orders lines again at the interval that their buyer has chosen. Without such a module products offer no intervals,
   * whatever their data say.
   */
  readonly repeatsLines?: true
  /** Kinds of mail, each with its limit to one recipient a day and the topic by which it can be refused. */
  readonly mails?: Readonly<Record<string, { readonly daily: number; readonly topic?: string }>>
  /**
   * Those of its kinds of mail that visitors cause, with their limits to one recipient and from one network within a time.
   * `isUnproven`: the recipient is any address that a visitor types.
   */
  readonly visitorMails?: Readonly<
    Record<string, { readonly recipient: MailLimit; readonly network: MailLimit; readonly isUnproven?: true }>
  >
  /** Topics of mails that a recipient can refuse. */
  readonly mailTopics?: readonly string[]
  /**
   * Topics of mails that an address gets once its owner has asked for them and confirmed by the mail `TOPIC-confirmation`, a
   * declared kind. `modules/opt-ins.server.ts` lists what they do.
   */
  readonly optIns?: readonly string[]
  /**
   * Notices about products that an address asks for and its owner confirms by the mail `NAME-confirmation`, with the topic
   * of their mails. `modules/notices.server.ts` lists what they do.
   */
  readonly notices?: Readonly<Record<string, { readonly topic: string }>>
  /** What its use cases record in the audit (noun and verb), and what the entries are about. */
  readonly auditActions?: readonly string[]
  /**
   * With the section of the back office under which the audit's filters list them (`section.products` …), and the path of
   * the object's page there, where it has one, with `:id` for the object's id. `isWatched`: the database records its
   * undeclared changes (`audit_table` in `db/routines`).
   */
  readonly auditObjects?: Readonly<
    Record<string, { readonly section: string; readonly page?: string; readonly isWatched?: true }>
  >
  /** Codes in the fields of its audit entries: field → code → key of its words in the texts for staff. */
  readonly auditCodes?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Filters of its lists → key of their labels, for entries about saved views that people read who may not read the list. */
  readonly auditFilters?: Readonly<Record<string, string>>
  /** Its pages of the back office that are not declared lists: path → file in its folder, which exports a route. */
  readonly staffPages?: Readonly<Record<string, string>>
  /** Sections of the sidebar that open such pages, by the first segment of their path. */
  readonly staffSections?: Readonly<Record<string, StaffSection>>
  /** Permissions of staff, each with the roles that have it; owners and managers have all. */
  readonly permissions?: Readonly<
    Record<string, readonly ('catalogue' | 'service' | 'warehouse' | 'accountant' | 'auditor')[]>
  >
  /** Jobs at fixed times, by queue: when, as a cron expression in UTC. */
  readonly scheduledJobs?: Readonly<Record<string, { readonly cron: string }>>
  /**
   * Templates of mails that its use cases cause (`MailPayloads`). `storeOf`: the row that a failed mail belongs to, for its
   * store: its table, and the field of the data with its `id`.
   */
  readonly mailTemplates?: Readonly<
    Record<string, { readonly storeOf?: { readonly table: string; readonly id: string } }>
  >
  /** Events that it publishes: noun and verb, as `gift-wrap.chosen`. `events` of the manifest says what they hold. */
  readonly events?: readonly string[]
  /**
   * Its subscribers, by name: the events that each is told of. One without events subscribes rows of its own tables, under
   * its name and their ids (`webhook:7`, `subscribe`).
   */
  readonly subscribers?: Readonly<Record<string, { readonly events: readonly string[] }>>
  /**
   * Carriers that a store has an account at, by the name of the account. `mark`: the carrier of shipping methods; without
   * it the account's name is, and the carrier is shown in words. `name`: as buyers know it. `company`: the account's, where
   * it is another one.
   */
  readonly carriers?: Readonly<
    Record<string, { readonly mark?: CarrierLogo; readonly name: string; readonly company?: string }>
  >
  /** Shipping methods beside those of the stores' files, by the ids that checkouts and orders keep. */
  readonly shippingMethods?: Readonly<Record<string, ShippingMethodDeclaration>>
  /** Payment providers that a store has an account at, by the name of the account. `name`: the company. */
  readonly paymentAccounts?: Readonly<Record<string, { readonly name: string }>>
  /** Payment methods that such an account settles, by the ids that the API, orders and attempts have. */
  readonly paymentMethods?: Readonly<Record<string, PaymentMethodDeclaration>>
  /** Registers of VAT numbers, by name: the countries (ISO 3166-1) whose numbers it knows, and its origin. */
  readonly vatRegisters?: Readonly<
    Record<string, { readonly countries: readonly string[]; readonly url: string }>
  >
  /**
   * Fields of products, customers, companies, orders and coupons, by key: the name of the module with `_` for hyphens, `_`
   * and a word (`gift_wrap_possible`). Staff fill them in beside their own.
   */
  readonly fields?: Readonly<Record<string, FieldDeclaration>>
  /** Commands of the operator's CLI. */
  readonly commands?: readonly string[]
  /** Personal data that it keeps for a time: a number of days, or until the end of the calendar year and so many years more. */
  readonly retention?: Readonly<Record<string, { readonly days: number } | { readonly yearsAfter: number }>>
  /** Codes of what keeps an account from being erased (`obstacles` of `personal-data.server.ts`). */
  readonly erasureObstacles?: readonly string[]
  /** It sends the shop's mails, where `MAIL_TRANSPORT` names the module. */
  readonly mailTransport?: ServiceDeclaration
  /** It stores the derived pictures, where `PICTURE_STORE` names the module. */
  readonly pictureStore?: ServiceDeclaration
  /** Purposes of keys derived from the shop's secrets. */
  readonly keyPurposes?: readonly string[]
  /** Limits of what a network, an account or an address may attempt, by kind (`domain/security/attempts.server.ts`). */
  readonly attemptLimits?: Readonly<Record<string, { readonly attempts: number; readonly windowMs: number }>>
  /** First path segments of its API's calls that only read what every visitor may see: they wait behind purchases. */
  readonly browsingCalls?: readonly string[]
  /** What it stores in visitors' browsers, by name; the cookies page lists it with `texts/STORE.storage.json`. */
  readonly browserStorage?: Readonly<Record<string, BrowserStorage>>
  /** Sections of its personal data that the account's page shows: title (a key of its texts) and fields. */
  readonly ownData?: Readonly<Record<string, { readonly title: string; readonly fields: readonly string[] }>>
}

/** A page inside the account. */
export interface AccountPage {
  /** In the module's folder, a route module of React Router with the guard `account`. */
  readonly file: string
  /** The route, where it has parameters. */
  readonly pattern?: string
  /** It shows the frames of payment providers. */
  readonly embedsPayments?: true
  /**
   * Its entry in the account's menu: key of its name in the texts of pages, a name of `iconNames` (`contract/sidebar.ts`), and
   * the page of the kernel behind which it is listed.
   */
  readonly menu?: { readonly text: string; readonly icon: string; readonly behind: 'overview' | 'orders' }
}

export interface TranslatedPage extends TranslatedPaths {
  /** In the module's folder, a route module of React Router. */
  readonly file: string
  /** What follows the path, as `/:slug?`. */
  readonly below?: string
  /** Parameters of its address that belong to the page, beside `page`, `sort` and `query`; others are left to the browser. */
  readonly parameters?: readonly string[]
  /** Its `query` is a term: one that is too long is cut as that of the search is. */
  readonly takesTerm?: true
  /**
   * It is also asked by a form (POST) of at most 4 kB with what must be in no address, log or cache. Its action changes
   * nothing: the form has no protection against forged requests.
   */
  readonly takesForm?: true
}

export interface ServiceDeclaration {
  /** Variables of a node that it reads, as `token`: `HELLO_TOKEN` of the module `hello`. */
  readonly variables?: Readonly<Record<string, 'required' | 'optional'>>
}

export interface FieldDeclaration {
  /** What has the field. */
  readonly object: 'product' | 'customer' | 'company' | 'order' | 'coupon'
  /** `rich_text`: HTML, sanitised where it is shown. `flag`: yes or no. `date`: of the calendar. `picture`: of products alone. */
  readonly kind: 'text' | 'rich_text' | 'number' | 'choice' | 'flag' | 'date' | 'reference' | 'picture'
  /** Store → its name, for shoppers and staff. */
  readonly names: Readonly<Record<string, string>>
  /** Of a number, shown after it. */
  readonly unit?: string
  /** Of a choice: its codes, each with its name by store. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Of a reference: the kind of object. Its values are skus, numbers of orders, codes of coupons, ids of accounts. */
  readonly refersTo?: 'product' | 'customer' | 'order' | 'coupon'
  /** One value (`shared`, by default), or one for each store or language. */
  readonly scope?: 'shared' | 'store' | 'language'
  /** Of a product: shown in the specification, the API and the structured data of its page. */
  readonly isShown?: boolean
  /** Of a product, and shown: listings can be filtered by it. Neither rich text, nor a reference, nor a picture. */
  readonly isFacet?: boolean
  /** Of a product: in the public product feed. */
  readonly isInFeed?: boolean
  /** Staff cannot leave it empty when they change values. */
  readonly isRequired?: boolean
  /** Its place among the fields; the smallest first. */
  readonly position?: number
}

export interface PaymentMethodDeclaration {
  /** The company as buyers and staff know it. */
  readonly name: string
  /** As staff know it, where that is something else. */
  readonly staffName?: string
  /**
   * What collects the shopper's details in checkout. `frame`: the provider's frame collects contact, address and consent,
   * and pays. `fields`: our form, with the provider's fields for the payment. `redirect`: our form alone; the shopper pays
   * on the provider's own page and comes back.
   */
  readonly collects: 'frame' | 'fields' | 'redirect'
  /** The provider's name in the addresses that it calls; the method's id without it. */
  readonly callbackName?: string
  /** The shop can charge with it again later, without the customer: what renewals need (SUBS-02). */
  readonly canRepeat?: true
  /** The marks it brings to the footer (CHROME-16) and to its choice in checkout, where the store shows them. */
  readonly marks?: readonly PaymentLogo[]
  /**
   * It is a choice of the checkout by itself, named by its texts `payment_method.METHOD` and `payment_method.METHOD_text`.
   * Without it the stores' files say where it is offered.
   */
  readonly offered?: OfferedMethod
}

export interface OfferedMethod {
  /** Only in these stores; in all without it. */
  readonly stores?: readonly string[]
  /** Only to these buyers; to both without it. */
  readonly buyers?: readonly ('private' | 'business')[]
  /** The buyer is given credit: it comes after what is not. */
  readonly isCredit?: true
}

/** A shipping method. Staff set its prices and switch it off as they do with the shop's own. Amounts are minor units, VAT included. */
export interface ShippingMethodDeclaration {
  /** The account of a module, or a carrier of the shop by its mark (`postnord`). */
  readonly carrier: string
  /** `pickup`, `locker`: the shopper chooses a service point of the carrier. */
  readonly kind: 'pickup' | 'locker' | 'home' | 'letter'
  /** The stores that have it, each with its name in the store's language and its price until staff set another. */
  readonly stores: Readonly<Record<string, ShippingMethodInStore>>
  /** Only to these buyers; to both without it. Pages name it before somebody has said who buys, if it is for private ones. */
  readonly buyers?: readonly ('private' | 'business')[]
  /** Weekdays from dispatch to arrival. */
  readonly days: { readonly min: number; readonly max: number }
  /** Most units that a cart may contain for it; without it any number. */
  readonly maxUnits?: number
  /** Gross weight of the heaviest consignment, in grams. */
  readonly maxWeightGrams?: number
  /** Sides of the largest unit, longest first, in millimetres. */
  readonly maxSidesMm?: readonly [number, number, number]
  /** Classes of dangerous goods that it carries; without them it carries none. */
  readonly carries?: readonly DangerousGoodsClass[]
}

export interface ShippingMethodInStore {
  readonly name: string
  readonly priceMinor: number
  /** Sum of the cart, after discounts, from which it is free. */
  readonly freeFromMinor?: number
  /** Prices of heavier consignments, ascending. */
  readonly heavier?: readonly { readonly aboveGrams: number; readonly priceMinor: number }[]
}

interface MailLimit {
  /** Most mails within the window. */
  readonly mails: number
  /** Length of the window, in milliseconds. */
  readonly windowMs: number
}

export interface StaffSection {
  /** Opens it, in any store. */
  readonly permission: string
  /** Path of the section that it follows (`admin/shell/sections.ts`). */
  readonly after: string
  /** A name of `iconNames` (`contract/sidebar.ts`). */
  readonly icon: string
  /** Keys that open it, e.g. `g n`. */
  readonly keys: string
}

export interface BrowserStorage {
  readonly kind: 'cookie' | 'local' | 'session'
  /** `consent`: as long as the visitor's choice is kept; for others see `domain/consent/browser-storage.ts`. */
  readonly duration: { readonly days: number } | 'session' | 'kept' | 'consent'
  readonly consent: 'necessary' | 'analytics' | 'ads'
}

/** The items of a list over all modules, as a union of their names. */
export type Listed<Module, List extends string> = Module extends {
  readonly [Key in List]: readonly (infer Item extends string)[]
}
  ? Item
  : never

/** The keys of a record over all modules, as a union. */
export type Keyed<Module, Name extends string> = Module extends {
  readonly [Key in Name]: Readonly<Record<infer Key, unknown>>
}
  ? Extract<Key, string>
  : never
