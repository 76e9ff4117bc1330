/**
 * A main category as header, sidebar and error page name it: `path` without the store, `icon` null where it
 * has none.
 */
export interface MainCategory {
  name: string
  path: string
  icon: string | null
}
