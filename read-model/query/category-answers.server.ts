/** The category tree and category pages, with the number of products in each branch. */
import { categorySource, pictureKey } from '../../domain/pictures/picture-key.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { CategoryDetails } from '../../domain/catalogue/catalogue.ts'
import type { CategoryNode } from '../../contract/catalogue.ts'
import type { PerStore } from '../../domain/catalogue/catalogue-record.ts'
import type { CategoryRow } from '../schema/catalogue-rows.server.ts'
import { hierarchy } from '../schema/catalogue-structure.server.ts'
import { scopeKey } from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'
import type { Picture } from '../../contract/catalogue.ts'
import { pictureOf, type StoredCard } from '../schema/stored-card.server.ts'

/** Product counts of every listing of every store; one query per change of the index. */
function countsOf(state: IndexState): Map<number, number> {
  return keep(state, 'counts', () => {
    const rows = state.db.all<{ scope: number; total: number }>('select scope, total from scope_count')
    return new Map(rows.map((row) => [row.scope, row.total]))
  })
}

/** Number of products in a listing; 0 if it is empty. */
export function countOf(state: IndexState, scope: number): number {
  return countsOf(state).get(scope) ?? 0
}

export function categoryTree(state: IndexState, store: StoreCode, mainMenu: boolean): CategoryNode[] {
  return keep(state, `tree/${store}/${mainMenu}`, () => nodesUnder(state, store, mainMenu, null, 0))
}

function nodesUnder(
  state: IndexState,
  store: StoreCode,
  mainMenu: boolean,
  parent: number | null,
  depth: number,
): CategoryNode[] {
  if (depth > 20) return []
  return (state.structure.children.get(parent) ?? []).flatMap((category) => {
    const text = category.texts[store]
    if (!text || (mainMenu && !category.menu)) return []
    const children = nodesUnder(state, store, mainMenu, category.id, depth + 1)
    return [
      {
        id: category.id,
        slug: text.slug,
        name: text.name,
        path: text.path,
        has_children: children.length > 0,
        children,
        metadata: { icon: category.icon },
        count: countOf(state, scopeKey('category', category.id, store)),
      },
    ]
  })
}

export function categoryDetails(state: IndexState, store: StoreCode, path: string): CategoryDetails | null {
  const category = state.structure.categoryByPath.get(`${store}/${path}`)
  const text = category?.texts[store]
  if (!category || !text) return null
  const paths: PerStore<string> = {}
  for (const [code, own] of Object.entries(category.texts)) paths[code as StoreCode] = own.path
  return {
    id: category.id,
    name: text.name,
    parent_id: category.parent,
    show_in_menu: category.menu,
    description: text.description,
    path: text.path,
    icon: category.icon,
    hierarchy: hierarchy(state.structure, category.id, store),
    children: childrenOf(state, store, category),
    count: countOf(state, scopeKey('category', category.id, store)),
    paths,
  }
}

function childrenOf(state: IndexState, store: StoreCode, category: CategoryRow): CategoryDetails['children'] {
  return keep(state, `children/${store}/${category.id}`, () => {
    const children = state.structure.children.get(category.id) ?? []
    const thumbs = firstThumbs(
      state,
      children.map((child) => scopeKey('category', child.id, store)),
    )
    return children.flatMap((child) => {
      const text = child.texts[store]
      if (!text) return []
      const scope = scopeKey('category', child.id, store)
      const icon =
        child.icon === null ? null : pictureOf([pictureKey(categorySource(child.icon))], 320, text.name)
      const thumb = icon ?? thumbs.get(scope) ?? null
      return [{ id: child.id, name: text.name, path: text.path, count: countOf(state, scope), thumb }]
    })
  })
}

/** The picture of the top product of each listing; one query. */
function firstThumbs(state: IndexState, scopes: readonly number[]): Map<number, Picture> {
  const rows = state.db.all<{ scope: number; body: string | null }>(
    `select j.value as scope, (select c.body from placement p cross join card c on c.key = p.key
       where p.scope = j.value order by p.relevance, p.key limit 1) as body
     from json_each(?) j`,
    JSON.stringify(scopes),
  )
  const thumbs = new Map<number, Picture>()
  for (const { scope, body } of rows) {
    const stored = body === null ? null : (JSON.parse(body) as StoredCard)
    if (stored?.p) thumbs.set(scope, pictureOf(stored.p, 320, stored.n))
  }
  return thumbs
}
