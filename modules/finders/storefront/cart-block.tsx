import { lazy, Suspense } from 'react'
import { useShopState } from '../../../app/state/shop-state.ts'

const CartFit = lazy(() => import('./cart-fit.tsx'))

/** Whether the lines fit the saved devices; the script is loaded only for shoppers who have saved one. */
export default function CartBlock() {
  const some = useShopState(({ history }) => history.devices.length > 0)
  return (
    some && (
      <Suspense>
        <CartFit />
      </Suspense>
    )
  )
}
