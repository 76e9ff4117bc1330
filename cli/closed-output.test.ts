import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

it('a command whose reader has closed its end does its work and ends without a message', async () => {
  const program = `
    import { allowClosedOutput } from ${JSON.stringify(new URL('closed-output.ts', import.meta.url).href)}
    allowClosedOutput([process.stdout, process.stderr])
    for (let line = 0; line < 200_000; line++) process.stdout.write('a line of output\\n')
    process.on('exit', (code) => process.stderr.write('ended ' + code))`
  const { stdout, stderr } = await run('bash', [
    '-c',
    '"$0" --input-type=module-typescript -e "$1" | head -n 1',
    process.execPath,
    program,
  ])
  expect([stdout, stderr]).toEqual(['a line of output\n', 'ended 0'])
})
