import type { ModuleDeclarations } from 'anode/module'

/** Gift wrapping: products that shoppers add in the cart, and the orders that staff wrap. */
export const declarations = {
  name: 'gift-wrap',
  auditActions: [
    'wrapping.add',
    'wrapping.change',
    'wrapping.remove',
    'wrapped_order.done',
    'wrapped_order.reopen',
  ],
  auditObjects: {
    wrapping: { section: 'section.settings', page: '/wrappings/:id' },
    wrapped_order: { section: 'section.orders', page: '/wrapped-orders/:id' },
  },
  permissions: { 'gift-wrap:edit': ['catalogue'], 'gift-wrap:wrap': ['warehouse', 'service'] },
  subscribers: { 'gift-wrap': { events: ['order.placed', 'order.cancelled'] } },
} as const satisfies ModuleDeclarations
