import type { OrderMailKind, ReturnMail } from '../../domain/jobs/job-queue.ts'

/** The number of a return within its order: 2 of `S100001-R2`. */
export function returnNumberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-R') + 2))
}

/** The mail that reports a step of a return. `id`: the return's number, e.g. `S100001-R1`. */
export function returnMail(step: ReturnMail, { id }: { id: string }): OrderMailKind {
  return `return-${step}-${returnNumberOf(id)}`
}
