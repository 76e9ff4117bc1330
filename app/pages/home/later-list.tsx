/** A product list below the first window of home. */
import { useEffect, useState, type ReactNode } from 'react'
import styles from './home-page.module.css'

/** Milliseconds after hydration until a list is laid out, times its turn: each one in a frame of its own. */
const turnMs = 200

/**
 * In a document that the server rendered the list is left out of the first frame, which is the longest task of the
 * page, and laid out in its `turn` (1, 2, …) or once it comes near the window. Where the shopper came from another
 * page, it is laid out at once: going back finds the place where one was.
 */
export function LaterList({ turn, children }: { turn: number; children: ReactNode }) {
  const [isLater, setIsLater] = useState(isFirstPage)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(false), turn * turnMs)
    return () => clearTimeout(timer)
  }, [turn])
  return <div className={isLater ? styles.later : undefined}>{children}</div>
}

/** On the server, and in the browser until the document is hydrated. */
function isFirstPage(): boolean {
  return typeof document === 'undefined' || document.documentElement.dataset['hydrated'] === undefined
}
