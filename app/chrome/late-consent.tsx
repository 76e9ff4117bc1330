/** The place of the question about cookies in the chrome; its script comes only when it is asked or reopened. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadChunk } from '../state/chunk-reload.ts'
import { openPanel, useOpenPanel } from '../state/panels.ts'

const Consent = lazy(() => loadChunk(() => import('./consent.tsx')))

export function LateConsent({ text }: { text: string }) {
  const reopened = useOpenPanel() === 'consent'
  const [wanted, setWanted] = useState(false)
  if (reopened && !wanted) setWanted(true)
  // Decided here and not by the server: a stored page is the same for every guest (CONSENT-04).
  useEffect(() => {
    if (navigator.cookieEnabled && !document.cookie.includes('__consent=')) setWanted(true)
    // Here and not in the footer, whose own script comes with the first touch: that tap would be lost.
    const reopen = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-consent-settings]')) openPanel('consent')
    }
    addEventListener('click', reopen, true)
    return () => removeEventListener('click', reopen, true)
  }, [])
  return (
    wanted && (
      <Suspense>
        <Consent text={text} />
      </Suspense>
    )
  )
}
