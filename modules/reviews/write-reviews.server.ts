/**
 * The link of a review request: what its buyer may review, and writing the reviews. The token is the only authorisation; no login is needed. A link writes reviews once, until it expires.
 */
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import { idInLinkToken, isLinkToken } from '../../domain/keys/link-token.server.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ReadServices } from '../../sdk/module.ts'
import { longestReview } from './review.ts'
import { insertReviews } from './review-repository.server.ts'
import {
  existingProducts,
  findReviewRequest,
  lockReviewRequest,
  spendReviewRequest,
  type StoredReviewRequest,
} from './review-request-repository.server.ts'

export interface ReviewableLine {
  productId: ProductId
  sku: Sku
  name: string
  slug: string
}

export interface OpenReviewRequest {
  store: StoreCode
  firstName: string
  lines: ReviewableLine[]
}

export type ReviewLinkRefusal =
  /** Not one of our links, or expired. */
  | 'link_refused'
  /** Its reviews are written. */
  | 'link_used'

/** The goods of an order, each product once. */
export function reviewableLines({ lines }: Pick<OrderSnapshot, 'lines'>): ReviewableLine[] {
  const byProduct = new Map<number, ReviewableLine>()
  for (const { kind, productId, sku, name, slug } of lines)
    if (kind === 'goods' && !byProduct.has(productId))
      byProduct.set(productId, { productId, sku, name, slug })
  return [...byProduct.values()]
}

async function readLink(
  { keys }: ReadServices,
  token: string,
  read: (orderId: number) => Promise<StoredReviewRequest | null>,
): Promise<StoredReviewRequest | null> {
  const id = idInLinkToken(token)
  const request = id === null ? null : await read(id)
  if (id === null || request === null) return null
  return isLinkToken(keys, 'review-link', { id, expiresAt: request.expiresAt }, token) ? request : null
}

/** What the link's page shows. */
export async function openReviewRequest(
  services: ReadServices,
  token: string,
): Promise<{ ok: true; request: OpenReviewRequest } | { ok: false; code: ReviewLinkRefusal }> {
  const { db, clock } = services
  const found = await readLink(services, token, (orderId) => findReviewRequest(db, orderId))
  if (found?.usedAt) return { ok: false, code: 'link_used' }
  if (found === null || found.expiresAt.getTime() <= clock()) return { ok: false, code: 'link_refused' }
  const lines = reviewableLines(found.snapshot)
  const existing = await existingProducts(
    db,
    lines.map(({ productId }) => productId),
  )
  return {
    ok: true,
    request: {
      store: found.store,
      firstName: found.snapshot.customer.firstName.trim(),
      lines: lines.filter(({ productId }) => existing.has(productId)),
    },
  }
}

export interface WriteReviewsInput {
  token: string
  /** Whether the buyer's first name is shown. */
  showName: boolean
  reviews: readonly { sku: string; stars: number; words: string }[]
}

export type WriteReviews =
  | { ok: true; written: number }
  | { ok: false; code: ReviewLinkRefusal }
  /** No review, a product that the order does not contain, or one product twice. */
  | { ok: false; code: 'unknown_product' }

export async function writeReviews(
  services: ReadServices,
  actor: Actor,
  { token, showName, reviews }: WriteReviewsInput,
): Promise<WriteReviews> {
  const { db, clock } = services
  const now = new Date(clock())
  return audited(db, actor, async (trx, record): Promise<WriteReviews> => {
    const found = await readLink(services, token, (orderId) => lockReviewRequest(trx, orderId))
    if (found?.usedAt) return { ok: false, code: 'link_used' }
    if (found === null || found.expiresAt <= now) return { ok: false, code: 'link_refused' }
    const { orderId, store, snapshot } = found
    const lines = reviewableLines(snapshot)
    const existing = await existingProducts(
      trx,
      lines.map(({ productId }) => productId),
    )
    const written = reviews.map(({ sku, stars, words }) => ({
      productId: lines.find((line) => line.sku === sku && existing.has(line.productId))?.productId,
      stars,
      words: words.trim().slice(0, longestReview),
    }))
    const known = written.flatMap(({ productId, ...rest }) =>
      productId === undefined ? [] : [{ productId, ...rest }],
    )
    const isSound =
      known.length > 0 &&
      known.length === written.length &&
      new Set(known.map(({ productId }) => productId)).size === known.length
    if (!isSound) return { ok: false, code: 'unknown_product' }
    const name = showName ? snapshot.customer.firstName.trim().slice(0, 60) || null : null
    const ids = await insertReviews(trx, { orderId, store, name, submittedAt: now }, known)
    await spendReviewRequest(trx, orderId, now)
    for (const id of ids) record({ action: 'review.submit', object: ['review', id], store })
    return { ok: true, written: ids.length }
  })
}
