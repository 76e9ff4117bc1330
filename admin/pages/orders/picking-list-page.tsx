/** The picking list of the orders of a view: each product once, sorted by its place, which is set here too. */
import { useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'
import type { PickingList } from '../../../contract/admin/picking.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { FieldRefusal } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { loadPicking } from './picking-loader.ts'
import styles from './order.module.css'

export const loader = loadPicking

export function Component() {
  const { t } = useTexts()
  const { products, orders, hasMore } = useLoaderData<PickingList>()
  const { search } = useLocation()
  return (
    <Page
      title={t('picking.title')}
      intro={t('picking.intro', { count: orders.length })}
      back={{ label: t('section.orders'), to: `${paths.orders}${search}` }}
      actions={
        <>
          <ButtonLink size="small" href={paths.packingSlips(search.slice(1))}>
            {t('picking.slips')}
          </ButtonLink>
          <Button size="small" onClick={() => print()}>
            {t('order.print')}
          </Button>
        </>
      }
    >
      {hasMore && <Notice>{t('picking.more', { count: orders.length })}</Notice>}
      <Card title={t('picking.products')} isFlush>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('picking.place')}</th>
              <th scope="col">{t('order.product')}</th>
              <th scope="col" className={styles.number}>
                {t('order.quantity')}
              </th>
              <th scope="col">{t('section.orders')}</th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={`${product.store} ${product.sku}`}>
                <td>
                  <Place key={product.place} product={product} />
                </td>
                <th scope="row" className={styles.product}>
                  {product.name}
                  <span className={styles.sku}>
                    {product.sku}, {storeName(product.store)}
                  </span>
                </th>
                <td className={styles.number}>{product.units}</td>
                <td>
                  {product.orders.map(({ number, units }) => (
                    <div key={number}>
                      {units} × <Link to={paths.order(number)}>{number}</Link>
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Page>
  )
}

/** The place, as a field for those who may change it; it is saved when the field is left. */
function Place({ product: { store, sku, place } }: { product: PickingList['products'][number] }) {
  const { t } = useTexts()
  const mayChange = can(useSession(), 'stock:edit', store)
  const [typed, setTyped] = useState(place ?? '')
  const { refusal, send } = useChange('PUT', apiPaths.productPlace(store, sku), {
    done: t('picking.place_saved'),
  })
  const present = presentValue(refusal, place)
  if (!mayChange) return place ?? '–'
  return (
    <>
      <input
        className={styles.place}
        aria-label={t('picking.place_of', { sku })}
        value={typed}
        maxLength={40}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
        onBlur={() => {
          if (typed.trim() !== (present ?? '')) void send({ place: typed.trim(), expected: present })
        }}
      />
      <FieldRefusal refusal={refusal} current={present ?? '–'} />
    </>
  )
}
