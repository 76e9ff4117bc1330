/** The content pages of the demo's stores under the same stable paths (ROUTE-36). */
import type { ContentPageRecord } from '../domain/catalogue/catalogue-record.ts'
import { pagesDa } from './content-da.ts'
import { pagesDe } from './content-de.ts'
import { pagesNo } from './content-no.ts'
import { pagesSv } from './content-sv.ts'
import { demoStores } from './demo-stores.ts'
import { unbroken } from './words.ts'

const pages = { sv: pagesSv, no: pagesNo, de: pagesDe, da: pagesDa }

/** Shown to staff with the preview key only (ROUTE-51). */
const unpublished = new Set(['winter-campaign'])

export const demoContentPages: ContentPageRecord[] = demoStores.flatMap((store) =>
  Object.entries(pages[store]).map(([path, [title, body]]) => ({
    record: 'content_page' as const,
    store,
    path,
    title,
    body: unbroken(body),
    published: !unpublished.has(path),
  })),
)
