import { useEffect, useEffectEvent } from 'react'

/** Calls back when the component goes, and when the page is left or hidden: for what would be lost otherwise. */
export function useLeaving(callback: () => void): void {
  const onLeave = useEffectEvent(callback)
  useEffect(() => {
    const leave = () => onLeave()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [])
}
