/** Alternative texts of pictures, for people who do not see them (WCAG 2.2, 1.1.1). */

/** Characters of a text in one store. */
export const longestPictureText = 500
