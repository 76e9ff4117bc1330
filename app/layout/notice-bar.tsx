/**
 * Message, deal and next delivery above the header. Where they do not fit beside each other they take turns in one
 * row, which can be dismissed for the visit; the inline script of the document hides a dismissed row before the first paint.
 */
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useStrings } from '../../ui/strings.tsx'
import styles from './notice-bar.module.css'

/** Session cookie: set when the row is dismissed (early-script.ts reads it). */
const dismissedCookie = 'notices=off;path=/;samesite=lax'

function dismiss() {
  document.cookie = dismissedCookie
  document.documentElement.dataset['notices'] = 'off'
}

/** `children`: the notices, each an element of its own or nothing. */
export function NoticeBar({ children }: { children: ReactNode }) {
  const t = useStrings()
  return (
    <div className={styles.bar} data-notice-bar>
      <div className={styles.notices}>{children}</div>
      <button type="button" className={styles.dismiss} aria-label={t('chrome.close')} onClick={dismiss}>
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}
