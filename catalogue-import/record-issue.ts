/** What an issue of the schema of records (record-schema.server.ts) says, as a detail of a problem. Pure. */
import type { z } from 'zod'
import { recordRules, type DetailCode, type ProblemDetail, type RecordRule } from './problem-details.ts'

type Issue = z.core.$ZodIssue

const expected: Readonly<Record<string, DetailCode>> = {
  string: 'expected_text',
  number: 'expected_number',
  int: 'expected_whole_number',
  boolean: 'expected_flag',
  array: 'expected_list',
  object: 'expected_object',
  record: 'expected_object',
}

/** The schema words its own rules by their codes. */
const isRule = (message: string): message is RecordRule => message in recordRules

/** An issue that no rule names keeps the words of the schema. */
export function detailOfIssue(issue: Issue): ProblemDetail {
  if (isRule(issue.message)) return { code: issue.message }
  switch (issue.code) {
    case 'too_small':
      return {
        code: issue.inclusive === false ? 'above' : 'at_least',
        values: { minimum: Number(issue.minimum) },
      }
    case 'too_big': {
      const code = { string: 'most_characters', array: 'most_entries' } as const
      return {
        code: code[issue.origin as keyof typeof code] ?? 'at_most',
        values: { maximum: Number(issue.maximum) },
      }
    }
    case 'invalid_value':
      return { code: 'one_of', values: { values: issue.values.map(String).join(', ') } }
    case 'unrecognized_keys':
      return { code: 'unknown_fields', values: { fields: issue.keys.join(', ') } }
    case 'invalid_type': {
      const code = expected[issue.expected]
      if (code !== undefined) return { code }
      break
    }
    default:
  }
  return { code: 'text', values: { text: issue.message.slice(0, 200) } }
}
