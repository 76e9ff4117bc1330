/**
 * A command cannot do what was requested, for a reason that the operator can fix: printed as a message
 * without a stack.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}
