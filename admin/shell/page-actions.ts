/**
 * What a person can do on the current page: pages register their actions, the command dialog (Ctrl+K) lists
 * them, and their keys work everywhere but in fields and dialogs. Layout effects: the keys work as soon as the
 * page is seen.
 */
import { useLayoutEffect, useRef } from 'react'

export interface PageAction {
  id: string
  label: string
  group: 'page' | 'navigation' | 'general'
  /** One key (`n`) or two in a row (`g o`); `mod+k` is Ctrl or Command with the key. */
  keys?: string
  /** Why it is not possible now; the action is listed but does nothing. */
  disabledReason?: string
  run: () => void
}

const registered = new Set<{ current: readonly PageAction[] }>()

/** Registers actions while the component is shown. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    registered.add(latest)
    return () => {
      registered.delete(latest)
    }
  }, [])
}

/** All actions that are registered now: those of the page first. */
export function currentActions(): PageAction[] {
  const order = { page: 0, navigation: 1, general: 2 }
  return [...registered].flatMap(({ current }) => current).sort((a, b) => order[a.group] - order[b.group])
}

/** Keys that a part of the page handles itself while it has the focus, as a grid; the help sheet lists them. */
export interface PageKeys {
  label: string
  /** As `PageAction.keys`. */
  keys: string
}

const shownKeys = new Set<{ current: readonly PageKeys[] }>()

/** Lists keys in the help sheet while the component is shown. */
export function usePageKeys(keys: readonly PageKeys[]): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    shownKeys.add(latest)
    return () => {
      shownKeys.delete(latest)
    }
  }, [])
}

/** The keys of all parts that are shown now. */
export function currentKeys(): PageKeys[] {
  return [...shownKeys].flatMap(({ current }) => current)
}

/** How long the second key of a pair is waited for. */
const pairMilliseconds = 1000

/** Listens for the keys of registered actions, unless a dialog is open or opening: its first letters are text. */
export function useActionKeys(isListening: boolean): void {
  useLayoutEffect(() => {
    if (!isListening) return undefined
    let first = ''
    let firstAt = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.repeat) return
      const modified = event.ctrlKey || event.metaKey
      if (!modified && isTyping(event.target)) return
      const key = modified ? `mod+${event.key.toLowerCase()}` : event.key
      const pair = performance.now() - firstAt < pairMilliseconds ? `${first} ${key}` : ''
      first = key
      firstAt = performance.now()
      const actions = currentActions()
      const action =
        actions.find(({ keys }) => keys !== undefined && keys === pair) ??
        actions.find(({ keys }) => keys === key)
      if (action === undefined) return
      event.preventDefault()
      first = ''
      if (action.disabledReason === undefined) action.run()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isListening])
}

/** Whether a key pressed there is text, or belongs to an open dialog or menu. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
    ) !== null
  )
}
