/**
 * The first products of a file as their pages would be, one after the other, before anything is imported. Pictures are not
 * fetched: their places name the addresses. Of products that the shop has, what would change.
 */
import { useState } from 'react'
import type { ImportCheck } from '../../../contract/admin/imports.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { useTexts } from '../../texts.tsx'
import { columnLabel, factLabel, fieldLabel } from './field-label.ts'
import styles from './product-preview.module.css'

type NewProduct = ImportCheck['newProducts'][number]
type Change = ImportCheck['changes'][number]

/** A page of the preview. */
type Previewed =
  | { isNew: true; product: NewProduct }
  | { isNew: false; sku: string; changes: readonly Change[] }

/** Products of a preview. */
const mostProducts = 10

/** What the preview shows: the new products first, then those that would change. */
export function previewOf({ newProducts: added, changes }: ImportCheck): Previewed[] {
  const changed = Map.groupBy(
    changes.filter(({ sku }) => sku !== null && sku !== ''),
    ({ sku }) => sku,
  )
  return [
    ...added.map((product) => ({ isNew: true as const, product })),
    ...[...changed].map(([sku, own]) => ({ isNew: false as const, sku: sku ?? '', changes: own })),
  ].slice(0, mostProducts)
}

/** `at`: the page that opens. */
export function ProductPreview({
  pages,
  currency,
  at: first,
  onClose,
}: {
  pages: readonly Previewed[]
  currency: string
  at: number
  onClose: () => void
}) {
  const { t } = useTexts()
  const [at, setAt] = useState(first)
  const page = pages[at]
  if (page === undefined) return null
  return (
    <Dialog
      wide
      title={t('import.preview')}
      description={t('import.preview_page', { page: at + 1, count: pages.length })}
      onClose={onClose}
    >
      {page.isNew ? (
        <NewPage product={page.product} currency={currency} />
      ) : (
        <ChangedPage sku={page.sku} changes={page.changes} />
      )}
      <div className={styles.buttons}>
        <Button size="small" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('table.previous')}
        </Button>
        <Button size="small" disabled={at === pages.length - 1} onClick={() => setAt(at + 1)}>
          {t('table.next')}
        </Button>
      </div>
    </Dialog>
  )
}

function NewPage({ product, currency }: { product: NewProduct; currency: string }) {
  const { t, money } = useTexts()
  const { name, brand, category, price, highestPrice: highest, salePrice: sale } = product
  const normal = [price, ...(highest === null ? [] : [highest])]
    .map((each) => money(each, currency))
    .join(' – ')
  return (
    <article className={styles.page}>
      <p className={styles.trail}>
        {category.length === 0 ? t('import.new_product_category') : [...category, name].join(' › ')}
      </p>
      <Gallery pictures={product.pictures} count={product.pictureCount} />
      <div className={styles.offer}>
        <h3 className={styles.name}>{name}</h3>
        {brand !== null && <p className={styles.soft}>{brand}</p>}
        <p className={styles.price}>
          {sale === null ? (
            normal
          ) : (
            <>
              {money(sale, currency)} <s className={styles.soft}>{normal}</s>
            </>
          )}
        </p>
        <p>{t(`import.preview_${product.availability}`)}</p>
        {product.choiceGroups.map((group) => (
          <div key={group.name} className={styles.choices}>
            <span className={styles.label}>{fieldLabel(t, group.name)}</span>
            <ul>
              {group.values.map((value) => (
                <li key={value}>{value}</li>
              ))}
            </ul>
          </div>
        ))}
        <p className={styles.soft}>{product.sku}</p>
      </div>
      <div className={styles.text}>
        <h4>{t('import.field_description')}</h4>
        {product.description === '' ? (
          <p className={styles.soft}>{t('import.preview_no_description')}</p>
        ) : (
          product.description
            .split(/\n{2,}|\u2029/)
            // Two paragraphs may say the same.
            .map((paragraph, place) => <p key={place}>{paragraph}</p>)
        )}
        {product.facts.length > 0 && (
          <dl className={styles.facts}>
            {product.facts.map(({ column, value }) => (
              <div key={column}>
                <dt>{factLabel(t, column)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </article>
  )
}

function Gallery({ pictures, count }: { pictures: readonly string[]; count: number }) {
  const { t } = useTexts()
  return (
    <figure className={styles.gallery}>
      <div className={styles.picture} aria-hidden="true">
        <Icon name="battery" size={48} />
      </div>
      <figcaption className={styles.soft}>
        {t('import.new_product_pictures', { count })}
        {pictures.length > 0 && (
          <ul>
            {pictures.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        )}
      </figcaption>
    </figure>
  )
}

function ChangedPage({ sku, changes }: { sku: string; changes: readonly Change[] }) {
  const { t } = useTexts()
  return (
    <article>
      <h3 className={styles.name}>{sku}</h3>
      <p className={styles.soft}>{t('import.preview_changes')}</p>
      <dl className={styles.changes}>
        {changes.map(({ store, column, before, after }) => (
          <div key={`${store ?? ''} ${column}`}>
            <dt>{columnLabel(t, column)}</dt>
            <dd>
              <del>{before}</del> → <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
