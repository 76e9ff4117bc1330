/**
 * The operator's command of a list that is declared once: `anode NAME list`, `show`, each of its actions, and `add`,
 * `change` and `remove` as far as its form does them.
 */
import { Command, InvalidArgumentError, Option } from 'commander'
import { inputsSchema, withoutStore } from '../api/admin/resource-contract.ts'
import { fieldFilter } from '../contract/admin/custom-fields.ts'
import { listRows } from '../db/table-query.server.ts'
import {
  findRow,
  type Field,
  type Filter,
  type Input,
  type Inputs,
  type Resource,
  type ResourceRow,
  type ResourceServices,
} from '../domain/resources/resource.server.ts'
import { toMajor, type Minor } from '../domain/money/money.ts'
import { isDay } from '../domain/stores/store-day.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { readAmountOrZero, readLimit } from './command-arguments.ts'
import { printFacts, printTable, type Line } from './command-output.ts'
import type { WithShop } from './module.ts'
import { Refusal } from './refusal.ts'

/** `sentences`: what is said instead of a refusal's code. `help`: after the options. */
export function resourceCommand(
  resource: Resource,
  withShop: WithShop,
  {
    name,
    description,
    help,
    sentences = {},
  }: { name: string; description: string; help?: string; sentences?: Readonly<Record<string, string>> },
): Command {
  const refusalOf = (code: string) => new Refusal(sentences[code] ?? `Refused: ${code}.`)
  const command = new Command(name).description(description).addCommand(listCommand(resource, withShop))
  if (!resource.isKeyOfStore) command.addCommand(showCommand(resource, withShop))
  for (const [action, { inputs = {}, isOffered, run, description: what }] of Object.entries(resource.actions))
    command.addCommand(
      withInputs(new Command(action), inputs)
        .description(what)
        .argument('<key>', `as \`${name} list\` prints it`)
        .action(async (key: string, values: ResourceRow) => {
          const row = await withShop(async (shop) => {
            const found = await existingRow(shop.db, resource, key)
            if (isOffered?.(found) === false) throw new Refusal(`Not possible with ${key} as it is.`)
            const done = await run(servicesOf(shop), shop.actor, {
              row: found,
              values: checkedValues(inputs, valuesOf(inputs, values)),
            })
            if (!done.ok) throw refusalOf(done.code)
            if (done.shownOnce !== undefined) process.stdout.write(`${done.shownOnce}\n`)
            return existingRow(shop.db, resource, key)
          })
          printFacts(lineOf(resource, row))
        }),
    )
  for (const each of formCommands(resource, withShop, { name, refusalOf })) command.addCommand(each)
  return help === undefined ? command : command.addHelpText('after', `\n${help}`)
}

/** What the form of the list does. */
function formCommands(
  resource: Resource,
  withShop: WithShop,
  { name, refusalOf }: { name: string; refusalOf: (code: string) => Refusal },
): Command[] {
  const { form } = resource
  if (form === null) return []
  const { create, change, remove } = form
  const keyed = (verb: string, description: string) =>
    new Command(verb).description(description).argument('<key>', `as \`${name} list\` prints it`)
  const commands: Command[] = []
  if (create) {
    const add = new Command('add').description('add a row')
    for (const [own, input] of Object.entries(form.inputs)) add.addOption(formOption(own, input))
    commands.push(
      add.option('--json', 'print JSON').action(async ({ json, ...given }: ResourceRow) => {
        const row = await withShop(async (shop) => {
          const values = checkedValues(form.inputs, { ...initialValues(form.inputs), ...given })
          const created = await create(servicesOf(shop), shop.actor, values)
          if (!created.ok) throw refusalOf(created.code)
          if (created.shownOnce !== undefined) process.stdout.write(`${created.shownOnce}\n`)
          return existingRow(shop.db, resource, String(created.key))
        })
        printFacts(lineOf(resource, row), { json: json === true })
      }),
    )
  }
  if (change) {
    // The store of a row does not change.
    const inputs = withoutStore(form.inputs)
    const edit = keyed('change', 'change what is given of a row')
    for (const [own, input] of Object.entries(inputs))
      edit.addOption(formOption(own, input).makeOptionMandatory(false))
    commands.push(
      edit.option('--json', 'print JSON').action(async (key: string, { json, ...given }: ResourceRow) => {
        const row = await withShop(async (shop) => {
          const found = await existingRow(shop.db, resource, key)
          const present = Object.fromEntries(
            Object.entries(inputs).map(([own, { kind }]) => [own, answered(kind, found[own])]),
          )
          const values = { ...found, ...checkedValues(inputs, { ...present, ...given }) }
          const asked = Object.fromEntries(Object.keys(form.inputs).map((own) => [own, values[own]]))
          const done = await change(servicesOf(shop), shop.actor, { row: found, values: asked })
          if (!done.ok) throw refusalOf(done.code)
          return existingRow(shop.db, resource, key)
        })
        printFacts(lineOf(resource, row), { json: json === true })
      }),
    )
  }
  if (remove)
    commands.push(
      keyed('remove', 'remove a row').action(async (key: string) => {
        await withShop(async (shop) => {
          const found = await existingRow(shop.db, resource, key)
          const done = await remove(servicesOf(shop), shop.actor, found)
          if (!done.ok) throw refusalOf(done.code)
        })
        process.stdout.write('Removed.\n')
      }),
    )
  return commands
}

/** An input of a form as an option. A flag has an answer, because a change leaves out what stays. */
const formOption = (name: string, input: Input): Option =>
  input.kind === 'flag' ? answerOption(name) : inputOption(name, input)

/** Inputs with several values. */
const listKinds: ReadonlySet<Input['kind']> = new Set(['texts', 'products', 'codes', 'stores'])

/** Of a new row, where nothing is given. */
const initialValues = (inputs: Inputs): ResourceRow =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, { kind, initial = null }]) => [
      name,
      listKinds.has(kind) ? [] : initial,
    ]),
  )

/** The values as the form of the back office checks them. */
function checkedValues(inputs: Inputs, values: ResourceRow): ResourceRow {
  const checked = inputsSchema(inputs).safeParse(values)
  if (checked.success) return checked.data
  const [problem] = checked.error.issues
  throw new Refusal(`--${String(problem?.path[0])}: ${problem?.message}.`)
}

type Shop = Parameters<Parameters<WithShop>[0]>[0]

const servicesOf = ({ db, keys, publicUrl }: Shop): ResourceServices => ({
  db,
  keys,
  clock: Date.now,
  publicUrl,
})

async function existingRow(
  db: Parameters<typeof findRow>[0],
  resource: Resource,
  key: string,
): Promise<ResourceRow> {
  const row = await findRow(db, resource, key)
  if (row === null) throw new Refusal(`The list ${resource.name} has no ${key}.`)
  return row
}

function listCommand(resource: Resource, withShop: WithShop): Command {
  const { definition, defaultSort, filters } = resource
  const sorts = Object.keys(definition.sorts).flatMap((sort) => [sort, `-${sort}`])
  const command = new Command('list')
    .description('print its rows')
    .option('--search <text>', 'rows with this text')
    .addOption(
      new Option('--sort <name>', 'with - in front from the last to the first')
        .choices(sorts)
        .default(defaultSort),
    )
    .option('--limit <count>', 'how many', readLimit, 50)
    .option('--json', 'print JSON')
  for (const [name, filter] of Object.entries(filters)) command.addOption(filterOption(name, filter))
  return command.action(
    async ({
      search,
      sort,
      limit,
      json,
      ...given
    }: { search?: string; sort: string; limit: number; json?: boolean } & Record<string, unknown>) => {
      const page = await withShop(({ db }) =>
        listRows(
          db,
          definition,
          {
            stores: storeCodes,
            search: search ?? null,
            filters: given,
            sort: { by: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') },
          },
          { after: null, limit },
        ),
      )
      if (!page.ok) throw new Error(page.code)
      printTable(
        page.rows.map((row) => lineOf(resource, row)),
        { json, empty: 'No rows.' },
      )
    },
  )
}

function showCommand(resource: Resource, withShop: WithShop): Command {
  return new Command('show')
    .description('print one of its rows')
    .argument('<key>', 'as the list prints it')
    .option('--json', 'print JSON')
    .action(async (key: string, options: { json?: boolean }) => {
      const row = await withShop(({ db }) => existingRow(db, resource, key))
      printFacts(lineOf(resource, row), options)
    })
}

/** A filter as an option: `--status pending --status rejected`. */
function filterOption(name: string, filter: Filter): Option {
  switch (filter.kind) {
    case 'options':
      return repeated(name, filter.options)
    case 'stores':
      return repeated(name, storeCodes)
    case 'names':
      return new Option(`--${name} <${name}...>`)
    case 'flag':
      return answerOption(name)
    case 'text':
      return new Option(`--${name} <${name}>`)
    case 'fields':
      return new Option(`--${name} <values>`, 'of own fields, as care:=Wipe,length:10..20').argParser(
        readFields,
      )
    case 'days':
      return new Option(`--${name} <days>`, 'from a day to a day, as 2026-11-01..2026-11-30').argParser(
        readDays,
      )
  }
}

const answerOption = (name: string): Option =>
  new Option(`--${name} <answer>`, 'yes or no').argParser((text) => {
    if (/^(?:yes|no)$/.test(text)) return text === 'yes'
    throw new InvalidArgumentError('yes or no, please.')
  })

const repeated = (name: string, codes: readonly string[]) =>
  new Option(`--${name} <${name}...>`).choices(codes)

function readFields(text: string) {
  const read = fieldFilter.safeParse(text)
  if (read.success) return read.data
  throw new InvalidArgumentError('Values such as care:=Wipe,length:10..20, please.')
}

/** An open end is left out. */
function readDays(text: string) {
  const [from = '', to = ''] = text.split('..')
  if (text.includes('..') && [from, to].every((day) => day === '' || isDay(day)))
    return { from: from || null, to: to || null }
  throw new InvalidArgumentError('Two days such as 2026-11-01..2026-11-30, please.')
}

function withInputs(command: Command, inputs: Inputs): Command {
  for (const [name, input] of Object.entries(inputs)) command.addOption(inputOption(name, input))
  return command
}

function readNumber(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('A whole number, please.')
}

function inputOption(name: string, { kind, isRequired, options = [], most }: Input): Option {
  const option = new Option(
    listKinds.has(kind) ? `--${name} <text...>` : kind === 'flag' ? `--${name}` : `--${name} <${name}>`,
  )
  if (kind === 'choice' || kind === 'codes' || kind === 'stores') option.choices(options)
  if (kind === 'store') option.choices(storeCodes)
  if (kind === 'integer') option.argParser(readNumber)
  else if (kind === 'amount') option.argParser((text) => toMajor(readAmountOrZero(text)))
  else if (most !== undefined && kind !== 'texts' && kind !== 'products')
    option.argParser((text) => {
      if (text.length <= most) return text
      throw new InvalidArgumentError(`At most ${most} characters, please.`)
    })
  return option.makeOptionMandatory(isRequired && kind !== 'flag')
}

/** The values of an action: trimmed, and null or false where an option is not given. */
function valuesOf(inputs: Inputs, given: ResourceRow): ResourceRow {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { kind, isRequired }]) => {
      const value = given[name]
      if (typeof value === 'string') {
        const text = value.trim()
        if (text === '' && isRequired) throw new Refusal(`--${name} must not be empty.`)
        return [name, text || null]
      }
      return [name, value ?? (kind === 'flag' ? false : listKinds.has(kind) ? [] : null)]
    }),
  )
}

/** A value as it is written and read: an amount in major units. */
const answered = (kind: Field['kind'] | Input['kind'], value: unknown): unknown =>
  kind === 'amount' && value != null ? toMajor(value as Minor) : value

function lineOf({ fields, complete }: Resource, row: ResourceRow): Line {
  const shown = complete(row)
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => {
      const value = answered(kind, shown[name])
      if (value instanceof Date) return [name, value.toISOString()]
      return [name, Array.isArray(value) ? value.join(', ') : (value as Line[string])]
    }),
  )
}
