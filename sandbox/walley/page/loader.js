// The script that a merchant's page loads: it adds the frame after its own script element, offers the client API
// `walley.checkout.api`, and dispatches the checkout's events on the document. The frame itself is frame.js.
;(function start(window, document) {
  const script = document.currentScript
  const { token, lang = 'en', containerId } = script.dataset
  const base = script.src.replace(/\/walley-checkout-loader\.js.*$/, '')
  const { origin } = new URL(base)

  const frame = document.createElement('iframe')
  frame.title = 'Walley'
  frame.src = `${base}/page/${encodeURIComponent(token)}?lang=${encodeURIComponent(lang)}`
  frame.style.cssText = 'width: 100%; min-width: 300px; height: 760px; border: 0'
  const container = containerId && document.getElementById(containerId)
  if (container) container.append(frame)
  else script.after(frame)

  // Shared by all checkouts of the page, as the API says: without a token a call is for every frame.
  const shared = (window.walley ??= { checkout: { frames: [], beforePayment: undefined } }).checkout
  shared.frames = [...shared.frames.filter((other) => other.frame.isConnected), { frame, token }]

  const send = (message, wanted) => {
    for (const known of shared.frames)
      if (wanted === undefined || known.token === wanted)
        known.frame.contentWindow?.postMessage(message, origin)
  }

  shared.api = {
    suspend: (wanted) => send({ type: 'suspend' }, wanted),
    resume: (wanted) => send({ type: 'resume' }, wanted),
    onBeforePayment(handler) {
      shared.beforePayment = handler
    },
  }

  const emit = (name) => document.dispatchEvent(new CustomEvent(name, { detail: token }))

  const askMerchant = async () => {
    try {
      await shared.beforePayment?.()
      return { isAllowed: true }
    } catch (problem) {
      return { isAllowed: false, title: problem?.title ?? '', message: problem?.message ?? '' }
    }
  }

  const replies = {
    event: ({ name }) => emit(name),
    height: ({ height }) => {
      frame.style.height = `${height}px`
    },
    before_payment: async () => {
      const answer = await askMerchant()
      send({ type: 'before_payment_answer', answer }, token)
    },
    redirect: ({ to }) => window.location.assign(to),
    close: () => window.close(),
  }

  const receive = (event) => {
    if (!frame.isConnected) return window.removeEventListener('message', receive)
    if (event.origin === origin && event.source === frame.contentWindow)
      void replies[event.data.type]?.(event.data)
  }
  window.addEventListener('message', receive)
})(window, document)
