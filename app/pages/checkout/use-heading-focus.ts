/**
 * Moves the focus to the heading of a page that was just loaded, so that keyboard and screen reader begin there. A
 * shopper who has already focused something keeps it.
 */
import { useEffect, useRef } from 'react'

/** The ref of the heading, which needs `tabIndex={-1}`. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
