/**
 * Logging in and out in the browser (AUTH rows). The tokens are in cookies that no script can read; here is only
 * who is logged in and by which strategy. Comes late: with the login panel or with somebody who is logged in.
 */
import { clearCheckout } from './cart-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi, type ApiAnswer, type ApiCall } from './api-client.ts'
import { syncCart } from './cart-actions.ts'
import { useShopState } from './shop-state.ts'
import type { AuthState } from './stored-state.ts'

export type LogInAnswer = 'in' | 'wrong' | 'too_many' | 'failed'

/** Has the server keep the pair of tokens in its cookie instead of answering it. */
const headers = { 'x-session': 'cookie' }

const guest: AuthState = { strategy: 'account', user: null }

/** AUTH-08; a password, or the token of a link (QUERY-01). */
export function logIn(
  store: Store,
  body: { email: string; password: string } | { token: string },
): Promise<LogInAnswer> {
  return enter(store, 'account', body)
}

/** AUTH-09. */
export function logInToOrder(store: Store, body: { order_id: string; email: string }): Promise<LogInAnswer> {
  return enter(store, 'order', body)
}

async function enter(store: Store, strategy: AuthState['strategy'], body: object): Promise<LogInAnswer> {
  const path = strategy === 'account' ? 'auth/login' : 'order-auth/login'
  const answer = await callApi(store, path, { method: 'POST', headers, body })
  if (!answer.ok) {
    if (answer.status === 401 || answer.status === 422) return 'wrong'
    if (answer.status === 429) return 'too_many'
    tellConsole('login', answer.status)
    return 'failed'
  }
  const user = await readUser(store, strategy)
  if (!user.ok) {
    tellConsole('reading the profile', user.status)
    return 'failed'
  }
  checkedAt = Date.now()
  takeUser(strategy, user.data.user)
  // What the cart costs may be another matter for this customer.
  if (useShopState.getState().cart.items.length > 0) void syncCart(store)
  return 'in'
}

type User = NonNullable<AuthState['user']>

function readUser(store: Store, strategy: AuthState['strategy']): Promise<ApiAnswer<{ user: User }>> {
  return callApi(store, strategy === 'account' ? 'auth/profile' : 'order-auth/info')
}

/** bex05 keeps what the shop's pages need of a customer: no name, no address. */
function takeUser(strategy: AuthState['strategy'], { scope, order_id, discount }: User): void {
  const user = { scope, order_id, discount: discount ?? {} }
  useShopState.setState({ auth: { strategy, user } })
}

let checkedAt = 0
/** A session is asked after at most so often; each time the server renews it where it runs out. */
const checkEveryMs = 300_000

/** To be called with every page that somebody logged in sees: the session lives on, and ends where it is over. */
export async function keepSession(store: Store): Promise<void> {
  const now = Date.now()
  if (now - checkedAt < checkEveryMs) return
  checkedAt = now
  const { strategy } = useShopState.getState().auth
  const answer = await readUser(store, strategy)
  if (answer.ok) takeUser(strategy, answer.data.user)
  else if (answer.status === 401) endSession()
}

/**
 * A call that only somebody logged in can make. A 401 has the session renewed once, which the server does when it
 * is asked who is here, and the call made again; where the session is over the shopper is a guest, at home (API-04).
 */
export async function callAccount<T>(store: Store, path: string, call: ApiCall = {}): Promise<ApiAnswer<T>> {
  const answer = await callApi<T>(store, path, call)
  if (answer.ok || answer.status !== 401) return answer
  const user = await readUser(store, useShopState.getState().auth.strategy)
  const last = user.ok ? await callApi<T>(store, path, call) : user
  if (!last.ok && last.status === 401) endSession()
  return last
}

/** AUTH-05. */
function endSession(): void {
  forgetUser()
  location.assign('/')
}

/** AUTH-14: the cart stays, a checkout that knows the customer does not. */
function forgetUser(): void {
  useShopState.setState(({ cart }) => ({ auth: guest, cart: clearCheckout(cart) }))
}

/** Logs out and leads to the shop's first page (ROUTE-49); false where the server could not be told. */
export async function logOut(store: Store): Promise<boolean> {
  const answer = await callApi(store, 'auth/logout', { method: 'POST' })
  if (!answer.ok) {
    tellConsole('logout', answer.status)
    return false
  }
  endSession()
  return true
}

/** AUTH-13. */
export function tellConsole(what: string, status: number): void {
  // oxlint-disable-next-line no-console -- asked for by AUTH-13
  console.error(`${what} did not work: ${status === 0 ? 'no answer' : `status ${status}`}`)
}
