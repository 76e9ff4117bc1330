/** A list of the customer's, fetched by the page that shows it: pending, loaded, or failed (ACCOUNT-04). */
import { useEffect, useState } from 'react'
import { callAccount } from '../../state/auth.ts'
import { useStore } from '../../../ui/strings.tsx'

export type AccountList<T> =
  | { state: 'loading' }
  | { state: 'failed'; status: number; retry: () => void }
  | { state: 'there'; items: T[] }

/** `path`: what follows `/api/`. */
export function useAccountList<T>(path: string): AccountList<T> {
  const store = useStore()
  const [attempt, setAttempt] = useState(0)
  const [list, setList] = useState<AccountList<T>>({ state: 'loading' })
  useEffect(() => {
    let left = false
    setList({ state: 'loading' })
    void callAccount<T[]>(store, path).then((answer) => {
      if (left) return
      if (answer.ok) setList({ state: 'there', items: answer.data })
      else setList({ state: 'failed', status: answer.status, retry: () => setAttempt((count) => count + 1) })
    })
    return () => {
      left = true
    }
  }, [store, path, attempt])
  return list
}
