/**
 * Who may open an address, as one line of a table (`api-access.ts`, `page-access.ts`). `access.http.test.ts` visits
 * every line as people who may not.
 */
import type { OwnedObjects } from './owned-objects.ts'

/** A value that the visited customer owns, put in place of a path parameter or of a field of the body. */
export type Owned = keyof OwnedObjects

/**
 * - `public`: anyone, and the answer is not about one customer.
 * - `account`: the session of an account; a guest gets 401, a page redirects to the login.
 * - `order`: the account that placed the order, or the login of that order; others get 401 or 403.
 * - `unguessable id`: anyone who has the id in the path (a checkout's, or an order's access token).
 * - `single-use token`: anyone who has the token in the body, once.
 * - `provider-signed`: a payment provider, which proves itself by signature or by its own record.
 * - `operations`: monitoring; nothing about customers.
 */
export type Access =
  | 'public'
  | 'account'
  | 'order'
  | 'unguessable id'
  | 'single-use token'
  | 'provider-signed'
  | 'operations'

export interface AccessRule {
  access: Access
  /** Path parameter → the object of the visited customer. */
  params: Readonly<Record<string, Owned>>
  /** Fixed values of other path parameters, and the query. */
  fixed: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** A body that passes validation; the values of `owned` are put in. */
  body: object | null
  owned: Readonly<Record<string, Owned>>
  /** The statuses with which the request is refused; for `public` those it may answer with. */
  refused: readonly number[]
  /**
   * What the session of another account gets, where that is no refusal (a list of its own things); of an order, what
   * the login of another order gets.
   */
  foreign: readonly number[]
}

type More = Partial<Omit<AccessRule, 'access'>>

const rule =
  (access: Access, defaults: More = {}) =>
  (more: More = {}): AccessRule => ({
    access,
    params: {},
    fixed: {},
    query: {},
    body: null,
    owned: {},
    refused: [],
    foreign: [],
    ...defaults,
    ...more,
  })

export const open = rule('public')
export const account = rule('account', { refused: [401], foreign: [200] })
export const order = rule('order', { refused: [401, 403], foreign: [403] })
export const unguessable = rule('unguessable id', { refused: [404] })
export const singleUse = rule('single-use token', { refused: [401] })
export const signed = rule('provider-signed', { refused: [400, 401, 404] })
export const operations = rule('operations')
