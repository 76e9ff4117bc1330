/** Placeholder for the shopper's devices; the script is loaded only for shoppers who have some. */
import { lazy, Suspense } from 'react'
import { useShopState } from '../../../../app/state/shop-state.ts'

const MyDevicesList = lazy(() => import('../my-devices.tsx'))

export function MyDevices() {
  const some = useShopState(({ history }) => history.devices.length > 0)
  return (
    some && (
      <Suspense>
        <MyDevicesList />
      </Suspense>
    )
  )
}
