import type { FastifyRequest } from 'fastify'
import type { ConfirmationSubject } from '../domain/notifications/confirmation-repository.server.ts'
import {
  requestConfirmation,
  type ConfirmationServices,
} from '../domain/notifications/request-confirmation.server.ts'
import { Fault } from './errors.ts'
import { rateLimitKey } from './rate-limit-key.ts'

/** Mails an address the link by which its owner confirms what the request asks for. */
export async function askConfirmation(
  services: ConfirmationServices,
  subject: ConfirmationSubject,
  request: FastifyRequest,
): Promise<void> {
  const answer = await requestConfirmation(services, subject, rateLimitKey(request))
  if (!answer.ok) throw new Fault('too_many_requests')
}
