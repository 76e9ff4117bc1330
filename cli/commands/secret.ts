import { Command } from 'commander'
import { giftCardsPerKey } from '../../domain/gift-cards/gift-card-repository.server.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import { printTable } from '../../sdk/command-output.ts'
import { withShop } from '../shop-session.ts'

/** `anode secret …`: data that depends on SECRET and on its former values. */
export function secretCommand(): Command {
  return new Command('secret')
    .description('print what depends on SECRET and SECRET_PREVIOUS')
    .addCommand(statusCommand())
}

function statusCommand(): Command {
  return new Command('status')
    .description('count the gift cards with a balance per secret, by the id of the secret')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const rows = await withShop(async ({ db, keys }) => {
        const counts = new Map((await giftCardsPerKey(db)).map(({ keyId, cards }) => [keyId, cards]))
        const ids = [...new Set<string | null>([...keys.ids, ...counts.keys()])]
        return ids.map((id) => ({
          secret: id ?? '–',
          is: roleOf(keys, id),
          gift_cards: counts.get(id) ?? 0,
        }))
      })
      printTable(rows, options)
    })
}

function roleOf(keys: Keyring, id: string | null): string {
  if (id === null) return 'SECRET or a previous one, before keys were derived'
  if (id === keys.id) return 'SECRET'
  return keys.ids.includes(id) ? 'in SECRET_PREVIOUS' : 'not listed: these cards are not found'
}
