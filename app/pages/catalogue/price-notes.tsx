/** What belongs to the price: what a set saves against its parts, and what delivery costs. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { canQuickAdd } from '../../state/use-add-to-cart.ts'
import { DeliveryPrice } from './delivery-price.tsx'
import type { ProductDelivery } from './load-product.server.ts'
import { SetSaving } from './set-saving.tsx'

interface PriceNotesProps {
  product: ProductDetails
  delivery: ProductDelivery | null
}

export default function PriceNotes({ product, delivery }: PriceNotesProps) {
  return (
    <>
      <SetSaving product={product} />
      {delivery && (
        <DeliveryPrice
          delivery={delivery}
          prices={product.prices}
          sku={product.orderable && canQuickAdd(product) ? product.sku : null}
        />
      )}
    </>
  )
}
