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

/** Whether the view without VAT was set because of a company, not chosen. */
let isForCompany = false

/**
 * Companies see prices without VAT where the store has that view, persons with it, unless this browser has chosen one
 * (VAT-01). `isCompany`: who buys.
 */
export function preferVatView({ allowExVat }: { allowExVat: boolean }, isCompany: boolean): void {
  const isChosen = /\bvat=/.test(document.cookie)
  if (isCompany && allowExVat && !isChosen) {
    setVatIncluded(false)
    isForCompany = true
  } else if (!isCompany && isForCompany) setVatIncluded(true)
}

/** Sets the view; the cookie lets the server render the next page with it. */
export function setVatIncluded(included: boolean): void {
  isForCompany = false
  keepCookie('vat', included ? 'incl' : 'ex', cookieSeconds)
  useShopState.setState((state) => ({ cart: { ...state.cart, vat: included } }))
}
