/** Reads a file of purchase costs in a worker process. */
import { readCostFile, type CostFile } from './cost-file.ts'

export const run = (bytes: Uint8Array): CostFile => readCostFile(bytes)
