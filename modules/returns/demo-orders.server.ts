/** A return and a withdrawal of the demo. */
import { randomUUID } from 'node:crypto'
import type { DemoOrderEnd } from '../../sdk/module.ts'
import { registerReturn } from './register-return.server.ts'
import { withdraw } from './withdraw.server.ts'

export const demoOrderEnds: Readonly<Record<string, DemoOrderEnd>> = {
  async return(services, actor, { number, sku, comment }) {
    const items = [{ sku, quantity: 1, reason: 'defective' as const }]
    const returned = await registerReturn(services, actor, number, { items, comment })
    if (!returned.ok) throw new Error(`The demo order ${number} cannot be returned: ${returned.code}`)
  },
  async withdrawal(services, actor, { number, store, sku, buyer }) {
    await withdraw(services, actor, {
      key: randomUUID(),
      store,
      orderNumber: number,
      ...buyer,
      goods: '',
      items: [{ sku, quantity: 1 }],
      address: 'demo',
    })
  },
}
