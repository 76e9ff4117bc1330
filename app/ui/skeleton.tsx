/** Keeps the place of something that is on its way. */
import styles from './skeleton.module.css'

/** `height` in pixels. */
export function Skeleton({ height }: { height: number }) {
  return <span className={styles.skeleton} style={{ height }} aria-hidden="true" />
}
