/** Parts of the pages in the frames of simulated checkouts: their files, document, fields and buttons. */
import type { FastifyInstance } from 'fastify'
import { escapeText } from './escape-text.ts'
import type { SimulatorContext } from './simulated-provider.ts'

/** Options of the routes that only these pages call. */
export const isInternal = { config: { isInternal: true } }

/** Serves scripts and style sheets of the project by their addresses. */
export function serveFiles(
  app: FastifyInstance,
  context: Pick<SimulatorContext, 'readFile'>,
  files: Readonly<Record<string, string>>,
): void {
  for (const [path, file] of Object.entries(files)) {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
    app.get(path, isInternal, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(context.readFile(file)),
    )
  }
}

/** The texts in the language of a locale; English where there are none. */
export function textsIn<T extends object>(texts: { en: T }, locale: string): T {
  const language = locale.slice(0, 2).toLowerCase()
  return { ...texts.en, ...(texts as Partial<Record<string, T>>)[language] }
}

/** The document of a checkout's frame. Its script (`frame.js`) reads the texts from it. */
export function frameDocument(language: string, texts: { title: string }, content: string): string {
  const title = escapeText(texts.title)
  return `<!doctype html>
<html lang="${escapeText(language)}">
<head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="frame.css"></head>
<body><main class="checkout" aria-label="${title}">${content}<p role="status"></p></main>
<script type="application/json" id="texts">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>
<script src="frame.js"></script></body></html>`
}

/** Fields by name, type and autocomplete token. `values`: what is known already. */
export function textFields<Name extends string>(
  fields: readonly (readonly [name: Name, type: string, autocomplete: string])[],
  labels: Readonly<Record<Name, string>>,
  values: Readonly<Partial<Record<string, string>>>,
): string {
  return fields
    .map(
      ([name, type, autocomplete]) =>
        `<label>${escapeText(labels[name])}<input type="${type}" name="${name}" autocomplete="${autocomplete}" value="${escapeText(values[name] ?? '')}"></label>`,
    )
    .join('\n')
}

/** The fields of another delivery address, which are in the page only while they are asked for. */
export function separateDelivery<Name extends string>(
  fields: readonly Name[],
  labels: Readonly<Record<Name | 'separate' | 'delivery', string>>,
): string {
  const inputs = fields.map(
    (name) => `<label>${escapeText(labels[name])}<input name="delivery.${name}" autocomplete="off"></label>`,
  )
  return `<label class="choice"><input type="checkbox" name="separate">${escapeText(labels.separate)}</label>
<template><fieldset name="delivery"><legend>${escapeText(labels.delivery)}</legend>${inputs.join('\n')}</fieldset></template>`
}

export function radioChoice(name: string, value: string, label: string, isChecked: boolean): string {
  return `<label class="choice"><input type="radio" name="${name}" value="${escapeText(value)}"${isChecked ? ' checked' : ''}>${escapeText(label)}</label>`
}

/** Buttons that the page's script tells apart by their value, one for each outcome. */
export function actionButtons<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): string {
  return values
    .map((value) => `<button name="action" value="${value}">${escapeText(labels[value])}</button>`)
    .join('')
}
