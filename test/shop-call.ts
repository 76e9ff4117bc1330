/** Calls of the API of a shop under test, as a browser of one store makes them. */
import type { FastifyInstance } from 'fastify'
import { stores, type StoreCode } from '../domain/stores/stores.ts'

export type ShopCall = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
  store?: StoreCode,
  /** Address the request comes from. */
  from?: string,
) => Promise<{ status: number; body: any; headers: Record<string, unknown> }> // oxlint-disable-line typescript/no-explicit-any -- each test knows the shape of its answer

export const callerOf =
  (app: FastifyInstance): ShopCall =>
  async (method, path, body, store = 'sv', from = '127.0.0.1') => {
    const answer = await app.inject({
      method,
      url: `${path}${path.includes('?') ? '&' : '?'}locale=${store}&sid=${stores[store].storeId}`,
      remoteAddress: from,
      ...(body !== undefined && { payload: body as object }),
    })
    return {
      status: answer.statusCode,
      body: answer.body === '' ? null : answer.json(),
      headers: answer.headers,
    }
  }
