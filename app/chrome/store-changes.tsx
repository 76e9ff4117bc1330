/** After a change of store: which lines cost something else now, and which are not sold here (CART-20). */
import { useStrings } from '../state/strings.tsx'
import { Notice } from '../ui/notice.tsx'
import { useStoreChanges } from '../state/store-changes.ts'

export function StoreChanges() {
  const t = useStrings()
  const changes = useStoreChanges()
  if (changes.length === 0) return null
  return (
    <Notice role="status">
      <ul>
        {changes.map((change) => (
          <li key={change.sku}>
            {change.to === null
              ? t('cart.change_gone', { name: change.name })
              : t('cart.change_price', { name: change.name, from: change.from, to: change.to })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
