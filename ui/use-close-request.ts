import { useEffect, useEffectEvent } from 'react'

/** The part that is used of https://html.spec.whatwg.org/multipage/interaction.html#closewatcher. */
export interface CloseWatcher extends EventTarget {
  requestClose(): void
  destroy(): void
}

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher
  }
}

/**
 * Calls back on the browser's close request while something is open: on Android the Back button or gesture, which
 * otherwise leaves the page. Modal dialogs receive it by themselves. Browsers without close watchers leave the page.
 */
export function useCloseRequest(isOpen: boolean, close: () => void) {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen || !window.CloseWatcher) return
    const watcher = new window.CloseWatcher()
    watcher.addEventListener('close', () => onClose())
    return () => watcher.destroy()
  }, [isOpen])
}
