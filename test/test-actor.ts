/** The actor of changes that a test makes itself. */
import type { Actor } from '../domain/audit/actor.ts'

export const testActor: Actor = { kind: 'system', id: 'test', onBehalfOf: null, requestId: null }
