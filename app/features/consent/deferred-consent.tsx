/** The consent banner in the layout: visible from the first paint, its scripts loaded when it is answered. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadChunk } from '../../state/chunk-reload.ts'
import { closePanel, openPanel, useOpenPanel } from '../../state/panels.ts'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'

const Banner = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./consent-banner.tsx') : null,
  () => import('./consent-banner.tsx'),
)
const Settings = lazy(() => loadChunk(() => import('./consent-settings.tsx')))

export function DeferredConsent({ text }: { text: string }) {
  const reopened = useOpenPanel() === 'consent'
  const [wanted, setWanted] = useState(false)
  if (reopened && !wanted) setWanted(true)
  useEffect(() => {
    // Clicks are handled here, not by the buttons: their own script loads on the first touch, and that tap
    // would be lost.
    const hear = ({ target }: Event) => {
      const { consent } =
        (target instanceof Element && target.closest<HTMLElement>('[data-consent]')?.dataset) || {}
      if (consent === 'settings') openPanel('consent')
      else if (consent)
        void import('../../state/consent.ts')
          .then(({ answerConsent }) => answerConsent(consent))
          .then(closePanel)
    }
    // Other elements that stick to the bottom are placed above the banner, and the page can scroll clear of
    // it.
    const banner = document.querySelector<HTMLElement>('[data-consent-banner]')!
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--bottom-notice', `${banner.offsetHeight}px`),
    )
    observer.observe(banner)
    addEventListener('click', hear, true)
    return () => {
      observer.disconnect()
      removeEventListener('click', hear, true)
    }
  }, [])
  return (
    <>
      <Banner text={text} />
      {wanted && (
        <Suspense>
          <Settings />
        </Suspense>
      )}
    </>
  )
}
