/** Scheduled imports as staff set them. */
import { sql } from 'kysely'
import {
  action,
  choice,
  choiceInput,
  defineResource,
  flag,
  flagInput,
  form,
  id,
  integer,
  integerInput,
  mappingInput,
  moment,
  optionalText,
  secretInput,
  seenInput,
  store,
  storeInput,
  text,
  textInput,
  type Tone,
} from '../../domain/resources/resource.server.ts'
import {
  acceptHostKey,
  addScheduledImport,
  changeScheduledImport,
  removeScheduledImport,
  requestScheduledImport,
} from './scheduled-import-repository.server.ts'
import { longestUrl, reports, scheduledProblems, type ScheduledProblem } from './scheduled-import.ts'

interface ScheduledImport {
  id: number
  isActive: boolean
  seenHostKey: string | null
}

const problemTones = Object.fromEntries(scheduledProblems.map((code) => [code, 'bad'])) as Record<
  ScheduledProblem,
  Tone
>

export const scheduledImportResource = defineResource({
  name: 'scheduled-imports',
  section: { after: '/import', icon: 'alarm', keys: 'g 3' },
  permission: 'import:run',
  auditObject: 'scheduled_import',
  source: sql`scheduled_import s join staff p on p.id = s.staff_id`,
  key: 'id',
  title: 'name',
  defaultSort: 'name',
  isPersonal: false,
  fields: {
    id: id(sql`s.id`, { shown: 'never' }),
    name: text(sql`s.name`, { sort: true, isSearched: true }),
    store: store(sql`s.store`, { filter: true }),
    isActive: flag(sql`s.is_active`, { filter: 'active' }),
    state: choice(
      sql`s.state`,
      { waiting: 'neutral', started: 'good', unchanged: 'neutral', failed: 'bad' },
      { filter: true },
    ),
    problem: choice(sql`s.problem`, problemTones, { isNullable: true }),
    detail: text(sql`s.problem_detail`, { isNullable: true, shown: 'page' }),
    lastRunAt: moment(sql`s.last_run_at`, { sort: 'run', isNullable: true }),
    nextRunAt: moment(sql`s.next_run_at`, { sort: 'next' }),
    everyHours: integer(sql`s.every_hours`, { shown: 'chosen' }),
    url: text(sql`s.url`, { shown: 'page' }),
    hostKey: text(sql`s.host_key`, { isNullable: true, shown: 'page' }),
    seenHostKey: text(sql`s.seen_host_key`, { isNullable: true, shown: 'page' }),
    user: text(sql`s.login_user`, { isNullable: true, shown: 'page' }),
    // Only the form has it: nobody is shown the stored one.
    password: text(sql`null::text`, { isNullable: true, shown: 'never' }),
    mapping: text(sql`s.mapping`, { isNullable: true, shown: 'page' }),
    report: choice(
      sql`s.report`,
      { always: 'neutral', problems: 'neutral', never: 'neutral' },
      { shown: 'page' },
    ),
    person: text(sql`p.name`, { shown: 'page' }),
    lastJob: integer(sql`s.last_job::integer`, { isNullable: true, shown: 'page' }),
    createdAt: moment(sql`s.created_at`, { shown: 'page' }),
  },
  todo: { scheduled_imports_failed: { query: () => 'filter.state=failed&filter.active=yes' } },
  actions: {
    run: action<ScheduledImport>()({
      description: 'fetch and import the file within minutes, also if it is the same as last time',
      permission: 'import:run',
      isOffered: ({ isActive }) => isActive,
      run: async (services, actor, { row }) => requestScheduledImport(services, actor, row.id),
    }),
    acceptHostKey: action<ScheduledImport>()({
      description: 'accept the key that the SFTP host has shown as its own from now on',
      permission: 'import:run',
      isOffered: ({ seenHostKey }) => seenHostKey !== null,
      inputs: { seenHostKey: seenInput(300) },
      isMain: true,
      run: async (services, actor, { row, values }) =>
        acceptHostKey(services, actor, { id: row.id, seenHostKey: values.seenHostKey }),
    }),
  },
  form: form<ScheduledImport>()({
    permission: 'import:run',
    inputs: {
      name: textInput(100),
      store: storeInput(),
      url: textInput(longestUrl),
      user: optionalText(200),
      password: secretInput(200),
      hostKey: optionalText(300),
      mapping: mappingInput(),
      everyHours: integerInput({ least: 1, most: 744, initial: 24 }),
      report: choiceInput(reports),
      isActive: flagInput({ initial: true }),
    },
    create: async (services, actor, values) => {
      const added = await addScheduledImport(services, actor, values)
      return added.ok ? { ok: true, key: added.id } : added
    },
    change: async (services, actor, { row, values }) =>
      changeScheduledImport(services, actor, row.id, values),
    remove: async ({ db }, actor, row) => removeScheduledImport(db, actor, row.id),
  }),
})
