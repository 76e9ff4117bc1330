/** What the pages of messages share. */
import type { messageRow } from '../staff-contract.ts'
import type { z } from 'zod'
import type { Tone } from '../../../admin/shell/status.tsx'

export type MessageRow = z.infer<typeof messageRow>

export const messageStatuses = [
  'open',
  'answered',
  'closed',
] as const satisfies readonly MessageRow['status'][]

export const messageTopics = [
  'order',
  'product',
  'return',
  'business',
  'other',
] as const satisfies readonly MessageRow['topic'][]

export const messageTones: Readonly<Record<MessageRow['status'], Tone>> = {
  open: 'warning',
  answered: 'good',
  closed: 'neutral',
}
