/** What modules show in the cart: `storefront/cart-block.tsx` of each, loaded with the cart. */
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import type { CartItem } from '../../../contract/cart.ts'

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
    // Some faults, as those of browser storage, cannot be changed.
    const report = new Error(`Module ${this.props.module}: ${messageOf(fault)}`, { cause: fault })
    if (fault instanceof Error && fault.stack !== undefined) report.stack = fault.stack
    void import('../../state/error-report.ts').then(({ reportError }) => reportError(report))
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))
