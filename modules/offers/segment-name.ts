/** Names of segments are codes: lower case letters, digits and hyphens, at most 60. Pure. */
export const isSegmentName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,59}$/.test(text)
