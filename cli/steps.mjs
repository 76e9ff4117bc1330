/** Progress output of `npm start` and `npm test`. Plain JavaScript: it runs before anything is installed. */

/**
 * `0.4 s`, `12 s`, `2 min 5 s`.
 * @param {number} milliseconds
 */
export function seconds(milliseconds) {
  const whole = Math.round(milliseconds / 1000)
  if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)} s`
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/**
 * Runs one step: prints its start, its progress every ten seconds (`progress()` may return a text), and its
 * duration at the end. A fault is rethrown after its line.
 */
export async function step(title, run, progress = () => '') {
  const began = performance.now()
  const took = () => seconds(performance.now() - began)
  console.log(`• ${title} …`)
  const timer = setInterval(() => {
    const state = progress()
    console.log(`  … ${title}: ${took()}${state ? `, ${state}` : ''}`)
  }, 10_000)
  try {
    const result = await run()
    console.log(`✓ ${title} (${took()})`)
    return result
  } catch (error) {
    console.log(`✗ ${title} (${took()})`)
    throw error
  } finally {
    clearInterval(timer)
  }
}
