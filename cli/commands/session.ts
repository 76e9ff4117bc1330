import { Command } from 'commander'
import { findTypedLogin } from '../../domain/accounts/account-repository.server.ts'
import { endAllSessions } from '../../domain/accounts/session-repository.server.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'

/** `anode session …`: active logins. */
export function sessionCommand(): Command {
  return new Command('session')
    .description('end the sessions of customers')
    .addCommand(endAllCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  anode session end-all\n  anode session end-all --user anna@example.se',
    )
}

function endAllCommand(): Command {
  return new Command('end-all')
    .description('log out all customers, or one; they can log in again')
    .option('--user <email>', 'only the sessions of this account')
    .option('--json', 'print JSON')
    .action(async ({ user, json }: { user?: string; json?: boolean }) => {
      const ended = await withShop(async ({ db, actor }) => {
        if (user === undefined) return endAllSessions(db, actor, Date.now())
        const account = await findTypedLogin(db, user)
        if (account === null) throw new Refusal(`${user} has no account.`)
        return endAllSessions(db, actor, Date.now(), account.id)
      })
      printFacts({ ended }, { json })
    })
}
