import { useEffect, useEffectEvent } from 'react'

/** Calls back when the component unmounts and when the page is left or hidden, to save what would be lost. */
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
