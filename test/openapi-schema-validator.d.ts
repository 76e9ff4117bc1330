/** What tests use of it, for the compiler of a checkout that has not installed it yet. */
declare module '@seriousme/openapi-schema-validator' {
  export class Validator {
    validate(document: object): Promise<{ valid: boolean; errors?: unknown }>
  }
}
