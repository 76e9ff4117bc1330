// The script that the snippet loads into the merchant's page: the frame, the client API `_klarnaCheckout`
// with its events, suspend and resume. The frame itself is frame.js.
;(function start(window, document) {
  const settings = window.__kustomCheckout
  const origin = new URL(settings.url).origin
  const container = document.getElementById('klarna-checkout-container')
  const autoResumeMs = 10_000

  let handlers = {}
  let resumeTimer

  const frame = document.createElement('iframe')
  frame.id = 'klarna-checkout-iframe'
  frame.title = 'Kustom'
  frame.src = `${settings.url}/page/${settings.orderId}`
  frame.style.cssText = 'width: 100%; min-width: 320px; height: 760px; border: 0'
  container.append(frame)

  const send = (message) => frame.contentWindow?.postMessage(message, origin)

  const api = {
    on(added) {
      handlers = { ...handlers, ...added }
    },
    suspend({ autoResume } = {}) {
      clearTimeout(resumeTimer)
      send({ type: 'suspend' })
      if (autoResume?.enabled !== false) resumeTimer = setTimeout(api.resume, autoResumeMs)
    },
    resume() {
      clearTimeout(resumeTimer)
      send({ type: 'resume' })
    },
  }

  const replies = {
    event: ({ name, data }) => handlers[name]?.(data),
    height: ({ height }) => {
      frame.style.height = `${height}px`
    },
    // The merchant's page may refuse the purchase before the provider's server is asked.
    validate: ({ data }) => {
      const answer = (result) => send({ type: 'validated', result: result ?? { should_proceed: true } })
      if (settings.requiresClientValidation && handlers.validation_callback)
        handlers.validation_callback(data, answer)
      else answer()
    },
    redirect: ({ to }) => {
      handlers.redirect_initiated?.(true)
      window.location.assign(to)
    },
    close: () => window.close(),
  }

  const receive = (event) => {
    if (event.origin === origin && event.source === frame.contentWindow)
      replies[event.data.type]?.(event.data)
  }
  // A snippet that is rendered again replaces the one before it.
  window.__kustomStop?.()
  window.__kustomStop = () => window.removeEventListener('message', receive)
  window.addEventListener('message', receive)

  const queued = window._klarnaCheckout?.q ?? []
  window._klarnaCheckout = (use) => use(api)
  for (const [use] of queued) use(api)
})(window, document)
