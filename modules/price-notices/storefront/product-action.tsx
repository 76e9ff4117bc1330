/** "Watch the price": asks for a mail when the product gets cheaper. The form is loaded on demand. */
import { lazy, Suspense, useState } from 'react'
import type { NoticeForm } from '../../../app/features/products/notify-form.tsx'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import styles from './product-action.module.css'

const NotifyForm = lazy(() => import('../../../app/features/products/notify-form.tsx'))

const form: NoticeForm = { path: 'price-notices', send: 'list.price_send', done: 'list.price_done' }

export default function PriceNotice({ product: { sku, name } }: { product: ProductCard }) {
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
        <NotifyForm sku={sku} form={form} />
      </Suspense>
    </div>
  )
}
