/**
 * Time left until a moment, in whole seconds, updated once a second (DEAL-03). Null until the page is
 * hydrated, so that the first render matches a cached page. Paused while the tab is hidden; reads the clock
 * again afterwards (DEAL-05).
 */
import { useEffect, useState } from 'react'

/** Interval between two updates, milliseconds (DEAL-03, DEAL-04). */
export const tickMs = 1000

export function useSecondsLeft(target: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      const ms = target - Date.now()
      setLeft(Math.max(0, Math.ceil(ms / 1000)))
      if (ms > 0 && !document.hidden) timer = setTimeout(tick, ms % tickMs || tickMs)
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [target])
  return left
}

/** "1d 02:03:04": days where there are any, then figures of equal width; a placeholder before hydration. */
export function clockText(seconds: number | null, iso: string): string {
  if (seconds === null) return '––:––:––'
  const clock = new Date(seconds * 1000).toISOString().slice(11, 19)
  const days = Math.floor(seconds / 86_400)
  return days > 0
    ? `${new Intl.NumberFormat(iso, { style: 'unit', unit: 'day', unitDisplay: 'narrow' }).format(days)} ${clock}`
    : clock
}
