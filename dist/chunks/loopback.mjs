// src/loopback.ts
/**
* True for names and addresses of this very machine: localhost, 127.0.0.0/8 and ::1; no name below localhost, which a
* DNS server may answer as it likes. Takes a URL's `hostname`.
*/
function isLoopback(hostname) {
	return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

export { isLoopback };