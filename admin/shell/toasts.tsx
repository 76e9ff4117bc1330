/** Short messages about what was done, in the lower corner; announced to assistive technology. */
import type { ReactNode } from 'react'
import { Toast } from '@base-ui/react/toast'
import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../texts.tsx'
import styles from './toasts.module.css'

const toasts = Toast.createToastManager()

/** Shows a message. `undo` adds a button that is there as long as the message is, and ends it. */
export function showToast(message: {
  title: string
  text?: string
  look?: 'done' | 'failed'
  undo?: { label: string; run: () => void }
}): void {
  const { title, text, look = 'done', undo } = message
  const id: string = toasts.add({
    title,
    type: look,
    ...(text !== undefined && { description: text }),
    ...(look === 'failed' && { priority: 'high' as const, timeout: 0 }),
    ...(undo && {
      timeout: 15_000,
      actionProps: {
        children: undo.label,
        onClick: () => {
          toasts.close(id)
          undo.run()
        },
      },
    }),
  })
}

export function ToastRegion({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={toasts}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { t } = useTexts()
  const { toasts: shown } = Toast.useToastManager()
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Content className={styles.content}>
        <Icon name={toast.type === 'failed' ? 'warning' : 'check'} size={18} />
        <div>
          <Toast.Title className={styles.title} />
          <Toast.Description className={styles.text} />
        </div>
        <Toast.Action className={styles.action} />
        <Toast.Close className={styles.close} aria-label={t('close')}>
          <Icon name="close" size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
