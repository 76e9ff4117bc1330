/** How long notices about products are waited for. Pure. */
const dayMs = 24 * 3_600_000

/** When a request that is confirmed now ends without another mail: after a year. */
export const noticeEndsAt = (confirmedAt: Date): Date => new Date(confirmedAt.getTime() + 365 * dayMs)
