/**
 * Buy in a browser without JavaScript: a form that opens the page which says what buying needs. The buttons that need a
 * script are hidden there by `@media (scripting: none)`.
 */
import type { ProductCard } from '../../../contract/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../links.ts'

interface BuyWithoutScriptProps {
  product: Pick<ProductCard, 'slug' | 'name'>
  size?: 'normal' | 'large'
}

/** Only the server renders the form: React leaves the content of `noscript` alone in the browser. */
export function BuyWithoutScript(props: BuyWithoutScriptProps) {
  return <noscript>{import.meta.env.SSR && <BuyForm {...props} />}</noscript>
}

function BuyForm({ product: { slug, name }, size = 'normal' }: BuyWithoutScriptProps) {
  const t = useStrings()
  const { code } = useStore()
  return (
    <form action={links.buyWithoutScript(code, slug)}>
      <Button
        type="submit"
        look="main"
        size={size}
        wide
        {...(size === 'normal' && { 'aria-label': t('card.buy_of', { name }) })}
      >
        {t(size === 'large' ? 'card.buy' : 'card.buy_short')}
      </Button>
    </form>
  )
}
