/**
 * A page is whole and usable without its script, so the script must not compete with what is seen: React Router's
 * module script lies still until the first picture is there, and its preloads come then. On a slow line that picture
 * comes half a second sooner; the page wakes as it did, for the line is free then.
 */

const preload = '<link rel="modulepreload"'
const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const moduleScript = /<script( nonce="[^"]*")? type="module" async="">/y

/** What starts it. The script is copied under the same text, which the page's policy knows, or the same nonce. */
const start = (files: readonly string[]) =>
  `{const{nonce}=document.currentScript,still=document.getElementById("start"),start=()=>{for(const href of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));document.head.append(Object.assign(document.createElement("script"),{type:"module",nonce,textContent:still.textContent}))};document.hidden?start():requestAnimationFrame(()=>setTimeout(start))}`

/** The document with its scripts after its first picture; as it came where it is not made as expected. */
export function scriptsAfterPaint(html: string): string {
  moduleScript.lastIndex = html.lastIndexOf('<script', html.lastIndexOf(' type="module" async=""'))
  const found = moduleScript.exec(html)
  if (!found) return html
  const files: string[] = []
  const [opened, nonce = ''] = found
  const end = html.indexOf('</script>', found.index) + '</script>'.length
  const still = html.slice(found.index + opened.length, end)
  const first = Math.max(html.indexOf(preload), 0)
  const last = html.indexOf('>', html.lastIndexOf(preload)) + 1
  const rest = html.slice(first, last).replace(modulePreload, (_link, href: string) => {
    files.push(href)
    return ''
  })
  const before = html.slice(0, first) + rest + html.slice(last, found.index)
  return `${before}<script${nonce} type="text/plain" id="start">${still}<script${nonce}>${start(files)}</script>${html.slice(end)}`
}
