/** A state in one word, with a coloured dot. */
import { classNames } from '../../ui/class-names.ts'
import styles from './status.module.css'

export type Tone = 'neutral' | 'active' | 'good' | 'warning' | 'bad'

export function Status({ tone, text }: { tone: Tone; text: string }) {
  return <span className={classNames(styles.status, tone !== 'neutral' && styles[tone])}>{text}</span>
}
