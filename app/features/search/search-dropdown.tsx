/**
 * The dropdown under the search field (SEARCH-01..11): a combobox with a list of links, after
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. The focus stays in the field, and the form stays a
 * form.
 */
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { readTerm } from '../../../domain/search/search-term.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useDismissal } from '../../../ui/use-dismissal.ts'
import { askSearch, type SearchFindings } from './search-calls.ts'
import { SearchPanel } from './search-panel.tsx'
import { searchStatus, useSearchSections } from './search-sections.tsx'
import { followTyping, type Typing } from './search-typing.ts'

interface SearchDropdownProps {
  form: RefObject<HTMLFormElement | null>
  input: RefObject<HTMLInputElement | null>
  /** The term of the results page, where this is one. */
  term: string
}

export default function SearchDropdown({ form, input, term }: SearchDropdownProps) {
  const t = useStrings()
  const listId = useId()
  const [found, show] = useFindings(input, term)
  const [active, setActive] = useState(-1)
  const sections = useSearchSections(found)
  const options = sections.flatMap((section) => section.options)
  const optionId = (index: number) => `${listId}-${index}`

  const close = () => {
    show(null)
    setActive(-1)
  }
  useDismissal(form, true, close)
  useListeners(input, form, {
    input: (field) => {
      setActive(-1)
      show(field.value)
    },
    keydown: (field, event) => {
      const isChosen = active >= 0
      const next = { ArrowDown: active + 1, ArrowUp: isChosen ? active - 1 : options.length - 1 }[event.key]
      if (event.key === 'Escape' && found) {
        event.preventDefault()
        close()
      } else if (event.key === 'Enter' && isChosen) {
        event.preventDefault()
        document.getElementById(optionId(active))?.click()
      } else if (next !== undefined) {
        event.preventDefault()
        if (found) setActive(next === options.length ? -1 : next)
        else show(field.value)
      } else if (isChosen && (event.key === 'Home' || event.key === 'End')) {
        event.preventDefault()
        setActive(event.key === 'Home' ? 0 : options.length - 1)
      }
    },
    submit: (field, event) => {
      const asked = readTerm(field.value)
      if (asked === null) event.preventDefault()
      else fill(field, asked)
      close()
      // An on-screen keyboard would cover the results.
      if (matchMedia('(pointer: coarse)').matches) field.blur()
    },
  })
  useComboboxRole(input, options.length > 0 ? listId : null, active >= 0 ? optionId(active) : null)

  return (
    <>
      <p className="visually-hidden" role="status">
        {found && searchStatus(found, t)}
      </p>
      {found && (
        <SearchPanel
          found={found}
          sections={sections}
          listId={listId}
          optionId={optionId}
          active={active}
          onChoose={(option) => {
            option.onChoose?.()
            close()
          }}
        />
      )}
    </>
  )
}

/**
 * The results for the text in the field, and a function that reports that text; null closes the dropdown.
 * Bound to the address it was opened on: every navigation closes it and aborts the request in flight.
 */
function useFindings(
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

function fill(field: HTMLInputElement, text: string) {
  field.value = text
}

interface Listeners {
  input: (field: HTMLInputElement) => void
  keydown: (field: HTMLInputElement, event: KeyboardEvent) => void
  submit: (field: HTMLInputElement, event: SubmitEvent) => void
}

/**
 * The field existed before this script and keeps its element: listeners are attached, it is not rendered
 * again.
 */
function useListeners(
  input: RefObject<HTMLInputElement | null>,
  form: RefObject<HTMLFormElement | null>,
  listeners: Listeners,
) {
  const onInput = useEffectEvent(listeners.input)
  const onKey = useEffectEvent(listeners.keydown)
  const onSubmit = useEffectEvent(listeners.submit)
  useEffect(() => {
    const field = input.current!
    const end = new AbortController()
    const { signal } = end
    field.addEventListener('input', () => onInput(field), { signal })
    field.addEventListener('keydown', (event) => onKey(field, event), { signal })
    form.current!.addEventListener('submit', (event) => onSubmit(field, event), { signal })
    return () => end.abort()
  }, [input, form])
}

/** Sets the field's ARIA attributes: its role, the list it controls and the selected option. */
function useComboboxRole(
  input: RefObject<HTMLInputElement | null>,
  listId: string | null,
  activeId: string | null,
) {
  useEffect(() => {
    const field = input.current!
    const set = (name: string, value: string | null) =>
      value === null ? field.removeAttribute(name) : field.setAttribute(name, value)
    set('role', 'combobox')
    set('aria-autocomplete', 'list')
    set('aria-expanded', String(listId !== null))
    set('aria-controls', listId)
    set('aria-activedescendant', activeId)
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [input, listId, activeId])
}
