/** Stores a cookie that scripts may read, for the whole site; over https it is `Secure`. */
export function keepCookie(name: string, value: string | number, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}
