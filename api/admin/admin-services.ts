/**
 * What the routes of the back office work with, built by `composeAdmin` in server/compose.ts. Plugins get it
 * as their options and build no service.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ReadStockNeeds } from '../../domain/cart/cart-stock.server.ts'
import type { ExportFeed, FeedUploads, ImportMappings } from '../../domain/catalogue/feed-upload.ts'
import type { MissingTranslations } from '../../domain/catalogue/translation.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import type { ProductEditor } from '../../domain/catalogue/product-editor.ts'
import type { LimitsOfStores } from '../../domain/checkout/order-limits.ts'
import type { ClientErrorCollector } from '../../domain/client-errors/client-error-collector.server.ts'
import type { SearchPart } from '../../domain/command-search/search-back-office.server.ts'
import type { CouponBook } from '../../domain/coupons/coupon-book.server.ts'
import type { CustomerDiscounts } from '../../domain/coupons/coupon-line.ts'
import type { RenderInvoice } from '../../domain/invoices/invoice-document.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import type { RenderParcelNote } from '../../domain/parcels/parcel-note.ts'
import type { ProviderAccounts } from '../../domain/provider-accounts/provider-accounts.ts'
import type { PaymentProviders } from '../../domain/payments/payment-provider.ts'
import type { WrittenFeed } from '../../domain/seo/product-feeds.ts'
import type { SecurityLog } from '../../domain/security/security-log.server.ts'
import type { ParcelCarriers } from '../../domain/shipping/parcel-booking.ts'
import type { Resource } from '../../domain/resources/resource.server.ts'
import type { Carriers } from '../../domain/shipping/service-point.ts'
import type { Reversals } from '../../domain/undo/reversal.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { StaffPart } from './staff-parts.ts'

/** The page of a product in a store as the shop will show it to a guest at a moment, epoch milliseconds. */
export type PreviewProduct = (product: { store: StoreCode; slug: string; at: number }) => Promise<{
  status: number
  /** The security policy of the document. */
  headers: Readonly<Record<string, string>>
  html: string
}>

export interface AdminServices {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
  log: {
    info(data: object, message: string): void
    warn(data: object, message: string): void
  }
  /** The shop's own origin. */
  publicUrl: string
  /** Origin of the back office; its host is the relying party of staff's passkeys. */
  adminUrl: string
  keys: Keyring
  security: SecurityLog
  clientErrors: ClientErrorCollector
  /** The build that this process serves, for reports of faults in browsers. */
  release: () => string
  jobs: JobQueue
  catalogue: Catalogue
  coupons: CouponBook
  products: ProductEditor
  customerDiscounts: (accountId: number) => Promise<CustomerDiscounts>
  stock: ReadStockNeeds
  providers: PaymentProviders
  providerAccounts: ProviderAccounts
  carriers: Carriers
  orderLimits: LimitsOfStores
  parcels: ParcelCarriers
  uploads: FeedUploads
  importMappings: ImportMappings
  exportFeed: ExportFeed
  missingTranslations: MissingTranslations
  /** How many tables an archive of the shop has; with `logins` those that open the accounts of customers. */
  countArchivedTables: (logins: boolean) => Promise<number>
  /** What this node found when it wrote the feeds of products. */
  writtenFeeds: () => Promise<WrittenFeed[]>
  previewProduct: PreviewProduct
  /** A mail server is configured; otherwise mails are written to files. */
  sendsMail: boolean
  /** Payments, carriers and registers are simulated. */
  isSimulated: boolean
  /** How changes are undone, of the kernel and of modules. */
  reversals: Reversals
  /** The lists that are declared once, of the kernel and of modules. */
  resources: readonly Resource[]
  /** What modules add to the pages of orders and customers. */
  staffParts: { order: readonly StaffPart[]; customer: readonly StaffPart[] }
  searchParts: readonly SearchPart[]
  renderInvoice: RenderInvoice
  renderParcelNote: RenderParcelNote
}
