/** Ten recovery codes, shown once. */
import { useTexts } from '../../texts.tsx'
import styles from './entrance.module.css'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTexts()
  return (
    <>
      <p>{t('recovery.intro')}</p>
      <ul className={styles.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </>
  )
}
