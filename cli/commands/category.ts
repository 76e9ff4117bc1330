import { Command } from 'commander'
import { removeCategory, type CategoryRemoval } from '../../catalogue-import/remove-category.server.ts'
import { listCategories } from '../../domain/catalogue/list-categories.server.ts'
import { defaultStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import { confirm } from '../confirm.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop, type ShopSession } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface RemoveOptions {
  moveTo?: string
  yes?: boolean
  json?: boolean
}

/** `anode category list|remove`. Categories are created and changed by staff and by imports. */
export function categoryCommand(): Command {
  const command = new Command('category').description(
    'list and remove categories; staff and imports make them',
  )
  command
    .command('list')
    .description('print the categories with their codes, addresses and numbers of products')
    .option('--store <store>', `whose names and addresses: ${storeChoices}`, readStore, defaultStoreCode)
    .option('--json', 'print JSON')
    .action(async ({ store, json }: { store: StoreCode; json?: boolean }) => {
      const found = await withShop(({ db }) => listCategories(db, store))
      printTable(found, { json, empty: 'No categories.' })
    })
  command
    .command('remove')
    .description(
      'remove a category in all stores; its URLs redirect to the category its contents moved to, or to its parent',
    )
    .argument('<code>', 'as `list` prints it')
    .option('--move-to <code>', 'the category that receives its products and child categories')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action((code: string, options: RemoveOptions) => withShop((shop) => remove(shop, code, options)))
  return command.addHelpText(
    'after',
    '\nExamples:\n  anode category list --store de\n  anode category remove old-cables --move-to cables\n  anode category remove empty-shelf --yes --json',
  )
}

async function remove(
  { db, actor }: Pick<ShopSession, 'db' | 'actor'>,
  code: string,
  { moveTo, yes, json }: RemoveOptions,
): Promise<void> {
  const trial = await removeCategory(db, actor, code, { moveTo, dryRun: true })
  if (!trial.ok) throw new Refusal(refusalText(trial, code, moveTo))
  const moves =
    moveTo === undefined
      ? ''
      : ` ${trial.products} products and ${trial.children} child categories move to ${moveTo}.`
  await confirm(`Remove the category ${code} in all stores?${moves}`, { yes })
  const removed = await removeCategory(db, actor, code, { moveTo })
  if (!removed.ok) throw new Refusal(refusalText(removed, code, moveTo))
  const { products, children, redirectsTo } = removed
  printFacts({ removed: code, products, children, redirectsTo }, { json })
}

function refusalText(refused: Exclude<CategoryRemoval, { ok: true }>, code: string, moveTo = ''): string {
  switch (refused.code) {
    case 'unknown_category':
      return `There is no category ${code}.`
    case 'unknown_target':
      return `There is no category ${moveTo}.`
    case 'target_inside':
      return `${moveTo} is ${code} itself or one of its child categories.`
    case 'address_taken':
      return `A child of ${code} has the address of a child of ${moveTo}.`
    case 'not_empty':
      return `${code} holds ${refused.products} products and ${refused.children} child categories. Name the category that takes them with --move-to.`
  }
}
