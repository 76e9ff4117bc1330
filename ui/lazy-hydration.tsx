/**
 * Parts of a page that hydrate on the first interaction, which also loads their script. The server renders
 * them in full; the browser keeps that markup (a dehydrated Suspense boundary) until the script is loaded.
 * Links and forms in them work before that.
 */
import { lazy, memo, Suspense, type ComponentType } from 'react'

const touches = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'focusin'] as const

let touched: Promise<void> | undefined
let touch = () => {}

/** Resolves at the first pointer, key, scroll or focus event, or at `hydrateNow`. */
function firstInteraction(): Promise<void> {
  touched ??= new Promise((resolve) => {
    const hear = ({ type, target }: Event) => {
      // A heading that only a script can focus: nobody has interacted with the page yet.
      if (type !== 'focusin' || (target as HTMLElement).tabIndex >= 0) touch()
    }
    touch = () => {
      for (const type of touches) removeEventListener(type, hear, true)
      resolve()
    }
    for (const type of touches) addEventListener(type, hear, true)
  })
  return touched
}

/** Hydrates these parts at once, for a visitor to whom they show something else than the server's markup. */
export const hydrateNow = () => touch()

/**
 * `server`: the module when the code runs on the server, null in the browser. Written as `import.meta.env.SSR
 * ? await import('./part.tsx') : null`: a static import would keep the part in the first script. Re-renders
 * only with new props: a boundary that changes before it is hydrated would lose its markup. Without a
 * connection the part loads when there is one, and its markup stays; `failsOffline` for a part that is only
 * shown in place of another.
 */
export function hydrateOnInteraction<P extends object>(
  server: { default: ComponentType<P> } | null,
  load: () => Promise<{ default: ComponentType<P> }>,
  failsOffline?: true,
) {
  const Content = server?.default ?? lazyAfterInteraction(load, failsOffline)
  return memo(function LazilyHydrated(props: P) {
    return (
      <Suspense>
        <Content {...props} />
      </Suspense>
    )
  })
}

/**
 * Starts to load at the first interaction, not at the first render: after a client-side navigation the parts
 * are ready.
 */
function lazyAfterInteraction<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  failsOffline?: true,
): ComponentType<P> {
  const loading = firstInteraction()
    .then(load)
    .catch((error: unknown) => {
      if (failsOffline || navigator.onLine) throw error
      return new Promise((resolve) => addEventListener('online', resolve)).then(load)
    })
  // The component that renders the part reports a failure; here the rejection is ignored.
  loading.catch(() => {})
  return lazy(() => loading)
}
