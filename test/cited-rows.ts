/**
 * Which requirement rows a test file proves: the `[CART-01]` citations in the titles of its tests. Titles are
 * read from the syntax tree, so that comments and data do not count. A test that is skipped, expected to fail
 * or run only on some machines proves nothing, and a suite's title counts only with a test inside.
 */
import { parseSync } from 'vite'

const starters = new Set(['it', 'test', 'describe', 'suite'])
const provingNothing = new Set(['skip', 'todo', 'fixme', 'fail', 'fails', 'skipIf', 'runIf'])
const noTests = new Set(['step', 'use', 'extend', 'configure'])

interface SyntaxNode {
  type: string
  [member: string]: unknown
}

/** The rows cited in the titles of the file's tests, in order, each once. Throws where the file is no TypeScript. */
export function citedRows(fileName: string, source: string): string[] {
  const parsed = parseSync(fileName, source)
  if (parsed.errors[0]) throw new Error(`${fileName}: ${parsed.errors[0].message}`)
  return [...new Set(readTests(parsed.program).rows)]
}

/** Every row a title cites, ranges not among them. */
function rowsOfTitle(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d{2,})\]/g)].map(([, row]) => row as string)
}

/** Rows cited below a node, and whether any test stands there. */
function readTests(node: unknown): { rows: string[]; tests: number } {
  if (Array.isArray(node)) return merge(node.map(readTests))
  if (!isNode(node)) return { rows: [], tests: 0 }
  const below = () => merge(Object.values(node).map(readTests))
  if (node.type !== 'CallExpression') return below()
  const names = calleeNames(node['callee'])
  const title = titleOf((node['arguments'] as unknown[])[0])
  const [starter] = names
  if (starter === undefined || !starters.has(starter) || names.some((name) => noTests.has(name)))
    return below()
  if (names.some((name) => provingNothing.has(name))) return { rows: [], tests: 0 }
  if (title === null) return below()
  if (starter === 'it' || (starter === 'test' && !names.includes('describe')))
    return { rows: rowsOfTitle(title), tests: 1 }
  const inside = below()
  return inside.tests === 0 ? inside : { rows: [...rowsOfTitle(title), ...inside.rows], tests: inside.tests }
}

function merge(found: { rows: string[]; tests: number }[]) {
  return {
    rows: found.flatMap(({ rows }) => rows),
    tests: found.reduce((sum, { tests }) => sum + tests, 0),
  }
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

/** The text of a title; of a template, the parts that are written out. */
function titleOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return null
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}
