/**
 * Reads the statements of the catalogue index that assert the type of their rows (`db.all<Row>('…')`), with
 * TypeScript's checker, and compares the type with the columns that SQLite answers. No statement runs.
 */
import type { DatabaseSync } from 'node:sqlite'
import {
  isCallExpression,
  isPropertyAccessExpression,
  type CallExpression,
  type Node,
} from 'typescript/unstable/ast'
import type { Checker, Project, Type, TypeReference } from 'typescript/unstable/sync'
import { filesWith, fixedTexts, placeOf, sourceOf, typeNamed, Unreadable } from './row-types.ts'

/** A statement in the source, and the type that its caller asserts. */
export interface IndexStatement {
  /** `file:line`. */
  place: string
  file: string
  /** `column` asserts one value, `tuples` the values by position, the others a row by name. */
  method: Method
  /** Its texts: more than one where a closed list chooses a part. Empty when `unreadable` is set. */
  texts: readonly string[]
  /** Why the text cannot be read from the source. */
  unreadable: string | undefined
  /** Null: no type is asserted. */
  row: Type | null
}

const methods = ['all', 'get', 'iterate', 'tuples', 'column'] as const
type Method = (typeof methods)[number]

/** Every call of a method of the index's database that answers rows, tests excluded. */
export function readIndexStatements(project: Project, folders: readonly string[]): IndexStatement[] {
  return filesWith(String.raw`\.(${methods.join('|')})\b`, folders).flatMap((file) => {
    const source = sourceOf(project, file)
    const found: IndexStatement[] = []
    const visit = (node: Node): void => {
      const method = isCallExpression(node) ? methodOf(project, node) : undefined
      if (method && isCallExpression(node)) {
        const asserted = node.typeArguments?.[0]
        found.push({
          place: placeOf(source, file, node),
          file,
          method,
          ...textsOf(project, node),
          row: asserted ? (project.checker.getTypeFromTypeNode(asserted) ?? null) : null,
        })
      }
      node.forEachChild(visit)
    }
    visit(source)
    return found
  })
}

function methodOf(project: Project, { expression: called }: CallExpression): Method | undefined {
  if (!isPropertyAccessExpression(called)) return undefined
  const method = methods.find((each) => each === called.name.text)
  const receiver = method && project.checker.getTypeAtLocation(called.expression)
  return receiver?.getSymbol()?.name === 'IndexDatabase' ? method : undefined
}

function textsOf(
  project: Project,
  { arguments: values }: CallExpression,
): Pick<IndexStatement, 'texts' | 'unreadable'> {
  try {
    return { texts: fixedTexts(project, values[0]!, new Map()), unreadable: undefined }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { texts: [], unreadable: error.message }
  }
}

const declaredTypes = { INTEGER: 'number', TEXT: 'string', BLOB: 'Uint8Array' } as const

interface Column {
  name: string
  /** The declared type of a table's column; null: an expression. */
  type: string | null
}

/**
 * Where the asserted type contradicts the columns. A type may be narrower than the column's (a brand, a closed list)
 * or wider. Of expressions SQLite gives no type, and of no column whether it may be null.
 */
export function indexContradictions(
  checker: Checker,
  index: DatabaseSync,
  { method, row }: Pick<IndexStatement, 'method' | 'row'>,
  text: string,
): string[] {
  const columns = index.prepare(text).columns()
  if (row === null) return ['no row type is asserted']
  if (method === 'column')
    return columns.length === 1 ? ofColumn(checker, row, columns[0]!) : ['answers several columns']
  if (method === 'tuples') return ofTuple(checker, row, columns)
  const properties = new Map(checker.getPropertiesOfType(row).map((property) => [property.name, property]))
  const missing = [...properties.keys()].filter((name) => !columns.some((column) => column.name === name))
  return [
    ...missing.map((name) => `${name} is not answered`),
    ...columns.flatMap((column) => {
      const property = properties.get(column.name)
      if (!property) return [`${column.name} is answered and has no type`]
      return ofColumn(checker, checker.getTypeOfSymbol(property)!, column)
    }),
  ]
}

function ofTuple(checker: Checker, row: Type, columns: readonly Column[]): string[] {
  const values = checker.getTypeArguments(row as TypeReference)
  if (values.length !== columns.length) return [`${columns.length} columns for ${values.length} values`]
  return columns.flatMap((column, at) => ofColumn(checker, values[at]!, column))
}

function ofColumn(checker: Checker, asserted: Type, { name, type }: Column): string[] {
  const declared = Object.entries(declaredTypes).find(([each]) => each === type?.toUpperCase())?.[1]
  if (declared === undefined) return []
  const value = checker.getNonNullableType(asserted)!
  const answered = typeNamed(checker, declared)
  return checker.isTypeAssignableTo(value, answered) || checker.isTypeAssignableTo(answered, value)
    ? []
    : [`${name} is ${checker.typeToString(asserted)} and its column is ${type}`]
}
