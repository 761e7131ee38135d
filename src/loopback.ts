/**
 * True for localhost, 127.0.0.0/8 and ::1; false for names below localhost, and for `localhost.`, which any DNS server may answer. Takes a
 * URL's `hostname`, which is in small letters and has an IPv6 address in brackets.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
