/** Reads the tables of the back office with the row type that each asserts (`TableDefinition<Row, Filters>`). */
import { isIdentifier, isTypeReferenceNode, isVariableDeclaration, type Node } from 'typescript/unstable/ast'
import type { Project, Type } from 'typescript/unstable/sync'
import { filesWith, sourceOf } from './row-types.ts'

/** A constant that is annotated as a table. */
export interface TypedTable {
  file: string
  /** The constant's name. */
  name: string
  row: Type
}

export function readTables(project: Project, folders: readonly string[]): TypedTable[] {
  return filesWith('TableDefinition<', folders).flatMap((file) => {
    const found: TypedTable[] = []
    const visit = (node: Node): void => {
      const row = rowOf(project, node)
      if (row && isVariableDeclaration(node) && isIdentifier(node.name))
        found.push({ file, name: node.name.text, row })
      node.forEachChild(visit)
    }
    visit(sourceOf(project, file))
    return found
  })
}

function rowOf(project: Project, node: Node): Type | undefined {
  const annotation = isVariableDeclaration(node) ? node.type : undefined
  if (!annotation || !isTypeReferenceNode(annotation)) return undefined
  const { typeName, typeArguments } = annotation
  if (!isIdentifier(typeName) || typeName.text !== 'TableDefinition' || !typeArguments?.[0]) return undefined
  return project.checker.getTypeFromTypeNode(typeArguments[0])
}
