/** The products saved in this browser, for a visitor who is not logged in. */
import type { ListLine } from '../contract.ts'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ModuleActions } from '../../../app/features/products/module-actions.tsx'
import { openPanel } from '../../../app/state/panels.ts'
import { removeSaved, saveProduct } from './saved-products.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import { useListedProducts } from '../../../app/state/use-listed-products.ts'
import { EmptyList } from './empty-list.tsx'
import { ListLines } from './list-lines.tsx'
import { ListNotices } from './list-notices.tsx'
import { CartButton } from './list-to-cart.tsx'
import styles from './lists-page.module.css'
import { useListChanges } from './use-list-changes.ts'

export function DeviceList() {
  const t = useStrings()
  const store = useStore()
  const saved = useShopState(({ history }) => history.saved)
  const { run, ...changes } = useListChanges()
  // A removal needs no new products; an undone one does.
  const skus = [...new Set(saved.map(({ sku }) => sku))].toSorted().join('\n')
  const loaded = useListedProducts(skus)
  const lines = loaded.state === 'there' ? linesOf(saved, loaded.products) : []
  const moved = (added: string[]) => added.forEach((sku) => void removeSaved(store, sku))
  return (
    <>
      <Notice>
        <p>{t('list.on_device')}</p>
        <Button size="small" onClick={() => openPanel('login')}>
          {t('login.log_in')}
        </Button>
      </Notice>
      <section className={styles.list} aria-labelledby="list-name">
        <h2 id="list-name">{t('list.saved')}</h2>
        <ListNotices {...changes} />
        {saved.length === 0 ? (
          <EmptyList />
        ) : loaded.state === 'loading' ? (
          <p role="status">{t('account.loading')}</p>
        ) : loaded.state === 'failed' ? (
          <Notice look="danger" role="alert">
            {t('form.failed')}
          </Notice>
        ) : (
          <>
            <div className={styles.actions}>
              <CartButton look="main" lines={lines} label={t('list.all_to_cart')} onAdded={moved} />
            </div>
            <ListLines
              lines={lines}
              onAdded={moved}
              actionsOf={({ sku, name, quantity, product }) => (
                <>
                  {product && <ModuleActions product={product} />}{' '}
                  <Button
                    onClick={() =>
                      void run(removeSaved(store, sku), {
                        name,
                        undo: () => saveProduct(store, sku, quantity),
                      })
                    }
                  >
                    {t('list.remove')}
                    <span className="visually-hidden">: {name}</span>
                  </Button>
                </>
              )}
            />
          </>
        )}
      </section>
    </>
  )
}

const linesOf = (saved: readonly { sku: string; quantity: number }[], products: readonly ProductCard[]) =>
  saved.map(({ sku, quantity }): ListLine => {
    const product = products.find((card) => card.sku === sku) ?? null
    return { sku, name: product?.name ?? sku, quantity, product }
  })
