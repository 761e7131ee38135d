// src/report/fitting.ts
/** As many of the lines as the bytes allow, and what `rest` says of those that do not fit. */
function within(most, lines, rest) {
	let bytes = 0;
	const fits = lines.findIndex((line) => {
		bytes += Buffer.byteLength(line) + 1;
		return bytes > most;
	});
	return fits < 0 ? [...lines] : [...lines.slice(0, fits), ...rest(lines.length - fits)];
}

export { within as t };