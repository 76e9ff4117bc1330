/** What must hold after everything has settled, beside what `anode books check` sees. */
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { openCatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { indexPlace } from '../../read-model/schema/index-file.server.ts'
import { runAnode } from '../../test/anode-command.ts'
import { indexContents } from '../../test/index-contents.ts'
import type { CrashShop } from './crash-shop.ts'
import { brokenDeliveries } from './event-violations.ts'
import { paymentsAtHarbourPay, violationsOfModules } from './outside-modules.ts'
import type { Purchase } from './crash-shopper.ts'

/** Sentences, one per violation. */
export async function findViolations(shop: CrashShop, purchases: readonly Purchase[]): Promise<string[]> {
  const found = [
    await differencesOfBooks(shop),
    await brokenPromises(shop, purchases),
    await paymentsWithoutOrder(shop),
    await doubledOrders(shop),
    await brokenMails(shop),
    await brokenDeliveries(shop),
    await violationsOfModules(shop),
    await differingIndexes(shop),
  ]
  return found.flat()
}

interface BooksAnswer {
  differences: { check: string; concerns: string; problem: string }[]
  waiting: { check: string; concerns: string; problem: string }[]
}

/** By the operator's own command. What still waits after three days is a violation too. */
async function differencesOfBooks({ folder, variables }: CrashShop): Promise<string[]> {
  const answer = await runAnode({ dataDir: folder, databaseUrl: variables['DATABASE_URL']!, variables }, [
    'books',
    'check',
    '--simulator',
    '--json',
  ])
  if (answer.out === '') return [`anode books check ended with ${answer.code}: ${answer.err}`]
  const { differences, waiting } = JSON.parse(answer.out) as BooksAnswer
  return [...differences, ...waiting].map(
    ({ check, concerns, problem }) => `books: ${check}: ${concerns}: ${problem}`,
  )
}

/** A shopper who was shown a confirmation has its order. */
async function brokenPromises({ db }: CrashShop, purchases: readonly Purchase[]): Promise<string[]> {
  const shown = purchases.flatMap(({ confirmation, checkout }) =>
    confirmation ? [{ confirmation, checkout }] : [],
  )
  const { rows } = await sql<{ confirmation: string; status: string | null }>`
    select shown.confirmation, o.status
    from unnest(${shown.map(({ confirmation }) => confirmation)}::text[]) as shown (confirmation)
    left join orders o on o.access_token = shown.confirmation
    where o.status is null or o.status in ('pending', 'payment_failed')`.execute(db)
  return rows.map(({ confirmation, status }) => {
    const checkout = shown.find((each) => each.confirmation === confirmation)?.checkout
    return `a shopper saw that checkout ${checkout} is paid, and its order is ${status ?? 'not there'}`
  })
}

interface SimulatedPayment {
  provider: string
  id: string
  status: string
  authorizedMinor: number
  capturedMinor: number
  refundedMinor: number
}

/** Money at a provider belongs to one order that is delivered or decided about, and such an order has its money. */
async function paymentsWithoutOrder({ db, simulator, harbourPay }: CrashShop): Promise<string[]> {
  const payments: SimulatedPayment[] = [
    ...(await simulator.control<SimulatedPayment[]>('GET', 'payments')),
    ...(harbourPay ? paymentsAtHarbourPay(harbourPay) : []),
  ]
  const { rows } = await sql<{
    provider: string
    id: string
    number: string
    status: string
    payable: number
  }>`
    select case when a.provider = 'klarna' then 'kustom' when a.provider like 'walley%' then 'walley' else a.provider end as provider,
      case when a.provider like 'walley%' then split_part(a.provider_order_id, '.', 1) else a.provider_order_id end as id,
      o.number, o.status, a.amount_minor as payable
    from payment_attempt a join orders o on o.id = a.order_id
    where a.provider not in ('invoice', 'none')`.execute(db)
  const violations: string[] = []
  for (const { provider, id, authorizedMinor, capturedMinor, refundedMinor } of payments) {
    if (authorizedMinor === 0 && capturedMinor <= refundedMinor) continue
    const orders = rows.filter((row) => row.provider === provider && row.id === id)
    const [order] = orders
    if (orders.length !== 1 || !order)
      violations.push(`${provider} ${id} has money, and ${orders.length} orders`)
    else if (['pending', 'payment_failed', 'cancelled'].includes(order.status))
      violations.push(`${provider} ${id} has money, and its order ${order.number} is ${order.status}`)
  }
  for (const { provider, id, number, status } of rows) {
    if (!['received', 'processing', 'shipped', 'delivered'].includes(status)) continue
    const payment = payments.find((each) => each.provider === provider && each.id === id)
    if (!payment || payment.authorizedMinor + payment.capturedMinor === 0)
      violations.push(
        `order ${number} is ${status}, and ${provider} ${id} is ${payment?.status ?? 'not there'}`,
      )
  }
  return violations
}

/** A checkout has at most one order that is not given up. */
async function doubledOrders({ db }: CrashShop): Promise<string[]> {
  const { rows } = await sql<{ checkout: string; numbers: string }>`
    select checkout_id as checkout, string_agg(number, ', ') as numbers from orders
    where status not in ('payment_failed', 'cancelled') group by checkout_id having count(*) > 1`.execute(db)
  return rows.map(({ checkout, numbers }) => `checkout ${checkout} has the orders ${numbers}`)
}

/** Every mail of an order was received, under the one Message-ID that is recorded. */
async function brokenMails({ db, mails }: CrashShop): Promise<string[]> {
  const received = new Set(mails.mails.map(({ messageId }) => messageId))
  const { rows } = await sql<{ number: string; kind: string; messageId: string | null }>`
    select o.number, m.kind, m.message_id as "messageId" from order_mail m join orders o on o.id = m.order_id`.execute(
    db,
  )
  const known = new Set(rows.map(({ messageId }) => messageId))
  return [
    ...rows.flatMap(({ number, kind, messageId }) =>
      messageId !== null && received.has(messageId)
        ? []
        : [`the mail ${kind} of order ${number} was not received`],
    ),
    ...[...received].flatMap((id) => (known.has(id) ? [] : [`a mail ${id} was received that no order has`])),
  ]
}

/** How long a node may take to apply the last changes. */
const catchUpMs = 30_000

/** Every node's index holds what one built from the database holds. */
async function differingIndexes({ nodes, folder, variables }: CrashShop): Promise<string[]> {
  const dataDir = join(folder, 'fresh-index')
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const fresh = openCatalogueIndex({ dataDir, databaseUrl: variables['DATABASE_URL']!, log })
  await fresh.ready
  await fresh.close()
  const expected = indexContents(indexPlace(dataDir).file)
  const violations: string[] = []
  for (const [number, node] of nodes.entries()) {
    const until = Date.now() + catchUpMs
    const isEqual = () => isDeepStrictEqual(indexContents(indexPlace(node.dataDir).file), expected)
    while (!isEqual() && Date.now() < until) await sleep(500)
    if (!isEqual()) violations.push(`the index of node ${number} differs from the database`)
  }
  return violations
}
