/**
 * Reads every raw SQL statement of the program that asserts the type of its rows (`sql<Row>`…``, `query<Row>('…')`)
 * with TypeScript's checker, and compares the type with the columns that PostgreSQL answers. No statement runs:
 * each is parsed and described (decision 51).
 */
import { execFileSync } from 'node:child_process'
import type pg from 'pg'
import {
  isArrowFunction,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type CallExpression,
  type Expression,
  type Identifier,
  type Node,
  type PropertyAccessExpression,
  type SourceFile,
  type TemplateLiteral,
  type TypeNode,
} from 'typescript/unstable/ast'
import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Project,
  type Type,
  type TypeReference,
} from 'typescript/unstable/sync'

/** A statement in the source, and its asserted row type. */
export interface TypedStatement {
  /** `file:line`. */
  place: string
  file: string
  /** Its texts: more than one where a condition chooses a fragment. Empty when `unreadable` is set. */
  texts: readonly string[]
  /** Why the text cannot be read from the source. */
  unreadable: string | undefined
  /** The asserted row, or the asserted value of an expression inside a builder's statement. */
  row: Type
  /** Whether it runs on a connection without the shop's type parsers. */
  isPlain: boolean
}

/** The program's own TypeScript project; close it after use. */
export interface OpenProject {
  project: Project
  close(): void
}

export function openProject(): OpenProject {
  const api = new API({ cwd: process.cwd() })
  const snapshot = api.updateSnapshot({ openProjects: [`${process.cwd()}/tsconfig.json`] })
  return {
    project: snapshot.getProjects()[0]!,
    close() {
      snapshot.dispose()
      api.close()
    },
  }
}

/** Reads the statements of the given folders, tests excluded. */
export function readStatements(project: Project, folders: readonly string[]): TypedStatement[] {
  return filesWith(String.raw`sql<|query<`, folders).flatMap((file) => statementsOf(project, file))
}

/** Paths of the files that match an extended regular expression, tests excluded. */
export function filesWith(pattern: string, folders: readonly string[]): string[] {
  return execFileSync('git', ['grep', '--untracked', '-lE', pattern, '--', ...folders], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
}

/** A file of the project, by its path in the checkout. */
export function sourceOf(project: Project, file: string): SourceFile {
  const source = project.program.getSourceFile(`${process.cwd()}/${file}`)
  if (!source) throw new Error(`${file} is no part of the TypeScript project.`)
  return source
}

/** `file:line` of a node. */
export function placeOf(source: SourceFile, file: string, node: Node): string {
  return `${file}:${source.text.slice(0, node.getStart(source)).split('\n').length}`
}

function statementsOf(project: Project, file: string): TypedStatement[] {
  const source = sourceOf(project, file)
  const found: TypedStatement[] = []
  const visit = (node: Node): void => {
    const asserted = assertedType(node)
    if (asserted) found.push(statementAt(project, source, file, node, asserted))
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** The row type that a raw statement asserts. */
function assertedType(node: Node): TypeNode | undefined {
  if (isTaggedTemplateExpression(node)) return isSql(node.tag) ? node.typeArguments?.[0] : undefined
  if (!isCallExpression(node)) return undefined
  const called = isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
  return isIdentifier(called) && called.text === 'query' ? node.typeArguments?.[0] : undefined
}

const isSql = (node: Node): boolean => isIdentifier(node) && node.text === 'sql'

function statementAt(
  project: Project,
  source: SourceFile,
  file: string,
  node: Node,
  asserted: TypeNode,
): TypedStatement {
  const row = project.checker.getTypeFromTypeNode(asserted)!
  const common = { place: placeOf(source, file, node), file, row, isPlain: isCallExpression(node) }
  try {
    const texts = textsOfStatement(project, node).map(numberParameters)
    const isValue = !isRow(project.checker, row)
    return { ...common, texts: isValue ? texts.map(asColumn) : texts, unreadable: undefined }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ...common, texts: [], unreadable: error.message }
  }
}

function textsOfStatement(project: Project, node: Node): string[] {
  if (isTaggedTemplateExpression(node)) return textsOfTemplate(project, node.template, new Map())
  return isCallExpression(node) ? fixedTexts(project, node.arguments[0]!, new Map()) : []
}

/** Whether a type is a row of columns and not one value. */
function isRow(checker: Checker, type: Type): boolean {
  const values = [checker.getStringType(), checker.getNumberType(), checker.getBooleanType()]
  return ![...values, typeNamed(checker, 'Date')].some((value) => checker.isTypeAssignableTo(type, value))
}

const asColumn = (expression: string): string => `select ${expression} as value`

/** The reason why the source does not fix a text. */
export class Unreadable extends Error {}

/** Marks a parameter until the text is whole. */
const parameter = '\u0000'

function numberParameters(text: string): string {
  let last = 0
  return text.replaceAll(parameter, () => `$${(last += 1)}`)
}

/** Arguments of a function that makes a fragment, by the name of the parameter. */
export type Arguments = ReadonlyMap<string, Expression>

function textsOfTemplate(project: Project, template: TemplateLiteral, given: Arguments): string[] {
  return combined(template, (expression) => textsOf(project, expression, given))
}

/**
 * Every text of a template whose expressions have the texts that `read` answers. An expression that is repeated has
 * one value in a text.
 */
function combined(template: TemplateLiteral, read: (expression: Expression) => string[]): string[] {
  if (isNoSubstitutionTemplateLiteral(template)) return [template.text]
  let texts = [{ text: template.head.text, values: new Map<string, string>() }]
  for (const { expression, literal } of template.templateSpans) {
    const source = expression.getText()
    const parts = read(expression)
    texts = texts.flatMap(({ text, values }) => {
      const known = values.get(source)
      return (known === undefined ? parts : [known]).map((part) => ({
        text: text + part + literal.text,
        values: new Map(values).set(source, part),
      }))
    })
  }
  return texts.map(({ text }) => text)
}

/** The texts that an interpolated expression can put into a statement. */
function textsOf(project: Project, node: Expression, given: Arguments): string[] {
  if (isParenthesizedExpression(node)) return textsOf(project, node.expression, given)
  if (isTaggedTemplateExpression(node) && isSql(node.tag))
    return textsOfTemplate(project, node.template, given)
  if (!isFragment(project, node)) return [parameter]
  if (isConditionalExpression(node))
    return [...textsOf(project, node.whenTrue, given), ...textsOf(project, node.whenFalse, given)]
  if (isIdentifier(node)) return textsOf(project, valueOf(project, node, given), given)
  if (isPropertyAccessExpression(node)) return textsOf(project, memberOf(project, node), given)
  if (isCallExpression(node)) return textsOfCall(project, node, given)
  throw new Unreadable(`a fragment is computed: ${node.getText()}`)
}

function isFragment(project: Project, node: Expression): boolean {
  const type = project.checker.getTypeAtLocation(node)
  return type !== undefined && project.checker.getPropertyOfType(type, 'toOperationNode') !== undefined
}

/** What a name refers to: the argument of its parameter, or the value of its constant. */
function valueOf(project: Project, name: Identifier, given: Arguments): Expression {
  const argument = given.get(name.text)
  if (argument) return argument
  const declared = declarationOf(project, name)
  if (declared && isVariableDeclaration(declared) && declared.initializer) return declared.initializer
  throw new Unreadable(`${name.text} is no constant`)
}

function declarationOf(project: Project, name: Node): Node | undefined {
  const symbol = project.checker.getSymbolAtLocation(name)
  if (!symbol) return undefined
  const original = symbol.flags & SymbolFlags.Alias ? project.checker.getAliasedSymbol(symbol) : symbol
  return (original.valueDeclaration ?? original.declarations[0])?.resolve(project)
}

/** The value of a member of a constant that is an object literal. */
function memberOf(project: Project, access: PropertyAccessExpression): Expression {
  const { expression: owner, name } = access
  const made = isPropertyAccessExpression(owner)
    ? memberOf(project, owner)
    : isIdentifier(owner)
      ? valueOf(project, owner, new Map())
      : undefined
  if (!made || !isObjectLiteralExpression(made))
    throw new Unreadable(`a value is computed: ${access.getText()}`)
  for (const property of made.properties)
    if (isPropertyAssignment(property) && isIdentifier(property.name) && property.name.text === name.text)
      return property.initializer
  throw new Unreadable(`a member is not written in its object: ${access.getText()}`)
}

function textsOfCall(project: Project, call: CallExpression, given: Arguments): string[] {
  const { expression: called, arguments: values } = call
  if (isIdentifier(called) && called.text === 'columnList') return [columnsOfTable(project, values[0]!)]
  if (!isPropertyAccessExpression(called) || !isSql(called.expression)) {
    const [body, inner] = calledFunction(project, call, given)
    return textsOf(project, body, inner)
  }
  if (called.name.text === 'val') return [parameter]
  const texts = fixedTexts(project, values[0]!, given)
  return called.name.text === 'lit' ? texts.map((text) => `'${text}'`) : texts
}

/** What a called function returns, and its arguments. */
function calledFunction(
  project: Project,
  { expression, arguments: values }: CallExpression,
  given: Arguments,
): [Expression, Arguments] {
  const declared = isPropertyAccessExpression(expression)
    ? memberOf(project, expression)
    : declarationOf(project, expression)
  const made =
    declared && isVariableDeclaration(declared) && declared.initializer ? declared.initializer : declared
  if (!made || !(isArrowFunction(made) || isFunctionDeclaration(made)))
    throw new Unreadable(`a text is computed: ${expression.getText()}`)
  const passed = made.parameters.flatMap(({ name }, at): [string, Expression][] => {
    const value = values[at]
    if (!value || !isIdentifier(name)) return []
    return [[name.text, isIdentifier(value) ? (given.get(value.text) ?? value) : value]]
  })
  return [returned(made.body), new Map(passed)]
}

function returned(body: Node | undefined): Expression {
  if (!body) throw new Unreadable('a fragment has no body')
  if (!isBlock(body)) return body as Expression
  const last = body.statements.at(-1)
  if (last && isReturnStatement(last) && last.expression) return last.expression
  throw new Unreadable('a fragment is computed by a function')
}

/** The columns of a table of the import, as `columnList` writes them. */
function columnsOfTable(project: Project, table: Expression): string {
  const { checker } = project
  const columns = checker.getPropertyOfType(checker.getTypeAtLocation(table)!, 'columns')!
  return checker
    .getPropertiesOfType(checker.getTypeOfSymbol(columns)!)
    .map(({ name }) => name)
    .join(', ')
}

/** The texts of a string that the source or its type fixes. */
export function fixedTexts(project: Project, node: Expression, given: Arguments): string[] {
  if (isStringLiteral(node) || isNumericLiteral(node)) return [node.text]
  if (isTemplateExpression(node) || isNoSubstitutionTemplateLiteral(node))
    return combined(node, (expression) => fixedTexts(project, expression, given))
  const named = textsOfType(project.checker.getTypeAtLocation(node))
  if (named) return named
  if (isIdentifier(node)) return fixedTexts(project, valueOf(project, node, given), given)
  if (!isCallExpression(node)) throw new Unreadable(`a text is computed: ${node.getText()}`)
  const joined = joinedNames(project, node)
  if (joined !== undefined) return [joined]
  const [body, inner] = calledFunction(project, node, given)
  return fixedTexts(project, body, inner)
}

/** The members of a closed list of strings. */
function textsOfType(type: Type | undefined): string[] | undefined {
  const members = type?.isUnionType() ? type.getTypes() : type ? [type] : []
  const texts = members.flatMap((member) => (member.isStringLiteralType() ? [member.value] : []))
  return texts.length > 0 && texts.length === members.length ? texts : undefined
}

/** `names.join(', ')` of a list whose type is a closed list of names: all of them. */
function joinedNames({ checker }: Project, { expression, arguments: values }: CallExpression) {
  if (!isPropertyAccessExpression(expression) || expression.name.text !== 'join') return undefined
  const list = checker.getTypeAtLocation(expression.expression)
  const separator = values[0]
  if (!list || !checker.isArrayType(list) || !separator || !isStringLiteral(separator)) return undefined
  return textsOfType(checker.getTypeArguments(list as TypeReference)[0])?.join(separator.text)
}

/** A column of a statement's answer. */
export interface AnsweredColumn {
  name: string
  /** SQL type, a domain's base type. */
  type: string
  /** Whether it is a table's column that may be null and that no condition excludes; undefined: an expression. */
  isNullable: boolean | undefined
}

/** The columns that a statement answers, without running it. */
export async function describeStatement(client: pg.Client, text: string): Promise<AnsweredColumn[]> {
  const fields = await fieldsOf(client, text)
  const { rows } = await client.query<{ type: string; column: string | null; nullable: boolean | null }>(
    `select format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type, a.attname as column,
       not a.attnotnull as nullable
     from unnest($1::oid[], $2::oid[], $3::int[]) with ordinality as f (type, relation, attribute, position)
     join pg_type t on t.oid = f.type
     left join pg_class c on c.oid = f.relation and c.relkind in ('r', 'p')
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = f.attribute
     order by f.position`,
    [
      fields.map((field) => field.dataTypeID),
      fields.map((field) => field.tableID),
      fields.map((field) => field.columnID),
    ],
  )
  return rows.map(({ type, column, nullable }, at) => ({
    name: fields[at]!.name,
    type,
    isNullable: column === null || nullable === null ? undefined : nullable && !requires(text, column),
  }))
}

/** Whether a condition of the statement reads `… and column is not null`. */
function requires(text: string, column: string): boolean {
  return new RegExp(String.raw`\b(?:where|and)\s+(?:\w+\.)?${column} is not null\b`).test(text)
}

/** The wire protocol's parse and describe, which node-postgres offers no method for. */
function fieldsOf(client: pg.Client, text: string): Promise<pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: pg.FieldDef[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { fields: pg.FieldDef[] }) {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as never)
  })
}

type Parsed = 'boolean' | 'number' | 'string' | 'Buffer' | 'Date' | 'any'

/** What every connection parses a SQL type into. JSON can be anything. */
const parsedTypes: Readonly<Record<string, Parsed>> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  integer: 'number',
  json: 'any',
  jsonb: 'any',
  name: 'string',
  numeric: 'string',
  oid: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

/** What only the shop's pool parses so (server/database/database.ts). */
const parsedByPool: Readonly<Record<string, Parsed>> = { ...parsedTypes, bigint: 'number', date: 'string' }

/**
 * Where the asserted type of a statement contradicts the columns that the database answers. A type may be
 * narrower than the column's (a brand, a closed list, the content of JSON) or wider. A column that may be null in its
 * table needs `null`; of expressions and outer joins the database does not say.
 */
export function contradictions(
  checker: Checker,
  { row, isPlain }: Pick<TypedStatement, 'row' | 'isPlain'>,
  columns: readonly AnsweredColumn[],
): string[] {
  const parsed = isPlain ? parsedTypes : parsedByPool
  if (!isRow(checker, row)) return columns.flatMap((column) => ofColumn(checker, parsed, row, column))
  const properties = new Map(checker.getPropertiesOfType(row).map((property) => [property.name, property]))
  const missing = [...properties.keys()].filter((name) => !columns.some((column) => column.name === name))
  return [
    ...missing.map((name) => `${name} is not answered`),
    ...columns.flatMap((column) => {
      const property = properties.get(column.name)
      if (!property) return [`${column.name} is answered and has no type`]
      return ofColumn(checker, parsed, checker.getTypeOfSymbol(property)!, column)
    }),
  ]
}

function ofColumn(
  checker: Checker,
  parsed: Readonly<Record<string, Parsed>>,
  asserted: Type,
  { name, type, isNullable }: AnsweredColumn,
): string[] {
  const found: string[] = []
  const typeText = checker.typeToString(asserted)
  if (isNullable && !checker.isTypeAssignableTo(checker.getNullType(), asserted))
    found.push(`${name} is ${typeText} and can be null`)
  if (!isParsedFrom(checker, parsed, checker.getNonNullableType(asserted)!, type))
    found.push(`${name} is ${typeText} and the database answers ${type}`)
  return found
}

function isParsedFrom(
  checker: Checker,
  parsed: Readonly<Record<string, Parsed>>,
  value: Type,
  type: string,
): boolean {
  if (value.flags & TypeFlags.Any) return false
  if (type.endsWith('[]')) {
    if (!checker.isArrayType(value)) return false
    const element = checker.getTypeArguments(value as TypeReference)[0]!
    return isParsedFrom(checker, parsed, checker.getNonNullableType(element)!, type.slice(0, -2))
  }
  const name = parsed[type]
  if (name === undefined || name === 'any') return name === 'any'
  const answered = typeNamed(checker, name)
  return checker.isTypeAssignableTo(value, answered) || checker.isTypeAssignableTo(answered, value)
}

/** The type of that name. */
export function typeNamed(checker: Checker, name: Exclude<Parsed, 'any'> | 'Uint8Array'): Type {
  if (name === 'boolean') return checker.getBooleanType()
  if (name === 'number') return checker.getNumberType()
  if (name === 'string') return checker.getStringType()
  return checker.getDeclaredTypeOfSymbol(checker.resolveName(name, SymbolFlags.Type)!)
}
