/** What modules show in the cart: `storefront/cart-block.tsx` of each, loaded with the cart. */
import { lazy, type ComponentType } from 'react'
import type { CartItem } from '../../../contract/cart.ts'
import { moduleOf, ModulePart } from '../modules/module-part.tsx'

type CartBlock = ComponentType<{ lines: readonly CartItem[] }>

const blocks = Object.entries(
  import.meta.glob<{ default: CartBlock }>('../../../modules/*/storefront/cart-block.tsx'),
).map(([path, load]) => ({ module: moduleOf(path), Block: lazy(load) }))

export function CartBlocks({ lines }: { lines: readonly CartItem[] }) {
  return blocks.map(({ module, Block }) => (
    <ModulePart key={module} module={module}>
      <Block lines={lines} />
    </ModulePart>
  ))
}
