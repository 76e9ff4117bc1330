/**
 * Ends this process cleanly when the one that started it is gone, so that killing `npm start` (which cannot
 * pass a SIGKILL on) leaves no server behind. Works over the IPC channel that cli/start.mjs and the tests open.
 */

/** When ANODE_PARENT_WATCH is set, calls `end` once the parent has died. Give it what SIGTERM would do. */
export function watchParent(end: () => void): void {
  if (!process.env['ANODE_PARENT_WATCH']) return
  if (!process.connected) return end()
  process.once('disconnect', end)
  // The watch alone must not keep a process alive that has nothing left to do.
  process.channel?.unref()
}
