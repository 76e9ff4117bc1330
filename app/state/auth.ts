/**
 * Logging in and out in the browser (AUTH rows). The tokens are in HttpOnly cookies; this file knows only who
 * is logged in and by which strategy. Lazy-loaded: with the login panel or for a logged-in visitor.
 */
import { clearCheckout } from './cart-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi, type ApiAnswer, type ApiCall } from './api-client.ts'
import { syncCart } from './cart-actions.ts'
import { isOfMovedShop } from './moved-shop.ts'
import { keepCookie } from './keep-cookie.ts'
import { enterModules, joinModules, leaveModules, watchModules } from './module-logins.ts'
import { useShopState } from './shop-state.ts'
import type { AuthState } from './stored-state.ts'
import { preferVatView } from './use-vat.ts'

/** `moved`: wrong, in a store that has taken over a former shop. */
export type LogInAnswer = 'in' | 'wrong' | 'moved' | 'too_many' | 'failed'

/** Makes the server set the pair of tokens as a cookie instead of returning it. */
export const sessionHeaders = { 'x-session': 'cookie' }

const guest: AuthState = { strategy: 'account', user: null }

/** AUTH-08; a password, or the token of a link (QUERY-01). */
export function logIn(
  store: Store,
  body: { email: string; password: string } | { token: string },
): Promise<LogInAnswer> {
  return enter(store, 'account', body)
}

/** Logs in to one order by its id and e-mail, then loads the order (AUTH-09). */
export function logInToOrder(store: Store, body: { order_id: string; email: string }): Promise<LogInAnswer> {
  return enter(store, 'order', body)
}

async function enter(store: Store, strategy: AuthState['strategy'], body: object): Promise<LogInAnswer> {
  const path = strategy === 'account' ? 'auth/login' : 'order-auth/login'
  const answer = await callApi(store, path, { method: 'POST', headers: sessionHeaders, body })
  if (!answer.ok) {
    if (answer.status === 401 || answer.status === 422) return isOfMovedShop(answer.data) ? 'moved' : 'wrong'
    if (answer.status === 429) return 'too_many'
    logAuthFailure('login', answer.status)
    return 'failed'
  }
  return (await takeSession(store, strategy)) ? 'in' : 'failed'
}

/** Reads the user of a session that was just opened; false if the request failed. */
export async function takeSession(store: Store, strategy: AuthState['strategy']): Promise<boolean> {
  const user = await readUser(store, strategy)
  if (!user.ok) {
    logAuthFailure('reading the profile', user.status)
    return false
  }
  checkedAt = Date.now()
  takeUser(store, strategy, user.data.user)
  if (strategy === 'account') {
    const { joinCarts } = await accountSync()
    await joinCarts(store)
    void enterModules(store)
    void joinModules(store)
  }
  // The customer may have other prices: the cart is synced.
  if (useShopState.getState().cart.items.length > 0) void syncCart(store)
  return true
}

type User = NonNullable<AuthState['user']>

function readUser(store: Store, strategy: AuthState['strategy']): Promise<ApiAnswer<{ user: User }>> {
  return callApi(store, strategy === 'account' ? 'auth/profile' : 'order-auth/info')
}

/** bex05 stores only what the pages need of a customer: no name, no address. */
function takeUser(
  store: Store,
  strategy: AuthState['strategy'],
  { scope, order_id, discount, company }: User,
): void {
  const user = { scope, order_id, discount: discount ?? {}, ...(company && { company }) }
  useShopState.setState({ auth: { strategy, user } })
  if (company) preferVatView(store, true)
}

/** What the account keeps of this browser. */
const accountSync = () => import('./account-sync.ts')

let checkedAt = 0
/**
 * Minimum interval between session checks; at each one the server renews the session if it is about to
 * expire.
 */
const checkEveryMs = 300_000

/** Called with every page of a logged-in visitor: renews the session, and logs out if it has ended. */
export async function keepSession(store: Store): Promise<void> {
  if (useShopState.getState().auth.strategy === 'account') {
    void accountSync().then(({ watchAccountState }) => watchAccountState(store))
    watchModules(store)
  }
  const now = Date.now()
  if (now - checkedAt < checkEveryMs) return
  checkedAt = now
  const { strategy } = useShopState.getState().auth
  const answer = await readUser(store, strategy)
  // Logged out in the meantime.
  if (useShopState.getState().auth.user === null) return
  if (answer.ok) {
    takeUser(store, strategy, answer.data.user)
    if (strategy === 'account') void joinModules(store)
  } else if (answer.status === 401) leaveAccount()
}

/**
 * A call that requires a login. On a 401 the session is renewed once, which the server does when asked for
 * the current user, and the call is repeated; if the session has ended, the visitor is logged out and sent
 * home (API-04).
 */
export async function callAccount<T>(store: Store, path: string, call: ApiCall = {}): Promise<ApiAnswer<T>> {
  const answer = await callApi<T>(store, path, call)
  if (answer.ok || answer.status !== 401) return answer
  const user = await readUser(store, useShopState.getState().auth.strategy)
  const last = user.ok ? await callApi<T>(store, path, call) : user
  if (!last.ok && last.status === 401) leaveAccount()
  return last
}

/** Clears the user and redirects to /; also when the session cannot be renewed (AUTH-05). */
export function leaveAccount(): void {
  forgetUser()
  location.assign('/')
}

/**
 * AUTH-14: the cart is kept, and which of its lines the account has (decision 75); what modules keep of the
 * account and a checkout with the customer's data are dropped. A company's view without VAT ends: the next person at the computer may
 * be a consumer.
 */
function forgetUser(): void {
  leaveModules()
  if (useShopState.getState().auth.user?.company) {
    keepCookie('vat', 'incl', 0)
    useShopState.setState(({ cart }) => ({ cart: { ...cart, vat: true } }))
  }
  const isCustomer = useShopState.getState().auth.strategy === 'account'
  useShopState.setState(({ cart }) => ({
    auth: guest,
    cart: {
      ...clearCheckout(cart),
      ...(isCustomer && {
        accountLines: Object.fromEntries(cart.items.map(({ uuid, quantity }) => [uuid, quantity])),
      }),
    },
  }))
}

/** Logs out and redirects to home (ROUTE-49); false if the request failed. */
export async function logOut(store: Store): Promise<boolean> {
  const answer = await callApi(store, 'auth/logout', { method: 'POST' })
  if (!answer.ok) {
    logAuthFailure('logout', answer.status)
    return false
  }
  leaveAccount()
  return true
}

/** Logs a failed call of the login to the console, refusals by the server excluded (AUTH-13). */
export function logAuthFailure(what: string, status: number): void {
  // oxlint-disable-next-line no-console -- asked for by AUTH-13
  console.error(`${what} did not work: ${status === 0 ? 'no answer' : `status ${status}`}`)
}
