/** What modules show in the cart: `storefront/cart-block.tsx` of each, loaded with the cart. */
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import type { CartItem } from '../../../contract/cart.ts'
import { reportError } from '../../state/error-report.ts'

type CartBlock = ComponentType<{ lines: readonly CartItem[] }>

const blocks = Object.entries(
  import.meta.glob<{ default: CartBlock }>('../../../modules/*/storefront/cart-block.tsx'),
).map(([path, load]) => ({ module: path.split('/').at(-3)!, Block: lazy(load) }))

export function CartBlocks({ lines }: { lines: readonly CartItem[] }) {
  return blocks.map(({ module, Block }) => (
    <ModuleBoundary key={module} module={module}>
      <Suspense>
        <Block lines={lines} />
      </Suspense>
    </ModuleBoundary>
  ))
}

/** A fault of a module is reported under its name, and the page shows the rest. */
class ModuleBoundary extends Component<{ module: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(fault: unknown) {
    const error = fault instanceof Error ? fault : new Error(String(fault))
    error.message = `Module ${this.props.module}: ${error.message}`
    reportError(error)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
