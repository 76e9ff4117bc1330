/** The page on which shoppers pay at the simulated Harbour Pay. */
import type { SimulatedPayment } from './payment-book.ts'

/** What a shopper can do there. */
export const choices = ['approve', 'decline', 'leave'] as const
export type Choice = (typeof choices)[number]

const names: Record<Choice, string> = { approve: 'Approve', decline: 'Decline', leave: 'Back to the shop' }

export function paymentPage({ id, status, amount, currency, reference }: SimulatedPayment): string {
  const buttons = choices.map(
    (choice) => `<button formaction="/pay/${id}/${choice}">${names[choice]}</button>`,
  )
  const body =
    status === 'open'
      ? `<p>${reference}: ${(amount / 100).toFixed(2)} ${currency}</p><form method="post">${buttons.join(' ')}</form>`
      : '<p>This payment has ended.</p>'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Harbour Pay</title><h1>Harbour Pay (simulated)</h1>${body}</html>`
}
