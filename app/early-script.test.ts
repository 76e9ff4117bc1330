import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { withEarlyScript } from './early-script.server.ts'

const page = '<html lang="sv-SE"><head><meta charSet="utf-8"/><title>$1 kr</title></head><body></body></html>'
const scriptsIn = (html: string) => [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/g)]

it('stands in the head before everything that takes time, and says its nonce', () => {
  const [[, attributes, text = ''] = []] = scriptsIn(withEarlyScript(page, null))
  expect(attributes).toBe('')
  expect(withEarlyScript(page, null)).toMatch(
    /<head><meta charSet="utf-8"\/><script>.*<\/script><title>\$1 kr/,
  )
  expect(withEarlyScript(page, 'n')).toContain(`<script nonce="n">${text}</script>`)
})

it('is valid script, small, and leaves a document alone that is not made as expected', () => {
  const [[, , text = ''] = []] = scriptsIn(withEarlyScript(page, null))
  expect(() => new Script(text)).not.toThrow()
  expect(text.length).toBeLessThan(720)
  expect(withEarlyScript('<p>plain</p>', null)).toBe('<p>plain</p>')
})
