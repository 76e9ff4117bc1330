import { expect, it } from 'vitest'
import { createUpdateQueue } from './update-queue.ts'

/** Calls that the test resolves. */
function calls() {
  const sent: object[] = []
  const answers: PromiseWithResolvers<string>[] = []
  const ask = createUpdateQueue((part: { a?: number; b?: number; c?: number }) => {
    sent.push(part)
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  })
  return { sent, answers, ask }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

it('calls made while another is in flight are merged into the next', async () => {
  const { sent, answers, ask } = calls()
  const first = ask({ a: 1 })
  await soon()
  const second = ask({ a: 2, b: 2 })
  const third = ask({ b: 3, c: 3 })
  await soon()
  expect(sent).toEqual([{ a: 1 }])
  answers[0]!.resolve('first')
  expect(await first).toBe('first')
  await soon()
  expect(sent).toEqual([{ a: 1 }, { a: 2, b: 3, c: 3 }])
  answers[1]!.resolve('second')
  expect(await Promise.all([second, third])).toEqual(['second', 'second'])
})

it('a failed call does not block the next', async () => {
  const { sent, answers, ask } = calls()
  const first = ask({ a: 1 })
  await soon()
  const second = ask({ a: 2 })
  answers[0]!.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await soon()
  answers[1]!.resolve('second')
  expect(await second).toBe('second')
  expect(sent).toHaveLength(2)
})

it('settles when everything so far has succeeded or failed', async () => {
  const { answers, ask } = calls()
  let settled = false
  const first = ask({ a: 1 })
  await soon()
  const second = ask({ a: 2 })
  void ask.idle().then(() => (settled = true))
  answers[0]!.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await soon()
  expect(settled).toBe(false)
  answers[1]!.resolve('second')
  await second
  await soon()
  expect(settled).toBe(true)
})
