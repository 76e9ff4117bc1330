/** Carousel of the recently viewed products. */
import { useStrings } from '../../../ui/strings.tsx'
import { ProductCarousel } from '../../features/products/carousel.tsx'
import { useViewedProducts } from '../../state/use-viewed-products.ts'

const mostShown = 10

export default function ViewedProducts() {
  const t = useStrings()
  const products = useViewedProducts()
  return <ProductCarousel title={t('home.recent')} products={products.slice(0, mostShown)} phoneGrid />
}
