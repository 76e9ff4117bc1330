import { defineModule } from 'anode/module'
import { declarations } from './declarations.ts'

export const module = defineModule(declarations, {
  routes: async (app) => {
    app.get('/anything', async () => {
      throw new Error('the route fails')
    })
  },
  carriers: {
    faulty: {
      open: () => ({
        servicePoints: { countries: ['SE'], near: () => new Promise(() => {}) },
        parcels: {
          book: async () => {
            throw new Error('the booking fails')
          },
        },
      }),
    },
  },
  subscribers: {
    faulty: async () => {
      throw new Error('the subscriber fails')
    },
  },
  tidy: async () => {
    throw new Error('the deletion fails')
  },
})
