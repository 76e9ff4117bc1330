import { expect, it } from 'vitest'
import { footerPromises, topLines } from '../../app/state/promises.server.ts'
import { demoRecords } from '../../demo/demo-records.test-support.ts'
import { demoStores } from '../../demo/demo-stores.ts'
import { returnDays } from './return.ts'

const records = await demoRecords(new Date('2026-11-20T10:20:00Z'))

it.each(demoStores)(
  '[RETURN-03] promises in %s as many days for returns as the shop accepts them',
  (store) => {
    const promise = new RegExp(`\\b${returnDays} (dag|Tag)`)
    const shown = [...topLines(store), ...footerPromises(store).map(({ title }) => title)]
    expect(shown.filter((line) => promise.test(line))).toHaveLength(2)
    const page = records.find(
      (each) => each.record === 'content_page' && each.store === store && each.path === 'returns-info',
    )
    expect(page).toHaveProperty('body', expect.stringMatching(promise))
  },
)
