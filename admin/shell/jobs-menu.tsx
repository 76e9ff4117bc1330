/** The person's jobs: those that run with their progress, and those that finished; also after a reload. */
import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { Menu } from '@base-ui/react/menu'
import type { z } from 'zod'
import type { jobsAnswer } from '../../contract/admin/jobs.ts'
import { Icon } from '../../ui/icon.tsx'
import { ApiError, readApi, sendApi } from '../api-client.ts'
import { apiPaths, paths } from '../paths.ts'
import { useTexts, type Translate, type Words } from '../texts.tsx'
import { announceStartedJob, onStartedJob } from './started-job.ts'
import { showToast } from './toasts.tsx'
import styles from './sidebar.module.css'
import menu from './menu.module.css'

type Jobs = z.infer<typeof jobsAnswer>
export type Job = Jobs['jobs'][number]

const isRunning = ({ finishedAt: at }: Job) => at === null

/** How often the progress of running jobs is read. */
const pollMilliseconds = 1500

export function JobsMenu() {
  const words = useTexts()
  const { t } = words
  const jobs = useJobs()
  const running = jobs.filter(isRunning)
  const unseen = jobs.filter((job) => !isRunning(job) && !job.seen)
  const newest = jobs[0]?.id
  if (jobs.length === 0) return null
  const state = running.length > 0 ? t('jobs.running', { count: running.length }) : t('jobs.title')
  const unseenCount = running.length === 0 && unseen.length > 0 ? String(unseen.length) : ''
  return (
    <Menu.Root
      onOpenChange={(isOpen) => {
        if (isOpen && unseen.length > 0 && newest !== undefined)
          void sendApi('POST', apiPaths.seenJobs, { upTo: newest }).then(announceStartedJob)
      }}
    >
      <Menu.Trigger className={styles.section} aria-label={`${state} ${unseenCount}`.trim()}>
        <Icon name="gear" size={18} />
        <span className={styles.word}>{state}</span>
        {running[0] && (
          <progress
            className={styles.keys}
            max={running[0].total}
            value={progressOf(running[0])}
            aria-label={jobTitle(t, running[0])}
          />
        )}
        {/* The space is part of the name that the label repeats. */}
        {unseenCount && (
          <>
            {' '}
            <span className={styles.keys}>{unseenCount}</span>
          </>
        )}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" side="right" sideOffset={4}>
          <Menu.Popup className={menu.popup}>
            {jobs.slice(0, 10).map((job) => (
              <Menu.Item key={job.id} className={menu.item} render={<Link to={paths.job(job.id)} />}>
                {jobTitle(t, job)}
                <span className={menu.keys}>{jobStateText(words, job)}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

export const progressOf = ({ changed, unchanged, refused }: Job) => changed + unchanged + refused

export function jobTitle(t: Translate, { kind, id, undoOf: undone, reason }: Job): string {
  if (undone !== null)
    return t(kind === 'import-rollback' ? 'jobs.roll_back_of' : 'jobs.undo_of', { id: undone })
  if (kind === 'feed-import')
    // The reason of an import is the name of its file.
    return reason === null ? t('jobs.feed_import', { id }) : t('jobs.file_import', { id, file: reason })
  if (kind === 'assortment-change') return t('jobs.assortment_change', { id })
  if (kind === 'campaign-plan') return t('jobs.campaign_plan', { id })
  if (kind === 'cost-import') return t('jobs.cost_import', { id })
  if (kind === 'order-shipping') return t('jobs.order_shipping', { id })
  if (kind === 'archive-export') return t('jobs.archive_export', { id })
  return kind === 'price-change' ? t('jobs.price_change', { id }) : `${kind} ${id}`
}

export function jobStateText({ t, number }: Pick<Words, 't' | 'number'>, job: Job): string {
  if (job.state === 'failed') return t('jobs.failed')
  if (isRunning(job)) return t('jobs.progress', { done: number(progressOf(job)), total: number(job.total) })
  const { changed, unchanged, refused, created } = job
  if (job.terms['holds'] === 'pictures') return t('jobs.pictures_finished', { changed, refused })
  if (job.kind === 'archive-export') return t('archive.written')
  const counts = { changed: number(changed), refused: number(refused) }
  // The words of its check.
  if (job.kind === 'feed-import' && created !== null)
    return t('jobs.import_finished', {
      ...counts,
      created: number(created),
      changed: number(changed - created),
    })
  if (job.kind === 'import-rollback' && job.undoOf !== null)
    return t('jobs.rolled_back', { ...counts, id: job.undoOf })
  return job.kind === 'order-shipping'
    ? t('ship_orders.finished', { ...counts, refused: number(unchanged + refused) })
    : t('jobs.finished', counts)
}

/** The jobs; read again while one of them runs, and when one was started. A job that finishes is announced. */
function useJobs(): readonly Job[] {
  const { t, number } = useTexts()
  const { revalidate } = useRevalidator()
  const [jobs, setJobs] = useState<readonly Job[]>([])
  /** The jobs that had finished when the list was last read; null: it was not read yet. */
  const finishedBefore = useRef<ReadonlySet<number> | null>(null)
  const words = useRef({ t, number, revalidate })
  useEffect(() => {
    words.current = { t, number, revalidate }
  })
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasRunning = false
    const readAgain = () => {
      if (hasRunning) timer = setTimeout(() => void read(), pollMilliseconds)
    }
    const read = async () => {
      clearTimeout(timer)
      const answer = await readApi<Jobs>(apiPaths.jobs, ended.signal).catch((error: unknown) => {
        // Signed out: the page itself says so. Without a connection the next read may succeed.
        if (error instanceof Response) hasRunning = false
        if (error instanceof ApiError || error instanceof Response || ended.signal.aborted) return null
        throw error
      })
      if (ended.signal.aborted) return
      if (answer === null) return readAgain()
      setJobs(answer.jobs)
      hasRunning = answer.jobs.some(isRunning)
      const allFinished = answer.jobs.filter((job) => !isRunning(job))
      // Also a job that was started and has finished between two reads.
      const before = finishedBefore.current
      const finished = before === null ? [] : allFinished.filter(({ id }) => !before.has(id))
      finishedBefore.current = new Set(allFinished.map(({ id }) => id))
      // The page shows the outcome before it is announced.
      if (finished.length > 0) await words.current.revalidate()
      for (const job of finished)
        showToast({
          title: jobTitle(words.current.t, job),
          text: jobStateText(words.current, job),
          look: job.state === 'failed' ? 'failed' : 'done',
        })
      readAgain()
    }
    void read()
    const unsubscribe = onStartedJob(() => void read())
    return () => {
      unsubscribe()
      ended.abort()
      clearTimeout(timer)
    }
  }, [])
  return jobs
}
