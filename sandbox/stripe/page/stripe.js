// The stand-in for Stripe.js: the part of its interface that a checkout with the Payment Element uses. The fields
// are in a frame of the simulator (element.js), so that no card number reaches the merchant's page.
;(function start(window, document) {
  const base = document.currentScript.src.replace(/\/[^/]+\/stripe\.js(?:\?.*)?$/, '')
  const { origin } = new URL(base)
  /** The shopper has left the page: nothing after the confirmation runs. */
  const never = () => new Promise(() => {})

  const retrieve = async (clientSecret, publishableKey, locale = 'en') => {
    const query = new URLSearchParams({ secret: clientSecret, key: publishableKey, locale })
    const response = await fetch(`${base}/page/intent?${query}`)
    return response.json()
  }

  /** Shows a page of the simulator in a dialog until the shopper has decided. */
  const showDialog = (url) =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog')
      const frame = document.createElement('iframe')
      frame.title = 'Stripe'
      frame.src = `${url}&dialog=1`
      frame.style.cssText = 'width: min(400px, 80vw); height: 320px; border: 0'
      dialog.style.cssText = 'padding: 0; border: 1px solid #767676; border-radius: 8px'
      dialog.append(frame)
      document.body.append(dialog)
      const receive = ({ source, data }) => {
        if (source !== frame.contentWindow || data.type !== 'decided') return
        window.removeEventListener('message', receive)
        dialog.close()
        dialog.remove()
        resolve(data)
      }
      window.addEventListener('message', receive)
      // Only the buttons decide.
      dialog.addEventListener('cancel', (event) => event.preventDefault())
      dialog.showModal()
    })

  const createElements = (publishableKey, given) => {
    let options = { locale: 'auto', ...given }
    let element = null

    const locale = () => (options.locale === 'auto' ? navigator.language : options.locale)

    const frameUrl = () => {
      const { clientSecret, amount, currency, paymentMethodTypes = [] } = options
      const query = new URLSearchParams({ locale: locale(), key: publishableKey })
      if (clientSecret) query.set('secret', clientSecret)
      else {
        query.set('amount', amount)
        query.set('currency', currency)
        query.set('types', paymentMethodTypes.join(','))
      }
      return `${base}/page/element?${query}`
    }

    const create = (type) => {
      if (type !== 'payment') throw new Error(`the simulated Stripe.js has no element ${type}`)
      if (element) throw new Error('An Elements instance can have only one Payment Element.')
      const handlers = new Map()
      const waiting = new Map()
      let asked = 0
      const frame = document.createElement('iframe')
      frame.title = 'Stripe'
      frame.style.cssText = 'display: block; width: 100%; height: 420px; border: 0'

      const emit = (name, event) => {
        for (const handle of handlers.get(name) ?? []) handle({ elementType: 'payment', ...event })
      }

      const receive = ({ source, origin: sender, data }) => {
        if (source !== frame.contentWindow || sender !== origin) return
        if (data.type === 'height') frame.style.height = `${data.height}px`
        if (data.type === 'event') emit(data.name, data.event)
        if (data.type === 'answer') {
          waiting.get(data.id)?.(data.answer)
          waiting.delete(data.id)
        }
      }

      element = {
        /** Asks the frame for something. */
        ask(action, details = {}) {
          asked += 1
          const id = asked
          frame.contentWindow.postMessage({ type: 'ask', id, action, ...details }, origin)
          return new Promise((resolve) => {
            waiting.set(id, resolve)
          })
        },
        mount(place) {
          frame.src = frameUrl()
          window.addEventListener('message', receive)
          const node = typeof place === 'string' ? document.querySelector(place) : place
          node.replaceChildren(frame)
        },
        unmount() {
          window.removeEventListener('message', receive)
          frame.remove()
        },
        destroy() {
          element.unmount()
          element = null
        },
        on(name, handle) {
          handlers.set(name, [...(handlers.get(name) ?? []), handle])
          return element
        },
        off(name) {
          handlers.delete(name)
          return element
        },
        update() {},
        focus: () => frame.focus(),
        isMounted: () => frame.isConnected,
      }
      return element
    }

    return {
      create,
      getElement: () => element,
      update(changes) {
        options = { ...options, ...changes }
        if (element?.isMounted() && changes.amount !== undefined)
          void element.ask('amount', { amount: changes.amount })
      },
      async fetchUpdates() {
        if (element?.isMounted()) await element.ask('refresh')
        return {}
      },
      submit: () => element.ask('validate'),
      options: () => options,
      locale,
    }
  }

  window.Stripe = (publishableKey) => {
    if (!publishableKey?.startsWith('pk_')) throw new Error('Stripe() needs a publishable key.')

    const finish = async (clientSecret, { returnUrl, redirect, closes, locale }) => {
      const { paymentIntent, setupIntent, error } = await retrieve(clientSecret, publishableKey, locale)
      if (error) return { error }
      if (setupIntent) {
        if (setupIntent.last_setup_error) return { error: setupIntent.last_setup_error }
        if (redirect === 'if_required') return { setupIntent }
        const url = new URL(returnUrl)
        url.searchParams.set('setup_intent', setupIntent.id)
        url.searchParams.set('setup_intent_client_secret', clientSecret)
        url.searchParams.set('redirect_status', 'succeeded')
        window.location.assign(url)
        return never()
      }
      if (paymentIntent.last_payment_error) return { error: paymentIntent.last_payment_error }
      if (closes) {
        window.close()
        return never()
      }
      if (redirect === 'if_required') return { paymentIntent }
      const url = new URL(returnUrl)
      url.searchParams.set('payment_intent', paymentIntent.id)
      url.searchParams.set('payment_intent_client_secret', clientSecret)
      url.searchParams.set('redirect_status', 'succeeded')
      window.location.assign(url)
      return never()
    }

    const stripe = {
      elements: (options = {}) => createElements(publishableKey, options),

      /** The card of a SetupIntent, whose client secret the elements were made with. */
      confirmSetup: (given) => stripe.confirmPayment(given),

      async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
        const element = elements?.getElement()
        if (!element?.isMounted()) throw new Error('confirmPayment() needs a mounted Payment Element.')
        const options = elements.options()
        const secret = clientSecret ?? options.clientSecret
        if (!secret) throw new Error('confirmPayment() needs a client secret.')
        const { return_url: returnUrl } = confirmParams
        if (!returnUrl && redirect !== 'if_required') throw new Error('confirmParams.return_url is required.')
        const answer = await element.ask('confirm', {
          clientSecret: secret,
          returnUrl,
          // Elements that were made before their intent must have been kept at its amount.
          amount: options.clientSecret ? null : options.amount,
        })
        const { error, action } = answer
        if (error) return { error }
        if (action?.kind === 'redirect') {
          window.location.assign(action.url)
          return never()
        }
        const decided = action?.kind === 'dialog' ? await showDialog(action.url) : {}
        const closes = answer.closes || decided.closes
        return finish(secret, { returnUrl, redirect, closes, locale: elements.locale() })
      },

      retrievePaymentIntent: (clientSecret) => retrieve(clientSecret, publishableKey),
    }
    return stripe
  }
  window.Stripe.version = 'dahlia'
})(window, document)
