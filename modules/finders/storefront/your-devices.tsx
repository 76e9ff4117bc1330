/**
 * Whether a product fits the shopper's saved devices, where this is certain; loaded only for shoppers who
 * have some.
 */
import { useEffect, useState } from 'react'
import type { DeviceFits } from '../contract.ts'
import { askDeviceFit, nameOf } from './saved-devices.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'

export default function YourDevices({ sku }: { sku: string }) {
  const t = useStrings()
  const store = useStore()
  const devices = useShopState(({ history }) => history.devices)
  const [answers, setAnswers] = useState<DeviceFits['answers']>([])
  useEffect(() => {
    let isWanted = true
    void askDeviceFit(store, devices, [sku]).then((found) => isWanted && setAnswers(found))
    return () => {
      isWanted = false
    }
  }, [store, devices, sku])
  return devices.flatMap((device) => {
    const answer = answers.find(({ deviceId }) => deviceId === device.id)
    if (!answer) return []
    const name = nameOf(device)
    return (
      <Notice key={device.id} look={answer.fits ? 'done' : 'warning'} role="status">
        {t(answer.fits ? 'mine.fits' : 'mine.fits_not', { name })}
      </Notice>
    )
  })
}
