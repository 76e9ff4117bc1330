/** The report of a scheduled import to its person: what changed, or why there was no import. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { fillMessage } from '../../domain/content/message.ts'
import { findJob } from '../../domain/staff-jobs/staff-job-repository.server.ts'
import { findStaff } from '../../domain/staff/staff-repository.server.ts'
import type { StaffLanguage } from '../../domain/staff/staff.ts'
import { stores } from '../../domain/stores/stores.ts'
import { mailTemplate } from '../../providers/mail/mail-template.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'
import { isoOf, storeOfStaffMail } from '../../providers/mail/staff-mail.ts'
import { findReported, type ReportedImport } from './scheduled-import-repository.server.ts'
import danish from './texts/da.staff.json' with { type: 'json' }
import german from './texts/de.staff.json' with { type: 'json' }
import english from './texts/en.staff.json' with { type: 'json' }
import norwegian from './texts/no.staff.json' with { type: 'json' }
import swedish from './texts/sv.staff.json' with { type: 'json' }

declare module '../../domain/jobs/job-queue.ts' {
  interface MailPayloads {
    /** `job`: the import that has ended; null: there was none, because it failed before. */
    'scheduled-import-mail': { importId: number; job: number | null }
  }
}

type Texts = typeof english

const translations: Partial<Record<StaffLanguage, Texts>> = {
  sv: swedish,
  no: norwegian,
  da: danish,
  de: german,
}

export const scheduledImportMail = mailTemplate<{ importId: number; job: number | null }>({
  async mail(trx, { clock }, { importId, job: jobId }, { key }) {
    const reported = await findReported(trx, importId)
    const person = reported && (await findStaff(trx, reported.staffId))
    if (!reported || !person || person.deactivatedAt !== null) return null
    const { language } = person
    const job = jobId === null ? null : await findJob(trx, jobId)
    const text =
      job === null
        ? failureMail(language, reported)
        : reportMail(language, reported, { ...job, link: await linkTo(trx, `/jobs/${job.id}`) })
    return {
      name: `scheduled-import-${key}`,
      kind: 'scheduled-import',
      store: storeOfStaffMail(language),
      to: person.email,
      ...text,
      date: new Date(clock()),
    }
  },
  samples: ({ store, link }) => ({
    'scheduled-import': [
      reportMail(
        store,
        { name: 'Nordlager, prices', store },
        { changed: 1204, unchanged: 18_202, refused: 3, link },
      ),
      failureMail(store, { name: 'Nordlager, prices', store, problem: 'http_status', detail: '404' }),
    ],
  }),
})

/** An address of the back office; null: it is not known. */
async function linkTo(trx: Kysely<DB>, path: string): Promise<string | null> {
  const row = await trx
    .selectFrom('node_setting')
    .select('value')
    .where('name', '=', 'admin_url')
    .executeTakeFirst()
  return row ? row.value + path : null
}

/** The mail after an import. */
function reportMail(
  language: StaffLanguage,
  { name, store }: Pick<ReportedImport, 'name' | 'store'>,
  job: { changed: number; unchanged: number; refused: number; link: string | null },
): MailText {
  const said = translations[language] ?? english
  const iso = isoOf(language)
  const number = (count: number) => new Intl.NumberFormat(iso).format(count)
  const values = {
    name,
    store: stores[store].brand,
    changed: number(job.changed),
    unchanged: number(job.unchanged),
    refused: number(job.refused),
  }
  return plainMail(
    storeOfStaffMail(language),
    fillMessage(said['scheduled-imports.mail_subject'], values),
    [
      fillMessage(said['scheduled-imports.mail_text'], values),
      ...(job.refused > 0 ? [said['scheduled-imports.mail_refused']] : []),
      ...(job.link === null ? [] : [{ link: job.link, words: said['scheduled-imports.mail_link'] }]),
    ],
    iso,
  )
}

/** The mail where there was no import. */
function failureMail(
  language: StaffLanguage,
  { name, store, problem, detail }: Pick<ReportedImport, 'name' | 'store' | 'problem' | 'detail'>,
): MailText {
  const said = translations[language] ?? english
  const reason = problem === null ? '' : said[`scheduled-imports.problem_${problem}`]
  const values = { name, store: stores[store].brand, reason: detail ? `${reason} (${detail})` : reason }
  return plainMail(
    storeOfStaffMail(language),
    fillMessage(said['scheduled-imports.mail_failed_subject'], values),
    [fillMessage(said['scheduled-imports.mail_failed_text'], values)],
    isoOf(language),
  )
}
