/** Parts of the product page that a module brings, and that fail (`faulty/storefront`). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import type { BoundShop } from './harbour-pay-tests.ts'
import { expectPage } from './expect-page.ts'

export function leavesThePageWhole(of: () => BoundShop): void {
  it('parts of the product page that fail are named, and the page shows the rest', async () => {
    const { inBrowser, shop, database } = of()
    await inBrowser(async (page) => {
      await page.goto('/sv/artiklar/aa-4.html')
      const whole = async () => {
        await expectPage(page.getByRole('heading', { level: 1, name: 'Batteri AA, 4 st' })).toBeVisible()
        await expectPage(page.getByRole('heading', { name: 'Beskrivning' })).toBeVisible()
      }
      await whole()
      // The first interaction hydrates the parts.
      await page.mouse.move(10, 10)
      await page.mouse.wheel(0, 400)
      await vi.waitFor(
        async () => {
          const { rows } = await sql<{ message: string }>`
            select message from client_error where message like 'Module faulty%' order by 1`.execute(
            database.db,
          )
          expect(rows.map(({ message }) => message)).toEqual(
            expect.arrayContaining(['Module faulty: the action fails', 'Module faulty: the section fails']),
          )
        },
        { timeout: 30_000, interval: 200 },
      )
      await whole()
      await expectPage(page.getByText('Action of the module')).toHaveCount(0)
    })
    expect(await readFile(join(shop.dataDir, 'server.log'), 'utf8')).toContain(
      'Module faulty: its part of the page could not be rendered.',
    )
  })
}
