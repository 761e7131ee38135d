/** True for localhost, 127.0.0.0/8 and ::1 as URLs write a `hostname`; not for `localhost.` or `x.localhost`, which DNS may know. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
