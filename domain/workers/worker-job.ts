/**
 * Jobs of worker processes: functions that read files of others or draw documents, and may hang, crash or fill the
 * memory without harming the shop (decision 140).
 */

/** A function in a module of its own, and how long an answer of it may take. */
export interface WorkerJob<Input, Output> {
  /** Source file from the root of the checkout. Its export `run` is called with the input. */
  readonly module: string
  /** Longest time for the answer, or for one part of a streamed answer. */
  readonly seconds: number
  /** Only for the compiler: what the function takes and gives. */
  readonly types?: (input: Input) => Output
}

/**
 * Describes a job by its function: `workerJob<typeof run>({ module: 'providers/bank-file/camt053-job.server.ts', … })`.
 * Input and output must survive a structured clone: plain data, no functions and no class instances.
 */
export function workerJob<Run extends (input: never) => unknown>(
  job: Pick<WorkerJob<unknown, unknown>, 'module' | 'seconds'>,
): WorkerJob<Parameters<Run>[0], ReturnType<Run>> {
  return job
}

/** Why a worker did not answer. */
export type WorkerFailureCode =
  /** It was ended after the time of its job. */
  | 'took_too_long'
  /** It used more memory than a worker may. */
  | 'too_much_memory'
  /** It crashed, or the system ended it or gave it no process. */
  | 'worker_ended'

/** The same for operators, after the name of what was read. */
export const workerFailureWords: Record<WorkerFailureCode, string> = {
  took_too_long: 'takes too long to read',
  too_much_memory: 'takes too much memory to read',
  worker_ended: 'could not be read: the process that read it ended',
}

/** The answer of a job; a failure of its worker is a value, a fault of its program is thrown. */
export type WorkerAnswer<Output> = { ok: true; value: Output } | { ok: false; code: WorkerFailureCode }

/** A worker failed where no answer can say so: within a stream, or while a document is drawn. */
export class WorkerFailure extends Error {
  override name = 'WorkerFailure'
  readonly code: WorkerFailureCode
  constructor(code: WorkerFailureCode, module: string) {
    super(`${module}: ${code}`)
    this.code = code
  }
}

/** What the pool sends to a worker process; it answers each with one `WorkerReply`. */
export type WorkerRequest =
  | { kind: 'run'; module: string; input: unknown }
  /** Asks for the next part of a streamed answer. */
  | { kind: 'next' }
  /** Ends a streamed answer before its end. */
  | { kind: 'return' }

export type WorkerReply =
  /** A single answer, or the end of a streamed one. */
  | { kind: 'done'; value: unknown }
  | { kind: 'part'; value: unknown }
  | { kind: 'fault'; name: string; message: string; stack: string }
