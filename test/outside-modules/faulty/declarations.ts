import type { ModuleDeclarations } from 'anode/module'

export const declarations = {
  name: 'faulty',
  staffPages: { faulty: 'staff/faulty-page.tsx' },
  carriers: { faulty: { name: 'Trasig post' } },
  shippingMethods: {
    'faulty-pickup': {
      carrier: 'faulty',
      kind: 'pickup',
      stores: { sv: { name: 'Trasig frakt', priceMinor: 100 } },
      days: { min: 1, max: 1 },
    },
  },
  subscribers: { faulty: { events: ['order.placed'] } },
} as const satisfies ModuleDeclarations
