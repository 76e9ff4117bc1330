/**
 * Detects that npm was killed: npm, and the shell that some systems put between npm and this process, cannot
 * forward that.
 */
import { readFileSync } from 'node:fs'

/** Calls `end` once the npm that runs this script is gone. Does nothing without npm. */
export function watchNpm(end) {
  if (!process.env.npm_lifecycle_event) return
  const before = lineage()
  const timer = setInterval(() => {
    if (lineage() === before) return
    clearInterval(timer)
    end()
  }, 500)
  timer.unref()
}

function lineage() {
  return [process.ppid, parentOfShell(process.ppid)].join()
}

/** npm's own parent (a terminal) may end before npm; so only a shell's parent is checked. */
function parentOfShell(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    if (!/^\d+ \((sh|dash|bash|ash|busybox)\)/.test(text)) return ''
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return ''
  }
}
