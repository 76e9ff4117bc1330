/**
 * The focus after a client-side navigation. A new document is announced by the browser and begins at its top; here the
 * page is replaced within the document: the focus would be lost with the link that was followed, and a screen reader
 * would say nothing. It moves to the heading of the new page, and on the way back to the link that was followed.
 */
import type { Location } from 'react-router'

/** A link of a page: its address, and its number among the links with that address. */
interface FollowedLink {
  href: string
  index: number
}

/** `update`: the page has changed around what has the focus. */
type Move = 'page' | 'return' | 'update'

/** The link or the form that the shopper used since the last page was shown. */
let cause: Element | undefined
let shown: { key: string; address: string } | undefined
/** Per history entry the link that was last followed from its page; null: none. */
const followed = new Map<string, FollowedLink | null>()
/** Exists before its first text: screen readers read what changes in it. */
let announcer: HTMLElement | undefined
/** Waits for the heading of a page whose parts are still loading. */
let waiting: MutationObserver | undefined

const headingOf = () => document.querySelector<HTMLElement>('#content h1')
const linksTo = (href: string) =>
  [...document.querySelectorAll<HTMLElement>('#content a[href]')].filter(
    (link) => link.getAttribute('href') === href,
  )

function noteCause({ type, target }: Event): void {
  if (!(target instanceof Element) || shown === undefined) return
  if (type === 'submit') cause = target
  const link = type === 'click' ? target.closest('a[href]') : null
  const href = link?.getAttribute('href')
  if (link == null || href == null) return
  cause = link
  followed.set(shown.key, { href, index: linksTo(href).findIndex((each) => each === link) })
}
// In the capture phase: the navigation has not begun.
for (const type of ['click', 'submit']) addEventListener(type, noteCause, true)

/** Called when a page is shown. The first page of a document has the browser's own focus. */
export function focusPage({ key, pathname, search, hash }: Location): void {
  const [before, startedBy, isReturn] = [shown, cause, followed.has(key)]
  const address = pathname + search
  shown = { key, address }
  cause = undefined
  waiting?.disconnect()
  if (!isReturn) followed.set(key, null)
  // The browser follows links within a page.
  if (before === undefined || before.address === address) return
  const isSamePath = before.address.split('?')[0] === pathname
  // A script has only rewritten the address, as for parameters that have been read.
  if (isSamePath && startedBy === undefined && !isReturn) return
  // A form may lead to another page, as a complete choice does.
  const isUpdate = startedBy?.hasAttribute('data-keep-scroll') && (isSamePath || startedBy.matches('a'))
  announcer ??= addAnnouncer()
  const way = isReturn ? 'return' : isUpdate ? 'update' : 'page'
  const move = () => {
    if (shown?.key === key) whenHeaded(() => moveFocus(way, { key, hash, startedBy, isSamePath }))
  }
  // After the effects of the page. A panel that closes with the navigation gives the focus back before.
  requestAnimationFrame(() => {
    const panel = document.querySelector('dialog:modal')
    if (panel) panel.addEventListener('close', move, { once: true })
    else move()
  })
}

/** Calls back once the page has its heading, unless the shopper has moved the focus before. */
function whenHeaded(move: () => void): void {
  if (headingOf() !== null) return move()
  const active = document.activeElement
  waiting = new MutationObserver(() => {
    if (headingOf() === null) return
    waiting?.disconnect()
    if (document.activeElement === active || document.activeElement === document.body) move()
  })
  waiting.observe(document.body, { childList: true, subtree: true })
}

interface Shown {
  key: string
  hash: string
  startedBy: Element | undefined
  isSamePath: boolean
}

function moveFocus(move: Move, { key, hash, startedBy, isSamePath }: Shown): void {
  const active = document.activeElement
  const title = headingOf()
  if (move === 'update') {
    const next = startedBy?.matches('form') ? nextQuestion(startedBy) : null
    if (next !== null) {
      focusOn(next)
      // The page keeps its position, where a phone may show the form alone.
      next.scrollIntoView({ block: 'nearest' })
    } else if (active === document.body) focusOn(document.getElementById('grid') ?? title)
    // Another variant. The number of products is a live region of its own.
    else if (!isSamePath) announcer!.textContent = title?.textContent ?? ''
    return
  }
  const left = move === 'return' ? followed.get(key) : null
  const link = left && linksTo(left.href)[left.index]
  // The page has moved the focus by itself.
  if (!link && active instanceof HTMLElement && active.tabIndex < 0 && active.closest('main')) return
  const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
  focusOn(link ?? target ?? title)
  // Where the scroll position was not restored.
  link?.scrollIntoView({ block: 'nearest' })
}

/** After a form that filters in place: the heading of its result, or its next select. */
function nextQuestion(form: Element): HTMLElement | null {
  const result = document.querySelector<HTMLElement>('#result h2')
  const selects = [...form.querySelectorAll('select')]
  return result ?? selects.find(({ disabled, value }) => !disabled && value === '') ?? null
}

/** The router sets the scroll position. */
function focusOn(element: HTMLElement | null): void {
  if (element === null) return
  if (element.tabIndex < 0) element.tabIndex = -1
  // The page of a link is prefetched when a shopper moves the focus to it.
  const hide = (event: Event) => event.stopPropagation()
  addEventListener('focusin', hide, true)
  element.focus({ preventScroll: true })
  removeEventListener('focusin', hide, true)
}

/** A live region that is not displayed. */
function addAnnouncer(): HTMLElement {
  const region = document.createElement('p')
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  document.body.append(region)
  return region
}
