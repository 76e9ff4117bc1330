/** Sends an event to a webhook (Standard Webhooks 1.0). */
import { jobActor } from '../../domain/audit/actor.ts'
import {
  DeliveryFailed,
  type Delivered,
  type DeliveryAttempt,
  type ShopEvent,
} from '../../domain/events/shop-event.ts'
import {
  checkedRequest,
  publicWeb,
  readAddress,
  RequestRefused,
  type WebAccess,
} from '../../domain/network/checked-request.server.ts'
import type { JobServices } from '../../sdk/module.ts'
import { deactivateWebhook, openWebhook } from './webhook-repository.server.ts'
import { signatureHeaders } from './webhook-signature.server.ts'

/** Bytes of an answer that are read, for staff. */
const readBytes = 2000
/** How long an answer is read after its status. */
const readMs = 3000

/** The body of a message. */
export const messageOf = ({ name, recordedAt, store, data }: ShopEvent): string =>
  JSON.stringify({ type: name, timestamp: recordedAt.toISOString(), store, data })

/** The subscriber `webhook`: one message to the webhook that its name ends with. */
export function createWebhookSender(given: Partial<WebAccess> = {}) {
  return async (
    { db, keys, clock, webAccess = publicWeb }: Pick<JobServices, 'db' | 'keys' | 'clock' | 'webAccess'>,
    event: ShopEvent,
    { subscriber, signal }: DeliveryAttempt,
  ): Promise<Delivered> => {
    const id = Number(subscriber.slice(subscriber.indexOf(':') + 1))
    const webhook = await openWebhook(db, keys, id, clock())
    if (webhook === null) throw new DeliveryFailed('removed', { isFinal: true })
    if (!webhook.isActive) throw new DeliveryFailed('not_active', { isFinal: true })
    if (webhook.secrets === null) throw new DeliveryFailed('secret_unreadable')
    const body = messageOf(event)
    const { status, text } = await post(webhook.url, {
      body,
      headers: signatureHeaders(webhook.secrets, { id: `evt_${event.id}`, at: clock(), body }),
      limits: { ...webAccess, ...given, signal },
    })
    if (status >= 200 && status < 300) return { answer: text }
    if (status === 410) {
      await deactivateWebhook(db, jobActor('webhooks'), id)
      throw new DeliveryFailed('http_410', { answer: text, isFinal: true })
    }
    throw new DeliveryFailed(`http_${status}`, { answer: text })
  }
}

interface Message {
  body: string
  headers: Readonly<Record<string, string>>
  limits: Parameters<typeof checkedRequest>[2]
}

/** Throws `DeliveryFailed`, or the reason of the signal. */
async function post(
  url: string,
  { body, headers, limits }: Message,
): Promise<{ status: number; text: string }> {
  try {
    const answer = await checkedRequest(
      readAddress(url),
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Anode-webhooks/1.0',
          ...headers,
        },
        body,
      },
      limits,
    )
    return { status: answer.statusCode ?? 0, text: await beginningOf(answer) }
  } catch (error) {
    limits.signal.throwIfAborted()
    if (error instanceof RequestRefused) throw new DeliveryFailed(error.code)
    const { code } = error as { code?: unknown }
    throw new DeliveryFailed(typeof code === 'string' ? code.toLowerCase() : 'unreachable')
  }
}

/**
 * The first bytes of an answer as text, as far as they arrive: the status alone decides. A receiver that sends more or
 * nothing is not read on.
 */
async function beginningOf(answer: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  const patience = setTimeout(() => answer.destroy(), readMs)
  try {
    for await (const part of answer) {
      parts.push(part)
      size += part.length
      if (size >= readBytes) break
    }
  } catch {
    // What has arrived is kept.
  } finally {
    clearTimeout(patience)
    answer.destroy()
  }
  // A cut character is left out.
  return Buffer.concat(parts)
    .subarray(0, readBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '')
}
