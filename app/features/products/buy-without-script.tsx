/**
 * Buy in a browser without JavaScript: a form that opens the page which says what buying needs. The buttons that need a
 * script are hidden there by `@media (scripting: none)`.
 */
import type { ProductCard } from '../../../contract/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../links.ts'
import { buyWords } from './buy-words.ts'

interface BuyWithoutScriptProps {
  product: Pick<ProductCard, 'slug' | 'name' | 'stock_status'>
  size?: 'normal' | 'large'
}

/** Only the server renders the form: React leaves the content of `noscript` alone in the browser. */
export function BuyWithoutScript(props: BuyWithoutScriptProps) {
  return <noscript>{import.meta.env.SSR && <BuyForm {...props} />}</noscript>
}

function BuyForm({ product, size = 'normal' }: BuyWithoutScriptProps) {
  const t = useStrings()
  const { code } = useStore()
  const words = buyWords(product, t)
  return (
    <form action={links.buyWithoutScript(code, product.slug)}>
      <Button
        type="submit"
        look="main"
        size={size}
        wide
        {...(size === 'normal' && { 'aria-label': words.named })}
      >
        {size === 'large' ? words.text : words.short}
      </Button>
    </form>
  )
}
