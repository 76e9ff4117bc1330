/** "Wrap it as a gift": the wrapping that is offered, each with its price. */
import {
  Button,
  useCart,
  useModuleCall,
  usePriceText,
  useProducts,
  useText,
  type CartBlockProps,
} from 'anode/storefront'
import { useEffect, useState } from 'react'
import type { WrappingAnswer } from '../contract.ts'
import styles from './cart-block.module.css'

export default function GiftWrap({ lines }: CartBlockProps) {
  const t = useText()
  const call = useModuleCall('gift-wrap')
  const cart = useCart()
  const priceText = usePriceText()
  const [{ skus: offered, lead }, setOffer] = useState<WrappingAnswer>({ skus: [], lead: null })
  useEffect(() => {
    void call<WrappingAnswer>('wrapping').then((answer) => answer.ok && setOffer(answer.data))
  }, [call])
  const loaded = useProducts(offered.join('\n'))
  if (offered.length === 0 || loaded.state !== 'there') return null
  const chosen = lines.filter(({ sku }) => offered.includes(sku))
  if (chosen.length === lines.length) return null
  return (
    <section className={styles.block} aria-labelledby="gift-wrap">
      <h3 id="gift-wrap">{t('gift_wrap.title')}</h3>
      {lead !== null && <p>{lead}</p>}
      <ul className={styles.choices}>
        {loaded.products.map((product) => {
          const line = chosen.find(({ sku }) => sku === product.sku)
          return (
            <li key={product.sku} className={styles.choice}>
              <span>
                {product.name} <span className={styles.price}>{priceText(product)}</span>
              </span>
              <Button
                size="small"
                aria-pressed={line !== undefined}
                aria-label={t(line ? 'gift_wrap.remove_of' : 'gift_wrap.add_of', { name: product.name })}
                onClick={() => void (line ? cart.remove(line.uuid) : cart.add(product, 1))}
              >
                {t(line ? 'gift_wrap.remove' : 'gift_wrap.add')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
