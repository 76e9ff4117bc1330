/**
 * The inline scripts of a document. Only the server renders these components. Every script is recorded with
 * its exact text, and the content security policy allows these texts and no others (decision 35). The
 * finished document is never searched for scripts, so markup from content cannot authorise itself.
 */
import { Children, createContext, Fragment, isValidElement, useContext, type ReactNode } from 'react'
import { Scripts, ScrollRestoration } from 'react-router'
import type { RenderingOptimisation } from '../shop-context.ts'
import { earlyScript } from './early-script.ts'

export interface InlineScripts {
  /** Set where the policy names a nonce instead of hashes. */
  nonce: string | null
  /** Called with the text of each inline script before the document is sent. */
  record(text: string): void
  switchedOff: ReadonlySet<RenderingOptimisation>
  /** The second style sheet. Deferred where the page shows nothing of it; then scripts start after it. */
  laterStyles: { href: string; areDeferred: boolean }
}

/** Provided by entry.server.tsx for one render. */
export const InlineScriptsContext = /* @__PURE__ */ createContext<InlineScripts>({
  nonce: null,
  record: () => undefined,
  switchedOff: new Set(),
  laterStyles: { href: '', areDeferred: false },
})

/** Whether the later styles are left to `startOnceStyled`. */
const defersStyles = ({ laterStyles, switchedOff }: InlineScripts) =>
  laterStyles.areDeferred && !switchedOff.has('deferred-scripts')

function InlineScript({ text }: { text: string }) {
  const { nonce, record } = useContext(InlineScriptsContext)
  record(text)
  return <script nonce={nonce ?? undefined} dangerouslySetInnerHTML={{ __html: text }} />
}

/** For the end of the head: the second style sheet, if the page must not be shown without it. */
export function LaterStyles() {
  const scripts = useContext(InlineScriptsContext)
  return !defersStyles(scripts) && <link rel="stylesheet" href={scripts.laterStyles.href} />
}

/** For the head: runs before the first paint. */
export function EarlyScript() {
  return <InlineScript text={earlyScript} />
}

/**
 * For the end of the body: restores the scroll position and starts the browser's script once the page is styled.
 * `strings`: address of the store's strings, which the script needs before it hydrates the page (load-strings.ts).
 */
export function DocumentScripts({ strings }: { strings: string }) {
  const context = useContext(InlineScriptsContext)
  const { nonce, record, switchedOff } = context
  // Both are called, not rendered, so that their scripts can be read from the returned elements. If React
  // Router returns other elements than expected, no page starts, and every browser test fails.
  const elements = elementsIn([ScrollRestoration({}), Scripts({})])
  const preloads = elements.flatMap(({ type, props }) =>
    type === 'link' && props.rel === 'modulepreload' && props.href !== undefined ? [props.href] : [],
  )
  const scripts = elements.flatMap(({ type, props }) => {
    const text = props.dangerouslySetInnerHTML?.__html
    return type === 'script' && text !== undefined ? [{ text, isModule: props.type === 'module' }] : []
  })
  const moduleScript = scripts.find(({ isModule }) => isModule)?.text
  if (moduleScript === undefined) throw new Error('React Router rendered no module script.')
  record(moduleScript)
  const isDeferred = !switchedOff.has('deferred-scripts')
  return (
    <>
      {scripts.map(({ text, isModule }) => !isModule && <InlineScript key={text} text={text} />)}
      {isDeferred ? (
        <InlineScript
          text={startOnceStyled({
            preloads,
            moduleScript,
            strings,
            laterStyles: defersStyles(context) ? context.laterStyles.href : null,
          })}
        />
      ) : (
        <>
          {preloads.map((href) => (
            <link key={href} rel="modulepreload" href={href} />
          ))}
          <script
            type="module"
            async
            nonce={nonce ?? undefined}
            dangerouslySetInnerHTML={{ __html: moduleScript }}
          />
        </>
      )}
    </>
  )
}

interface ElementProps {
  type?: string
  rel?: string
  href?: string
  dangerouslySetInnerHTML?: { __html: string }
  children?: ReactNode
}

/** Flattens the elements of a tree: fragments are replaced by their children. */
function elementsIn(node: ReactNode): { type: unknown; props: ElementProps }[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<ElementProps>(child)) return []
    return child.type === Fragment ? elementsIn(child.props.children) : [child]
  })
}

interface Start {
  /** Addresses of module scripts. */
  preloads: readonly string[]
  /** Its text is embedded, not looked up in the document. */
  moduleScript: string
  /** Address of the store's strings. */
  strings: string
  /** Address of the second style sheet, null if the document has it already. */
  laterStyles: string | null
}

/**
 * A script that adds React Router's preloads, the strings and the module script. Like every inline script it waits for
 * the style sheet above it, so these files do not compete with that, and are requested before the pictures, which wait
 * for the layout (decision 20). The second style sheet arrives as a preload, which no browser waits for before
 * it paints, and is applied before the module script runs: whatever that opens or navigates to is styled. If the sheet
 * fails to load, the script runs without it.
 */
export function startOnceStyled({ preloads, moduleScript, strings, laterStyles }: Start): string {
  // Requested first: of six connections, none is free for it once the scripts have them.
  const styles =
    laterStyles === null
      ? ''
      : `add("link",{rel:"preload",as:"style",href:${inScript(laterStyles)},onload(){this.onload=start;this.rel="stylesheet"},onerror:start});`
  return `{const{nonce}=document.currentScript,add=(name,of)=>document.head.append(Object.assign(document.createElement(name),of)),start=()=>add("script",{type:"module",nonce,textContent:${inScript(moduleScript)}});${styles}for(const href of ${inScript(preloads)})add("link",{rel:"modulepreload",href});add("link",{rel:"preload",as:"fetch",crossOrigin:"",href:${inScript(strings)}});${laterStyles === null ? 'start()' : ''}}`
}

/** A JavaScript literal that cannot close its enclosing script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
