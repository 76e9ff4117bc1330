/** A file that is checked on the server first, and then imported by a job, whose page is opened. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { startedJob } from '../../../contract/admin/jobs.ts'
import { ApiError, uploadWithProgress } from '../../api-client.ts'
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

export interface UploadTerms {
  /** What the server accepts; a larger file is not sent at all. */
  largestMegabytes: number
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
  const send = async (isCheck: boolean) => {
    setProblem(null)
    if (file === null) return
    if (file.size > largestMegabytes * 1024 * 1024) {
      setProblem(t('import.too_large', { megabytes: largestMegabytes }))
      return
    }
    setSending({ isCheck, sent: 0 })
    const upload = <Answer>(path: string) =>
      withStepUp(() => uploadWithProgress<Answer>(path, file, (sent) => setSending({ isCheck, sent })))
    try {
      if (isCheck) {
        const checked = await upload<CheckAnswer>(checkPath())
        if (checked.ok) setAnswer(checked.data)
        else setProblem(importRefusalText(t, checked))
        return
      }
      const started = await upload<z.infer<typeof startedJob>>(startPath(file.name.slice(0, longestName)))
      announceStartedJob()
      if (started.ok) await navigate(paths.job(started.data.job))
      else setProblem(importRefusalText(t, started))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(t(isCheck ? 'import.check_cut_off' : 'import.cut_off'))
    } finally {
      setSending(null)
    }
  }
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
    send,
  }
}
