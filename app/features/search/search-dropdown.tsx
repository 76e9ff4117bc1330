/**
 * The dropdown under the search field (SEARCH-01..11): a combobox with a list of links, after
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. The focus stays in the field, and the form stays a
 * form.
 */
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
  type InvalidEvent,
  type RefObject,
} from 'react'
import { readTerm } from '../../../domain/search/search-term.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useDismissal } from '../../../ui/use-dismissal.ts'
import { SearchPanel, ShortTerm } from './search-panel.tsx'
import { searchStatus, useSearchSections } from './search-sections.tsx'
import { stepOption } from './step-option.ts'
import {
  fill,
  leaveFindings,
  refuse,
  useFindings,
  useListeners,
  useShortTerm,
} from './use-search-findings.ts'

/** Loaded on phones only. */
const SearchSheet = lazy(() => import('./search-sheet.tsx').catch(() => ({ default: () => <></> })))

/** Narrower windows have the sheet; search-sheet.module.css states the same width. */
const narrow = '(max-width: 767px)'

function subscribeToWidth(listener: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export interface SearchDropdownProps {
  form: RefObject<HTMLFormElement | null>
  input: RefObject<HTMLInputElement | null>
  /** The term of the results page, where this is one. */
  term: string
  /** The event where the browser's check refused what was submitted last. */
  used: boolean | InvalidEvent
}

/** The results below the field: a sheet over the whole page on phones, else a dropdown. */
export default function SearchResults(props: SearchDropdownProps) {
  const isNarrow = useSyncExternalStore(
    subscribeToWidth,
    () => matchMedia(narrow).matches,
    () => false,
  )
  return isNarrow ? (
    <Suspense>
      <SearchSheet {...props} />
    </Suspense>
  ) : (
    <SearchDropdown {...props} />
  )
}

function SearchDropdown({ form, input, term, used }: SearchDropdownProps) {
  const t = useStrings()
  const store = useStore()
  const listId = useId()
  const [found, show] = useFindings(input, term)
  const [isShort, answerShort] = useShortTerm(input, used, `${listId}-short`)
  const [active, setActive] = useState(-1)
  const sections = useSearchSections(found)
  const options = sections.flatMap((section) => section.options)
  const optionId = (index: number) => `${listId}-${index}`

  const close = () => {
    show(null)
    answerShort()
    setActive(-1)
  }
  const leave = () => {
    leaveFindings(store, found)
    close()
  }
  useDismissal(form, true, leave)
  useListeners(input, form, {
    input: (field) => {
      setActive(-1)
      answerShort()
      show(field.value)
    },
    keydown: (field, event) => {
      const isChosen = active >= 0
      const next = stepOption(event.key, active, options.length)
      if (event.key === 'Escape' && found) {
        event.preventDefault()
        leave()
      } else if (event.key === 'Enter' && isChosen) {
        event.preventDefault()
        document.getElementById(optionId(active))?.click()
      } else if (next !== undefined) {
        event.preventDefault()
        if (found) setActive(next)
        else show(field.value)
      }
    },
    submit: (field, event) => {
      const asked = readTerm(field.value)
      close()
      if (asked === null) {
        event.preventDefault()
        return refuse(field)
      }
      fill(field, asked)
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
      {isShort && <ShortTerm id={`${listId}-short`} />}
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
          onBuy={close}
        />
      )}
    </>
  )
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
