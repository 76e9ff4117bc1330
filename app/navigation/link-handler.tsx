/**
 * Handles plain links and GET forms as client-side navigations, wherever they are (content pages and widgets
 * too), and prefetches a page when its link is hovered. One listener for the page instead of a component per
 * link: with React Router's `Link` for every link a category page costs 1.37 times the processor time
 * (decision 47), and links in content and widgets would still need a listener.
 */
import { useEffect, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import { noteWantedPage } from '../state/wanted-page.ts'

/** How long a link must be hovered before its page is fetched. */
const intentMs = 80

/** Path of a link within this store and document; null for every other link. */
function innerPath(anchor: HTMLAnchorElement): string | null {
  if (anchor.origin !== location.origin || anchor.target || anchor.hasAttribute('download')) return null
  if (anchor.hasAttribute('data-document')) return null
  const [, store, section] = anchor.pathname.split('/')
  // The checkout has its own content security policy, which requires a new document.
  if (store !== location.pathname.split('/')[1] || section === 'checkout') return null
  return anchor.pathname + anchor.search
}

// oxlint-disable-next-line typescript/no-deprecated -- Nothing else says whether the propagation was stopped.
const isStopped = (event: Event) => event.cancelBubble

const anchorOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null

export function LinkHandler() {
  const navigate = useNavigate()
  const [intended, setIntended] = useState<string | null>(null)

  useEffect(() => {
    const listening = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const anchor = anchorOf(event)
      const path = anchor && innerPath(anchor)
      if (!anchor || path === null) return
      if (anchor.hash && path === location.pathname + location.search) return
      event.preventDefault()
      noteWantedPage(path + anchor.hash)
      void navigate(path + anchor.hash, { preventScrollReset: anchor.hasAttribute('data-keep-scroll') })
    }
    const submit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      if (event.defaultPrevented || form.method !== 'get' || !form.hasAttribute('action')) return
      const fields = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][]
      const query = new URLSearchParams(fields).toString()
      event.preventDefault()
      void navigate(`${new URL(form.action).pathname}${query && `?${query}`}`, {
        preventScrollReset: form.hasAttribute('data-keep-scroll'),
      })
    }
    const intend = (event: Event) => {
      clearTimeout(timer)
      const anchor = anchorOf(event)
      const path = anchor && innerPath(anchor)
      if (path !== null && path !== location.pathname + location.search) {
        timer = setTimeout(() => setIntended(path), intentMs)
      }
    }
    // React stops what happens in a part that is not hydrated yet (ui/lazy-hydration.tsx) at the document, in its
    // capture phase: without these two the browser would load the page as a document.
    const followStopped = (event: MouseEvent) => isStopped(event) && follow(event)
    const submitStopped = (event: SubmitEvent) => isStopped(event) && submit(event)
    const { signal } = listening
    document.addEventListener('click', follow, { signal })
    document.addEventListener('click', followStopped, { signal, capture: true })
    document.addEventListener('submit', submit, { signal })
    document.addEventListener('submit', submitStopped, { signal, capture: true })
    document.addEventListener('pointerover', intend, { signal })
    document.addEventListener('focusin', intend, { signal })
    // Marks the document as hydrated, for the early script and for tests.
    document.documentElement.dataset['hydrated'] = ''
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [navigate])

  return intended === null ? null : <PrefetchPageLinks page={intended} />
}
