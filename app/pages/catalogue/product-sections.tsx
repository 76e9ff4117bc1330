/**
 * Everything below the fold of a product page: description, devices, facts, safety, manufacturer, related
 * products.
 */
import { useId, type ComponentType, type ReactNode } from 'react'
import type { ProductCard, ProductDetails } from '../../../contract/catalogue.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { AddOptions } from '../../state/use-add-to-cart.ts'
import { moduleOf, ModulePart } from '../../features/modules/module-part.tsx'
import { bothAction } from '../../features/products/buy-both.tsx'
import { ProductCarousel } from '../../features/products/carousel.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { classNames } from '../../../ui/class-names.ts'
import crossedBin from '../../../ui/drawings/crossed-bin.svg?url'
import { FactsTable } from '../../../ui/facts-table.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { PlainText } from '../../../ui/plain-text.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { FitsList } from './fits-list.tsx'
import { measuringGuideOf } from './measuring-guide.ts'
import { MeasuringGuideView } from './measuring-guide-view.tsx'
import { relatedProducts } from './related-products.ts'
import { offeredOn } from './offered-variant.ts'
import styles from './product-sections.module.css'

/** Sections that modules add, as `storefront/product-section.tsx`. */
const moduleSections = Object.entries(
  import.meta.glob<{ default: ComponentType<{ product: ProductDetails }> }>(
    '../../../modules/*/storefront/product-section.tsx',
    { eager: true },
  ),
).map(([path, { default: ModuleSection }]) => ({ module: moduleOf(path), ModuleSection }))

export default function ProductSections({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { code, phoneNumber } = useStore()
  const isGiftCard = product.type === productTypes.GiftCard
  const guide = measuringGuideOf(product.facts)
  return (
    <div className={styles.sections}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Section title={t('product.description')}>
            <PlainText className={styles.text!} text={withoutFacts(product)} />
          </Section>
          <SetParts parts={product.set_parts} />
          {product.fits.length > 0 && (
            <Section title={t('product.fits')}>
              <FitsList key={product.id} devices={product.fits} />
            </Section>
          )}
          {!isGiftCard && (
            <Section title={t('product.questions')}>
              <p>{t('product.questions_text', { phone: phoneNumber, sku: offeredOn(product).sku })}</p>
            </Section>
          )}
          {!isGiftCard && <Safety product={product} />}
          {!isGiftCard && <Manufacturer product={product} />}
        </div>
        <div className={styles.stack}>
          {product.facts.length > 0 && (
            <Section title={t('product.specification')}>
              <FactsTable
                facts={product.facts.map(({ name, value, product: named }) => ({
                  name,
                  value,
                  ...(named && { href: links.product(code, named.slug) }),
                }))}
                caption={t('product.specification')}
              />
              {guide && <MeasuringGuideView guide={guide} />}
            </Section>
          )}
          {product.sections.map((section) => (
            <Section key={section.code} title={section.name}>
              {section.picture ? (
                <Picture
                  className={styles.picture!}
                  picture={section.picture}
                  sizes="(min-width: 992px) 560px, 100vw"
                  largest={800}
                />
              ) : (
                // Sanitised when the index is built (PAGE-09).
                <div className={styles.richText} dangerouslySetInnerHTML={{ __html: section.html }} />
              )}
            </Section>
          ))}
          {product.tags.length > 0 && (
            <Section title={t('product.tags')}>
              <Chips
                label={t('product.tags')}
                chips={product.tags.map(({ name, slug }) => ({ text: name, href: links.tag(code, slug) }))}
              />
            </Section>
          )}
        </div>
      </div>
      <Relations product={product} />
      {moduleSections.map(({ module, ModuleSection }) => (
        <ModulePart key={`${module}:${product.id}`} module={module}>
          <ModuleSection product={product} />
        </ModulePart>
      ))}
    </div>
  )
}

/** The description without the lines "- Name: value" that repeat the specification beside it. */
function withoutFacts({ description, facts }: Pick<ProductDetails, 'description' | 'facts'>): string {
  const repeats = (line: string) => facts.some(({ name }) => line.startsWith(`- ${name}: `))
  return description
    .split('\n')
    .filter((line) => !repeats(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}

interface SectionProps {
  title: string
  /** Below the specification where it is not beside it. */
  isLater?: boolean
  children: ReactNode
}

function Section({ title, isLater = false, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classNames(styles.section, isLater && styles.later)} aria-labelledby={id}>
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
            <a href={links.product(code, product.slug)}>
              <UnbrokenName name={product.name} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Facts that only batteries, and goods with a battery, have. */
const batteryFacts = ['chemistry', 'battery_size', 'capacity_mah', 'capacity_ah', 'watt_hours']
/** Facts of electrical goods. */
const electricalFacts = ['power_w', 'output_a', 'ports', 'connector_a', 'lamp_base', 'lumen_lm']

/** Which words about collection and safe use a product with these facts gets. */
function safetyTextOf({ facts }: ProductDetails) {
  const has = (...codes: string[]) => facts.some(({ code }) => codes.includes(code))
  // A cell as such also names the current that it gives.
  if (has('chemistry') && has('battery_size')) return 'product.safety_text'
  if (has(...electricalFacts))
    return has(...batteryFacts) ? 'product.safety_with_battery' : 'product.safety_electrical'
  // A capacity in ampere hours: batteries of vehicles, tools and stores of energy, which no collection box takes.
  return has('capacity_ah') ? 'product.safety_large_battery' : 'product.safety_text'
}

/**
 * Separate collection and safe use, words and symbol: of batteries (Regulation (EU) 2023/1542, Art. 13 and 74), or
 * of electrical goods (Directive 2012/19/EU, Art. 14). A product whose facts do not say which gets the words about
 * batteries.
 */
function Safety({ product }: { product: ProductDetails }) {
  const t = useStrings()
  return (
    <Section title={t('product.safety')} isLater>
      <div className={styles.safety}>
        <img src={crossedBin} width={44} height={56} alt={t('product.bin_symbol')} loading="lazy" />
        <p>{t(safetyTextOf(product))}</p>
      </div>
    </Section>
  )
}

/** The responsible manufacturer, with postal and electronic address (Regulation (EU) 2023/988, Art. 19). */
function Manufacturer({ product: { manufacturer } }: { product: ProductDetails }) {
  const t = useStrings()
  if (manufacturer === null) return null
  return (
    <Section title={t('product.manufacturer')} isLater>
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

/** How many lists a page shows, the most useful first. */
const shownLists = 2

/** The lists whose titles say why their products fit, in the order in which they are shown. */
const reasoned = ['cross_selling', 'accessories', 'related'] as const

function Relations({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { id } = product
  const beside = relatedProducts(product)
  const size = product.facts.find((fact) => fact.code === 'battery_size')?.value ?? ''
  const title = (list: (typeof reasoned)[number]) => {
    const reason = product.fit_reasons[list]
    const first = reasoned.find((each) => beside[each].length > 0 && product.fit_reasons[each] === reason)
    // No two lists have one title.
    if (reason && first === list) return t(`product.${reason}`, { size })
    // What orders show has this title; what the merchant chose is then recommended.
    const isTaken = list === 'cross_selling' && beside.bought_together.length > 0
    return t(isTaken ? 'product.recommended' : `product.${list}`)
  }
  const carousel = (
    title: string,
    products: readonly ProductCard[],
    origin?: AddOptions['origin'],
    actionOf?: (card: ProductCard) => ReactNode,
  ) =>
    products.length > 0 && (
      <ProductCarousel
        key={title}
        title={title}
        products={products}
        half={products.length <= shortList}
        {...(origin && { origin })}
        {...(actionOf && { actionOf })}
      />
    )
  // Two lists at most: more of them are not read.
  return (
    <div className={styles.relations}>
      {[
        carousel(title('cross_selling'), beside.cross_selling, undefined, (card) =>
          bothAction(product, card),
        ),
        carousel(t('product.cross_selling'), beside.bought_together),
        carousel(title('accessories'), beside.accessories, { accessory_id: id }),
        carousel(title('related'), beside.related, { related_id: id }),
        carousel(t('product.recommended'), beside.recommended, { recommended_id: id }),
        carousel(t('product.spare_parts'), beside.spare_parts),
      ]
        .filter(Boolean)
        .slice(0, shownLists)}
    </div>
  )
}
