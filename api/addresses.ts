/** The customer's address book. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { addressList, addressRequest, type AddressRequest } from '../contract/addresses.ts'
import { errorAnswer } from '../contract/error.ts'
import type { DB } from '../db/schema.generated.ts'
import { addressesOf } from '../domain/accounts/address-repository.server.ts'
import { removeAddress, saveAddress } from '../domain/accounts/edit-address-book.server.ts'
import { textsOf } from '../locales/texts.server.ts'
import { fieldTexts } from './field-texts.ts'
import { Fault } from './errors.ts'
import { privateAnswers } from './private-answers.ts'
import { buyerActor } from './request-actor.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface AddressRoutesOptions {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
  sessions: SessionReader
}

const addressId = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const saved = { 204: z.null(), 401: errorAnswer, 404: errorAnswer, 409: errorAnswer, 422: errorAnswer }

export const addressRoutes: FastifyPluginAsyncZod<AddressRoutesOptions> = async (app, services) => {
  const { db, sessions } = services
  checkStoreQuery(app)
  privateAnswers(app)
  const ownerOf = async (request: FastifyRequest) => {
    const { accountId } = await requireAccount(sessions, request)
    return { accountId, store: requireStore(request).code }
  }
  async function save(request: FastifyRequest, reply: FastifyReply, id: number | null, form: AddressRequest) {
    const owner = await ownerOf(request)
    const answer = await saveAddress(services, buyerActor(request, owner.accountId), owner, { id, form })
    if (answer.ok) return reply.code(204).send(null)
    if (answer.code === 'not_found') throw new Fault('not_found')
    const { answers } = textsOf(owner.store)
    if (answer.code === 'too_many')
      return reply.code(409).send({ message: answers.account.too_many_addresses })
    const errors = fieldTexts(owner.store, answer.fields)
    return reply.code(422).send({ message: answers.refusal.invalid_fields, errors })
  }
  app.get(
    '/api/auth/addresses',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The customer’s addresses in the store, defaults first',
        querystring: withStore({}),
        response: { 200: addressList, 401: errorAnswer },
      },
    },
    async (request) => {
      const addresses = await addressesOf(db, await ownerOf(request))
      return addresses.map(({ street, ...address }) => ({ ...address, address: street }))
    },
  )
  app.post(
    '/api/auth/addresses',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Adds an address to the customer’s address book',
        querystring: withStore({}),
        body: addressRequest,
        response: saved,
      },
    },
    async (request, reply) => save(request, reply, null, request.body),
  )
  app.put(
    '/api/auth/addresses/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Changes an address of the customer',
        querystring: withStore({}),
        params: addressId,
        body: addressRequest,
        response: saved,
      },
    },
    async (request, reply) => save(request, reply, request.params.id, request.body),
  )
  app.delete(
    '/api/auth/addresses/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Removes an address of the customer',
        querystring: withStore({}),
        params: addressId,
        response: { 204: z.null(), 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const owner = await ownerOf(request)
      const actor = buyerActor(request, owner.accountId)
      if (!(await removeAddress(db, actor, owner, request.params.id))) throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )
}
