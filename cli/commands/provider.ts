import { Command, InvalidArgumentError } from 'commander'
import {
  removeProviderKeys,
  setProviderKeys,
  storedAccounts,
} from '../../domain/provider-accounts/stored-accounts.server.ts'
import {
  accountProviders,
  isAccountProvider,
  type AccountProvider,
} from '../../domain/provider-accounts/account-provider.ts'
import { keysOf } from '../../domain/provider-accounts/provider-keys.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { readPassword } from '../read-password.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface Options {
  store: StoreCode
  json?: boolean
}

/** `anode provider list|set|remove`: keys of a store's accounts at payment providers and carriers, never printed. */
export function providerCommand(): Command {
  const command = new Command('provider').description(
    'keys of a store’s accounts at payment providers and carriers; variables such as STRIPE_SECRET_KEY_SV win',
  )
  command
    .command('list')
    .description('print which keys are set, by whom, and their last four characters')
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Options) => {
      const rows = await withShop(async ({ db, keys, services }) => {
        const [stored, { providerAccounts }] = await Promise.all([
          storedAccounts({ db, keys }, store),
          services(),
        ])
        return accountProviders.map((provider) => {
          const account = stored.find((each) => each.provider === provider)
          const ends = Object.entries(account?.ends ?? {})
          return {
            provider,
            'in force': providerAccounts.sourceOf(store, provider) ?? '–',
            keys: ends.map(([name, end]) => (end === null ? name : `${name} …${end}`)).join(', '),
            'set at': account?.setAt.toISOString() ?? null,
            by: account ? (account.setBy.name ?? `${account.setBy.kind} ${account.setBy.id ?? ''}`) : null,
            readable: account?.isReadable ?? null,
          }
        })
      })
      printTable(rows, { json })
    })
  command
    .command('set')
    .description('set keys, asked for one by one or piped as lines NAME=VALUE; an empty answer leaves a key')
    .argument('<provider>', accountProviders.join(', '), readProvider)
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async (provider: AccountProvider, options: Options) => {
      const { store } = options
      const values = process.stdin.isTTY ? await askedKeys(provider) : keysIn(await readPassword())
      const answer = await withShop(({ db, keys, actor }) =>
        setProviderKeys({ db, keys, clock: Date.now }, actor, { store, provider, values }),
      )
      if (!answer.ok)
        throw new Refusal(
          answer.code === 'changed_meanwhile'
            ? 'Somebody changed these keys meanwhile; run the command again.'
            : Object.entries(answer.fields)
                .map(([name, problem]) => `${name}: ${problem}.`)
                .join('\n'),
        )
      printFacts({ provider, store, outcome: answer.outcome }, options)
    })
  command
    .command('remove')
    .description('remove the stored keys of an account')
    .argument('<provider>', accountProviders.join(', '), readProvider)
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async (provider: AccountProvider, options: Options) => {
      const { store } = options
      const answer = await withShop(({ db, actor }) => removeProviderKeys({ db }, actor, { store, provider }))
      if (!answer.ok) throw new Refusal('No keys of this account are stored.')
      printFacts({ provider, store, removed: true }, options)
    })
  return command.addHelpText(
    'after',
    `
Examples:
  anode provider list --store sv
  anode provider set stripe --store sv
  anode provider set kustom --store sv < kustom-keys.txt`,
  )
}

function readProvider(text: string): AccountProvider {
  if (!isAccountProvider(text))
    throw new InvalidArgumentError(`One of ${accountProviders.join(', ')}, please.`)
  return text
}

async function askedKeys(provider: AccountProvider): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(keysOf(provider))) {
    const value = (await readPassword(name)).trim()
    if (value !== '') values[name] = value
  }
  return values
}

/** Lines `name=value`. A message never has a value. */
function keysIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line, index) => {
      const at = line.indexOf('=')
      if (at < 1) throw new Refusal(`Line ${index + 1} is not NAME=VALUE.`)
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}
