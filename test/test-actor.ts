/** The actor of changes that a test makes itself, as an operator. */
import type { Actor } from '../domain/audit/actor.ts'

export const testActor: Actor = { kind: 'cli', id: 'test', onBehalfOf: null, requestId: null }
