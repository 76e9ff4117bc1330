/**
 * A panel at the side of the window: a native modal dialog, which traps and restores the focus and closes on
 * Escape; a click on the backdrop closes it too (LAYOUT-06).
 */
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useStrings } from './strings.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './side-panel.module.css'

interface SidePanelProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  side?: 'left' | 'right'
  /** Up to 640 px, for contents in two columns; otherwise up to 400 px. */
  wide?: boolean
  /** On phones a sheet at the bottom, as high as its content. */
  sheet?: boolean
  /** Read aloud when the panel opens, and whenever it changes while it is open; not displayed. */
  status?: ReactNode
  children: ReactNode
}

/** Its content is rendered only while it is open. */
export function SidePanel({
  open,
  onClose,
  title,
  side = 'left',
  wide = false,
  sheet = false,
  status,
  children,
}: SidePanelProps) {
  const t = useStrings()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const announced = useId()
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    else if (!open) dialog.current?.close()
  }, [open])
  return (
    // The click is on the backdrop; keyboard users have Escape.
    <dialog
      ref={dialog}
      className={classNames(
        styles.panel,
        side === 'right' && styles.right,
        wide && styles.wide,
        sheet && styles.sheet,
      )}
      aria-labelledby={heading}
      aria-describedby={status ? announced : undefined}
      // Escape closes through the state too: closed by the browser alone, the dialog is hidden before the state knows,
      // and a press that opens it again in between is lost.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A close event is ignored if another panel caused it, or if this one has been opened again since.
      onClose={() => open && !dialog.current?.open && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <>
          <div className={styles.head}>
            <h2 id={heading}>{title}</h2>
            <button type="button" className={styles.close} aria-label={t('chrome.close')} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          {status && (
            <p id={announced} className="visually-hidden" role="status">
              {status}
            </p>
          )}
          <div className={styles.content}>{children}</div>
        </>
      )}
    </dialog>
  )
}
