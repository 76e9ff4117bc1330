/**
 * The HTML of a page as a tree of React elements without components: what is left to render once every
 * component has run. It is the reference of the category page. Only for what React itself has written.
 */
import { createElement, type ReactNode } from 'react'

interface OpenElement {
  tag: string
  props: Record<string, unknown>
  children: ReactNode[]
}

const voidTags = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** React's names of the attributes that are called otherwise in HTML. */
const propNames: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  srcset: 'srcSet',
  imagesrcset: 'imageSrcSet',
  imagesizes: 'imageSizes',
  fetchpriority: 'fetchPriority',
  tabindex: 'tabIndex',
  autocomplete: 'autoComplete',
  inputmode: 'inputMode',
  enterkeyhint: 'enterKeyHint',
  maxlength: 'maxLength',
  minlength: 'minLength',
  readonly: 'readOnly',
  datetime: 'dateTime',
  novalidate: 'noValidate',
  popovertarget: 'popoverTarget',
  crossorigin: 'crossOrigin',
  viewbox: 'viewBox',
  value: 'defaultValue',
  checked: 'defaultChecked',
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function unescape(text: string): string {
  return text.includes('&') ? text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => entities[name]!) : text
}

function styleOf(text: string): Record<string, string> {
  const rules = text.split(';').map((rule) => rule.split(/:(.*)/s, 2) as [string, string])
  const named = (name: string) =>
    name.startsWith('--') ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(rules.map(([name, value]) => [named(name), value]))
}

function propsOf(tag: string, attributes: string): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [, name = '', value = ''] of attributes.matchAll(/([^\s=/]+)(?:="([^"]*)")?/g)) {
    const isFieldValue = (name === 'value' || name === 'checked') && tag !== 'input'
    const prop = isFieldValue ? name : (propNames[name] ?? name)
    if (name === 'style') props[prop] = styleOf(unescape(value))
    // Boolean attributes are written with an empty value.
    else
      props[prop] =
        value === '' && !/^(?:alt|value|class|data-.*|aria-.*)$/.test(name) ? true : unescape(value)
  }
  return props
}

/** The element of a whole document, `<!DOCTYPE html><html>…</html>`. */
export function elementTree(document: string): ReactNode {
  const root: OpenElement = { tag: '', props: {}, children: [] }
  const open = [root]
  const close = (element: OpenElement): void => {
    open.at(-1)!.children.push(createElement(element.tag, element.props, ...element.children))
  }
  const tokens =
    /<!--[^>]*-->|<!DOCTYPE html>|<(\/?)([a-z][a-z0-9]*)((?:\s[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi
  for (let token = tokens.exec(document); token; token = tokens.exec(document)) {
    const [text, slash, tag, attributes = ''] = token
    const parent = open.at(-1)!
    if (tag === undefined) {
      if (!text.startsWith('<')) parent.children.push(unescape(text))
    } else if (slash) {
      close(open.pop()!)
    } else {
      const element: OpenElement = { tag, props: propsOf(tag, attributes), children: [] }
      if (tag === 'script' || tag === 'style') {
        const end = document.indexOf(`</${tag}>`, tokens.lastIndex)
        element.props['dangerouslySetInnerHTML'] = { __html: document.slice(tokens.lastIndex, end) }
        tokens.lastIndex = end + tag.length + 3
        close(element)
      } else if (voidTags.has(tag)) close(element)
      else open.push(element)
    }
  }
  if (open.length > 1) throw new Error(`The document leaves <${open.at(-1)!.tag}> open.`)
  return root.children[0]
}
