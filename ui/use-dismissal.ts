import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'

/**
 * Calls back on Escape, and when the shopper presses or moves the focus outside of the element. It listens before the
 * element is seen: no key in between is lost.
 */
export function useDismissal(
  element: RefObject<HTMLElement | null>,
  listening: boolean,
  dismiss: () => void,
) {
  const onDismiss = useEffectEvent(dismiss)
  useLayoutEffect(() => {
    if (!listening) return
    const close = (event: Event) => {
      const outside = event.target instanceof Node && !element.current?.contains(event.target)
      if (outside || (event instanceof KeyboardEvent && event.key === 'Escape')) onDismiss()
    }
    const causes = ['pointerdown', 'keydown', 'focusin'] as const
    for (const cause of causes) document.addEventListener(cause, close)
    return () => {
      for (const cause of causes) document.removeEventListener(cause, close)
    }
  }, [element, listening])
}
