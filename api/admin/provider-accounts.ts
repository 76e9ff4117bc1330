/** Accounts at payment providers and carriers in the back office: keys can be set and removed, and are never read back. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import {
  providerParams,
  removeKeysBody,
  setKeysBody,
  type ProviderAccount,
  type SettingsAnswer,
} from '../../contract/admin/settings.ts'
import {
  removeProviderKeys,
  setProviderKeys,
  storedAccounts,
} from '../../domain/provider-accounts/stored-accounts.server.ts'
import {
  carrierAccountProviders,
  carrierOfAccount,
  paymentAccountProviders,
  type AccountProvider,
  type CarrierAccountProvider,
} from '../../domain/provider-accounts/account-provider.ts'
import { keysOf } from '../../domain/provider-accounts/provider-keys.server.ts'
import { carriersOfStore } from '../../domain/shipping/shipping-methods.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { requestedStore } from './requested-store.ts'

const refused = { 403: adminError, 404: adminError, 409: adminError, 422: adminError }
// A changed account redirects the shop's payments or parcels.
const changing = { permission: 'settings:edit', stepUp: true } as const

export const adminProviderAccountRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, providerAccounts } = services

  /** The environment wins, so that a change here would have no effect. */
  const requireOwnKeys = (store: StoreCode, provider: AccountProvider) => {
    const source = providerAccounts.sourceOf(store, provider)
    if (source === 'environment' || source === 'simulator')
      throw new AdminRefusal(409, 'set_by_environment', { source })
  }

  /** Throws a 409 refusal with the account as it is now. */
  const refuseOutdated = async (store: StoreCode, provider: AccountProvider): Promise<never> => {
    const { accounts, carrierAccounts: ofCarriers } = await viewAccounts(services, store)
    const current = [...accounts, ...ofCarriers].find((account) => account.provider === provider)
    throw new AdminRefusal(409, 'changed_meanwhile', { current })
  }

  app.put(
    '/admin/api/settings/:store/providers/:provider',
    {
      config: changing,
      schema: {
        summary: 'Set keys of an account at a payment provider or carrier; they are never given back',
        params: providerParams,
        body: setKeysBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const { provider } = request.params
      requireOwnKeys(store, provider)
      const { keys: values, expected } = request.body
      const change = { store, provider, values, expected: timeOf(expected) }
      const answer = await setProviderKeys(services, request.actor, change)
      if (!answer.ok && answer.code === 'changed_meanwhile') return refuseOutdated(store, provider)
      if (!answer.ok) throw new AdminRefusal(422, 'invalid_fields', { fields: answer.fields })
      await providerAccounts.refresh()
      return { done: true as const }
    },
  )

  app.delete(
    '/admin/api/settings/:store/providers/:provider',
    {
      config: changing,
      schema: {
        summary: 'Remove the keys of an account at a payment provider or carrier; the store uses it no more',
        params: providerParams,
        body: removeKeysBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const { provider } = request.params
      const change = { store, provider, expected: timeOf(request.body.expected) }
      const answer = await removeProviderKeys({ db }, request.actor, change)
      if (!answer.ok && answer.code === 'changed_meanwhile') return refuseOutdated(store, provider)
      requireOk(answer)
      await providerAccounts.refresh()
      return { done: true as const }
    },
  )
}

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/**
 * The accounts of a store with where they come from and which keys are set, never with a key. Carriers that no shipping
 * method of the store uses are left out, unless keys are stored.
 */
export async function viewAccounts(
  { db, keys, providerAccounts }: Pick<AdminServices, 'db' | 'keys' | 'providerAccounts'>,
  store: StoreCode,
): Promise<Pick<SettingsAnswer, 'accounts' | 'carrierAccounts'>> {
  const stored = await storedAccounts({ db, keys }, store)
  const view = (provider: AccountProvider): ProviderAccount => {
    const account = stored.find((each) => each.provider === provider)
    return {
      provider,
      source: providerAccounts.sourceOf(store, provider),
      keys: Object.entries(keysOf(provider)).map(([name, { isOptional = false }]) => ({
        name,
        optional: isOptional,
        isSet: account !== undefined && name in account.ends,
        endsIn: account?.ends[name] ?? null,
      })),
      setAt: account?.setAt.toISOString() ?? null,
      setBy: account?.setBy ?? null,
      isReadable: account?.isReadable ?? true,
    }
  }
  const used = carriersOfStore(store)
  const isShown = (carrier: CarrierAccountProvider) =>
    used.has(carrierOfAccount(carrier)) || stored.some(({ provider }) => provider === carrier)
  return {
    accounts: paymentAccountProviders.map(view),
    carrierAccounts: carrierAccountProviders.filter(isShown).map(view),
  }
}
