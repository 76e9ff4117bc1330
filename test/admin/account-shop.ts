/** A shop in which staff set keys of providers and carriers: with live providers, and a log that a test can read. */
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { audited } from '../../domain/audit/audited.server.ts'
import type { Config } from '../../server/config.ts'
import type { Services } from '../../server/compose.ts'
import { testServices } from '../composition.ts'
import { orderShop, type OrderShop } from '../order-shop.ts'
import { paidOrders } from '../paid-order.ts'
import { testActor } from '../test-actor.ts'
import { adminApp, signedInStaff, type TestStaff } from './admin-shop.ts'

export interface AccountShop {
  shop: OrderShop
  app: FastifyInstance
  services: Services
  owner: TestStaff
  /** Lines of the log, of all levels. */
  logged: string[]
  /** Removes all stored keys. */
  forgetKeys: () => Promise<void>
  close: () => Promise<void>
}

/** `carriers`: the accounts of the environment. */
export async function accountShop(environment: Partial<Pick<Config, 'carriers'>> = {}): Promise<AccountShop> {
  const shop = await orderShop()
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
  const services = testServices({
    db: shop.db,
    clock: () => shop.now.at,
    providers: 'live',
    log,
    ...environment,
  })
  const app = await adminApp(services, {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
    log,
  })
  return {
    shop,
    app,
    services,
    owner: await signedInStaff(shop.db, { role: 'owner', now: shop.now.at }),
    logged,
    async forgetKeys() {
      await audited(
        shop.db,
        testActor,
        async (trx) => void (await trx.deleteFrom('provider_account').execute()),
      )
      await services.providerAccounts.refresh()
    },
    async close() {
      await app.close()
      await shop.close()
    },
  }
}
