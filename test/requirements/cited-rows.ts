/**
 * Which requirement rows the tests cite: `[CART-01]` in the titles of tests and of suites. Titles are read
 * from the syntax tree, so that comments and data do not count. A citation is not proof: the test must also
 * run, assert and pass (coverage.ts).
 */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { projectRoot } from '../../server/project-root.ts'

const starters = new Set(['it', 'test', 'describe', 'suite'])
const notATest = new Set(['step', 'use', 'extend', 'configure'])
const outside = ['node_modules', 'build', '.data', '.react-router']

interface SyntaxNode {
  type: string
  [member: string]: unknown
}

/** Row → the test files that cite it, relative to the project's root. */
export async function readCitations(): Promise<Map<string, string[]>> {
  const files = globSync('**/*.{test.ts,test.tsx,e2e.ts}', {
    cwd: projectRoot,
    exclude: (path) => outside.includes(path),
  })
  const found = new Map<string, string[]>()
  for (const file of files.sort()) {
    for (const row of citedRows(file, await readFile(join(projectRoot, file), 'utf8')))
      found.set(row, [...(found.get(row) ?? []), file])
  }
  return found
}

/** The rows a title cites; ranges are not citations. */
export function rowsOfTitle(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d{2,})\]/g)].map(([, row]) => row as string)
}

/** The rows cited in a file's titles, in order, each once. Throws where the file is not valid TypeScript. */
export function citedRows(fileName: string, source: string): string[] {
  const parsed = parseSync(fileName, source)
  if (parsed.errors[0]) throw new Error(`${fileName}: ${parsed.errors[0].message}`)
  return [...new Set(titlesBelow(parsed.program).flatMap(rowsOfTitle))]
}

function titlesBelow(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(titlesBelow)
  if (!isNode(node)) return []
  const below = Object.values(node).flatMap(titlesBelow)
  if (node.type !== 'CallExpression') return below
  const [starter, ...members] = calleeNames(node['callee'])
  if (starter === undefined || !starters.has(starter) || members.some((name) => notATest.has(name)))
    return below
  const title = titleOf((node['arguments'] as unknown[])[0])
  return title === null ? below : [title, ...below]
}

/** `it.each(table)` → it, each; `test.describe` → test, describe; anything else: empty. */
function calleeNames(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee['name'])]
  if (callee.type === 'CallExpression') return calleeNames(callee['callee'])
  if (callee.type === 'TaggedTemplateExpression') return calleeNames(callee['tag'])
  if (callee.type !== 'MemberExpression') return []
  const owner = calleeNames(callee['object'])
  return owner.length === 0 ? [] : [...owner, ...calleeNames(callee['property'])]
}

/** The text of a title; of a template, its literal parts. */
function titleOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return null
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}
