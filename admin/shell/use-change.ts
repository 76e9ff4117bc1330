/** Sends a change from a dialog or a button: what is refused is shown where it was asked, the rest is a message. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, sendApi, type Refusal } from '../api-client.ts'
import { withStepUp } from '../passkeys.ts'
import { useTexts } from '../texts.tsx'
import { showToast } from './toasts.tsx'

export interface Changing<Data> {
  isSending: boolean
  /** Why the last attempt was refused; null before it and after a success. */
  refusal: Refusal | null
  /** Answers the data, null when it was refused or failed. The page's data is read again after a success. */
  send: (body?: unknown) => Promise<Data | null>
}

export function useChange<Data = unknown>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { done, rereads = true }: { done?: string; rereads?: boolean } = {},
): Changing<Data> {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const send = async (body?: unknown): Promise<Data | null> => {
    setSending(true)
    setRefusal(null)
    try {
      const answer = await withStepUp(() => sendApi<Data>(method, path, body))
      if (!answer.ok) {
        setRefusal(answer)
        return null
      }
      if (done !== undefined) showToast({ title: done })
      if (rereads) await revalidate()
      return answer.data
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ title: t('error.not_saved'), text: t('error.not_saved_text'), look: 'failed' })
      return null
    } finally {
      setSending(false)
    }
  }
  return { isSending, refusal, send }
}
