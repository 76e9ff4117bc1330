/** How long notices of stock and of a lower price are waited for, and how often they are mailed. Pure. */
const dayMs = 24 * 3_600_000

/** When a request that is confirmed now ends without another mail: after a year. */
export const noticeEndsAt = (confirmedAt: Date): Date => new Date(confirmedAt.getTime() + 365 * dayMs)

/** At most one mail per product and address in this time, milliseconds. */
export const betweenPriceMailsMs = 7 * dayMs
