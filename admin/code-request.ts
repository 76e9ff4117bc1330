/** The request for a code of the authenticator app: what needs it waits for the dialog that the shell shows. */
import { useSyncExternalStore } from 'react'

/** Takes whether a code was accepted. */
export type CodeRequest = (isConfirmed: boolean) => void

let request: CodeRequest | null = null
const listeners = new Set<() => void>()

function change(next: CodeRequest | null) {
  request = next
  for (const listener of listeners) listener()
}

/** Opens the dialog; true once a code was accepted, false where the person closes it. */
export function askForCode(): Promise<boolean> {
  return new Promise((resolve) => {
    change((isConfirmed) => {
      change(null)
      resolve(isConfirmed)
    })
  })
}

/** The open request; null where there is none. */
export const useCodeRequest = (): CodeRequest | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => request,
  )
