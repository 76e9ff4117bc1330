import { Command } from 'commander'
import { readSection, viewSections } from '../../api/admin/settings-view.ts'
import { changeSettingsBody } from '../../contract/admin/settings.ts'
import { camelCase } from '../../contract/camel-case.ts'
import { changeSettings, type SettingsChange } from '../../domain/settings/change-settings.server.ts'
import { openingChecklist } from '../../domain/settings/opening-checklist.server.ts'
import { readSettings } from '../../domain/settings/settings-repository.server.ts'
import { settingsSections } from '../../domain/stores/store-settings.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { leavesByMail, simulatedServices } from '../../server/compose.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface Options {
  store: StoreCode
  json?: boolean
}

/** `anode settings show|set|checklist`: what the merchant sets for a store, as the back office shows it. */
export function settingsCommand(): Command {
  const command = new Command('settings').description(
    'whether a store is open, name and logo, shop front, company, bank accounts, statements on invoices and mails, days to pay invoices and of reminders, sender of mails, minimum order, statutory data of products, dispatch address, shipping methods, credit limits and limits on refunds',
  )
  command
    .command('show')
    .description('print the settings in force; amounts in major units, VAT included')
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Options) => {
      const sections = await withShop(async ({ db }) => viewSections(await readSettings(db, store)))
      const values = settingsSections.map((section) => [section, sections[section].value] as const)
      if (json) return printJson(Object.fromEntries(values))
      const rows = values.flatMap(([section, value]) =>
        entriesOf(value, section).map(([name, shown]) => ({ name, value: shown })),
      )
      printTable(rows, { json, empty: 'No settings.' })
    })
  command
    .command('set')
    .description('change one setting; running servers apply it at once')
    .argument('<name>', 'as "show" prints it: orders.minimum, shipping.methods.dhl-home.freeFrom')
    .argument('<value>', 'a text or a number; "null" for none; JSON for lists')
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--reason <text>', 'why, for the audit')
    .option('--json', 'print JSON')
    .action(async (name: string, value: string, options: Options & { reason?: string }) => {
      const { store, reason } = options
      const outcome = await withShop(async ({ db, actor }) => {
        const [section = '', ...path] = camelCase(name).split('.')
        const stored = viewSections(await readSettings(db, store))
        if (!isKey(section, stored) || path.length === 0) throw new Refusal(`There is no setting ${name}.`)
        const { version, value: current } = stored[section]
        const changed = replaced(current, path, value, name)
        const read = changeSettingsBody.safeParse({ section, version, value: changed })
        if (!read.success) throw new Refusal(`${name} cannot be ${value}.`)
        const change = { ...readSection(read.data), store, version, reason: reason ?? null } as SettingsChange
        return changeSettings({ db, clock: Date.now }, actor, change)
      })
      if (!outcome.ok)
        throw new Refusal(
          outcome.code === 'changed_meanwhile'
            ? 'Somebody changed this section meanwhile; run the command again.'
            : Object.entries(outcome.fields)
                .map(([field, problem]) => `${field}: ${problem}.`)
                .join('\n'),
        )
      printFacts({ name, value, outcome: outcome.outcome }, options)
    })
  command
    .command('checklist')
    .description('print what the store lacks before it may open; exit code 1 where something is missing')
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Options) => {
      const { checks } = await withShop(async ({ services, config, publicUrl }) =>
        openingChecklist(
          {
            ...(await services()),
            publicUrl,
            sendsMail: leavesByMail(config),
            isSimulated: simulatedServices(config).length > 0,
          },
          store,
        ),
      )
      const rows = Object.entries(checks).map(([check, done]) => ({ check, done }))
      printTable(rows, { json, empty: 'Nothing to check.' })
      if (rows.some(({ done }) => !done)) process.exitCode = 1
    })
  return command.addHelpText(
    'after',
    `
Examples:
  anode settings show --store sv
  anode settings set opening.isOpenToShoppers false --store sv
  anode settings set identity.name 'Nordljus' --store sv
  anode settings set storefront.dispatchHour 15 --store sv
  anode settings set orders.minimum 149 --store sv
  anode settings set shipping.methods.budbee-home.freeFrom 899 --store sv
  anode settings set shipping.methods.budbee-home.offered false --store sv
  anode settings set legal.notes '["Godkänd för F-skatt", "Styrelsens säte: Malmö"]' --store sv
  anode settings set invoices.reminderDays '[7, 21]' --store sv
  anode settings set dispatch.street 'Storgatan 1' --store sv
  anode settings set refunds.approvalAbove 5000 --store sv
  anode settings set products.requiresStatutoryData true --store de
  anode settings checklist --store sv`,
  )
}

const isKey = <Known extends object>(name: string, known: Known): name is Extract<keyof Known, string> =>
  Object.hasOwn(known, name)

/** Members of lists are named by their id where they have one. */
const nameIn = (member: unknown, index: string): string =>
  typeof member === 'object' && member !== null && 'id' in member ? String(member.id) : index

const isPlain = (value: unknown) =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && typeof value[0] !== 'object')

/** Every setting by its full name. */
function entriesOf(value: unknown, name: string): [string, string][] {
  if (isPlain(value)) return [[name, Array.isArray(value) ? JSON.stringify(value) : String(value)]]
  return Object.entries(value as object).flatMap(([key, member]: [string, unknown]) =>
    key === 'id' ? [] : entriesOf(member, `${name}.${nameIn(member, key)}`),
  )
}

/** A copy in which the member at the path has the typed value, read as what it replaces. */
function replaced(current: unknown, path: readonly string[], typed: string, name: string): unknown {
  const [first, ...rest] = path
  if (first === undefined) return valueFrom(typed, current)
  if (typeof current !== 'object' || current === null) throw new Refusal(`There is no setting ${name}.`)
  const key = Object.entries(current).find(([each, member]) => nameIn(member, each) === first)?.[0]
  if (key === undefined) throw new Refusal(`There is no setting ${name}.`)
  const copy = structuredClone(current) as Record<string, unknown>
  copy[key] = replaced(copy[key], rest, typed, name)
  return copy
}

function valueFrom(typed: string, current: unknown): unknown {
  if (typeof current === 'string') return typed
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return typed
  }
}
