/**
 * What a module does, beside its declarations: the manifest that `modules/NAME/module.server.ts` exports. Server, jobs
 * and the operator's CLI combine the manifests of all modules.
 */
import type { Command } from 'commander'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Keyed, Listed, ModuleDeclarations } from '../modules/declarations.ts'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { Resource } from '../domain/resources/resource.server.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import type { Reversals } from '../domain/undo/reversal.ts'
import type { SendMailServices } from '../providers/mail/send-mail.ts'

/** What the routes of a module work with. */
export interface RouteServices extends ReadServices {
  /** Account of the request's session; null for a guest. */
  accountOf: (request: FastifyRequest) => Promise<number | null>
}

/** What the jobs of a module work with. */
export interface JobServices extends SendMailServices {
  db: Kysely<DB>
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
}

/** What the reads of a page work with. */
export interface ReadServices {
  db: Kysely<DB>
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

/** Opens the shop for one command of the operator and closes it again. */
export type WithShop = <Answer>(
  work: (shop: { db: Kysely<DB>; actor: Actor }) => Promise<Answer>,
) => Promise<Answer>

export interface ModuleManifest<Job extends string = string, Name extends string = string> {
  /** Its routes of the shop's API. */
  routes?: FastifyPluginAsyncZod<RouteServices>
  /** What a job of `scheduledJobs` does, by queue. Idempotent: it may run twice. */
  jobs?: Readonly<Record<Job, (services: JobServices) => Promise<void>>>
  /** Deletes what is kept for hours or days only; runs every hour. */
  tidy?: (db: Kysely<DB>) => Promise<unknown>
  /** Its declared commands of the operator's CLI. */
  commands?: Readonly<Record<Name, (withShop: WithShop) => Promise<Command>>>
  /** Its lists of the back office. */
  resources?: readonly Resource[]
  /** How its changes are undone, by action of the audit. */
  reversals?: Reversals
  /** Schema of its field of a product's page (`ProductPart`), for the API's description. */
  productPart?: z.ZodType
}

/** The manifest of a module: it has what the module declares, each declared job and command. */
export const defineModule = <const Declared extends ModuleDeclarations>(
  _declarations: Declared,
  manifest: ManifestOf<Declared>,
): ModuleManifest => manifest

type ManifestOf<Declared> = ModuleManifest<Keyed<Declared, 'scheduledJobs'>, Listed<Declared, 'commands'>> &
  (Declared extends { readonly scheduledJobs: object } ? { jobs: object } : object) &
  (Declared extends { readonly commands: object } ? { commands: object } : object)
