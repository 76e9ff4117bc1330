import type { OrderMailKind } from '../../domain/jobs/job-queue.ts'

/** What a mail reports about a return; its refund has a mail of its own. */
export const returnMails = ['registered', 'received', 'exchanged', 'rejected'] as const
export type ReturnMail = (typeof returnMails)[number]

declare module '../../domain/jobs/job-queue.ts' {
  interface OrderMailKinds {
    /** `return-received-2` reports that the products of the second return have arrived. */
    return: `return-${ReturnMail}-${number}`
  }
}

/** The number of a return within its order: 2 of `S100001-R2`. */
export function returnNumberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-R') + 2))
}

/** The mail that reports a step of a return. `id`: the return's number, e.g. `S100001-R1`. */
export function returnMail(step: ReturnMail, { id }: { id: string }): OrderMailKind {
  return `return-${step}-${returnNumberOf(id)}`
}
