import { Command, InvalidArgumentError } from 'commander'
import { issueStaffPass, longestStaffPassDays } from '../../domain/staff/staff-pass.server.ts'
import { printJson } from '../output.ts'
import { withShop } from '../shop-session.ts'

/** `anode staff link`: an address that marks a browser as the shop's own. */
export function staffCommand(): Command {
  const staff = new Command('staff').description("the shop's own people")
  staff
    .command('link')
    .description('print a link; the browser that opens it counts as internal until the link expires')
    .option('--days <count>', 'how long it is valid', readDays, 90)
    .option('--json', 'print JSON')
    .action(async (options: { days: number; json?: boolean }) => {
      const { keys, publicUrl } = await withShop(async (shop) => shop)
      const expiresAt = Date.now() + options.days * 86_400_000
      const link = `${publicUrl}/api/staff-pass/${issueStaffPass(keys, expiresAt)}`
      if (options.json) return printJson({ link, expires_at: new Date(expiresAt).toISOString() })
      process.stdout.write(`${link}\nHolds until ${new Date(expiresAt).toISOString()}.\n`)
    })
  return staff
}

function readDays(text: string): number {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > longestStaffPassDays)
    throw new InvalidArgumentError(`1 to ${longestStaffPassDays}, please.`)
  return days
}
