/**
 * A reader that closes its end, as `| head` does, is no fault: what a command still prints is dropped, and the command
 * ends as it would have.
 */
export function allowClosedOutput(outputs: readonly NodeJS.WriteStream[]): void {
  for (const output of outputs)
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
