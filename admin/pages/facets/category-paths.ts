/** Categories by the names of their path, as staff search for them. Pure. */
import type { ProductReferences } from '../../../contract/admin/product-page.ts'

type Categories = ProductReferences['categories']

/**
 * Code → "Batteries › Household › AA", in the order of the paths. `language`: that of the person; where no store has it,
 * the names of the first store. Categories with the same path have their code behind it.
 */
export function categoryPaths(categories: Categories, language: string): ReadonlyMap<string, string> {
  const known = new Map(categories.map((category) => [category.code, category]))
  const nameOf = ({ code, names }: Categories[number]) => names[language] ?? Object.values(names)[0] ?? code
  const pathOf = (code: string, below: readonly string[] = []): string[] => {
    const category = known.get(code)
    if (category === undefined || below.includes(code)) return []
    const above = category.parent === null ? [] : pathOf(category.parent, [...below, code])
    return [...above, nameOf(category)]
  }
  const paths = categories.map(({ code }): [string, string] => [code, pathOf(code).join(' › ')])
  const count = Map.groupBy(paths, ([, path]) => path)
  const distinct = paths.map(([code, path]): [string, string] => [
    code,
    count.get(path)!.length > 1 ? `${path} (${code})` : path,
  ])
  return new Map(distinct.toSorted(([, a], [, b]) => a.localeCompare(b, language)))
}

/** The category that was typed: its path, its code, or words that are in one path only; null: none, or several. */
export function codeOfCategory(paths: ReadonlyMap<string, string>, typed: string): string | null {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return null
  const exact = [...paths].find(([code, path]) => path.toLowerCase() === wanted || code === typed.trim())
  if (exact) return exact[0]
  const words = wanted.split(/\s+/)
  const found = [...paths].filter(([, path]) => words.every((word) => path.toLowerCase().includes(word)))
  return found.length === 1 ? found[0]![0] : null
}
