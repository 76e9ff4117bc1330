import type { ModuleDeclarations } from 'anode/module'

/** Parcels with Harbour Post: to the door, and to its service points. */
export const declarations = {
  name: 'harbour-post',
  carriers: { 'harbour-post': { name: 'Harbour Post' } },
  shippingMethods: {
    'harbour-post-home': {
      carrier: 'harbour-post',
      kind: 'home',
      stores: {
        sv: {
          name: 'Harbour Post hem till dörren',
          priceMinor: 5900,
          freeFromMinor: 79_900,
          heavier: [{ aboveGrams: 10_000, priceMinor: 9900 }],
        },
        no: { name: 'Harbour Post hjem til døren', priceMinor: 7900 },
        de: { name: 'Harbour Post nach Hause', priceMinor: 590 },
        da: { name: 'Harbour Post hjem til døren', priceMinor: 4900 },
      },
      days: { min: 1, max: 3 },
      maxWeightGrams: 20_000,
      maxSidesMm: [1200, 600, 600],
      carries: ['lithium_small'],
    },
    'harbour-post-office': {
      carrier: 'harbour-post',
      kind: 'home',
      stores: { sv: { name: 'Harbour Post till kontoret före tolv', priceMinor: 8900 } },
      buyers: ['business'],
      days: { min: 1, max: 1 },
      maxWeightGrams: 20_000,
      carries: ['lithium_small'],
    },
    'harbour-post-pickup': {
      carrier: 'harbour-post',
      kind: 'pickup',
      stores: {
        sv: { name: 'Harbour Post till ombud', priceMinor: 3900, freeFromMinor: 49_900 },
        no: { name: 'Harbour Post til hentested', priceMinor: 5900 },
      },
      days: { min: 1, max: 2 },
      maxWeightGrams: 20_000,
      maxSidesMm: [600, 400, 350],
      carries: ['lithium_small'],
    },
  },
} as const satisfies ModuleDeclarations
