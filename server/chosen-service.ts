/** Which module sends the mails or stores the pictures: `MAIL_TRANSPORT` and `PICTURE_STORE` name one that brings it. */
import type { ModuleDeclarations } from '../modules/declarations.ts'
import { modules } from '../modules/modules.ts'
import { ConfigError } from './config-error.ts'

/** What a module may bring instead of a part of the shop, and the variable that chooses it. */
export const serviceVariables = { mailTransport: 'MAIL_TRANSPORT', pictureStore: 'PICTURE_STORE' } as const

type Service = keyof typeof serviceVariables

const named: Readonly<Record<Service, string>> = {
  mailTransport: 'mail transport',
  pictureStore: 'picture store',
}

export interface ChosenService {
  /** Name of the module. */
  module: string
  /** Values of its variables by their names in the declarations. */
  variables: Readonly<Record<string, string>>
}

/** `token` of the module `post-office` → `POST_OFFICE_TOKEN`. */
const variableOf = (module: string, name: string): string =>
  `${module}_${name}`.replaceAll('-', '_').toUpperCase()

/**
 * Null: the shop's own is used. Throws ConfigError where two modules bring the same, or the variable names none that does.
 */
export function readChosenService(
  env: Readonly<Record<string, string | undefined>>,
  service: Service,
  known: readonly ModuleDeclarations[] = modules,
): ChosenService | null {
  const bringing = known.filter((each) => each[service] !== undefined)
  const [first, second] = bringing
  if (first && second)
    throw new ConfigError(
      `The modules ${first.name} and ${second.name} both bring a ${named[service]}: take one of them out of anode.config.ts.`,
    )
  const choice = env[serviceVariables[service]]
  if (choice === undefined) return null
  if (first?.name !== choice)
    throw new ConfigError(
      `${serviceVariables[service]} must be ${first ? `${first.name}, the module with a ${named[service]}` : `unset: no module brings a ${named[service]}`}.`,
    )
  const values = Object.entries(first[service]?.variables ?? {}).flatMap(([name, need]) => {
    const variable = variableOf(choice, name)
    const value = env[variable]
    if (value === undefined && need === 'required')
      throw new ConfigError(`${variable} is required with ${serviceVariables[service]}=${choice}.`)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { module: choice, variables: Object.fromEntries(values) }
}
