import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { noticeEndsAt } from '../../domain/notifications/notice-period.ts'
import type { NoticeRequest } from '../notices.server.ts'
import { notices } from './notices.server.ts'

/** Stores a request that the owner of the address confirmed at that moment. */
export function waitForStock(
  db: Kysely<DB>,
  request: Omit<NoticeRequest, 'priceMinor'>,
  confirmedAt: Date,
): Promise<void> {
  const times = { confirmedAt, expiresAt: noticeEndsAt(confirmedAt) }
  return notices.stock.start(db, { ...request, priceMinor: null }, times)
}
