/**
 * `anode/staff`: all that a module from outside imports of the shop for its pages and cards of the back office
 * (`docs/modules-from-outside.md`). It is versioned with `anode/module`.
 */
import { useCallback, useEffect, useState } from 'react'
import { ApiError, readApi, sendApi } from '../api-client.ts'
import { withStepUp } from '../passkeys.ts'
import { can, useSession } from '../session.ts'
import { storeCurrency, storeName } from '../store-name.ts'
import { useTexts } from '../texts.tsx'
import { showToast as showInShop } from '../shell/toasts.tsx'

export { Link } from 'react-router'
export { Button } from '../../ui/button.tsx'
export { Notice } from '../../ui/notice.tsx'
export { Card, Columns, Facts } from '../shell/card.tsx'
export { Check, Field, RefusalNotice, Select, TextField } from '../shell/form.tsx'
export { Page } from '../shell/page.tsx'
export { Status } from '../shell/status.tsx'
export { Table } from './table.tsx'
export { storeName }
export type { Tone } from '../shell/status.tsx'
export type { TableProps } from './table.tsx'
export type {
  CompanyCardProps,
  CustomerCardProps,
  OrderCardProps,
  ProductCardProps,
  StaffPermissions,
  TodoCardProps,
} from '../shell/module-cards.tsx'

/** A text of the module for staff by its key, in the language of the person; `{name}` in it is replaced by a value. */
export function useText(): (key: string, values?: Record<string, string | number>) => string {
  const { t } = useTexts()
  return (key, values) => t(key as never, values)
}

/** How the back office writes what it shows, in the language of the person. */
export interface Formats {
  /** An amount in minor units of a store's currency. */
  money: (minor: number, store: string) => string
  number: (value: number) => string
  /** `23 Nov 2026`, of an ISO time. */
  date: (moment: string) => string
  /** `23 Nov 2026, 14:05`, in the time zone of the browser. */
  dateTime: (moment: string) => string
}

export function useFormats(): Formats {
  const { money, number, date, dateTime } = useTexts()
  return { money: (minor, store) => money(minor / 100, storeCurrency(store)), number, date, dateTime }
}

/** Whether the person has a permission, in a store or in any. What it opens is checked by the route again. */
export function useCan(): (permission: string, store?: string) => boolean {
  const session = useSession()
  return (permission, store) => can(session, permission, store)
}

/** The stores of the shop, by code. */
export function useStores(): readonly string[] {
  return useSession().stores.map(({ code }) => code)
}

/** A short message about what was done. */
export function showToast(message: { title: string; text?: string; look?: 'done' | 'failed' }): void {
  showInShop(message)
}

/** Why a call has no answer: the code of its route, `unreachable`, or `status_500` of a fault. */
export interface StaffRefusal {
  ok: false
  status: number
  code: string
  details: Readonly<Record<string, unknown>>
}

export type StaffAnswer<Data> = { ok: true; data: Data } | StaffRefusal

export interface StaffCall {
  /** `GET` without it. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
}

async function callStaff<Data>(
  address: string,
  { method = 'GET', body }: StaffCall,
): Promise<StaffAnswer<Data>> {
  try {
    if (method === 'GET') return { ok: true, data: await readApi<Data>(address) }
    return await withStepUp(() => sendApi<Data>(method, address, body))
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, status: error.status, code: error.code, details: {} }
    // Without a session the client answers with the address of the sign-in page.
    if (error instanceof Response) return { ok: false, status: 401, code: 'not_signed_in', details: {} }
    throw error
  }
}

/**
 * Calls a staff route of the module: `path` is what follows `/admin/api/modules/NAME/`. An answer is a value, also of a
 * failed call; a route that asks for a step-up has it. The function is the same for every rendering.
 */
export function useStaffCall(
  module: string,
): <Answer>(path: string, call?: StaffCall) => Promise<StaffAnswer<Answer>> {
  return useCallback((path, call = {}) => callStaff(addressOf(module, path), call), [module])
}

const addressOf = (module: string, path: string) => `/admin/api/modules/${module}/${path}`

/**
 * Reads a staff route of the module in the `loader` of a page, with the `signal` of its request. What is refused is shown
 * by the error page; without a session the person signs in first.
 */
export const readStaff = <Data>(module: string, path: string, signal?: AbortSignal): Promise<Data> =>
  readApi<Data>(addressOf(module, path), signal)

/** What a staff route of the module answers. */
export type StaffData<Data> =
  | { state: 'loading' }
  | { state: 'there'; data: Data }
  | { state: 'failed'; refusal: StaffRefusal }

/** Reads a staff route of the module when the part is shown, and again after `reload`. */
export function useStaffData<Data>(module: string, path: string): StaffData<Data> & { reload: () => void } {
  const [read, setRead] = useState<{ address: string; shown: StaffData<Data> } | null>(null)
  const [turn, setTurn] = useState(0)
  const address = addressOf(module, path)
  useEffect(() => {
    let isOver = false
    void callStaff<Data>(address, {}).then((answer) => {
      if (isOver) return
      const shown: StaffData<Data> = answer.ok
        ? { state: 'there', data: answer.data }
        : { state: 'failed', refusal: answer }
      setRead({ address, shown })
    })
    return () => {
      isOver = true
    }
  }, [address, turn])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const shown: StaffData<Data> = read?.address === address ? read.shown : { state: 'loading' }
  return { ...shown, reload }
}
