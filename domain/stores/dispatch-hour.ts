/** Hour of the day at which a weekday's parcels are handed over, where the store does not say another. */
export const usualDispatchHour = 16
