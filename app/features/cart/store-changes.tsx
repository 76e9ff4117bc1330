/** After a change of store: which lines have another price now, and which are not sold here (CART-20). */
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStoreChanges } from '../../state/store-changes.ts'
import styles from './cart-panel.module.css'

export function StoreChanges() {
  const t = useStrings()
  const store = useStore()
  const changes = useStoreChanges()
  if (changes.length === 0) return null
  return (
    <Notice role="status">
      <h3 className={styles.changes}>{t('cart.store_changed', { store: store.brand })}</h3>
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
