/** One product: edited for all stores at once, with its pictures, gaps, variants, stock and history. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import type { ProductPage, ProductReferences, ProductVariants } from '../../../contract/admin/product-page.ts'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { Card, Columns } from '../../shell/card.tsx'
import { ModuleCards } from '../../shell/module-cards.tsx'
import { Page } from '../../shell/page.tsx'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { Timeline } from '../../shell/timeline.tsx'
import { UndoButton } from '../../shell/undo-button.tsx'
import { useTexts, type AdminKey } from '../../texts.tsx'
import { FieldValuesCard } from '../fields/field-values.tsx'
import { readFieldValues } from '../fields/read-field-values.ts'
import { BrandManufacturer } from './brand-manufacturer.tsx'
import { editedRecord } from './product-draft.ts'
import { ProductCosts } from './product-costs.tsx'
import { ProductForm } from './product-form.tsx'
import { ProductPhotos } from './product-photos.tsx'
import { IncomingGoods } from './incoming-goods.tsx'
import { RestoreVersion } from './restore-version.tsx'
import { ProductStock } from './product-stock.tsx'
import { VariantGrid } from './variant-grid.tsx'
import styles from './product.module.css'

interface Loaded {
  page: ProductPage | null
  variants: ProductVariants['variants']
  references: ProductReferences
  fields: FieldValuesAnswer | null
}

/** Without a sku: a new product. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { sku } = params
  const [page, variants, references, fields] = await Promise.all([
    sku === undefined ? null : readApi<ProductPage>(apiPaths.product(sku), request.signal),
    sku === undefined ? null : readApi<ProductVariants>(apiPaths.productVariants(sku), request.signal),
    readApi<ProductReferences>(apiPaths.productReferences, request.signal),
    sku === undefined ? null : readFieldValues('product', sku, request.signal),
  ])
  return { page, variants: variants?.variants ?? [], references, fields }
}

export function Component() {
  const { t } = useTexts()
  const { page, variants, references, fields } = useLoaderData<Loaded>()
  const back = { label: t('section.products'), to: paths.resource('products') }
  if (page === null)
    return (
      <Page title={t('product.new')} intro={t('product.new_intro')} back={back}>
        <ProductForm key="new" page={null} references={references} />
      </Page>
    )
  const record = editedRecord(page)
  const { sku, stores } = record
  const differing = page.record['variationAttributes']
  const name = Object.values(stores)[0]?.name ?? sku
  return (
    <Page title={name} intro={sku} back={back}>
      <Columns
        main={
          <>
            <ProductForm key={sku} page={page} references={references} />
            {fields && <FieldValuesCard object="product" name={sku} answer={fields} />}
            <ModuleCards place="product" of={{ sku, stores: Object.keys(stores) }} />
            <ProductPhotos sku={sku} photos={page.photos} />
            {variants.length > 0 && (
              <VariantGrid
                columns={Array.isArray(differing) ? (differing as string[]) : []}
                variants={variants}
                references={references}
              />
            )}
            <Card title={t('timeline.title')}>
              <Timeline
                entries={page.timeline}
                actionsOf={({ id, at }) => {
                  const entry = page.timeline.find((each) => each.id === id)
                  return (
                    <>
                      {entry?.canUndo && <UndoButton id={id} />}
                      {entry?.canRestore && <RestoreVersion sku={sku} entry={id} at={at} />}
                    </>
                  )
                }}
              />
            </Card>
          </>
        }
        side={
          <>
            <Gaps page={page} />
            <Card title={t('product.open_page')}>
              <ul className={styles.list}>
                {Object.entries(page.pages).map(([store, address]) => (
                  <li key={store}>
                    <a href={address} target="_blank" rel="noreferrer">
                      {storeName(store)}
                    </a>
                  </li>
                ))}
              </ul>
              <p className={styles.more}>
                <Link to={paths.productPreview(sku, { store: Object.keys(page.pages)[0] ?? '', at: '' })}>
                  {t('preview.open')}
                </Link>
              </p>
            </Card>
            {page.brand && <BrandManufacturer brand={page.brand} editable={page.editable} />}
            <ProductCosts page={page} />
            <ProductStock sku={sku} stores={Object.keys(stores)} />
            <IncomingGoods sku={sku} stock={page.stock} />
          </>
        }
      />
    </Page>
  )
}

function Gaps({ page: { gaps } }: { page: ProductPage }) {
  const { t } = useTexts()
  const words = (found: ProductPage['gaps'][number]['gaps']) =>
    found.map(({ code }) => t(`product.gap_${code}` as AdminKey)).join(', ')
  return (
    <Card title={t('product.gaps')}>
      <ul className={styles.list}>
        {gaps.map(({ store, gaps: found }) => {
          const blocking = found.filter((each) => each.isBlocking)
          const missing = found.filter((each) => !each.isBlocking)
          const values = { store: storeName(store) }
          if (found.length === 0)
            return (
              <li key={store}>
                <Status tone="good" text={`${values.store}: ${t('product.gap_none')}`} />
              </li>
            )
          return (
            <li key={store} className={styles.gap}>
              {blocking.length > 0 && (
                <Status tone="bad" text={t('product.gap_blocks', { ...values, reasons: words(blocking) })} />
              )}
              {missing.length > 0 && (
                <Status tone="warning" text={t('product.gap_law', { ...values, reasons: words(missing) })} />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
