/** Small changes to a source file that a good test notices. */
import { parseSync } from 'vite'

/** One change: the text from `start` to `end` becomes `replacement`. */
export interface Mutant {
  file: string
  /** From 1. */
  line: number
  start: number
  end: number
  original: string
  replacement: string
}

const operators: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
}
const methods: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Types are no code: of these nodes only the expression is. */
const typedExpressions = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

/** Every mutant of a TypeScript source, in the order of its text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = []
  const add = (start: number, end: number, replacement: string) =>
    found.push({
      file,
      line: source.slice(0, start).split('\n').length,
      start,
      end,
      original: source.slice(start, end),
      replacement,
    })
  const visit = (node: Node) => {
    if (node.type.startsWith('TS') && !typedExpressions.has(node.type)) return
    mutate(node, source, add)
    for (const [name, value] of Object.entries(node)) {
      if (typedExpressions.has(node.type) && name !== 'expression') continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  visit(parseSync(file, source).program as unknown as Node)
  return found.sort((a, b) => a.start - b.start)
}

function mutate(
  node: Node,
  source: string,
  add: (start: number, end: number, replacement: string) => void,
): void {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const other = operators[String(node['operator'])]
      if (other === undefined) return
      const [left, right] = [node['left'] as Node, node['right'] as Node]
      const start = source.indexOf(String(node['operator']), left.end)
      if (start !== -1 && start < right.start) add(start, start + String(node['operator']).length, other)
      return
    }
    case 'UnaryExpression':
      if (node['operator'] === '!') add(node.start, node.start + 1, '')
      return
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'] as Node
      add(test.start, test.end, 'true')
      add(test.start, test.end, 'false')
      return
    }
    case 'Literal':
      if (typeof node['value'] === 'boolean') add(node.start, node.end, String(!node['value']))
      else if (typeof node['value'] === 'number') add(node.start, node.end, `(${String(node['value'])} + 1)`)
      return
    case 'MemberExpression': {
      const property = node['property'] as Node
      const other = methods[String(property['name'])]
      if (!node['computed'] && other !== undefined) add(property.start, property.end, other)
      return
    }
    case 'ExpressionStatement':
      add(node.start, node.end, 'void 0')
  }
}
