/** Forms of fields in feeds, records and the back office. The database checks those of products as well. */

export const unNumberPattern = /^(?:none|UN\d{4})$/
export const hsCodePattern = /^\d{6,10}$/
/** ISO 3166-1 alpha-2. */
export const countryPattern = /^[A-Z]{2}$/

/** One segment of an address: lower-case letters and digits, with single separators between them. */
export const slugPattern = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/
