/** A device's page: its cells, the batteries that fit, and related products. */
import type { ProductCard } from '../../../contract/catalogue.ts'
import type { DeviceKind } from '../../../domain/devices/device.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { links } from '../../../app/links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { ProductGrid } from '../../../app/features/products/product-grid.tsx'
import { FinderFrame } from './parts/finder-frame.tsx'
import { FinderResult } from './parts/finder-result.tsx'
import { SaveDevice } from './save-device.tsx'
import styles from './finder.module.css'

export interface DeviceData {
  id: number
  slug: string
  name: string
  kind: DeviceKind
  title: string
  /** "Takes 2 × AA"; empty if unknown. */
  takes: string
  codes: string[]
  capacityMah: number | null
  /** The common name of its cell. */
  size: string | null
  isFixed: boolean
  batteries: ProductCard[]
  others: ProductCard[]
  total: number
}

export default function DeviceView({ data }: { data: DeviceData }) {
  const t = useStrings()
  const { code } = useStore()
  const finders = useFinderLinks()
  const { name, kind, title, takes, codes, capacityMah, batteries, others, total, size } = data
  const facts = [
    t(`device.${kind}`),
    ...(capacityMah === null ? [] : [t('finder.capacity', { value: capacityMah })]),
    ...codes,
  ]
  return (
    <FinderFrame name="device" title={title} lead={takes}>
      <div className={styles.facts}>
        <Chips label={t('product.facts')} chips={facts.map((text) => ({ text }))} />
        <SaveDevice key={data.id} device={{ id: data.id, slug: data.slug, name }} />
      </div>
      <FinderResult
        title={t('finder.batteries')}
        products={batteries}
        total={total}
        {...(data.isFixed && { empty: { title: t('finder.takes_fixed') } })}
      >
        {total > batteries.length && size !== null ? (
          <ButtonLink href={links.search(code, size)}>{t('finder.more', { count: total })}</ButtonLink>
        ) : (
          batteries.length === 0 && (
            <ButtonLink look="main" href={finders.finder('device')}>
              {t('finder.restart')}
            </ButtonLink>
          )
        )}
      </FinderResult>
      {others.length > 0 && (
        <section className={styles.result} aria-labelledby="others-title">
          <h2 id="others-title">{t('finder.others')}</h2>
          <ProductGrid products={others} />
        </section>
      )}
    </FinderFrame>
  )
}
