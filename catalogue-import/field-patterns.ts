/** Forms of product fields, in feeds and in records. The database checks the same. */

export const unNumberPattern = /^(?:none|UN\d{4})$/
export const hsCodePattern = /^\d{6,10}$/
/** ISO 3166-1 alpha-2. */
export const countryPattern = /^[A-Z]{2}$/
