// The simulated checkout inside its frame: address, shipping choice, and the buttons that decide the purchase.
;(function start(window, document) {
  const form = document.querySelector('form')
  const status = document.querySelector('[role=status]')
  const texts = JSON.parse(document.getElementById('texts').textContent)
  const orderUrl = window.location.pathname
  const alpha3 = { se: 'swe', no: 'nor', de: 'deu', dk: 'dnk' }

  const post = (message) => window.parent.postMessage(message, '*')
  const emit = (name, data) => post({ type: 'event', name, data })
  const showStatus = (text) => {
    status.textContent = text
  }

  const reportHeight = () => post({ type: 'height', height: document.documentElement.offsetHeight })
  new ResizeObserver(reportHeight).observe(document.body)

  if (!form) {
    emit('load_confirmation', {})
    return
  }

  const { buttons, address, challenge } = form.elements
  let validated
  let isTouched = false
  let shown = Number(form.dataset.amount)

  const call = async (path, body) => {
    const response = await fetch(`${orderUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) })
    return response.json()
  }

  const refresh = async () => {
    const order = await (await fetch(`${orderUrl}/order`)).json()
    if (order.kind === 'gone') return showStatus(texts.gone)
    document.getElementById('total').textContent = order.total
    if (order.amount !== shown) emit('order_total_change', { order_amount: order.amount })
    shown = order.amount
  }

  const addressOf = () =>
    Object.fromEntries(
      [...new FormData(form)].filter(([name, value]) => value !== '' && name in address.elements),
    )

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

  /** Shows the result of a call; true: the checkout goes on. */
  const proceed = (result) => {
    if (result.kind === 'done') return true
    if (result.kind === 'completed' || result.kind === 'redirected') {
      if (result.redirectTo !== null) post({ type: 'redirect', to: result.redirectTo })
      return false
    }
    if (result.kind === 'failed') emit('network_error', {})
    showStatus(result.message || texts[result.kind])
    return false
  }

  const enterAddress = async () => {
    if (!address.querySelector('[name=email]').value) return true
    const given = addressOf()
    const result = await call('address', {
      address: given,
      ...deliveryOf(),
      customerType: form.dataset.customerType,
    })
    const data = { ...given, country: alpha3[form.dataset.country] }
    emit('change', data)
    emit('billing_address_change', data)
    emit('shipping_address_change', { ...data, ...deliveryOf().delivery })
    emit('customer', { type: form.dataset.customerType })
    await refresh()
    return proceed(result)
  }

  const clientValidation = () =>
    new Promise((resolve) => {
      validated = resolve
      post({ type: 'validate', data: { order_amount: shown } })
    })

  const isBusy = (busy) => {
    buttons.disabled = busy
    challenge.disabled = busy
  }

  const pay = async ({ closes = false } = {}) => {
    if (!(await enterAddress())) return
    const answer = await clientValidation()
    if (!answer.should_proceed) return showStatus(answer.message || texts.refused)
    const result = await call('pay', { method: form.elements.method.value })
    if (closes && result.kind === 'completed') {
      form.hidden = true
      showStatus(texts.closed)
      post({ type: 'close' })
      return
    }
    proceed(result)
  }

  const actions = {
    pay: () => pay(),
    close: () => pay({ closes: true }),
    decline: () => showStatus(texts.declined),
    authenticate: () => {
      buttons.hidden = true
      challenge.hidden = false
      challenge.querySelector('button').focus()
    },
    approve: async () => {
      hideChallenge()
      await pay()
    },
    abort: () => {
      hideChallenge()
      showStatus(texts.declined)
    },
  }

  function hideChallenge() {
    buttons.hidden = false
    challenge.hidden = true
  }

  const decide = async (action) => {
    showStatus('')
    isBusy(true)
    try {
      await actions[action]()
    } catch {
      emit('network_error', {})
      showStatus(texts.failed)
    } finally {
      isBusy(false)
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void decide(event.submitter.value)
  })

  const applyChange = async (target) => {
    if (target.name === 'shipping') {
      proceed(await call('shipping', { id: target.value }))
      emit('shipping_option_change', { id: target.value })
      await refresh()
    }
    if (target.name === 'separate') showDelivery(target.checked)
    if (target.name === 'postal_code' || target.name === 'email') await enterAddress()
  }

  form.addEventListener('change', ({ target }) => void applyChange(target))

  form.addEventListener('input', () => {
    if (!isTouched) emit('user_interacted', { type: 'keyboard' })
    isTouched = true
  })

  const receive = async (data) => {
    if (data.type === 'validated') validated?.(data.result)
    if (data.type === 'suspend') {
      form.inert = true
      showStatus(texts.suspended)
    }
    if (data.type === 'resume') {
      await refresh()
      form.inert = false
      if (status.textContent === texts.suspended) showStatus('')
    }
  }

  window.addEventListener('message', ({ data, source }) => {
    if (source === window.parent) void receive(data)
  })

  emit('load', { customer: { type: form.dataset.customerType } })
})(window, document)
