/**
 * Account actions of a landing link: log in by token, choose a new password, or open the login (QUERY-01..04,
 * 12).
 */
import { clearCheckout } from './cart-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'
import { keepSession, logIn } from './auth.ts'
import type { Landing } from './landing-parameters.ts'
import { showLogin } from './login-mode.ts'
import { openPanel } from './panels.ts'
import { useShopState } from './shop-state.ts'

export async function landInAccount(
  store: Store,
  { token, resetToken, destination }: Pick<Landing, 'token' | 'resetToken' | 'destination'>,
): Promise<void> {
  if (token !== null) {
    if ((await logIn(store, { token })) === 'in') {
      useShopState.setState(({ cart }) => ({ cart: clearCheckout(cart) }))
      location.assign(links.accountOrders(store.code))
      return
    }
    showLogin({ mode: 'login', notice: 'token_refused' })
  } else if (resetToken !== null) showLogin({ mode: 'change-password', token: resetToken })
  openPanel('login', destination)
  // A visitor who is redirected here although the stored state names a user may have lost the session.
  if (useShopState.getState().auth.user !== null) await keepSession(store)
}
