/** The operator's CLI: its commands, and how one of them is run. */
import { Command, CommanderError } from 'commander'
import { isDatabaseUnavailable } from '../api/database-unavailable.ts'
import { namesOf } from '../modules/modules.ts'
import { noteCommand } from './operator-action.ts'
import { Refusal } from '../sdk/refusal.ts'
import { withShop } from './shop-session.ts'

/**
 * The commands by name, in the order of the help text. A module is loaded when its command runs: together they
 * load most of the shop.
 */
const commands: Record<string, () => Promise<Command>> = {
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  archive: async () => (await import('./commands/archive.ts')).archiveCommand(),
  index: async () => (await import('./commands/index-command.ts')).indexCommand(),
  picture: async () => (await import('./commands/picture.ts')).pictureCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  order: async () => (await import('./commands/order.ts')).orderCommand(),
  payments: async () => (await import('./commands/payments.ts')).paymentsCommand(),
  invoice: async () => (await import('./commands/invoice.ts')).invoiceCommand(),
  stock: async () => (await import('./commands/stock.ts')).stockCommand(),
  books: async () => (await import('./commands/books.ts')).booksCommand(),
  synonym: async () => (await import('./commands/synonym.ts')).synonymCommand(),
  hint: async () => (await import('./commands/hint.ts')).hintCommand(),
  category: async () => (await import('./commands/category.ts')).categoryCommand(),
  content: async () => (await import('./commands/content.ts')).contentCommand(),
  prices: async () => (await import('./commands/prices.ts')).pricesCommand(),
  deal: async () => (await import('./commands/content.ts')).dealCommand(),
  coupon: async () => (await import('./commands/coupon.ts')).couponCommand(),
  company: async () => (await import('./commands/company.ts')).companyCommand(),
  'gift-card': async () => (await import('./commands/gift-card.ts')).giftCardCommand(),
  provider: async () => (await import('./commands/provider.ts')).providerCommand(),
  settings: async () => (await import('./commands/settings.ts')).settingsCommand(),
  staff: async () => (await import('./commands/staff.ts')).staffCommand(),
  customer: async () => (await import('./commands/customer.ts')).customerCommand(),
  user: async () => (await import('./commands/user.ts')).userCommand(),
  session: async () => (await import('./commands/session.ts')).sessionCommand(),
  secret: async () => (await import('./commands/secret.ts')).secretCommand(),
  action: async () => (await import('./commands/action.ts')).actionCommand(),
  simulator: async () => (await import('./commands/simulator.ts')).simulatorCommand(),
  errors: async () => (await import('./commands/errors.ts')).errorsCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  ...Object.fromEntries(namesOf('commands').map((name) => [name, () => moduleCommand(name)])),
}

async function moduleCommand(name: string): Promise<Command> {
  const [{ manifests }, { withOrders }] = await Promise.all([
    import('../server/module-manifests.ts'),
    import('./with-orders.ts'),
  ])
  const { commands: own = {} } = [...manifests.values()].find(({ commands: each = {} }) => name in each) ?? {}
  return own[name]!(withShop, withOrders)
}

/**
 * Runs one command with its arguments (`['order', 'list', '--json']`) and the environment, output and exit code
 * of this process. Exit code 0 done, 1 fault or rejected command, 2 rows were rejected. Never throws.
 */
export async function runCommand(words: readonly string[]): Promise<void> {
  try {
    const anode = anodeCommand(await loadCommands(words[0]))
    throwInsteadOfExit(anode)
    await anode.parseAsync(words, { from: 'user' })
  } catch (error) {
    // Commander has printed its message or the help text.
    if (error instanceof CommanderError) process.exitCode = error.exitCode
    else {
      process.stderr.write(`${error instanceof Refusal ? error.message : faultText(error)}\n`)
      process.exitCode = 1
    }
  }
}

function anodeCommand(subcommands: readonly Command[]): Command {
  const anode = new Command('anode')
    .description("the operator's tool of the Anode shop")
    .showHelpAfterError('(add --help for usage)')
    .hook('preAction', (_anode, command) => noteCommand(command))
    .addHelpText(
      'after',
      `
Environment: DATA_DIR, DATABASE_URL and the other names in docs/operations-reference.md.
Exit codes: 0 done; 1 fault, or the command was refused; 2 an import refused rows.
Examples:
  anode migrate
  anode import products feed.tsv.gz --store sv --dry-run
  anode export products --store sv --out feed.tsv`,
    )
  for (const command of subcommands) anode.addCommand(command)
  return anode
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const subcommand of command.commands) throwInsteadOfExit(subcommand)
}

/** The named command alone; all of them for the help text and for the message about an unknown command. */
export function loadCommands(name = ''): Promise<Command[]> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  return Promise.all((load ? [load] : Object.values(commands)).map((command) => command()))
}

/** Prints a fault as one line; the stack only on demand, for developers. */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isDatabaseUnavailable(error))
    return `The database does not answer: ${error.message || 'no connection'}.`
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message
}
