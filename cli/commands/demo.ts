import { Command } from 'commander'
import { loadDemo } from '../../demo/load-demo.server.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { withShop } from '../shop-session.ts'

/** `anode demo load`: loads the demo catalogue over the existing data. */
export function demoCommand(): Command {
  const demo = new Command('demo').description('the demo catalogue that ships with the shop')
  demo
    .command('load')
    .description('load the demo catalogue and its discount codes; your own products and codes are kept')
    .option('--if-empty', 'do nothing if there are products already')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  anode demo load\n  anode demo load --if-empty --json')
    .action(async (options: { ifEmpty?: boolean; json?: boolean }) => {
      const summary = await withShop(({ db, actor }) =>
        loadDemo(db, actor, new Date(), { onlyIfEmpty: options.ifEmpty ?? false }),
      )
      printFacts({ ...summary }, options)
    })
  return demo
}
