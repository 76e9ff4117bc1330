/** What a link asks of the account: log in by its token, choose a new password, or log in (QUERY-01..04, 12). */
import { clearCheckout } from './cart-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'
import { keepSession, logIn } from './auth.ts'
import { showLogin } from './login-mode.ts'
import { openPanel } from './panels.ts'
import { useShopState } from './shop-state.ts'

export async function landInAccount(
  store: Store,
  { token, resetToken }: { token: string | null; resetToken: string | null },
): Promise<void> {
  if (token !== null) {
    if ((await logIn(store, { token })) === 'in') {
      useShopState.setState(({ cart }) => ({ cart: clearCheckout(cart) }))
      location.assign(links.accountOrders(store.code))
      return
    }
    showLogin({ mode: 'login', notice: 'token_refused' })
  } else if (resetToken !== null) showLogin({ mode: 'change-password', token: resetToken })
  openPanel('login')
  // Who is sent here although they seem to be logged in may not be any more.
  if (useShopState.getState().auth.user !== null) await keepSession(store)
}
