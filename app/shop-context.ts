/** What a loader gets from the server for one request: the shop as this request may see it. */
import { createContext } from 'react-router'
import type { Session } from '../domain/accounts/account.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { Content } from '../domain/content/content.ts'
import type { StoredInvoice } from '../domain/invoices/invoice-repository.server.ts'
import type { OrderWithRefunds } from '../domain/refunds/refund-repository.server.ts'
import type { ChangedDates } from '../domain/dispatch/still-to-come.ts'
import type { StoredShipment } from '../domain/shipments/shipment-repository.server.ts'
import type { ReadServices } from '../sdk/module.ts'
import type { VehicleRegistry } from '../domain/devices/vehicle-registry.ts'
import type { ShownPayment } from '../domain/payments/shown-payment.ts'
import type { PaymentProviderId } from '../domain/payment-methods/payment-provider-id.ts'
import type { Store, StoreCode } from '../domain/stores/stores.ts'

/** The operator's settings for the browser; each is a `data-` attribute of the document's root. */
export interface BrowserSettings {
  /** Origin of the API if it is not the page's own (API-02). */
  api?: string
  /** URL that gives a measured visitor an id, and the shop's own id there (API-27). */
  tracking?: string
  website?: string
  /** URL of the reviews widget's script (CHROME-20). */
  reviews?: string
  /** Script of the tag manager, and the categories of consent that it needs, separated by spaces. */
  tags?: string
  tagsNeed?: string
}

/**
 * Optimisations of rendering that a benchmark can switch off, to show what each saves (decision 47). Without
 * `single-rendering` React renders each document twice: the difference is what React alone takes.
 */
export const renderingOptimisations = [
  'sent-as-text',
  'narrowed-routes',
  'string-renderer',
  'deferred-scripts',
  'single-rendering',
] as const
export type RenderingOptimisation = (typeof renderingOptimisations)[number]

/** An order with everything its buyer may see of it. */
export type ShownOrder = OrderWithRefunds & {
  shipments: StoredShipment[]
  /** The dates of its lines that changed after the order. */
  changedDates: ChangedDates
  invoices: StoredInvoice[]
  payment: ShownPayment
}

export interface ShopContext {
  store: Store
  catalogue: Catalogue
  content: Content
  /** Epoch milliseconds; the only clock of the request. */
  now: number
  /** Whether prices are shown with VAT. */
  vatIncluded: boolean
  /** Absolute address of the shop, without a trailing slash. */
  publicUrl: string
  settings: BrowserSettings
  /** The payment providers that each store is configured with. */
  paymentProviders: Record<StoreCode, readonly PaymentProviderId[]>
  /** Set on pages that are never cached; null on cached ones, whose inline scripts are allowed by hash. */
  nonce: string | null
  /** A page for staff, served by another host: its addresses lead to the shop, in a window of their own. */
  isPreview?: true
  /** Shown to staff while it is closed to shoppers. */
  isClosedPreview?: true
  /** Optimisations that a benchmark has switched off; empty in a shop. */
  switchedOff: ReadonlySet<RenderingOptimisation>
  /** Adds cache tags, so that a change of the page's data invalidates it. */
  tag(...tags: string[]): void
  /** The order an access token opens; null: none. Rejects if the database is unavailable. */
  orderByToken(token: string): Promise<ShownOrder | null>
  /** The logged-in customer; null: a guest. Rejects if the database is unavailable. */
  session(): Promise<Session | null>
  /** An order the session may read; null: none. Rejects if the database is unavailable. */
  orderOf(session: Session, number: string): Promise<ShownOrder | null>
  /** A read of a module's use case. Rejects if the database is unavailable. */
  read<Request, Answer>(
    useCase: (services: ReadServices, request: Request) => Promise<Answer>,
    request: Request,
  ): Promise<Answer>
  vehicles: VehicleRegistry
  /**
   * Called once the document is rendered, with the texts of the scripts that the program wrote into it: the
   * security policy allows no others.
   */
  allowScripts(inlineScripts: readonly string[]): void
  /** Logs a fault of this request. */
  report(error: unknown): void
  /** The page may be cached until this moment (epoch ms); the earliest call wins. Null changes nothing. */
  endsBy(moment: number | null): void
}

/** Cache tag of pages on which any product may appear: invalidated when any product changes. */
export const anyProductTag = 'products'

export const shopContext = createContext<ShopContext>()
