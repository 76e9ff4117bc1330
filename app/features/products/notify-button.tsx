/** "Notify me when it is back in stock"; the form is loaded on demand (CARD-08). */
import { lazy, Suspense, useState } from 'react'
import { useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'

const NotifyForm = lazy(() => import('./notify-form.tsx'))

export function NotifyButton({
  sku,
  name,
  className,
}: {
  sku: string
  name: string
  className?: string | undefined
}) {
  const t = useStrings()
  const [open, setOpen] = useState(false)
  const button = (
    <Button
      {...(className && { className })}
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
      <NotifyForm sku={sku} />
    </Suspense>
  )
}
