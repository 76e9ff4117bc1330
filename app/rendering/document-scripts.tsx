/**
 * The inline scripts of a document. Only the server renders these components. Every script is recorded with
 * its exact text, and the content security policy allows these texts and no others (docs/decisions/0035). The
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
}

/** Provided by entry.server.tsx for one render. */
export const InlineScriptsContext = /* @__PURE__ */ createContext<InlineScripts>({
  nonce: null,
  record: () => undefined,
  switchedOff: new Set(),
})

function InlineScript({ text }: { text: string }) {
  const { nonce, record } = useContext(InlineScriptsContext)
  record(text)
  return <script nonce={nonce ?? undefined} dangerouslySetInnerHTML={{ __html: text }} />
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
  const { nonce, record, switchedOff } = useContext(InlineScriptsContext)
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
        <InlineScript text={startOnceStyled(preloads, moduleScript, strings)} />
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

/**
 * A script that adds React Router's preloads, the strings and the module script. Like every inline script it waits for
 * the style sheet above it, so these files do not compete with that, and are requested before the pictures, which wait
 * for the layout (docs/decisions/0020). The text of the module script is embedded here, not looked up in the document.
 */
export function startOnceStyled(preloads: readonly string[], moduleScript: string, strings: string): string {
  return `{const{nonce}=document.currentScript,add=(name,of)=>document.head.append(Object.assign(document.createElement(name),of));for(const href of ${inScript(preloads)})add("link",{rel:"modulepreload",href});add("link",{rel:"preload",as:"fetch",crossOrigin:"",href:${inScript(strings)}});add("script",{type:"module",nonce,textContent:${inScript(moduleScript)}})}`
}

/** A JavaScript literal that cannot close its enclosing script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
