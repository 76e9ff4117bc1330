/** The store credit of a customer. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { errorAnswer } from '../contract/error.ts'
import { storeCreditAnswer } from '../contract/store-credit.ts'
import type { DB } from '../db/schema.generated.ts'
import { creditOfAccount } from '../domain/gift-cards/store-credit.server.ts'
import { toMajor } from '../domain/money/money.ts'
import { stores } from '../domain/stores/stores.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, withStore } from './store-query.ts'

export const storeCreditRoutes: FastifyPluginAsyncZod<{ db: Kysely<DB>; sessions: SessionReader }> = async (
  app,
  { db, sessions },
) => {
  checkStoreQuery(app)
  app.get(
    '/api/store-credit',
    {
      config: { session: 'account' },
      schema: {
        summary: 'What is left of the store credit of the customer, in each store where there is some',
        querystring: withStore({}),
        response: { 200: storeCreditAnswer, 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      reply.header('cache-control', 'no-store')
      const credit = await creditOfAccount(db, accountId)
      return credit.map(({ store, balanceMinor }) => ({
        store,
        balance: toMajor(balanceMinor),
        currency: stores[store].currency,
      }))
    },
  )
}
