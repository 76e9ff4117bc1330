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

/** 93 784 s → { days: 1, hours: 2, minutes: 3, seconds: 4 }. */
function partsOfSeconds(seconds: number) {
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** "26:03:04": hours, minutes and seconds in figures of equal width; a placeholder before hydration. */
export function clockText(seconds: number | null): string {
  if (seconds === null) return '––:––:––'
  const { days, hours, minutes, seconds: rest } = partsOfSeconds(seconds)
  return [days * 24 + hours, minutes, rest].map((part) => String(part).padStart(2, '0')).join(':')
}
