import type { ModuleDeclarations } from 'anode/module'

/** Gift wrapping: products that shoppers add in the cart, and the orders that staff wrap. */
export const declarations = {
  name: 'gift-wrap',
  auditActions: [
    'gift_wrap.add',
    'gift_wrap.change',
    'gift_wrap.remove',
    'gift_wrap_order.wrap',
    'gift_wrap_order.unwrap',
  ],
  auditObjects: {
    gift_wrap: { section: 'section.settings', page: '/gift-wrap/:id' },
    gift_wrap_order: { section: 'section.orders', page: '/gift-wrap-orders/:id' },
  },
  permissions: { 'gift-wrap:edit': ['catalogue'], 'gift-wrap:wrap': ['warehouse', 'service'] },
  commands: ['gift-wrap'],
  fields: {
    gift_wrap_possible: {
      object: 'product',
      kind: 'flag',
      names: {
        sv: 'Kan slås in',
        no: 'Kan pakkes inn',
        de: 'Geschenkverpackung möglich',
        da: 'Kan pakkes ind',
      },
      isShown: true,
      isFacet: true,
    },
    gift_wrap_wanted: {
      object: 'order',
      kind: 'flag',
      names: {
        sv: 'Slås in',
        no: 'Pakkes inn',
        de: 'Als Geschenk verpacken',
        da: 'Pakkes ind',
      },
    },
  },
  staffPages: { 'gift-wrap-summary': 'staff/summary-page.tsx' },
  staffSections: {
    'gift-wrap-summary': { permission: 'gift-wrap:wrap', after: '/orders', icon: 'tag', keys: 'g 4' },
  },
  subscribers: { 'gift-wrap': { events: ['order.placed', 'order.cancelled'] } },
} as const satisfies ModuleDeclarations
