/** "Notify me when it is back in stock"; the form is loaded on demand (CARD-08). */
import { lazy, Suspense, useState } from 'react'
import type { UnavailableActionProps } from '../../../app/features/products/unavailable-action.tsx'
import { Button } from '../../../ui/button.tsx'
import { useStrings } from '../../../ui/strings.tsx'

const StockNoticeForm = lazy(() => import('./stock-notice-form.tsx'))

export default function NotifyButton({ product: { sku, name }, className }: UnavailableActionProps) {
  const t = useStrings()
  const [open, setOpen] = useState(false)
  const button = (
    <Button
      className={className}
      wide
      aria-label={t('card.notify_of', { name })}
      onClick={() => setOpen(true)}
    >
      {t('card.notify')}
    </Button>
  )
  if (!open) return button
  return (
    <Suspense fallback={button}>
      <StockNoticeForm sku={sku} />
    </Suspense>
  )
}
