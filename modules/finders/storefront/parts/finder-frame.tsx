/** Shared by all finders: heading with a sentence, steps, links to the other finders. */
import type { FinderName } from '../../finder-names.ts'
import type { ReactNode } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import FinderTiles, { finderIcons } from '../finder-tiles.tsx'
import styles from '../finder.module.css'

export function FinderFrame({
  name,
  title,
  lead,
  children,
}: {
  name: FinderName
  title: string
  lead: string
  children: ReactNode
}) {
  return (
    <main className={classNames('wrap', styles.page)}>
      <header className={styles.head}>
        <span className={styles.mark}>
          <Icon name={finderIcons[name]} size={32} />
        </span>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
      </header>
      {children}
      <div className={styles.others}>
        <FinderTiles except={name} />
      </div>
    </main>
  )
}
