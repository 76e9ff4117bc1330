import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createPictureDownloader,
  type DownloaderOptions,
  type DownloadValidators,
} from './download-picture.server.ts'
import { onlyLoopbackPort, photo, startWebServer, type TestWebServer } from './photo-fixture.test-support.ts'
import { publicNetwork } from '../network/public-network.server.ts'

const none: DownloadValidators = { etag: null, lastModified: null }
const never = new AbortController().signal

let handle: RequestListener
let asked: string[]
let server: TestWebServer
beforeAll(async () => {
  server = await startWebServer((request, response) => {
    asked.push(request.url ?? '')
    handle(request, response)
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  asked = []
})

/** Downloads from the test's server, which is reachable unless `options` say otherwise. */
function download(path: string, options: DownloaderOptions = {}, validators = none) {
  const network = onlyLoopbackPort(server.port, publicNetwork)
  const address = path.startsWith('http') ? path : server.origin + path
  return createPictureDownloader({ network, ...options })(address, validators, never)
}

describe('downloading a picture', () => {
  it('returns its bytes and the server’s validators', async () => {
    const bytes = await photo().jpeg().toBuffer()
    handle = (_request, response) => {
      response.writeHead(200, { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 09:00:00 GMT' }).end(bytes)
    }
    expect(await download('/a.jpg?size=large')).toEqual({
      ok: true,
      modified: true,
      bytes,
      etag: '"v1"',
      lastModified: 'Fri, 20 Nov 2026 09:00:00 GMT',
    })
    expect(asked).toEqual(['/a.jpg?size=large'])
  })

  it('sends the given validators and accepts 304', async () => {
    handle = (request, response) => {
      const { 'if-none-match': etag, 'if-modified-since': since } = request.headers
      response.writeHead(etag === '"v1"' && since === 'yesterday' ? 304 : 500).end()
    }
    const validators = { etag: '"v1"', lastModified: 'yesterday' }
    expect(await download('/a.jpg', {}, validators)).toEqual({ ok: true, modified: false })
    handle = (_request, response) => void response.writeHead(304).end()
    expect(await download('/a.jpg')).toEqual({ ok: false, code: 'http_status', detail: '304' })
  })

  it('follows three redirects and not a fourth', async () => {
    handle = (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('bytes')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    }
    expect(await download('/3')).toMatchObject({ ok: true })
    expect(await download('/4')).toEqual({ ok: false, code: 'too_many_redirects' })
  })

  it('stops at 15 MB, announced or not', async () => {
    const block = Buffer.alloc(1024 * 1024)
    handle = (_request, response) =>
      void response.writeHead(200, { 'content-length': 16 * block.length }).end()
    expect(await download('/announced')).toEqual({ ok: false, code: 'too_large' })
    handle = (_request, response) => {
      response.writeHead(200)
      for (let count = 0; count < 16; count++) response.write(block)
      response.end()
    }
    expect(await download('/not-announced')).toEqual({ ok: false, code: 'too_large' })
    handle = (_request, response) => {
      for (let count = 0; count < 15; count++) response.write(block)
      response.end()
    }
    expect(await download('/just')).toMatchObject({ ok: true, modified: true })
  })

  it('times out on a response that never ends, one that never starts, and a silent name server', async () => {
    handle = (_request, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    }
    const timeout = { ok: false, code: 'timeout' }
    expect(await download('/drip', { timeoutMs: 200 })).toEqual(timeout)
    handle = () => undefined
    expect(await download('/silent', { timeoutMs: 200 })).toEqual(timeout)
    expect(
      await download('http://a.example/', { timeoutMs: 200, resolve: () => new Promise(() => {}) }),
    ).toEqual(timeout)
  })

  it('reports the failure: status, refused connection, truncated response, compressed response', async () => {
    handle = (_request, response) => void response.writeHead(404).end()
    expect(await download('/gone')).toEqual({ ok: false, code: 'http_status', detail: '404' })
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('half')
      setImmediate(() => response.destroy())
    }
    expect(await download('/half')).toMatchObject({ ok: false, code: 'unreachable' })
    handle = (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    expect(await download('/packed')).toMatchObject({ ok: false, code: 'wrong_type' })
    const closed = await startWebServer(() => undefined)
    await closed.stop()
    const network = onlyLoopbackPort(closed.port, publicNetwork)
    expect(await download(`${closed.origin}/`, { network })).toMatchObject({ ok: false, code: 'unreachable' })
  })

  it('throws when it is aborted', async () => {
    handle = () => undefined
    const network = onlyLoopbackPort(server.port, publicNetwork)
    const stop = new AbortController()
    const running = createPictureDownloader({ network })(`${server.origin}/`, none, stop.signal)
    stop.abort(new Error('the node stops'))
    await expect(running).rejects.toThrow('the node stops')
  })
})

describe('what a feed cannot make the shop connect to', () => {
  const forbidden = { ok: false, code: 'forbidden_address' }

  it('is every non-public address, in any notation', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '0',
      '10.0.0.1',
      '172.31.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '169.254.169.254',
      '224.0.0.1',
      '255.255.255.255',
      '192.0.2.1',
      '198.18.0.1',
      'localhost',
      '[::1]',
      '[::]',
      '[::ffff:10.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::10.0.0.1]',
      '[fe80::1]',
      '[fd00::1]',
      '[ff02::1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[2001:db8::1]',
      '[fec0::1]',
      '[100::1]',
    ])
      expect(await download(`http://${host}/a.jpg`, { network: publicNetwork }), host).toMatchObject(
        forbidden,
      )
    expect(asked).toEqual([])
  })

  it('is another protocol or port', async () => {
    const bad = { ok: false, code: 'bad_address' }
    const fetchPublic = createPictureDownloader()
    for (const address of [
      'file:///etc/passwd',
      'ftp://8.8.8.8/',
      'data:image/png;base64,AA',
      'nothing',
      'http://8.8.8.8:22/',
      'http://8.8.8.8:5432/',
    ])
      expect(await fetchPublic(address, none, never), address).toMatchObject(bad)
  })

  it('is the target of a redirect', async () => {
    for (const location of [
      'http://127.0.0.2/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::ffff:10.0.0.1]/',
      '//192.168.0.1/router.jpg',
    ]) {
      handle = (_request, response) => void response.writeHead(302, { location }).end()
      expect(await download('/start'), location).toMatchObject(forbidden)
    }
    handle = (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    expect(await download('/start')).toEqual({ ok: false, code: 'bad_address' })
  })

  it('is a host that has one private address among its public ones', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.1.2.3', family: 4 },
    ]
    expect(await download('http://pictures.example/a.jpg', { resolve })).toEqual({
      ...forbidden,
      detail: '10.1.2.3',
    })
  })

  it('is the second answer of a name server: the connection goes to the checked address', async () => {
    handle = (request, response) => void response.end(request.headers.host)
    let lookups = 0
    const resolve = async () => {
      lookups++
      return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    const address = `http://rebinding.example:${server.port}/a.jpg`
    const answer = await download(address, { resolve })
    expect(answer).toMatchObject({ ok: true, bytes: Buffer.from(`rebinding.example:${server.port}`) })
    expect(lookups).toBe(1)
  })
})
