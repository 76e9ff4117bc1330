/**
 * Stops this process cleanly when its parent process is gone, so that killing `npm start` (which cannot
 * forward a SIGKILL) leaves no server running. Uses the IPC channel that cli/start.mjs and the tests open.
 */

/**
 * When ANODE_PARENT_WATCH is set, calls `end` once the parent has died. `end` should do the same as SIGTERM.
 */
export function watchParent(end: () => void): void {
  if (!process.env['ANODE_PARENT_WATCH']) return
  if (!process.connected) return end()
  process.once('disconnect', end)
  // The watch alone must not keep the process alive.
  process.channel?.unref()
}
