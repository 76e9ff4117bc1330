/** The accounts of the simulated Stripe: one per store, as with the real provider. */
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'

export interface SimulatedAccount {
  /** `acct_…`. */
  id: string
  secretKey: string
  publishableKey: string
  /** Signs the events that are posted to the account's endpoints. */
  webhookSecret: string
}

/** The account of a store. Its keys are public: they open nothing but the simulator. */
export function simulatedAccount(store: StoreCode): SimulatedAccount {
  return {
    id: `acct_simulated_${store}`,
    secretKey: `sk_test_simulated_${store}`,
    publishableKey: `pk_test_simulated_${store}`,
    webhookSecret: `whsec_simulated_${store}`,
  }
}

export const simulatedAccounts: readonly SimulatedAccount[] = storeCodes.map(simulatedAccount)
