/**
 * Events of Instabee, which carries for Budbee and Instabox: its V2 webhooks, entered in its merchant portal with a
 * user name and a password (https://instabee-api-docs.vercel.app/docs/misc/events/home-delivery).
 */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { DeliveryCallback, ReadDeliveryEvent } from '../../domain/shipping/delivery-event.ts'
import type { KeyValues } from '../../domain/provider-accounts/provider-keys.server.ts'
import { parseJson } from '../../providers/parse-json.ts'
import { required } from '../../sdk/required.ts'

const eventSchema = z.looseObject({
  eventType: z.string().min(1).max(100),
  timestamp: z.iso.datetime({ offset: true }),
  packageId: z.string().min(1).max(100).nullish(),
  flow: z.string().nullish(),
  eventData: z.looseObject({ deliveredAt: z.iso.datetime({ offset: true }).nullish() }).nullish(),
})

/** Events with which the recipient has the goods. A parcel in a locker is not delivered yet. */
const deliveredTypes: ReadonlySet<string> = new Set([
  'DELIVERED_TO_CONSUMER',
  'CONSUMER_PICKED_UP_FROM_LOCKER',
])

export function readInstabeeEvent(keys: KeyValues, { headers, body }: DeliveryCallback): ReadDeliveryEvent {
  if (!isAuthorized(keys, headers['authorization'])) return { ok: false, code: 'unauthorized' }
  const read = eventSchema.safeParse(parseJson(body.toString('utf8')))
  if (!read.success) return { ok: false, code: 'unreadable' }
  const { eventType: kind, timestamp, packageId, flow, eventData } = read.data
  if (!deliveredTypes.has(kind) || flow === 'RETURN' || !packageId) return { ok: true, delivery: null, kind }
  const deliveredAt = new Date(eventData?.deliveredAt ?? timestamp)
  return {
    ok: true,
    kind,
    delivery: { carriers: ['budbee', 'instabox'], trackingNumber: packageId, deliveredAt },
  }
}

function isAuthorized(keys: KeyValues, authorization: string | undefined): boolean {
  const credentials = `${required(keys, 'events_username')}:${required(keys, 'events_password')}`
  const wanted = Buffer.from(`Basic ${Buffer.from(credentials).toString('base64')}`)
  const given = Buffer.from(authorization ?? '')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
