/** True for localhost, 127.0.0.0/8 and ::1, as a URL's `hostname` writes them; `localhost.` and names below may be resolved anywhere. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
