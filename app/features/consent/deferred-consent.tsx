/** The consent banner in the layout: visible from the first paint, its scripts loaded when it is answered. */
import { Suspense, useEffect, useState } from 'react'
import { lazyChunk } from '../../state/chunk-reload.ts'
import { closePanel, openPanel, useOpenPanel } from '../../state/panels.ts'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'

const Banner = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./consent-banner.tsx') : null,
  () => import('./consent-banner.tsx'),
)
const Settings = lazyChunk(() => import('./consent-settings.tsx'))

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
    let height = 0
    const observer = new ResizeObserver(() => {
      // Every element inherits the property: it is set only when it changes.
      if (height === banner.offsetHeight) return
      height = banner.offsetHeight
      document.documentElement.style.setProperty('--bottom-notice', `${height}px`)
    })
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
