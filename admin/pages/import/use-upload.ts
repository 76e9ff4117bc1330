/** A file that is checked on the server first, and then imported by a job, whose page is opened. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StartedJob } from '../../../contract/admin/jobs.ts'
import { ApiError, uploadWithProgress, type Change } from '../../api-client.ts'
import { withStepUp } from '../../passkeys.ts'
import { paths } from '../../paths.ts'
import { announceStartedJob } from '../../shell/started-job.ts'
import { useTexts } from '../../texts.tsx'
import { importRefusalText } from './import-refusal.ts'

/** Of a file's name, as the API takes it. */
const longestName = 200

export interface Sending {
  isCheck: boolean
  /** Part of the file that has been sent, from 0 to 1. */
  sent: number
}

type Send = <Answer>(path: string) => Promise<Change<Answer>>

export interface UploadTerms {
  /** What the server accepts of a file of this name; a larger one is not sent at all. */
  largestMegabytes: (fileName: string) => number
  checkPath: () => string
  startPath: (fileName: string) => string
}

/** `answer`: of the check of the chosen file; `problem`: in words; `sending`: null while nothing is sent. */
export function useUpload<CheckAnswer>({ largestMegabytes, checkPath, startPath }: UploadTerms) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<CheckAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const forget = () => {
    setAnswer(null)
    setProblem(null)
  }
  /** Runs with the chosen file; a file that is too large is not sent, and a broken connection is said in words. */
  const sendFile = async (isCheck: boolean, work: (sending: Send) => Promise<void>) => {
    setProblem(null)
    if (file === null) return
    const most = largestMegabytes(file.name)
    if (file.size > most * 1024 * 1024) {
      setProblem(t('import.too_large', { megabytes: most }))
      return
    }
    setSending({ isCheck, sent: 0 })
    try {
      await work((path) =>
        withStepUp(() => uploadWithProgress(path, file, (sent) => setSending({ isCheck, sent }))),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(t(isCheck ? 'import.check_cut_off' : 'import.cut_off'))
    } finally {
      setSending(null)
    }
  }
  const check = (path = checkPath()) =>
    sendFile(true, async (upload) => {
      const checked = await upload<CheckAnswer>(path)
      if (checked.ok) setAnswer(checked.data)
      else setProblem(importRefusalText(t, checked))
    })
  const start = () =>
    sendFile(false, async (upload) => {
      const name = file?.name.slice(0, longestName) ?? ''
      const started = await upload<StartedJob & { jobs?: readonly number[] }>(startPath(name))
      announceStartedJob()
      // A file for several stores is imported by several jobs.
      if (started.ok)
        await navigate((started.data.jobs ?? []).length > 1 ? paths.jobs : paths.job(started.data.job))
      else setProblem(importRefusalText(t, started))
    })
  /** Sends the file to another address that only reads it. */
  const ask = <Answer>(path: string, onAnswer: (given: Answer, fileName: string) => void) =>
    sendFile(true, async (upload) => {
      const asked = await upload<Answer>(path)
      if (asked.ok) onAnswer(asked.data, file?.name ?? '')
      else setProblem(importRefusalText(t, asked))
    })
  return {
    answer,
    problem,
    sending,
    /** The answer to a check no longer counts. */
    forget,
    choose: (chosen: File | null) => {
      setFile(chosen)
      forget()
    },
    check,
    start,
    ask,
    fileName: file?.name ?? null,
  }
}
