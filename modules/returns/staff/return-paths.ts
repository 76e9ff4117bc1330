/** Addresses of the pages of returns, and of what they read and change. */
const of = (id: string) => `/admin/api/returns/${encodeURIComponent(id)}`

export const returnPaths = {
  /** The refund of an order, with the units of a withdrawal chosen. */
  refundOfWithdrawal: (number: string, withdrawal: number) =>
    `/orders/${encodeURIComponent(number)}/refund?withdrawal=${withdrawal}`,
}

export const returnApi = {
  return: of,
  photo: (id: string, photo: number) => `${of(id)}/photos/${photo}`,
  refundPreview: (id: string) => `${of(id)}/refund-preview`,
  actions: (id: string) => `${of(id)}/actions`,
  withdrawalActions: (id: number) => `/admin/api/withdrawals/${id}/actions`,
}
