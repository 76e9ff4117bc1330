/** What happens in the browser when a job was started: a message with its undo, and the list of jobs is read again. */
import { useNavigate, useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { startedJob } from '../../contract/admin/jobs.ts'
import { sendApi } from '../api-client.ts'
import { apiPaths, paths } from '../paths.ts'
import { useTexts } from '../texts.tsx'
import { refusalText } from './refusals.ts'
import { showToast } from './toasts.tsx'

const listeners = new Set<() => void>()

/** Calls `listener` whenever a job was started in this tab. */
export function onStartedJob(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announceStartedJob(): void {
  for (const listener of listeners) listener()
}

/** Shows the message of a started job. */
export function useStartedJob(): (job: number, title: string) => void {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (job, title) => {
    announceStartedJob()
    const run = async () => {
      const answer = await sendApi<z.infer<typeof startedJob>>('POST', apiPaths.undoJob(job))
      announceStartedJob()
      if (answer.ok) {
        showToast({ title: t('jobs.undone') })
        await revalidate()
      } else {
        showToast({ title: refusalText(t, answer.code), look: 'failed' })
        await navigate(paths.job(job))
      }
    }
    showToast({ title, undo: { label: t('jobs.undo'), run: () => void run() } })
  }
}
