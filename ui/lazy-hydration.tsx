/**
 * Parts of a page whose script comes with the shopper's first touch. The server renders them whole; the browser
 * keeps that markup (a dehydrated Suspense boundary) and wakes it once the script is there. Links and forms in
 * them work before.
 */
import { lazy, memo, Suspense, type ComponentType } from 'react'

const touches = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'focusin'] as const

let touched: Promise<void> | undefined

/** Resolves when the shopper first points, types, scrolls or moves the focus. */
function firstInteraction(): Promise<void> {
  touched ??= new Promise((resolve) => {
    const wake = () => {
      for (const touch of touches) removeEventListener(touch, wake, true)
      resolve()
    }
    for (const touch of touches) addEventListener(touch, wake, { capture: true, passive: true })
  })
  return touched
}

/**
 * `server`: the module where the code runs on the server, null in the browser. Written as
 * `import.meta.env.SSR ? await import('./part.tsx') : null`: a plain import would keep the part in the first script.
 * Renders anew only with new props: a boundary that changes before it is hydrated would lose its markup.
 */
export function hydrateOnInteraction<P extends object>(
  server: { default: ComponentType<P> } | null,
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  const Content = server?.default ?? lazyAfterInteraction(load)
  return memo(function LazilyHydrated(props: P) {
    return (
      <Suspense>
        <Content {...props} />
      </Suspense>
    )
  })
}

/** Starts to load as soon as it may, not when first rendered: a page that is navigated to finds its parts ready. */
function lazyAfterInteraction<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const loading = firstInteraction().then(load)
  // Whoever renders the part is told of a failure; here nobody listens yet.
  loading.catch(() => {})
  return lazy(() => loading)
}
