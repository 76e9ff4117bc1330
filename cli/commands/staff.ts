import { Command, InvalidArgumentError } from 'commander'
import {
  changeStaffRoles,
  deactivateStaff,
  inviteStaff,
  revokeStaffSessions,
  unlockStaff,
  type StaffChange,
} from '../../domain/staff/manage-staff.server.ts'
import { isRole, roleNames, roles, type Role, type StaffRole } from '../../domain/permissions/permissions.ts'
import { issueStaffPass, longestStaffPassDays } from '../../domain/staff/staff-pass.server.ts'
import { findStaffByEmail, listStaff } from '../../domain/staff/staff-repository.server.ts'
import type { StaffMember } from '../../domain/staff/staff.ts'
import { normalizeEmail } from '../../domain/stores/email.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop, type ShopSession } from '../shop-session.ts'
import { readStore } from '../../sdk/store-option.ts'

/** `anode staff …`: who may sign in to the back office, and browsers that count as the shop's own. */
export function staffCommand(): Command {
  return new Command('staff')
    .description('invite people to the back office, change their roles, end their access')
    .addCommand(inviteCommand())
    .addCommand(listCommand())
    .addCommand(rolesCommand())
    .addCommand(personCommand('unlock', 'let a person sign in again after too many failed attempts', unlock))
    .addCommand(personCommand('revoke', 'end all sessions of a person; they can sign in again', revoke))
    .addCommand(personCommand('deactivate', 'end the access of a person', deactivate))
    .addCommand(linkCommand())
    .addHelpText(
      'after',
      `
Examples:
  anode staff invite karin@anode.example --role owner
  anode staff invite lager@anode.example --role warehouse --store sv --store no
  anode staff roles lager@anode.example --role warehouse --role service --store sv
  anode staff unlock karin@anode.example

An invitation is a link that registers a passkey, valid once. For somebody who lost every passkey it replaces them.
"anode staff link" is something else: it marks a browser as the shop's own in the storefront and gives no access.`,
    )
}

interface RoleOptions {
  role?: Role[]
  store?: StoreCode[]
  json?: boolean
}

const withRoles = (command: Command): Command =>
  command
    .option('--role <name>', `${roleNames.join(', ')}; repeatable`, readRole)
    .option('--store <code>', 'where the roles are held; repeatable; by default in every store', addStore)
    .option('--json', 'print JSON')

function readRole(value: string, earlier: Role[] = []): Role[] {
  if (!isRole(value)) throw new InvalidArgumentError(`It must be one of ${roleNames.join(', ')}.`)
  return [...earlier, value]
}

const addStore = (value: string, earlier: StoreCode[] = []): StoreCode[] => [...earlier, readStore(value)]

const rolesOf = ({ role = [], store = [...storeCodes] }: RoleOptions): StaffRole[] =>
  role.flatMap((name) => store.map((code) => ({ role: name, store: code })))

function inviteCommand(): Command {
  return withRoles(new Command('invite'))
    .description('print a link by which a person registers a passkey and gets in, valid once for three days')
    .argument('<email>')
    .option('--name <name>', 'as colleagues see it; by default the part before the @')
    .action(async (typed: string, options: RoleOptions & { name?: string }) => {
      const email = normalizeEmail(typed)
      if (email === null) throw new Refusal(`${typed} is no e-mail address.`)
      const { link, expiresAt } = await withShop(async ({ db, actor, adminUrl }) => {
        if (adminUrl === null)
          throw new Refusal('There is no back office: set ADMIN_URL, and start the shop with it.')
        const granted = rolesOf(options)
        if (granted.length === 0 && (await findStaffByEmail(db, email)) === null)
          throw new Refusal(`${email} is new: name a role with --role.`)
        const invited = { email, roles: granted, ...(options.name && { name: options.name }) }
        return inviteStaff({ db, clock: Date.now, adminUrl }, actor, invited)
      })
      if (options.json) return printJson({ link, expires_at: expiresAt.toISOString() })
      process.stdout.write(`${link}\nValid once, until ${expiresAt.toISOString()}.\n`)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('print everybody with roles; with --roles the permissions of each role')
    .option('--roles', 'the roles instead of the people')
    .option('--json', 'print JSON')
    .action(async (options: { roles?: boolean; json?: boolean }) => {
      if (options.roles)
        return printTable(
          roleNames.map((role) => ({ role, permissions: roles[role].join(' ') })),
          options,
        )
      const people = await withShop(({ db }) => listStaff(db))
      printTable(people.map(lineOf), { json: options.json, empty: 'Nobody yet.' })
    })
}

function lineOf(person: StaffMember) {
  const { email, name, deactivatedAt, lockedAt, passkeys, usedAt } = person
  const ready = passkeys === 0 ? 'invited' : 'active'
  return {
    email,
    name,
    status: deactivatedAt !== null ? 'deactivated' : lockedAt !== null ? 'locked' : ready,
    roles: person.roles.map(({ role, store }) => `${role}:${store}`).join(' '),
    passkeys,
    last_seen: usedAt?.toISOString() ?? null,
  }
}

function rolesCommand(): Command {
  return withRoles(new Command('roles'))
    .description('replace all roles of a person')
    .argument('<email>')
    .action(async (email: string, options: RoleOptions) => {
      const granted = rolesOf(options)
      await withShop(async (shop) => {
        const { id: staffId } = await requirePerson(shop, email)
        const change = { staffId, stores: storeCodes, roles: granted }
        requireDone(await changeStaffRoles(shop, shop.actor, change))
      })
      printFacts({ email, roles: granted.map(({ role, store }) => `${role}:${store}`).join(' ') }, options)
    })
}

type Services = ShopSession & { clock: () => number }

/** A command about one person that takes no further options. */
function personCommand(
  name: string,
  description: string,
  change: (shop: Services, staffId: number) => Promise<StaffChange>,
): Command {
  return new Command(name)
    .description(description)
    .argument('<email>')
    .action(async (email: string) => {
      await withShop(async (shop) => {
        const { id } = await requirePerson(shop, email)
        requireDone(await change({ ...shop, clock: Date.now }, id))
      })
      process.stdout.write('Done.\n')
    })
}

const unlock = (shop: Services, staffId: number) =>
  unlockStaff(shop, shop.actor, { staffId, stores: storeCodes })
const revoke = (shop: Services, staffId: number) => revokeStaffSessions(shop, shop.actor, { staffId })
const deactivate = (shop: Services, staffId: number) =>
  deactivateStaff(shop, shop.actor, { staffId, stores: storeCodes })

async function requirePerson({ db }: ShopSession, typed: string): Promise<StaffMember> {
  const email = normalizeEmail(typed)
  const person = email === null ? null : await findStaffByEmail(db, email)
  if (person === null) throw new Refusal(`${typed} is not on the staff.`)
  return person
}

function requireDone(change: StaffChange): void {
  if (change.ok) return
  throw new Refusal(
    change.code === 'last_owner'
      ? 'A store would have no owner left who can sign in.'
      : `Refused: ${change.code}.`,
  )
}

function linkCommand(): Command {
  return new Command('link')
    .description(
      'print a link; the browser that opens it counts as internal in the storefront until it expires',
    )
    .option('--days <count>', 'how long it is valid', readDays, 90)
    .option('--json', 'print JSON')
    .action(async (options: { days: number; json?: boolean }) => {
      const { keys, publicUrl } = await withShop(async (shop) => shop)
      const expiresAt = Date.now() + options.days * 86_400_000
      const link = `${publicUrl}/api/staff-pass/${issueStaffPass(keys, expiresAt)}`
      if (options.json) return printJson({ link, expires_at: new Date(expiresAt).toISOString() })
      process.stdout.write(`${link}\nHolds until ${new Date(expiresAt).toISOString()}.\n`)
    })
}

function readDays(text: string): number {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > longestStaffPassDays)
    throw new InvalidArgumentError(`1 to ${longestStaffPassDays}, please.`)
  return days
}
