/** A queue that runs one task at a time; urgent tasks run before all others. */
export type SerialQueue = <T>(urgent: boolean, task: () => Promise<T>) => Promise<T>

export function createSerialQueue(): SerialQueue {
  const urgentTasks: (() => Promise<void>)[] = []
  const patientTasks: (() => Promise<void>)[] = []
  let busy = false

  async function run() {
    busy = true
    for (
      let next = urgentTasks.shift() ?? patientTasks.shift();
      next;
      next = urgentTasks.shift() ?? patientTasks.shift()
    )
      await next()
    busy = false
  }

  return (urgent, task) =>
    new Promise((resolve, reject) => {
      const queue = urgent ? urgentTasks : patientTasks
      queue.push(() => task().then(resolve, reject))
      if (!busy) void run()
    })
}
