// The simulated checkout inside its frame: who pays, the payment method, and the buttons that decide the purchase.
;(function start(window, document) {
  const form = document.querySelector('form')
  const status = document.querySelector('[role=status]')
  const texts = JSON.parse(document.getElementById('texts').textContent)
  const { pathname, search } = window.location

  const post = (message) => window.parent.postMessage(message, '*')
  const emit = (name) => post({ type: 'event', name: `walleyCheckout${name}` })
  const showStatus = (text) => {
    status.textContent = text
  }

  const reportHeight = () => post({ type: 'height', height: document.documentElement.offsetHeight })
  new ResizeObserver(reportHeight).observe(document.body)

  if (!form) {
    emit(document.getElementById('gone') ? 'Expired' : 'PurchaseCompleted')
    return
  }

  const { customer, buttons } = form.elements
  let answered

  const call = async (path, body) => {
    const response = await fetch(`${pathname}/${path}`, { method: 'POST', body: JSON.stringify(body) })
    return response.json()
  }

  const showGone = () => {
    showStatus(texts.gone)
    emit('Expired')
  }

  const refresh = async () => {
    const checkout = await (await fetch(`${pathname}/checkout${search}`)).json()
    if (checkout.kind === 'gone') return showGone()
    document.getElementById('total').textContent = checkout.total
  }

  /** Fields of the form whose names begin with `delivery.`, without that; absent where none are shown. */
  const deliveryOf = () => {
    const { delivery } = form.elements
    if (!delivery) return {}
    const entries = [...new FormData(form)].filter(([name]) => name.startsWith('delivery.'))
    return {
      delivery: Object.fromEntries(entries.map(([name, value]) => [name.slice('delivery.'.length), value])),
    }
  }

  const showDelivery = (isSeparate) => {
    form.elements.delivery?.remove()
    if (isSeparate)
      form.querySelector('template').after(form.querySelector('template').content.cloneNode(true))
  }

  const identify = async () => {
    const entered = Object.fromEntries([...new FormData(form)].filter(([name]) => name in customer.elements))
    const result = await call('identify', { ...entered, ...deliveryOf() })
    if (result.kind === 'gone') return showGone()
    emit('CustomerUpdated')
    return true
  }

  const askMerchant = () =>
    new Promise((resolve) => {
      answered = resolve
      post({ type: 'before_payment' })
    })

  const pay = async (outcome, { closes = false } = {}) => {
    if (!(await identify())) return
    const answer = await askMerchant()
    if (!answer.isAllowed) {
      emit('PaymentAborted')
      return showStatus([answer.title, answer.message].filter(Boolean).join(': ') || texts.refused)
    }
    emit('Locked')
    const result = await call('pay', { method: form.elements.method.value, outcome })
    if (result.kind === 'completed') {
      emit('PurchaseCompleted')
      if (closes || result.redirectTo === null) {
        form.hidden = true
        showStatus(closes ? texts.closed : texts.thanks)
        if (closes) post({ type: 'close' })
        return
      }
      return post({ type: 'redirect', to: result.redirectTo })
    }
    emit('Unlocked')
    if (result.kind === 'refused') emit('OrderValidationFailed')
    if (result.kind === 'gone') return showGone()
    showStatus(texts[result.kind])
  }

  const actions = {
    pay: () => pay('accept'),
    close: () => pay('accept', { closes: true }),
    hold: () => pay('hold'),
    sign: () => pay('sign'),
    decline: () => pay('decline'),
  }

  const decide = async (action) => {
    showStatus('')
    buttons.disabled = true
    try {
      await actions[action]()
    } catch {
      showStatus(texts.failed)
    } finally {
      buttons.disabled = false
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void decide(event.submitter.value)
  })

  form.addEventListener('change', ({ target }) => {
    if (target.name === 'separate') showDelivery(target.checked)
    if (target.name === 'postalCode' || target.name === 'email') void identify()
  })

  const receive = async (data) => {
    if (data.type === 'before_payment_answer') answered?.(data.answer)
    if (data.type === 'suspend') {
      form.inert = true
      showStatus(texts.suspended)
    }
    if (data.type === 'resume') {
      await refresh()
      form.inert = false
      if (status.textContent === texts.suspended) showStatus('')
      emit('Resumed')
    }
  }

  window.addEventListener('message', ({ data, source }) => {
    if (source === window.parent) void receive(data)
  })
})(window, document)
