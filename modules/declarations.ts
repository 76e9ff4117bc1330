/**
 * What a module declares: the names it adds to the shop's closed lists, as data. Rooms of the kernel add them to
 * their own lists (`modules/modules.ts`), so that the type of an audit action, a kind of mail or a queue includes those of all modules.
 * Pure, and imported by browsers too: no code, no schemas.
 */

export interface ModuleDeclarations {
  /** Name of its folder in `modules/`. */
  readonly name: string
  /** Its pages: path after the store → file in its folder, a route module of React Router. */
  readonly pages?: Readonly<Record<string, string>>
  /** First segments of its pages' paths after the store: never cached, never indexed. */
  readonly ownSections?: readonly string[]
  /** Those of its pages whose `token` is of a mailed link, not of a login. */
  readonly sectionsWithToken?: readonly string[]
  /** Kinds of mail, each with its limit to one recipient a day and the topic by which it can be refused. */
  readonly mails?: Readonly<Record<string, { readonly daily: number; readonly topic?: string }>>
  /** Topics of mails that a recipient can refuse. */
  readonly mailTopics?: readonly string[]
  /** What its use cases record in the audit (noun and verb), and what the entries are about. */
  readonly auditActions?: readonly string[]
  /** With the section of the back office under which the audit's filters list them (`section.products` …). */
  readonly auditObjects?: Readonly<Record<string, { readonly section: string }>>
  /** Permissions of staff, each with the roles that have it; owners and managers have all. */
  readonly permissions?: Readonly<
    Record<string, readonly ('catalogue' | 'service' | 'warehouse' | 'accountant' | 'auditor')[]>
  >
  /** Jobs that run often, by queue: when, as a cron expression in UTC. */
  readonly scheduledJobs?: Readonly<Record<string, { readonly cron: string }>>
  /** Commands of the operator's CLI. */
  readonly commands?: readonly string[]
  /** Personal data that it keeps for a number of days. */
  readonly retention?: Readonly<Record<string, { readonly days: number }>>
  /** Purposes of keys derived from the shop's secrets. */
  readonly keyPurposes?: readonly string[]
  /** Sections of its personal data that the account's page shows: title (a key of its texts) and fields. */
  readonly ownData?: Readonly<Record<string, { readonly title: string; readonly fields: readonly string[] }>>
}

/** The items of a list over all modules, as a union of their names. */
export type Listed<Module, List extends string> = Module extends {
  readonly [Key in List]: readonly (infer Item extends string)[]
}
  ? Item
  : never

/** The keys of a record over all modules, as a union. */
export type Keyed<Module, Name extends string> = Module extends {
  readonly [Key in Name]: Readonly<Record<infer Key, unknown>>
}
  ? Extract<Key, string>
  : never
