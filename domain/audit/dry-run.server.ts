/**
 * Asks a use case what it would do, by running it and rolling it back. The answer is the use case's own: the rules are
 * asked, not copied, and a preview cannot differ from what is booked afterwards. Use cases ask other companies after
 * their commit, by jobs of the same transaction; so a dry run asks nobody.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

class RolledBack extends Error {}

/** The answer of each piece of work, each as if it alone were done. Nothing is written. */
export async function dryRunEach<Answers extends Record<string, unknown>>(
  db: Kysely<DB>,
  works: { [Name in keyof Answers]: (trx: Transaction<DB>) => Promise<Answers[Name]> },
): Promise<Answers> {
  const answers: Partial<Answers> = {}
  try {
    await db.transaction().execute(async (trx) => {
      for (const name of Object.keys(works) as (keyof Answers)[]) {
        await sql`savepoint dry_run`.execute(trx)
        answers[name] = await works[name](trx)
        await sql`rollback to savepoint dry_run`.execute(trx)
      }
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return answers as Answers
}

/** The answer of one piece of work. Nothing is written. */
export async function dryRun<Answer>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await dryRunEach<{ answer: Answer }>(db, { answer: work })
  return answer
}
