/** What the head says of the store itself. Only the server renders it: another store is another document. */
import { manifestPath } from '../../domain/stores/paths.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { linkedIcons, themeColour } from '../../domain/stores/web-manifest.ts'

export function HeadOfStore({ code }: { code: StoreCode }) {
  const { tab, touch } = linkedIcons(code)
  return (
    <>
      <meta name="theme-color" content={themeColour} />
      <link rel="icon" href={tab} />
      {touch !== null && <link rel="apple-touch-icon" href={touch} />}
      <link rel="manifest" href={manifestPath(code)} />
    </>
  )
}
