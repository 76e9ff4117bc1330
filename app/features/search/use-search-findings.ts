/** What the dropdown and the sheet of the search field share: the results for its text, and its listeners. */
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type InvalidEvent,
  type RefObject,
} from 'react'
import { useLocation } from 'react-router'
import { readTerm } from '../../../domain/search/search-term.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { useStore } from '../../../ui/strings.tsx'
import { reportMiss } from './report-miss.ts'
import { askSearch, type SearchFindings } from './search-calls.ts'
import { followTyping, type Typing } from './search-typing.ts'

/**
 * The results for the text in the field, and a function that reports that text; null closes the dropdown.
 * Bound to the address it was opened on: every navigation closes it and aborts the request in flight.
 */
export function useFindings(
  input: RefObject<HTMLInputElement | null>,
  term: string,
): [SearchFindings | null, (text: string | null) => void] {
  const store = useStore()
  const { key } = useLocation()
  const [shown, setShown] = useState<{ found: SearchFindings; at: string } | null>(null)
  const typing = useRef<Typing>(null)
  const place = useRef(term)
  const showHere = useEffectEvent((found: SearchFindings) => setShown({ found, at: key }))

  useEffect(() => {
    const field = input.current!
    const follower = followTyping((asked, signal) => void askSearch(store, asked, signal, showHere))
    typing.current = follower
    // Text typed before this script was loaded.
    if (field.value.trim() !== place.current) follower.typed(field.value)
    return () => follower.stop()
  }, [input, store])

  useEffect(() => () => typing.current?.stop(), [key])

  useEffect(() => {
    if (place.current !== term) fill(input.current!, term)
    place.current = term
  }, [input, term])

  const announce = (text: string | null) => {
    if (text === null) typing.current?.stop()
    else typing.current?.typed(text)
    if (text === null || readTerm(text) === null) setShown(null)
  }
  return [shown?.at === key ? shown.found : null, announce]
}

/** Counts the results that the shopper turns away from, where there are none; the results page counts its own. */
export function leaveFindings(store: Store, found: SearchFindings | null): void {
  if (found?.ok && found.total === 0 && found.named.length === 0) reportMiss(store, found.term)
}

export function fill(field: HTMLInputElement, text: string) {
  field.value = text
}

/**
 * Whether the term was refused as too short, until the returned function is called: the field has the focus, and is
 * described by the element with that id.
 */
export function useShortTerm(
  input: RefObject<HTMLInputElement | null>,
  used: boolean | InvalidEvent,
  messageId: string,
): [boolean, () => void] {
  const [answered, setAnswered] = useState<unknown>(null)
  const isShort = typeof used === 'object' && used !== answered
  useEffect(() => {
    if (typeof used === 'object') input.current!.focus()
  }, [input, used])
  useEffect(() => {
    const field = input.current!
    if (!isShort) return
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', messageId)
    return () => {
      field.removeAttribute('aria-invalid')
      field.removeAttribute('aria-describedby')
    }
  }, [input, isShort, messageId])
  return [isShort, () => setAnswered(used)]
}

/** Refuses a term of which only blanks make it long enough, as the browser's own check refuses a shorter one. */
export function refuse(field: HTMLInputElement) {
  field.setCustomValidity(' ')
  field.reportValidity()
  field.setCustomValidity('')
}

interface Listeners {
  /** The field was focused. */
  focus?: () => void
  input: (field: HTMLInputElement) => void
  keydown: (field: HTMLInputElement, event: KeyboardEvent) => void
  submit: (field: HTMLInputElement, event: SubmitEvent) => void
}

/**
 * The field existed before this script and keeps its element: listeners are attached, it is not rendered
 * again.
 */
export function useListeners(
  input: RefObject<HTMLInputElement | null>,
  form: RefObject<HTMLFormElement | null>,
  listeners: Listeners,
) {
  const onFocus = useEffectEvent(() => listeners.focus?.())
  const onInput = useEffectEvent(listeners.input)
  const onKey = useEffectEvent(listeners.keydown)
  const onSubmit = useEffectEvent(listeners.submit)
  useLayoutEffect(() => {
    const field = input.current!
    // This script is loaded when the field is used.
    if (document.activeElement === field) onFocus()
    const end = new AbortController()
    const { signal } = end
    field.addEventListener('focus', () => onFocus(), { signal })
    field.addEventListener('input', () => onInput(field), { signal })
    field.addEventListener('keydown', (event) => onKey(field, event), { signal })
    form.current!.addEventListener('submit', (event) => onSubmit(field, event), { signal })
    return () => end.abort()
  }, [input, form])
}
