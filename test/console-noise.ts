/**
 * A test that writes warnings or errors to the console fails, unless it replaced that method to check them.
 */
import { afterEach, beforeEach } from 'vitest'

const { error, warn } = console
let noise: string[] = []

function record(print: typeof console.error): typeof console.error {
  return (...parts: unknown[]) => {
    noise.push(parts.map(String).join(' '))
    print(...parts)
  }
}

console.error = record(error)
console.warn = record(warn)

beforeEach(() => {
  noise = []
})

afterEach(() => {
  if (noise.length > 0) throw new Error(`The test wrote to the console:\n${noise.join('\n')}`)
})
