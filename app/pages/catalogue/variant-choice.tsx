/** A product's variants as links: each leads to the variant's own page, with its picture and price. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Picture } from '../../../ui/picture.tsx'
import { atOwnPrice, useMoney, useOwnPercent, type PricedProps } from '../../features/products/price.tsx'
import { variantOptions } from './variants.ts'
import styles from './variant-choice.module.css'

/** German nouns stay capitalised inside a sentence. */
const inSentence = (name: string, iso: string) =>
  iso.startsWith('de') ? name : name.charAt(0).toLocaleLowerCase(iso) + name.slice(1)

export default function VariantChoice({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { code, iso } = useStore()
  const present = product.choices.find(({ id }) => id === product.id) ?? null
  return Object.entries(product.variation_attribute_names).map(([attribute, name]) => (
    <div key={attribute} className={styles.choice}>
      <p id={`choose-${attribute}`} className={styles.name}>
        {t('product.choose', { name: inSentence(name, iso) })}
      </p>
      <ul className={styles.list} aria-labelledby={`choose-${attribute}`}>
        {variantOptions(product.choices, attribute, present).map(({ value, variant, chosen }) => {
          return (
            <li key={value}>
              <a
                className={classNames(styles.option, !variant.orderable && styles.away)}
                href={links.product(code, variant.slug)}
                aria-current={chosen ? 'true' : undefined}
                data-keep-scroll
              >
                <Picture picture={variant.thumb} sizes="44px" largest={160} alt="" />
                {value}
                <TilePrice product={variant} bare />
                {!variant.orderable && <span className="visually-hidden">{t('stock.out_of_stock')}</span>}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  ))
}

/** The price alone; whose price it is, is shown for the variant that was chosen. */
const TilePrice = atOwnPrice(function ListTilePrice({ product }: PricedProps) {
  const money = useMoney()
  const own = useOwnPercent()(product)
  const price = shownPrice(readPrices(product.prices))
  return price && <small>{money(price.unitMinor, product.vat, own)}</small>
})
