/** The phone finder's form and its results. */
import type { DeviceProducts } from '../../../domain/catalogue/device-queries.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ProductGrid } from '../../../app/features/products/product-grid.tsx'
import { FinderFrame } from './parts/finder-frame.tsx'
import { FinderResult } from './parts/finder-result.tsx'
import { FinderSelect } from './parts/finder-select.tsx'
import styles from './finder.module.css'

export interface PhoneFinderData {
  brands: { key: string; name: string }[]
  brand: { key: string; name: string } | null
  models: { slug: string; name: string; sold: boolean }[]
  model: { slug: string; name: string } | null
  products: DeviceProducts | null
}

export default function PhoneFinderView({ data }: { data: PhoneFinderData }) {
  const t = useStrings()
  const finders = useFinderLinks()
  const { brands, brand, models, model, products } = data
  const [brandName, modelName] = [brand?.name, model?.name]
  const all = models.every(({ sold }) => sold)
  return (
    <FinderFrame name="phone" title={t('finder.phone_title')} lead={t('finder.phone_lead')}>
      <form className={styles.row} action={finders.finder('phone')} method="get" data-keep-scroll>
        <FinderSelect
          name="brand"
          label={`1. ${t('finder.brand')}`}
          value={brand?.key ?? ''}
          placeholder={t('finder.choose')}
          options={brands.map(({ key, name }) => ({ value: key, text: name }))}
        />
        <FinderSelect
          name="model"
          label={`2. ${t('finder.model')}`}
          value={model?.slug ?? ''}
          placeholder={t('finder.choose')}
          disabled={brand === null}
          options={models.map(({ slug, name, sold }) => ({
            value: slug,
            text: name,
            ...(!all && { group: t(sold ? 'finder.sold' : 'finder.not_sold') }),
          }))}
        />
        <Button type="submit" look="main">
          {t('finder.show')}
        </Button>
      </form>
      {products === null ? (
        <aside className={styles.help}>
          <h2>{t('finder.phone_where')}</h2>
          <p>{t('finder.phone_where_text')}</p>
        </aside>
      ) : (
        <>
          <FinderResult
            title={t('finder.fits_title', { name: `${brandName} ${modelName}` })}
            products={products.batteries}
            total={products.total}
          >
            <ButtonLink href={finders.device(model!.slug)}>
              {t('finder.all_for', { name: `${brandName} ${modelName}` })}
            </ButtonLink>
          </FinderResult>
          {products.others.length > 0 && (
            <section className={styles.result} aria-labelledby="others-title">
              <h2 id="others-title">{t('finder.others')}</h2>
              <ProductGrid products={products.others} />
            </section>
          )}
        </>
      )}
    </FinderFrame>
  )
}
