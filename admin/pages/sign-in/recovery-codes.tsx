/** Ten recovery codes, shown once. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './entrance.module.css'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTexts()
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <p>{t('recovery.intro')}</p>
      <ul className={styles.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          size="small"
          onClick={async () => {
            await navigator.clipboard.writeText(codes.join('\n'))
            setCopied(true)
          }}
        >
          {t('answer.copy')}
        </Button>
        <Button size="small" onClick={() => print()}>
          {t('order.print')}
        </Button>
        <span role="status">{isCopied && t('recovery.copied')}</span>
      </div>
    </>
  )
}
