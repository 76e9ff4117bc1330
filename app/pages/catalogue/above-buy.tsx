/** The decision column above the price: the title, the variants, and what a set saves. One script for all of them. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import ProductTitle from './product-title.tsx'
import SetSaving from './set-saving.tsx'
import VariantChoice from './variant-choice.tsx'

interface AboveBuyProps {
  product: ProductDetails
  /** The variant that a parent's page offers; else the product. */
  offered: ProductDetails
}

export default function AboveBuy({ product, offered }: AboveBuyProps) {
  return (
    <>
      <ProductTitle product={product} offered={offered} />
      <VariantChoice product={offered} />
      <SetSaving product={offered} />
    </>
  )
}
