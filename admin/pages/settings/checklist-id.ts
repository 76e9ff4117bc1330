/** Id of the list "Before opening" on the page of the settings. */
export const checklistId = 'before-opening'
