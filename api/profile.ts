/** The logged-in customer's profile, to read and change (API-14, ACCOUNT-02). */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { profileAnswer, profileRequest, type ProfileAnswer } from '../contract/accounts.ts'
import { errorAnswer } from '../contract/error.ts'
import type { DB } from '../db/schema.generated.ts'
import type { Account } from '../domain/accounts/account.ts'
import { customerDiscounts, findAccount } from '../domain/accounts/account-repository.server.ts'
import { editProfile } from '../domain/accounts/edit-profile.server.ts'
import { findMember } from '../domain/companies/company-repository.server.ts'
import { confirmsForFormerOrders } from '../domain/former-orders/former-order-repository.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { fieldTexts } from './field-texts.ts'
import { Fault } from './errors.ts'
import { privateAnswers } from './private-answers.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { buyerActor } from './request-actor.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface ProfileRoutesOptions {
  db: Kysely<DB>
  sessions: SessionReader
}

export const profileRoutes: FastifyPluginAsyncZod<ProfileRoutesOptions> = async (app, options) => {
  const { db, sessions } = options
  checkStoreQuery(app)
  privateAnswers(app)
  const accountOf = async (request: Parameters<typeof requireAccount>[1]): Promise<Account> => {
    const { accountId } = await requireAccount(sessions, request)
    const account = await findAccount(db, accountId)
    if (account === null) throw new Fault('unauthorized')
    return account
  }
  const answerOf = async (account: Account, store: StoreCode): Promise<ProfileAnswer> => {
    const [discounts, member, confirmsFormerOrders] = await Promise.all([
      customerDiscounts(db, account.id),
      findMember(db, account.id, store),
      confirmsForFormerOrders(db, account.id),
    ])
    const user = {
      ...viewUser(account, discounts),
      company: member?.role ?? null,
      confirms_former_orders: confirmsFormerOrders,
    }
    return { user }
  }

  app.get(
    '/api/auth/profile',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The logged-in customer',
        querystring: withStore({}),
        response: { 200: profileAnswer, 401: errorAnswer },
      },
    },
    async (request) => answerOf(await accountOf(request), requireStore(request).code),
  )

  app.put(
    '/api/auth/profile',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Changes the customer’s profile; the e-mail cannot be changed',
        querystring: withStore({}),
        body: profileRequest,
        response: { 200: profileAnswer, 401: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const account = await accountOf(request)
      const edited = await editProfile(options, buyerActor(request, account.id), {
        account,
        store,
        form: request.body,
      })
      if (edited.ok) return answerOf({ ...account, ...edited.profile }, store.code)
      const errors = fieldTexts(store.code, edited.fields)
      return reply.code(422).send({ message: textsOf(store.code).answers.refusal.invalid_fields, errors })
    },
  )
}

function viewUser(account: Account, discount: Readonly<Record<string, number>>) {
  const { number, type, email, firstName, lastName, companyName, phone, street, postalCode, city } = account
  return {
    scope: null,
    order_id: null,
    number,
    type,
    email,
    firstName,
    lastName,
    companyName,
    phone,
    address: street,
    postalCode,
    city,
    discount: { ...discount },
  }
}
