/**
 * The operator's CLI: `npm run anode -- COMMAND`. Exit code 0 done, 1 fault or rejected command, 2 rows were
 * rejected.
 */
import { Command } from 'commander'
import { isDatabaseUnavailable } from '../api/database-unavailable.ts'
import { actionCommand } from './commands/action.ts'
import { auditCommand } from './commands/audit.ts'
import { categoryCommand } from './commands/category.ts'
import { contentCommand, dealCommand } from './commands/content.ts'
import { couponCommand } from './commands/coupon.ts'
import { demoCommand } from './commands/demo.ts'
import { exportCommand } from './commands/export.ts'
import { giftCardCommand } from './commands/gift-card.ts'
import { hintCommand } from './commands/hint.ts'
import { importCommand } from './commands/import.ts'
import { indexCommand } from './commands/index-command.ts'
import { migrateCommand } from './commands/migrate.ts'
import { orderCommand } from './commands/order.ts'
import { pictureCommand } from './commands/picture.ts'
import { returnCommand } from './commands/return.ts'
import { secretCommand } from './commands/secret.ts'
import { sessionCommand } from './commands/session.ts'
import { simulatorCommand } from './commands/simulator.ts'
import { staffCommand } from './commands/staff.ts'
import { stockCommand } from './commands/stock.ts'
import { synonymCommand } from './commands/synonym.ts'
import { userCommand } from './commands/user.ts'
import { withdrawalCommand } from './commands/withdrawal.ts'
import { noteCommand } from './operator-action.ts'
import { Refusal } from './refusal.ts'

const anode = new Command('anode')
  .description("the operator's tool of the Anode shop")
  .showHelpAfterError('(add --help for usage)')
  .addCommand(migrateCommand())
  .addCommand(importCommand())
  .addCommand(exportCommand())
  .addCommand(indexCommand())
  .addCommand(pictureCommand())
  .addCommand(demoCommand())
  .addCommand(orderCommand())
  .addCommand(returnCommand())
  .addCommand(withdrawalCommand())
  .addCommand(stockCommand())
  .addCommand(synonymCommand())
  .addCommand(hintCommand())
  .addCommand(categoryCommand())
  .addCommand(contentCommand())
  .addCommand(dealCommand())
  .addCommand(couponCommand())
  .addCommand(giftCardCommand())
  .addCommand(staffCommand())
  .addCommand(userCommand())
  .addCommand(sessionCommand())
  .addCommand(secretCommand())
  .addCommand(actionCommand())
  .addCommand(simulatorCommand())
  .addCommand(auditCommand())
  .hook('preAction', (_anode, command) => noteCommand(command))
  .addHelpText(
    'after',
    `
Environment: DATA_DIR, DATABASE_URL and the other names in docs/operations.md.
Exit codes: 0 done; 1 fault, or the command was refused; 2 an import refused rows.
Examples:
  anode migrate
  anode import products feed.tsv.gz --store sv --dry-run
  anode export products --store sv --out feed.tsv`,
  )

try {
  await anode.parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Refusal ? error.message : faultText(error)}\n`)
  process.exitCode = 1
}

/** Prints a fault as one line; the stack only on demand, for developers. */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isDatabaseUnavailable(error))
    return `The database does not answer: ${error.message || 'no connection'}.`
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message
}
