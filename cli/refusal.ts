/** A command cannot do what was asked, for a reason the operator can mend: said in words, without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}
