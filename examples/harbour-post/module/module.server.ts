import { defineModule } from 'anode/module'
import { declarations } from './declarations.ts'
import { harbourPost, readReport } from './harbour-post.server.ts'

export const module = defineModule(declarations, {
  carriers: { 'harbour-post': { open: harbourPost, readDelivery: readReport } },
})
