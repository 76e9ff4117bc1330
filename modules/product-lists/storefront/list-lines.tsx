/** The products of a list with price and stock as of now. */
import type { ReactNode } from 'react'
import type { ListLine } from '../contract.ts'
import { pictureUrl, placeholderKey } from '../../../domain/pictures/picture-address.ts'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Price } from '../../../app/features/products/price.tsx'
import { links } from '../../../app/links.ts'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { CartButton } from './list-to-cart.tsx'
import styles from './lists-page.module.css'

const placeholder = pictureUrl(placeholderKey, 320, 'webp')

interface ListLinesProps {
  lines: readonly ListLine[]
  /** Called with the article numbers that were put into the cart. */
  onAdded?: (skus: string[]) => void
  /** Further controls of a line. */
  actionsOf?: (line: ListLine) => ReactNode
}

export function ListLines({ lines, onAdded, actionsOf }: ListLinesProps) {
  const t = useStrings()
  const { code } = useStore()
  return (
    <ul className={styles.lines}>
      {lines.map((line) => {
        const { sku, name, quantity, product } = line
        return (
          <li key={sku} data-line={sku}>
            <img
              className={styles.picture}
              src={product?.thumb?.url ?? placeholder}
              width={72}
              height={72}
              alt=""
              loading="lazy"
            />
            <div className={styles.what}>
              {product === null ? (
                <>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.soft}>{t('list.not_sold')}</span>
                </>
              ) : (
                <>
                  <a className={styles.name} href={links.product(code, product.slug)}>
                    <UnbrokenName name={name} />
                  </a>
                  <Price product={product} size="small" />
                  <StockLabel product={product} />
                </>
              )}
              {quantity > 1 && <span className={styles.soft}>{t('list.quantity', { count: quantity })}</span>}
            </div>
            <div className={styles.actions}>
              {product?.orderable && (
                <CartButton
                  lines={[line]}
                  label={t('list.to_cart')}
                  about={name}
                  {...(onAdded && { onAdded })}
                />
              )}
              {actionsOf?.(line)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
