/** "Watch the price": asks for a mail when the product gets cheaper. The form is loaded on demand. */
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import styles from './price-notice.module.css'

const NotifyForm = lazy(() => import('./notify-form.tsx'))

export function PriceNotice({ product: { sku, name } }: { product: { sku: string; name: string } }) {
  const t = useStrings()
  const [isOpen, setOpen] = useState(false)
  const button = (
    <button
      type="button"
      className={styles.watch}
      aria-label={t('list.price_of', { name })}
      onClick={() => setOpen(true)}
    >
      <Icon name="tag" size={18} /> {t('list.price')}
    </button>
  )
  if (!isOpen) return button
  return (
    <div className={styles.form}>
      <Suspense fallback={button}>
        <NotifyForm sku={sku} about="price" />
      </Suspense>
    </div>
  )
}
