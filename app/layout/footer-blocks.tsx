/** What modules show in the first column of the footer: `storefront/footer-block.tsx` of each, rendered with it. */
import type { ComponentType } from 'react'

const blocks = Object.entries(
  import.meta.glob<ComponentType>('../../modules/*/storefront/footer-block.tsx', {
    eager: true,
    import: 'default',
  }),
)

export function FooterBlocks() {
  return blocks.map(([path, Block]) => <Block key={path} />)
}
