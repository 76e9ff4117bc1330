/**
 * Which addresses the shop may connect to on behalf of a file or a webhook. Whoever writes the address must not be able to reach
 * what only the shop can reach: itself, its database, the cloud's metadata service, other machines of the
 * network.
 */
import { BlockList, isIPv4 } from 'node:net'

export interface NetworkPolicy {
  /** `address` is an IPv4 or IPv6 literal without brackets. */
  allowsAddress(address: string): boolean
  allowsPort(port: number): boolean
}

/** IANA IPv4 special-purpose registry: all ranges that are not globally reachable, and multicast. */
const notPublicIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Within 2000::/3, the global unicast space: IETF assignments (Teredo, ORCHID …), documentation, 6to4. */
const notPublicIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const ipv4 = listOf(notPublicIpv4, 'ipv4')
const globalUnicast = listOf(['2000::/3'], 'ipv6')
const ipv6 = listOf(notPublicIpv6, 'ipv6')

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

/**
 * Whether the address is globally reachable unicast. IPv6 is refused by default: outside 2000::/3 are
 * loopback, link-local, unique local, multicast, and the forms that contain an IPv4 address (mapped,
 * compatible, NAT64).
 */
function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !ipv4.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !ipv6.check(address, 'ipv6')
}

const webPorts = new Set([80, 443, 8000, 8080, 8443])

/** The public internet, on the ports of web servers. */
export const publicNetwork: NetworkPolicy = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => webPorts.has(port),
}

/**
 * The public internet, on the port of SSH and those that have no system service: hosts of SFTP often listen on a high
 * port of their own.
 */
export const publicSsh: NetworkPolicy = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === 22 || port >= 1024,
}
