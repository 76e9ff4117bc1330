/** A dialog in the middle of the window. It opens with its component; Escape and the backdrop close it. */
import type { ReactNode } from 'react'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../texts.tsx'
import styles from './dialog.module.css'

export function Dialog({
  title,
  description,
  wide = false,
  onClose,
  children,
}: {
  title: string
  description?: ReactNode
  wide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTexts()
  return (
    <BaseDialog.Root open onOpenChange={(open) => open || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={styles.popup} data-wide={wide || undefined}>
          <div className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close className={styles.close} aria-label={t('close')}>
              <Icon name="close" size={18} />
            </BaseDialog.Close>
          </div>
          {description && (
            <BaseDialog.Description className={styles.description} render={<div />}>
              {description}
            </BaseDialog.Description>
          )}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** The row of buttons at the end of a dialog; the first one cancels, where `onCancel` is given. */
export function DialogButtons({ onCancel, children }: { onCancel?: () => void; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <div className={styles.buttons}>
      {onCancel && (
        <Button size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      {children}
    </div>
  )
}
