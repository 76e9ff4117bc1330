/** Parts of a page that failed while it was rendered on the server, which React leaves to the browser without a report. */

/** How React marks a boundary whose content the browser must render. */
const failedPart = '<!--$!-->'
const boundaryEnd = '<!--/$-->'
/** The attribute by which a template replaces a failed part of a module. */
const named = / data-failed-module="([a-z-]+)"/

/** A sentence for each; those of modules are named. */
export function failedParts(html: string): string[] {
  return html
    .split(failedPart)
    .slice(1)
    .map((rest) => {
      const [, module] = named.exec(rest.split(boundaryEnd, 1)[0]!) ?? []
      return module === undefined
        ? 'A part of the page could not be rendered.'
        : `Module ${module}: its part of the page could not be rendered.`
    })
}
