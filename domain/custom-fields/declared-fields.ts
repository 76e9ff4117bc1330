/** The fields that modules declare. Pure. */
import { modules } from '../../modules/modules.ts'
import type { FieldDeclaration } from '../../modules/declarations.ts'
import { isFacetKind, isFieldKey, type CustomField, type FieldObject } from './custom-field.ts'

/** In the order of the modules. */
export const declaredFields: readonly CustomField[] = fieldsOf(modules)

/** Throws for a field that does not begin with the name of its module, or that two modules declare. */
export function fieldsOf(
  declaring: readonly { name: string; fields?: Readonly<Record<string, FieldDeclaration>> }[],
): CustomField[] {
  const found = new Map<string, CustomField>()
  for (const { name, fields = {} } of declaring)
    for (const [key, declared] of Object.entries(fields)) {
      if (!isFieldKey(key) || !key.startsWith(`${name.replaceAll('-', '_')}_`))
        throw new Error(`the field ${key} of the module ${name} does not begin with its name`)
      const field = fieldOf(name, key, declared)
      const id = `${field.object}.${key}`
      if (found.has(id)) throw new Error(`two modules declare the field ${id}`)
      found.set(id, field)
    }
  return [...found.values()]
}

function fieldOf(module: string, key: string, declared: FieldDeclaration): CustomField {
  const isOfProduct = declared.object === 'product'
  const { refersTo = null } = declared
  if ((declared.kind === 'reference') !== (refersTo !== null))
    throw new Error(`the field ${key} of the module ${module} is a reference without refersTo, or has one`)
  if (declared.kind === 'picture' && !isOfProduct)
    throw new Error(`the field ${key} of the module ${module} is a picture, which products alone have`)
  const isPublic = isOfProduct && (refersTo === null || refersTo === 'product')
  return {
    object: declared.object,
    key,
    kind: declared.kind,
    unit: declared.unit ?? null,
    names: declared.names,
    options: Object.entries(declared.options ?? {}).map(([code, names]) => ({ code, names })),
    refersTo,
    scope: declared.scope ?? 'shared',
    isShown: isPublic && (declared.isShown ?? false),
    isFacet: isPublic && isFacetKind(declared.kind) && (declared.isFacet ?? false),
    isInFeed: isPublic && (declared.isInFeed ?? false),
    isRequired: declared.isRequired ?? false,
    position: declared.position ?? 0,
    isArchived: false,
    module,
  }
}

/** Those of modules beside those of staff. A module that declares a key later takes it over. */
export function withDeclared(stored: readonly CustomField[], object: FieldObject): CustomField[] {
  const declared = declaredFields.filter((field) => field.object === object)
  const keys = new Set(declared.map(({ key }) => key))
  return [...declared, ...stored.filter(({ key }) => !keys.has(key))].toSorted(
    (a, b) => Number(a.isArchived) - Number(b.isArchived) || a.position - b.position,
  )
}
