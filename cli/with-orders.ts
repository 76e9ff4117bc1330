/** Opens the shop for a command about orders and money. */
import type { Actor } from '../domain/audit/actor.ts'
import type { JobQueue } from '../domain/jobs/job-queue.ts'
import type { Services } from '../server/compose.ts'
import { withShop } from './shop-session.ts'

/** Runs the work with the dependencies of refunds, on behalf of the operator. */
export async function withOrders<T>(
  work: (services: Services & { jobs: JobQueue }, actor: Actor) => Promise<T>,
): Promise<T> {
  return withShop(async ({ db, services, actor }) => {
    const [composed, { withJobQueue }] = await Promise.all([
      services(),
      // Loaded here because commands that only read orders need no queue.
      import('../server/jobs/job-queue.ts'),
    ])
    return withJobQueue(db, (jobs) => work({ ...composed, jobs }, actor))
  })
}
