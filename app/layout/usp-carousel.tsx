/** The shop's promises in the top bar, one at a time where there is room for one only (CHROME-12). */
import { useEffect, useState } from 'react'
import { useStrings } from '../../ui/strings.tsx'
import { useStoreDetails } from '../state/use-store-details.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './usp-carousel.module.css'

/** Interval between two promises, milliseconds (CHROME-12). */
export const uspIntervalMs = 3000

export function UspCarousel() {
  const t = useStrings()
  const { lines } = useStoreDetails()
  const [active, setActive] = useState(0)
  const [paused, setPaused] = useState(false)
  // Hover or focus pauses the rotation.
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (paused || resting || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setActive((index) => (index + 1) % lines.length), uspIntervalMs)
    return () => clearInterval(timer)
  }, [paused, resting, lines])
  return (
    <div
      className={styles.carousel}
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
    >
      {/* Moving content can be paused (WCAG 2.2.2). */}
      <button
        type="button"
        className={styles.pause}
        data-paused={paused || undefined}
        aria-label={t(paused ? 'usp.play' : 'usp.pause')}
        onClick={() => setPaused(!paused)}
      />
      <ul className={styles.list}>
        {lines.map((line, index) => (
          <li key={line} data-active={index === active || undefined}>
            <Icon name="check" size={16} />
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
