/** What a loader gets from the server for one request: the shop as this request may see it. */
import { createContext } from 'react-router'
import type { Session } from '../domain/accounts/account.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { Content } from '../domain/content/content.ts'
import type { OrderWithRefunds } from '../domain/refunds/refund-repository.server.ts'
import type { OrderReturns } from '../domain/returns/register-return.server.ts'
import type { StoredReturn } from '../domain/returns/return-repository.server.ts'
import type { VehicleRegistry } from '../domain/devices/vehicle-registry.ts'
import type { PaymentProviderId } from '../domain/stores/payment-provider-id.ts'
import type { Store } from '../domain/stores/stores.ts'

/** What the operator decides for the browser; each stands on the document's root as a `data-` attribute. */
export interface BrowserSettings {
  /** Origin of the API where it is not the page's own (API-02). */
  api?: string
  /** Address that gives a measured visitor an id, and the shop's own id there (API-27). */
  tracking?: string
  website?: string
  /** Address of the reviews widget's script (CHROME-20). */
  reviews?: string
}

export interface ShopContext {
  store: Store
  catalogue: Catalogue
  content: Content
  /** Epoch milliseconds; the one clock of the request. */
  now: number
  /** Whether prices are shown with VAT inside. */
  vatIncluded: boolean
  /** Absolute address of the shop, without a slash at its end. */
  publicUrl: string
  settings: BrowserSettings
  /** The payment providers that the shop is configured with. */
  paymentProviders: readonly PaymentProviderId[]
  /** Set on pages that are never stored; null on stored ones, whose inline scripts are allowed by hash. */
  nonce: string | null
  /** Names what the page shows, so that a change of it drops the stored page. */
  tag(...tags: string[]): void
  /** The order an access token opens; null: none. Rejects when the database does not answer. */
  orderByToken(token: string): Promise<OrderWithRefunds | null>
  /** Who is logged in; null: a guest. Rejects when the database does not answer. */
  session(): Promise<Session | null>
  /** An order the session may read; null: none of its. Rejects when the database does not answer. */
  orderOf(session: Session, number: string): Promise<OrderWithRefunds | null>
  /** What can be returned of an order, and what was. Rejects when the database does not answer. */
  returnsOf(order: OrderWithRefunds): Promise<OrderReturns>
  /** The return whose slip a token opens; null: none. Rejects when the database does not answer. */
  returnByToken(token: string): Promise<StoredReturn | null>
  vehicles: VehicleRegistry
  /**
   * Takes the finished document: a response's body would be written as bytes, read back and read as text again.
   * `inlineScripts` are the texts of the scripts that the program wrote into it; the policy allows no others.
   */
  takeDocument(html: string, inlineScripts: readonly string[]): void
  /** Logs a fault of this request. */
  report(error: unknown): void
  /** The page is right until this moment (epoch ms); the earliest call wins. Null changes nothing. */
  endsBy(moment: number | null): void
}

/** Tag of pages that any product may come onto: told whenever some product changes. */
export const anyProductTag = 'products'

export const shopContext = createContext<ShopContext>()
