/** What modules need a customer for, so that the account cannot be erased yet: `obstacles` of their personal data. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ErasureObstacleName } from '../../modules/modules.ts'
import { personalDataOfModules } from '../../modules/personal-data.server.ts'

type Obstacle = NonNullable<(typeof personalDataOfModules)[number]['obstacles']>[string]

const obstacles = new Map(
  personalDataOfModules.flatMap(
    ({ obstacles: own = {} }) => Object.entries(own) as [ErasureObstacleName, Obstacle][],
  ),
)

export const isModuleObstacle = (code: string): code is ErasureObstacleName =>
  obstacles.has(code as ErasureObstacleName)

/** For the operator, as the end of a sentence. */
export const obstacleWords = (code: ErasureObstacleName): string => obstacles.get(code)!.words

/** The first that holds for an account; null: none does. */
export async function moduleObstacle(
  trx: Kysely<DB>,
  accountId: number,
): Promise<ErasureObstacleName | null> {
  for (const [code, { holds }] of obstacles) {
    const { rows } = await holds(accountId).execute(trx)
    if (rows.some((row) => row.holds)) return code
  }
  return null
}
