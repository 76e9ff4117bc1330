/** The finders as tiles: on home, and below each finder. */
import { finderNames, type FinderName } from '../finder-names.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './finder-tiles.module.css'

export const finderIcons: Record<FinderName, IconName> = {
  device: 'battery',
  vehicle: 'car',
  phone: 'phone',
  cable: 'cable',
}

export default function FinderTiles({ except }: { except?: FinderName }) {
  const t = useStrings()
  const finders = useFinderLinks()
  return (
    <nav aria-label={t('finder.label')}>
      <ul className={styles.tiles}>
        {finderNames
          .filter((name) => name !== except)
          .map((name) => (
            <li key={name}>
              <a className={styles.tile} href={finders.finder(name)}>
                <Icon name={finderIcons[name]} size={28} />
                <span>
                  <b>{t(`finder.${name}`)}</b>
                  <span className={styles.text}>{t(`finder.${name}_text`)}</span>
                </span>
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
