import { useTexts } from '../texts.tsx'
import styles from './photo-list.module.css'

/** Photos that a customer sent; each opens in full size in a tab of its own. */
export function PhotoList({ addresses }: { addresses: readonly string[] }) {
  const { t } = useTexts()
  if (addresses.length === 0) return null
  return (
    <ul className={styles.photos}>
      {addresses.map((address, index) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer">
            <img src={address} alt={t('photo.numbered', { number: index + 1 })} />
          </a>
        </li>
      ))}
    </ul>
  )
}
