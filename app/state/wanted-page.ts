/** The page that the shopper has asked for by a link or a form, from the click until the router has shown a page. */

/** Path of the latest requested navigation. */
let wanted: string | null = null

/** Whether the router has shown no page since. */
let isPending = false

/** Called before the router starts a navigation. */
export function noteWantedPage(path: string): void {
  wanted = path
  isPending = true
}

/** Called once the router has shown a page: the wanted one, or another. */
export function notePageShown(): void {
  isPending = false
}

/** The page that a failed navigation wanted; null if there was none. */
export const wantedPage = (): string | null => wanted

/** Pathname of the page that is not shown yet; null if none is pending. */
export const pendingPathname = (): string | null => (isPending ? wanted!.replace(/[?#].*/, '') : null)
