import { expect, it } from 'vitest'
import { cuttableLine } from '../../test/cuttable-line.ts'
import { testDatabase } from '../../test/database.ts'
import { createDatabaseProbe, sharedPing } from './database-probe.ts'

it('a query to a hanging database times out, and the next one is answered', async () => {
  const { url, drop } = await testDatabase()
  const line = await cuttableLine(new URL(url))
  // Longer than a busy machine takes for the queries that are answered.
  const probe = createDatabaseProbe(line.url, { timeoutMs: 2_000 })
  const ping = sharedPing(probe)
  try {
    await expect.poll(() => ping().then(() => 'answers', String)).toBe('answers')
    line.hang()
    await expect(Promise.all([ping(), ping(), ping()])).rejects.toThrow('does not answer in time')
    line.goOn()
    await expect.poll(() => ping().then(() => 'answers', String)).toBe('answers')
    await line.cut()
    await expect(ping()).rejects.toThrow(/terminated|ECONN|EPIPE/)
    await line.open()
    await expect.poll(() => ping().then(() => 'answers', String)).toBe('answers')
    await expect(probe.query('select no_such_column')).rejects.toThrow(/no_such_column/)
    expect(await probe.query('select 1 as one')).toEqual([{ one: 1 }])
  } finally {
    await probe.close()
    await line.cut()
    await drop()
  }
})
