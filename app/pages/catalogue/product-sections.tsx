/**
 * Everything below the fold of a product page: description, devices, facts, safety, manufacturer, related
 * products.
 */
import { lazy, Suspense, useId, type ReactNode } from 'react'
import type { ProductCard, ProductDetails } from '../../../contract/catalogue.ts'
import { links } from '../../links.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { AddOptions } from '../../state/use-add-to-cart.ts'
import { ProductCarousel } from '../../features/products/carousel.tsx'
import { Chips } from '../../../ui/chips.tsx'
import crossedBin from '../../../ui/drawings/crossed-bin.svg?url'
import { FactsTable } from '../../../ui/facts-table.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { PlainText } from '../../../ui/plain-text.tsx'
import { FitsList } from './fits-list.tsx'
import { ProductReviews } from './product-reviews.tsx'
import { relatedProducts } from './related-products.ts'
import styles from './product-page.module.css'

/** Loaded only for shoppers who have saved a device. */
const YourDevices = lazy(() => import('./your-devices.tsx'))

export default function ProductSections({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { code, phoneNumber } = useStore()
  const hasDevices = useShopState(({ history }) => history.devices.length > 0)
  return (
    <div className={styles.sections}>
      {hasDevices && (
        <Suspense>
          <YourDevices key={product.id} sku={product.sku} />
        </Suspense>
      )}
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Section title={t('product.description')}>
            <PlainText className={styles.text!} text={product.description} />
          </Section>
          <SetParts parts={product.set_parts} />
          {product.fits.length > 0 && (
            <Section title={t('product.fits')}>
              <FitsList key={product.id} devices={product.fits} />
            </Section>
          )}
          <Section title={t('product.questions')}>
            <p>{t('product.questions_text', { phone: phoneNumber, sku: product.sku })}</p>
          </Section>
        </div>
        <div className={styles.stack}>
          {product.facts.length > 0 && (
            <Section title={t('product.specification')}>
              <FactsTable facts={product.facts} caption={t('product.specification')} />
            </Section>
          )}
          <Safety />
          <Manufacturer product={product} />
          <Chips
            label={t('product.facts')}
            chips={product.tags.map(({ name, slug }) => ({ text: name, href: links.tag(code, slug) }))}
          />
        </div>
      </div>
      <Relations product={product} />
      <ProductReviews key={product.id} product={product} />
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function SetParts({ parts }: { parts: ProductDetails['set_parts'] }) {
  const t = useStrings()
  const { code } = useStore()
  if (parts.length === 0) return null
  return (
    <Section title={t('product.set')}>
      <ul className={styles.setParts}>
        {parts.map(({ product, quantity }) => (
          <li key={product.id}>
            <Picture picture={product.thumb} sizes="56px" largest={160} alt="" />
            <span>{quantity} ×</span>
            <a href={links.product(code, product.slug)}>{product.name}</a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Separate collection and safe use, words and symbol (Regulation (EU) 2023/1542, Art. 13 and 74). */
function Safety() {
  const t = useStrings()
  return (
    <Section title={t('product.safety')}>
      <div className={styles.safety}>
        <img src={crossedBin} width={44} height={56} alt={t('product.bin_symbol')} loading="lazy" />
        <p>{t('product.safety_text')}</p>
      </div>
    </Section>
  )
}

/** The responsible manufacturer, with postal and electronic address (Regulation (EU) 2023/988, Art. 19). */
function Manufacturer({ product: { manufacturer } }: { product: ProductDetails }) {
  const t = useStrings()
  if (manufacturer === null) return null
  return (
    <Section title={t('product.manufacturer')}>
      <address className={styles.address}>
        {manufacturer.name}
        <br />
        {manufacturer.address}
        <br />
        <a href={`mailto:${manufacturer.email}`}>{manufacturer.email}</a>
      </address>
    </Section>
  )
}

/** Lists of two products or fewer are side by side. */
const shortList = 2

function Relations({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { id } = product
  const beside = relatedProducts(product)
  const carousel = (title: string, products: readonly ProductCard[], origin?: AddOptions['origin']) =>
    products.length > 0 && (
      <ProductCarousel
        key={title}
        title={title}
        products={products}
        half={products.length <= shortList}
        {...(origin && { origin })}
      />
    )
  return (
    <div className={styles.relations}>
      {carousel(t('product.cross_selling'), beside.cross_selling, { cross_selling_product_id: id })}
      {carousel(t('product.accessories'), beside.accessories, { accessory_id: id })}
      {carousel(t('product.related'), beside.related, { related_id: id })}
      {carousel(t('product.recommended'), beside.recommended, { recommended_id: id })}
      {carousel(t('product.spare_parts'), beside.spare_parts)}
    </div>
  )
}
