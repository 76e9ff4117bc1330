/** The cells of an amount of money that a former shop owes: its balance, and the currency, which is that of the store. */
import { z } from 'zod'
import { readLocalAmount } from '../catalogue-import/local-amount.ts'
import type { Store } from '../domain/stores/stores.ts'

export const balanceFields = (store: Store) => ({
  currency: z
    .string()
    .min(1, 'missing_currency')
    .refine((text) => text.toUpperCase() === store.currency, 'wrong_currency'),
  balance: z
    .string()
    .min(1, 'missing')
    .transform((text, context) => {
      const read = readLocalAmount(text, store.currency)
      if (read.ok && read.value > 0) return read.value
      context.addIssue({ code: 'custom', message: read.ok ? 'zero_amount' : read.code })
      return z.NEVER
    }),
})
