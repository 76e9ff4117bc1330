/** Whether prices are shown with VAT, and the switch between the two views (VAT-01, 02, 08). */
import { useRouteLoaderData } from 'react-router'
import { showsVat } from '../../domain/pricing/vat-view.ts'
import { keepCookie } from './keep-cookie.ts'
import { useShopState } from './shop-state.ts'
import { useStore } from '../../ui/strings.tsx'

/** Lifetime of the cookie, seconds. */
const cookieSeconds = 365 * 24 * 60 * 60

export function useVatIncluded(): boolean {
  const store = useStore()
  const rendered = useRouteLoaderData<{ vatIncluded: boolean }>('root')?.vatIncluded ?? true
  const hydrated = useShopState((state) => state.hydrated)
  const flag = useShopState((state) => state.cart.vat)
  return showsVat(hydrated ? flag : rendered, store)
}

/** Sets the view; the cookie lets the server render the next page with it. */
export function setVatIncluded(included: boolean): void {
  keepCookie('vat', included ? 'incl' : 'ex', cookieSeconds)
  useShopState.setState((state) => ({ cart: { ...state.cart, vat: included } }))
}
