/** How to measure what the product replaces, with a drawing of the measures. */
import { useStrings } from '../../../ui/strings.tsx'
import type { MeasuringGuide } from './measuring-guide.ts'
import styles from './measuring-guide.module.css'

export function MeasuringGuideView({ guide }: { guide: MeasuringGuide }) {
  const t = useStrings()
  return (
    <details className={styles.guide}>
      <summary>{t('measure.title')}</summary>
      <div className={styles.content}>
        {guide === 'coin' && <CoinDrawing />}
        {(guide === 'lead' || guide === 'block') && <BlockDrawing withPoles={guide === 'lead'} />}
        <p>{t(`measure.${guide}`)}</p>
      </div>
    </details>
  )
}

function CoinDrawing() {
  const t = useStrings()
  return (
    <svg viewBox="0 0 260 120" className={styles.drawing} role="img" aria-label={t('measure.title')}>
      <circle cx="60" cy="46" r="36" />
      <path className={styles.measure} d="M24 96h72M24 90v12M96 90v12" />
      <text x="60" y="114">
        {t('measure.diameter')}
      </text>
      <rect x="140" y="36" width="72" height="18" rx="3" />
      <path className={styles.measure} d="M222 36v18M216 36h12M216 54h12" />
      <text x="200" y="78">
        {t('measure.height')}
      </text>
    </svg>
  )
}

function BlockDrawing({ withPoles }: { withPoles: boolean }) {
  const t = useStrings()
  return (
    <svg viewBox="0 0 260 150" className={styles.drawing} role="img" aria-label={t('measure.title')}>
      <path d="M40 50h130v70h-130zM40 50l30-24h130l-30 24M170 50l30-24v70l-30 24" />
      {withPoles && <path d="M60 44v-12h14v12M136 44v-12h14v12M63 60h8M139 60h8M143 56v8" />}
      <path
        className={styles.measure}
        d="M40 130h130M40 125v10M170 125v10M24 50v70M19 50h10M19 120h10M178 126l30-24"
      />
      <text x="105" y="146">
        {t('measure.length')}
      </text>
      <text x="20" y="40">
        {t('measure.height')}
      </text>
      <text x="222" y="130">
        {t('measure.width')}
      </text>
    </svg>
  )
}
