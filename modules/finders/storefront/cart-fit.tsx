/**
 * Warns about lines that do not fit any saved device, only where this is certain. Lines for another purpose
 * get no warning.
 */
import { useEffect, useState } from 'react'
import type { DeviceFits } from '../contract.ts'
import { askDeviceFit, nameOf } from './saved-devices.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'

export default function CartFit() {
  const t = useStrings()
  const store = useStore()
  const devices = useShopState(({ history }) => history.devices)
  const items = useShopState(({ cart }) => cart.items)
  const skus = items.map((item) => item.sku).join('\n')
  const [answers, setAnswers] = useState<DeviceFits['answers']>([])
  useEffect(() => {
    let isWanted = true
    void askDeviceFit(store, devices, skus.split('\n')).then((found) => isWanted && setAnswers(found))
    return () => {
      isWanted = false
    }
  }, [store, devices, skus])
  return items.flatMap((item) => {
    const own = answers.filter(({ sku }) => sku === item.sku)
    const device = devices.find(({ id }) => id === own[0]?.deviceId)
    if (!device || own.some(({ fits }) => fits)) return []
    return (
      <Notice key={item.uuid} look="warning" role="status">
        {t('mine.cart', { product: item.name, name: nameOf(device) })}
      </Notice>
    )
  })
}
