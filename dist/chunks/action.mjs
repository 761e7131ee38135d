import { __commonJSMin, __require } from "./rolldown-runtime.mjs";
import { Problem, atDoor, counted, countedHave, escapeText, invisible, mayBeSame, messageOf, refuseLinks, shorten, some } from "./start.mjs";
import { dirname, join, resolve } from "node:path";
import * as os from "os";
import { EOL } from "os";
import * as crypto from "crypto";
import * as fs from "fs";
import { constants, promises } from "fs";
import { randomUUID } from "node:crypto";
import { access, constants as constants$1, lstat, open, rename, rm } from "node:fs/promises";

// node_modules/@actions/core/lib/utils.js
/**
* Sanitizes an input into a string so it can be passed into issueCommand safely
* @param input input to sanitize into a string
*/
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
/**
*
* @param annotationProperties
* @returns The command properties to send with the actual annotation command
* See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
*/
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}

// node_modules/@actions/core/lib/command.js
/**
* Issues a command to the GitHub Actions runner
*
* @param command - The command name to issue
* @param properties - Additional properties for the command (key-value pairs)
* @param message - The message to include with the command
* @remarks
* This function outputs a specially formatted string to stdout that the Actions
* runner interprets as a command. These commands can control workflow behavior,
* set outputs, create annotations, mask values, and more.
*
* Command Format:
*   ::name key=value,key=value::message
*
* @example
* ```typescript
* // Issue a warning annotation
* issueCommand('warning', {}, 'This is a warning message');
* // Output: ::warning::This is a warning message
*
* // Set an environment variable
* issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
* // Output: ::set-env name=MY_VAR::some value
*
* // Add a secret mask
* issueCommand('add-mask', {}, 'secretValue123');
* // Output: ::add-mask::secretValue123
* ```
*
* @internal
* This is an internal utility function that powers the public API functions
* such as setSecret, warning, error, and exportVariable.
*/
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
function issue(name, message = "") {
	issueCommand(name, {}, message);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}

// node_modules/tunnel/lib/tunnel.js
var require_tunnel$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	__require("net");
	var tls = __require("tls");
	var http = __require("http");
	var https = __require("https");
	var events = __require("events");
	__require("assert");
	var util = __require("util");
	exports.httpOverHttp = httpOverHttp;
	exports.httpsOverHttp = httpsOverHttp;
	exports.httpOverHttps = httpOverHttps;
	exports.httpsOverHttps = httpsOverHttps;
	function httpOverHttp(options) {
		var agent = new TunnelingAgent(options);
		agent.request = http.request;
		return agent;
	}
	function httpsOverHttp(options) {
		var agent = new TunnelingAgent(options);
		agent.request = http.request;
		agent.createSocket = createSecureSocket;
		agent.defaultPort = 443;
		return agent;
	}
	function httpOverHttps(options) {
		var agent = new TunnelingAgent(options);
		agent.request = https.request;
		return agent;
	}
	function httpsOverHttps(options) {
		var agent = new TunnelingAgent(options);
		agent.request = https.request;
		agent.createSocket = createSecureSocket;
		agent.defaultPort = 443;
		return agent;
	}
	function TunnelingAgent(options) {
		var self = this;
		self.options = options || {};
		self.proxyOptions = self.options.proxy || {};
		self.maxSockets = self.options.maxSockets || http.Agent.defaultMaxSockets;
		self.requests = [];
		self.sockets = [];
		self.on("free", function onFree(socket, host, port, localAddress) {
			var options = toOptions(host, port, localAddress);
			for (var i = 0, len = self.requests.length; i < len; ++i) {
				var pending = self.requests[i];
				if (pending.host === options.host && pending.port === options.port) {
					self.requests.splice(i, 1);
					pending.request.onSocket(socket);
					return;
				}
			}
			socket.destroy();
			self.removeSocket(socket);
		});
	}
	util.inherits(TunnelingAgent, events.EventEmitter);
	TunnelingAgent.prototype.addRequest = function addRequest(req, host, port, localAddress) {
		var self = this;
		var options = mergeOptions({ request: req }, self.options, toOptions(host, port, localAddress));
		if (self.sockets.length >= this.maxSockets) {
			self.requests.push(options);
			return;
		}
		self.createSocket(options, function(socket) {
			socket.on("free", onFree);
			socket.on("close", onCloseOrRemove);
			socket.on("agentRemove", onCloseOrRemove);
			req.onSocket(socket);
			function onFree() {
				self.emit("free", socket, options);
			}
			function onCloseOrRemove(err) {
				self.removeSocket(socket);
				socket.removeListener("free", onFree);
				socket.removeListener("close", onCloseOrRemove);
				socket.removeListener("agentRemove", onCloseOrRemove);
			}
		});
	};
	TunnelingAgent.prototype.createSocket = function createSocket(options, cb) {
		var self = this;
		var placeholder = {};
		self.sockets.push(placeholder);
		var connectOptions = mergeOptions({}, self.proxyOptions, {
			method: "CONNECT",
			path: options.host + ":" + options.port,
			agent: false,
			headers: { host: options.host + ":" + options.port }
		});
		if (options.localAddress) connectOptions.localAddress = options.localAddress;
		if (connectOptions.proxyAuth) {
			connectOptions.headers = connectOptions.headers || {};
			connectOptions.headers["Proxy-Authorization"] = "Basic " + new Buffer(connectOptions.proxyAuth).toString("base64");
		}
		debug("making CONNECT request");
		var connectReq = self.request(connectOptions);
		connectReq.useChunkedEncodingByDefault = false;
		connectReq.once("response", onResponse);
		connectReq.once("upgrade", onUpgrade);
		connectReq.once("connect", onConnect);
		connectReq.once("error", onError);
		connectReq.end();
		function onResponse(res) {
			res.upgrade = true;
		}
		function onUpgrade(res, socket, head) {
			process.nextTick(function() {
				onConnect(res, socket, head);
			});
		}
		function onConnect(res, socket, head) {
			connectReq.removeAllListeners();
			socket.removeAllListeners();
			if (res.statusCode !== 200) {
				debug("tunneling socket could not be established, statusCode=%d", res.statusCode);
				socket.destroy();
				var error = /* @__PURE__ */ new Error("tunneling socket could not be established, statusCode=" + res.statusCode);
				error.code = "ECONNRESET";
				options.request.emit("error", error);
				self.removeSocket(placeholder);
				return;
			}
			if (head.length > 0) {
				debug("got illegal response body from proxy");
				socket.destroy();
				var error = /* @__PURE__ */ new Error("got illegal response body from proxy");
				error.code = "ECONNRESET";
				options.request.emit("error", error);
				self.removeSocket(placeholder);
				return;
			}
			debug("tunneling connection has established");
			self.sockets[self.sockets.indexOf(placeholder)] = socket;
			return cb(socket);
		}
		function onError(cause) {
			connectReq.removeAllListeners();
			debug("tunneling socket could not be established, cause=%s\n", cause.message, cause.stack);
			var error = /* @__PURE__ */ new Error("tunneling socket could not be established, cause=" + cause.message);
			error.code = "ECONNRESET";
			options.request.emit("error", error);
			self.removeSocket(placeholder);
		}
	};
	TunnelingAgent.prototype.removeSocket = function removeSocket(socket) {
		var pos = this.sockets.indexOf(socket);
		if (pos === -1) return;
		this.sockets.splice(pos, 1);
		var pending = this.requests.shift();
		if (pending) this.createSocket(pending, function(socket) {
			pending.request.onSocket(socket);
		});
	};
	function createSecureSocket(options, cb) {
		var self = this;
		TunnelingAgent.prototype.createSocket.call(self, options, function(socket) {
			var hostHeader = options.request.getHeader("host");
			var tlsOptions = mergeOptions({}, self.options, {
				socket,
				servername: hostHeader ? hostHeader.replace(/:.*$/, "") : options.host
			});
			var secureSocket = tls.connect(0, tlsOptions);
			self.sockets[self.sockets.indexOf(socket)] = secureSocket;
			cb(secureSocket);
		});
	}
	function toOptions(host, port, localAddress) {
		if (typeof host === "string") return {
			host,
			port,
			localAddress
		};
		return host;
	}
	function mergeOptions(target) {
		for (var i = 1, len = arguments.length; i < len; ++i) {
			var overrides = arguments[i];
			if (typeof overrides === "object") {
				var keys = Object.keys(overrides);
				for (var j = 0, keyLen = keys.length; j < keyLen; ++j) {
					var k = keys[j];
					if (overrides[k] !== void 0) target[k] = overrides[k];
				}
			}
		}
		return target;
	}
	var debug;
	if (process.env.NODE_DEBUG && /\btunnel\b/.test(process.env.NODE_DEBUG)) debug = function() {
		var args = Array.prototype.slice.call(arguments);
		if (typeof args[0] === "string") args[0] = "TUNNEL: " + args[0];
		else args.unshift("TUNNEL:");
		console.error.apply(console, args);
	};
	else debug = function() {};
	exports.debug = debug;
}));

// node_modules/tunnel/index.js
var require_tunnel = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require_tunnel$1();
}));

// node_modules/@actions/core/lib/summary.js
var __awaiter$1 = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const { access: access$1, appendFile, writeFile: writeFile$1 } = promises;
const SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
var Summary = class {
	constructor() {
		this._buffer = "";
	}
	/**
	* Finds the summary file path from the environment, rejects if env var is not found or file does not exist
	* Also checks r/w permissions.
	*
	* @returns step summary file path
	*/
	filePath() {
		return __awaiter$1(this, void 0, void 0, function* () {
			if (this._filePath) return this._filePath;
			const pathFromEnv = process.env[SUMMARY_ENV_VAR];
			if (!pathFromEnv) throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
			try {
				yield access$1(pathFromEnv, constants.R_OK | constants.W_OK);
			} catch (_a) {
				throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
			}
			this._filePath = pathFromEnv;
			return this._filePath;
		});
	}
	/**
	* Wraps content in an HTML tag, adding any HTML attributes
	*
	* @param {string} tag HTML tag to wrap
	* @param {string | null} content content within the tag
	* @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
	*
	* @returns {string} content wrapped in HTML element
	*/
	wrap(tag, content, attrs = {}) {
		const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
		if (!content) return `<${tag}${htmlAttrs}>`;
		return `<${tag}${htmlAttrs}>${content}</${tag}>`;
	}
	/**
	* Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
	*
	* @param {SummaryWriteOptions} [options] (optional) options for write operation
	*
	* @returns {Promise<Summary>} summary instance
	*/
	write(options) {
		return __awaiter$1(this, void 0, void 0, function* () {
			const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
			const filePath = yield this.filePath();
			yield (overwrite ? writeFile$1 : appendFile)(filePath, this._buffer, { encoding: "utf8" });
			return this.emptyBuffer();
		});
	}
	/**
	* Clears the summary buffer and wipes the summary file
	*
	* @returns {Summary} summary instance
	*/
	clear() {
		return __awaiter$1(this, void 0, void 0, function* () {
			return this.emptyBuffer().write({ overwrite: true });
		});
	}
	/**
	* Returns the current summary buffer as a string
	*
	* @returns {string} string of summary buffer
	*/
	stringify() {
		return this._buffer;
	}
	/**
	* If the summary buffer is empty
	*
	* @returns {boolen} true if the buffer is empty
	*/
	isEmptyBuffer() {
		return this._buffer.length === 0;
	}
	/**
	* Resets the summary buffer without writing to summary file
	*
	* @returns {Summary} summary instance
	*/
	emptyBuffer() {
		this._buffer = "";
		return this;
	}
	/**
	* Adds raw text to the summary buffer
	*
	* @param {string} text content to add
	* @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addRaw(text, addEOL = false) {
		this._buffer += text;
		return addEOL ? this.addEOL() : this;
	}
	/**
	* Adds the operating system-specific end-of-line marker to the buffer
	*
	* @returns {Summary} summary instance
	*/
	addEOL() {
		return this.addRaw(EOL);
	}
	/**
	* Adds an HTML codeblock to the summary buffer
	*
	* @param {string} code content to render within fenced code block
	* @param {string} lang (optional) language to syntax highlight code
	*
	* @returns {Summary} summary instance
	*/
	addCodeBlock(code, lang) {
		const attrs = Object.assign({}, lang && { lang });
		const element = this.wrap("pre", this.wrap("code", code), attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML list to the summary buffer
	*
	* @param {string[]} items list of items to render
	* @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addList(items, ordered = false) {
		const tag = ordered ? "ol" : "ul";
		const listItems = items.map((item) => this.wrap("li", item)).join("");
		const element = this.wrap(tag, listItems);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML table to the summary buffer
	*
	* @param {SummaryTableCell[]} rows table rows
	*
	* @returns {Summary} summary instance
	*/
	addTable(rows) {
		const tableBody = rows.map((row) => {
			const cells = row.map((cell) => {
				if (typeof cell === "string") return this.wrap("td", cell);
				const { header, data, colspan, rowspan } = cell;
				const tag = header ? "th" : "td";
				const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
				return this.wrap(tag, data, attrs);
			}).join("");
			return this.wrap("tr", cells);
		}).join("");
		const element = this.wrap("table", tableBody);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds a collapsable HTML details element to the summary buffer
	*
	* @param {string} label text for the closed state
	* @param {string} content collapsable content
	*
	* @returns {Summary} summary instance
	*/
	addDetails(label, content) {
		const element = this.wrap("details", this.wrap("summary", label) + content);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML image tag to the summary buffer
	*
	* @param {string} src path to the image you to embed
	* @param {string} alt text description of the image
	* @param {SummaryImageOptions} options (optional) addition image attributes
	*
	* @returns {Summary} summary instance
	*/
	addImage(src, alt, options) {
		const { width, height } = options || {};
		const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
		const element = this.wrap("img", null, Object.assign({
			src,
			alt
		}, attrs));
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML section heading element
	*
	* @param {string} text heading text
	* @param {number | string} [level=1] (optional) the heading level, default: 1
	*
	* @returns {Summary} summary instance
	*/
	addHeading(text, level) {
		const tag = `h${level}`;
		const allowedTag = [
			"h1",
			"h2",
			"h3",
			"h4",
			"h5",
			"h6"
		].includes(tag) ? tag : "h1";
		const element = this.wrap(allowedTag, text);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML thematic break (<hr>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addSeparator() {
		const element = this.wrap("hr", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML line break (<br>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addBreak() {
		const element = this.wrap("br", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML blockquote to the summary buffer
	*
	* @param {string} text quote text
	* @param {string} cite (optional) citation url
	*
	* @returns {Summary} summary instance
	*/
	addQuote(text, cite) {
		const attrs = Object.assign({}, cite && { cite });
		const element = this.wrap("blockquote", text, attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML anchor tag to the summary buffer
	*
	* @param {string} text link text/content
	* @param {string} href hyperlink
	*
	* @returns {Summary} summary instance
	*/
	addLink(text, href) {
		const element = this.wrap("a", text, { href });
		return this.addRaw(element).addEOL();
	}
};
const _summary = new Summary();
const summary = _summary;

// node_modules/@actions/core/lib/core.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
/**
* The code to exit an action
*/
var ExitCode;
(function(ExitCode) {
	/**
	* A code indicating that the action was successful
	*/
	ExitCode[ExitCode["Success"] = 0] = "Success";
	/**
	* A code indicating that the action was a failure
	*/
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
/**
* Registers a secret which will get masked from logs
*
* @param secret - Value of the secret to be masked
* @remarks
* This function instructs the Actions runner to mask the specified value in any
* logs produced during the workflow run. Once registered, the secret value will
* be replaced with asterisks (***) whenever it appears in console output, logs,
* or error messages.
*
* This is useful for protecting sensitive information such as:
* - API keys
* - Access tokens
* - Authentication credentials
* - URL parameters containing signatures (SAS tokens)
*
* Note that masking only affects future logs; any previous appearances of the
* secret in logs before calling this function will remain unmasked.
*
* @example
* ```typescript
* // Register an API token as a secret
* const apiToken = "abc123xyz456";
* setSecret(apiToken);
*
* // Now any logs containing this value will show *** instead
* console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
* ```
*/
function setSecret(secret) {
	issueCommand("add-mask", {}, secret);
}
/**
* Gets the value of an input.
* Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
* Returns an empty string if the value is not defined.
*
* @param     name     name of the input to get
* @param     options  optional. See InputOptions.
* @returns   string
*/
function getInput(name, options) {
	const val = process.env[`INPUT_${name.replace(/ /g, "_").toUpperCase()}`] || "";
	if (options && options.required && !val) throw new Error(`Input required and not supplied: ${name}`);
	if (options && options.trimWhitespace === false) return val;
	return val.trim();
}
/**
* Sets the value of an output.
*
* @param     name     name of the output to set
* @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
*/
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
/**
* Adds an error issue
* @param message error issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
* Adds a warning issue
* @param message warning issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
* Writes info to log with console.log.
* @param message info message
*/
function info(message) {
	process.stdout.write(message + os.EOL);
}
/**
* Begin an output group.
*
* Output until the next `groupEnd` will be foldable in this group
*
* @param name The name of the output group
*/
function startGroup(name) {
	issue("group", name);
}
/**
* End an output group.
*/
function endGroup() {
	issue("endgroup");
}

// src/ledger/outcome.ts
/** How one request ended (design §10). */
const outcomes = [
	"created",
	"updated",
	"unchanged",
	"conflict",
	"rejected",
	"collision",
	"withdrawn",
	"covered",
	"unknown",
	"unsendable",
	"notAttempted"
];
/** Outcomes with which a request of the branch stands at the service. */
const heldOutcomes = [
	"created",
	"updated",
	"unchanged"
];
/** Outcomes with which nothing is left to do; every other one makes the exit code 1. */
const settledOutcomes = [
	...heldOutcomes,
	"withdrawn",
	"covered"
];
/** A row for a request; what is not named is not known. */
function filed(request, outcome, rest = {}) {
	return {
		request,
		reason: request.reason,
		path: request.path,
		outcome,
		objectId: null,
		rfp: null,
		sev: null,
		msg: null,
		remedy: null,
		vref: null,
		tkey: null,
		used: null,
		needsPerson: outcome === "unsendable" || outcome === "collision" || outcome === "unknown",
		uncertain: [],
		of: null,
		ofAdded: false,
		stands: true,
		leavesRecord: false,
		warnings: [],
		...rest
	};
}

// src/git/git-path.ts
/** Decodes one file name as Git stores it. */
function gitPath(bytes) {
	const text = bytes.toString("utf8");
	return {
		text,
		raw: !text.includes("�") || Buffer.from(text, "utf8").equals(bytes) ? null : Buffer.from(bytes)
	};
}
/** A GitPath of a name known as text. */
function textPath(text) {
	return {
		text,
		raw: null
	};
}
/** A key under which equal names, and only those, meet. */
function pathKey(path) {
	return path.raw === null ? path.text : `\0${path.raw.toString("base64")}`;
}
/** Why the interface cannot carry this name in a JSON string or a header, or null when it can (design §4). */
function unsendableName(path) {
	if (path.raw !== null) return {
		code: "notUtf8",
		text: "its name is not UTF-8"
	};
	if (/[\u0000-\u001f\u007f-\u009f]/.test(path.text)) return {
		code: "controlCharacters",
		text: "its name holds control characters"
	};
	const leading = path.text.split("/").find(leadsElsewhere);
	if (leading === void 0) return null;
	return {
		code: "leadsElsewhere",
		text: `its path holds ${JSON.stringify(leading)}, which would lead elsewhere`
	};
}
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/**
* True for an entry of a tree that Git does not commit, but lets one push: `.`, `..`, an empty name, and what some file
* system takes for `.git`.
*/
function leadsElsewhere(entry) {
	if (entry === "" || entry === "." || entry === "..") return true;
	const [name = ""] = entry.replace(ignored, "").toLowerCase().split(/[:\\]/);
	return /^(\.git|git~1)[ .]*$/.test(name);
}

// src/sentences/tagged.ts
function sentenceOf(table, said) {
	const sentence = table[said.code];
	if (sentence === void 0) throw new Error(`no sentence for ${String(said.code)}`);
	return sentence(said);
}

// src/sentences/left-out.ts
function usedText(usedBy = 0) {
	if (usedBy === 0) return "";
	return usedBy === 1 ? "; 1 object uses it" : `; ${usedBy} objects use it`;
}
/** Why a changed file makes no request: the codes of `leftOut` in the report (design §10), each with its sentence. */
const sentences$2 = {
	noBranchRule: ({ branch }) => `no rule for branch ${branch}`,
	/** No rule matches the file; `isError` under `unmapped: error`. */
	unmapped: ({ usedBy }) => `no rule matches it${usedText(usedBy)}`,
	skip: ({ why, usedBy }) => `skip: ${why}${usedText(usedBy)}`,
	/** The run of a newer push files it: the remote's branch is at another commit, or the ledger is further. */
	superseded: (to) => {
		const commit = to.commit.slice(0, 12);
		const at = `at the remote ${to.branch} is at ${commit}`;
		if (to.by === "older") return `not pushed: ${at}, which comes before this commit`;
		if (to.by === "tip") return `superseded: ${at}, where it differs`;
		return `superseded: the ledger accounts for ${to.branch} up to ${commit}, which came after this commit`;
	},
	/** A push of a skipped account made it what it is. */
	passed: () => "as a skipped push made it",
	/** A merge or rebase brought it in from the default branch. */
	asOnDefault: ({ branch }) => `as on ${branch}`,
	noFile: ({ what }) => what,
	modeOnly: () => "only the file mode changed",
	/** Deleted, and another file makes its object. */
	stillMade: ({ object, by }) => `deleted, but ${object} still comes from ${by}`,
	/** Deleted, and the mapping files no deletes. */
	deleteMode: ({ object, mode }) => `deleted (deletes: ${mode}): ${object} is not filed for deletion`,
	/** Deleted, and another file of its object is filed for deletion. */
	deletedWith: ({ object, path }) => `deleted, and ${object} is filed for deletion with ${path}`,
	/** Deleted, and the branch that added it never got it filed. */
	neverFiled: ({ object }) => `deleted, and never filed: ${object} was added by this branch`,
	/** Filed once, and the mapping makes something else of its file by now. */
	noLongerMapped: (of) => {
		const number = of.objectId === null ? "" : ` (request ${of.objectId})`;
		const stays = of.isFiled ? "stays as it was filed" : "may have been filed, and stays so";
		return `no longer mapped: ${of.object} ${stays}${number}`;
	}
};
/** All codes, for the schema of the report. */
const becauseCodes = Object.keys(sentences$2);
/** The same for people. */
function becauseText(because) {
	return sentenceOf(sentences$2, because);
}

// src/sentences/notice.ts
const mayPush = "Let the job push refs/notes/check-outs (on GitHub permissions: contents: write), or give a Git token that may (FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with --ledger-remote)";
/** What to do where a remote lets nobody in, or this job not write: Git's words are all that tells. */
function remedyFor(why) {
	return /\b40[13]\b|denied|forbidden|not allowed|permission|protected|authenticat|authoriz|hook declined/i.test(why) ? `. ${mayPush}` : "";
}
const howSealed = "A token that was rotated is the usual reason; where tokens rotate or differ, give every job the same FILE_CHECKOUTS_LEDGER_SECRET";
const byHand = "if they are missing, file them with --base and --head";
const changedBefore = ({ paths }) => `${counted(paths.length, "file")} that changed before this push, by a record that is not sealed: ${some(paths, 10)}`;
/** What is said once for a whole run: the codes of `notices` in the report (design §10), each with its sentence. */
const sentences$1 = {
	neverFiled: () => "a pull request, merge request or merge group is planned, never filed",
	wouldBeRefused: ({ why }) => `filing this would be refused: ${why}`,
	/** What an earlier run has reported already. */
	stillOpen: (of) => {
		return `still open${of.run === null ? "" : ` (since run ${of.run}${of.actor === null ? "" : `, ${of.actor}`})`}: ${of.path}: ${of.outcome}: ${of.msg} (settle it, or ledger forget)`;
	},
	keepsKey: ({ rfp, key }) => `RFP ${rfp} keeps the pipeline key ${key}; an update sends none`,
	ledgerOff: () => "the ledger is off: nothing of this run is remembered, so the next push of the same files meets the locks of its own requests",
	ledgerUnnamed: () => "without --url or --ledger-key the plan does not know what was filed before",
	/** A run that cannot read or write the ledger (design §8 "No write permission"). */
	ledgerUnusable: ({ why }) => `nothing of this run is remembered, because the ledger cannot be used (${why}): the next push of the same files meets their locks, and without locks files them again${remedyFor(why)}`,
	/** A run that wrote down what it meant to do, and not what came of it. */
	endNotWritten: ({ why }) => `the results of this run could not be written to the ledger (${why}): the next run of this branch finds them out${remedyFor(why)}`,
	/** A record that is not believed (design §8 "Sealed"). */
	ledgerNotSealed: ({ branch }) => `the ledger's record of ${branch} is not sealed with the secret of this run: its request numbers are used only where the service confirms them, and nothing else in it is believed. ${howSealed}`,
	ledgerNotVerified: ({ branch }) => `what the ledger has of ${branch} is not verified, as no secret was given`,
	ledgerBegins: ({ branch, before }) => `the ledger begins here: what was pushed to ${branch} before ${before.slice(0, 12)} is not looked at`,
	/** A record under another address or repository ID, where that one was a mistake. */
	strayed: ({ service, repo }) => `an earlier run recorded this branch at ${service} as ${repo} and filed nothing there: this run files what it left`,
	leftUnderMovedMapping: ({ why }) => why,
	/** A plan goes on with what the clone knows. */
	remoteNotAsked: ({ why }) => `${why}; branches are taken as this clone knows them`,
	mayHoldLock: (of) => `request ${of.objectId} (${of.object}) may still hold its lock`,
	unmapped: ({ files }) => `${countedHave(files, "changed file")} no rule in the mapping (unmapped: warn)`,
	placeholders: ({ marks }) => `still to be filled in, before anything can be filed: ${marks.join(", ")}`,
	/** Deletes that stay at the service, under `deletes: report`. */
	deletesReported: ({ paths }) => {
		return `${paths.length === 1 ? "1 deleted file is" : `${paths.length} deleted files are`} not filed for deletion (deletes: report): ${some(paths, 10)}`;
	},
	noLongerMapped: ({ path, why }) => `${path}: ${why}`,
	/** Commits whose own runs were lost before they wrote anything down. */
	unseenCommits: ({ base, to }) => `commits ${base.slice(0, 12)}..${to.slice(0, 12)} were never looked at: what they changed is filed with this push`,
	claimedGone: ({ paths }) => `not filed: ${counted(paths.length, "file")} that went away, by a record that is not sealed: ${some(paths, 10)}; ${byHand}`,
	claimedFiles: (of) => `filed as well: ${changedBefore(of)}`,
	claimedTooMany: (of) => `not looked at yet: ${changedBefore(of)}; a smaller push files them, or ${byHand}`,
	claimedWithoutLock: ({ paths }) => `not looked at: ${counted(paths.length, "file")} without a lock, which a record that is not sealed calls open: ${some(paths, 10)}; file them with --paths if they are missing`,
	claimedElsewhere: ({ commit }) => `not looked at: what changed since ${commit.slice(0, 12)}, as a record that is not sealed has it; ${byHand}`,
	/** What uses the changed files could not be found out. */
	dependentsUnknown: ({ why }) => `which objects use the changed files is not known: ${why}`,
	compileCircle: ({ paths }) => `these files use each other, so they share a place in the compile order: ${some(paths, 10)}`,
	notWritten: ({ why }) => why
};
/** All codes, for the schema of the report. */
const noticeCodes = Object.keys(sentences$1);
/** The same for people. */
function noticeText(notice) {
	return sentenceOf(sentences$1, notice);
}

// src/report/report-json.ts
function reportPath(path) {
	if (unsendableName(path) === null) return { path: path.text };
	return {
		path: path.text,
		pathBase64: (path.raw ?? Buffer.from(path.text, "utf8")).toString("base64")
	};
}
/**
* The left-out files of a report, one row a file: what is said of several objects of one file, or of the old path of a
* file that was moved, stands in that row (design §10).
*/
function reportLeftOuts(entries) {
	const movedTo = /* @__PURE__ */ new Map();
	for (const { path, previousPath } of entries) if (previousPath !== null) movedTo.set(pathKey(previousPath), pathKey(path));
	const rowOf = ({ path, previousPath }) => {
		const key = pathKey(path);
		return previousPath === null ? movedTo.get(key) ?? key : key;
	};
	return [...Map.groupBy(entries, rowOf).values()].map(oneRow);
}
function oneRow(entries) {
	const sorted = entries.toSorted((one, other) => wasMoved(other) - wasMoved(one));
	const [{ path, previousPath, because }] = sorted;
	const whys = new Set(sorted.map((entry) => becauseText(entry.because)));
	const previous = previousPath === null ? {} : { previousPath: previousPath.text };
	return {
		...reportPath(path),
		...previous,
		code: because.code,
		why: [...whys].join("; ")
	};
}
const wasMoved = ({ previousPath }) => previousPath === null ? 0 : 1;
function reportNotice(notice) {
	return {
		code: notice.code,
		message: noticeText(notice)
	};
}
/** True for a file that no rule of the mapping reaches. */
function isUnmapped({ code }) {
	return code === "unmapped";
}
function reportRequest(row) {
	const { request, outcome, objectId, rfp, sev, msg, remedy, vref, warnings } = row;
	const { appl, lvl, objn } = request.identity;
	const used = row.used ?? {};
	const text = (name) => typeof used[name] === "string" ? used[name] : null;
	return {
		...reportPath(row.path),
		previousPath: request.previousPath?.text ?? null,
		reason: row.reason,
		rule: request.rule,
		appl,
		lvl,
		objn,
		objt: text("objt") ?? request.fields.objt ?? null,
		attr: text("attr") ?? request.fields.attr ?? null,
		blob: request.blob,
		bytes: request.bytes,
		outcome,
		objectId,
		rfp,
		sev,
		msg,
		remedy,
		vref,
		warnings,
		used: row.used
	};
}
/** Name and type of the object of a request; without a type that is known, the attribute. */
function typedName({ objn, objt, attr }) {
	return `${objn} ${objt ?? attr ?? ""}`.trim();
}
/** The object of a request as reports name it: application and level, name, type. */
function objectText(request) {
	return `${request.appl}/${request.lvl} ${typedName(request)}`;
}
function countRows(requests, leftOut) {
	const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0]));
	for (const { outcome } of requests) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return {
		...counts,
		leftOut
	};
}
/** True for a row with which nothing is left to do, or that is planned. */
function isSettled({ outcome }) {
	return outcome === "planned" || settledOutcomes.includes(outcome);
}
/** True for a request whose object another branch holds, and that filing would not go on with. */
function isHeld({ heldBy = [], reason }) {
	return heldBy.some((one) => !goesOn(one, reason));
}
/** What a merged branch has filed for the same reason is taken over, or stands as it should. */
function goesOn({ merged, reason }, planned) {
	return merged === true && reason === planned;
}
/** What needs a person comes first; outcomes that are not named come last, all alike. */
const order = [
	"conflict",
	"rejected",
	"collision",
	"unknown",
	"unsendable",
	"notAttempted",
	"held",
	"withdrawn",
	"covered"
];
/** The requests with those first that need a person, held ones of a plan among them; within an outcome they stay as they are. */
function worstFirst(requests) {
	const rank = (request) => {
		const place = order.indexOf(isHeld(request) ? "held" : request.outcome);
		return place < 0 ? order.length : place;
	};
	return requests.toSorted((one, other) => rank(one) - rank(other));
}

// src/report/action-outputs.ts
/** GitHub refuses outputs that are too large together; a list longer than this is left to the report. */
const mostListBytes = 262144;
function list(numbers) {
	const text = [...new Set(numbers.filter((number) => number !== null && number > 0))].join(",");
	return Buffer.byteLength(text) > mostListBytes ? "" : text;
}
/** The outputs of a run; `reportFile` is where the JSON report was written. */
function actionOutputs(report, reportFile) {
	const { counts, requests } = report;
	const failed = requests.filter((request) => !isSettled(request));
	const held = requests.filter(({ outcome }) => heldOutcomes.includes(outcome));
	return {
		created: String(counts.created),
		updated: String(counts.updated),
		unchanged: String(counts.unchanged),
		failed: String(failed.length),
		"object-ids": list(held.map(({ objectId }) => objectId)),
		rfps: list(held.map(({ rfp }) => rfp)),
		report: reportFile,
		"nothing-to-file": String(report.nothingToFile !== null)
	};
}

// src/report/annotate.ts
/** How many notes of a kind the host shows for a step; more would only fill the log. */
const mostOfKind = 10;
/**
* Prints notes as the workflow commands of GitHub, the first ones of each kind; what is left is counted.
*
* @param errors how many errors the step has printed already.
*/
function annotate(annotations, errors = 0) {
	for (const [level, print, most] of [[
		"error",
		error,
		10 - errors
	], [
		"warning",
		warning,
		10
	]]) {
		const notes = annotations.filter((note) => note.level === level);
		const shown = notes.length > most ? notes.slice(0, most - 1) : notes;
		for (const { message, file, line, column } of shown) {
			const isPlace = file !== null && escapeText(file) === file;
			print(escapeText(file === null || isPlace ? message : `${file}: ${message}`), {
				title: "file-checkouts",
				...isPlace ? { file } : {},
				...line === null ? {} : { startLine: line },
				...column === null ? {} : { startColumn: column }
			});
		}
		const left = notes.length - shown.length;
		if (left > 0) print(`and ${left} more ${level}s; the log and the report have them`, { title: "file-checkouts" });
	}
}

// src/report/json-text.ts
function unicodeEscapes(text) {
	return text.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0")).map((unit) => `\\u${unit}`).join("");
}
/** Nearly every text is of such characters alone, which is told much faster than what the others are. */
const plain = /^[\n -~]*$/;
/** Indented JSON with unseen characters and the bracket of a runner's command (`##[`, `##vso[`) written as escapes. */
function safe(json) {
	return (plain.test(json) ? json : json.replace(invisible, (char) => char === "\n" ? char : unicodeEscapes(char))).replace(/##([a-z]*)\[/gi, "##$1\\u005b");
}
function safeJson(value, indent) {
	return safe(JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`));
}
/** So many elements of a list make a piece. */
const atATime = 64;
function* listPieces(list, depth) {
	yield "[\n";
	for (let at = 0; at < list.length; at += atATime) {
		const part = list.slice(at, at + atATime);
		const json = JSON.stringify(depth === 0 ? part : { part }, null, 2);
		yield `${safe(json.slice(json.indexOf("[\n") + 2, json.lastIndexOf("\n", json.lastIndexOf("]"))))}${at + atATime < list.length ? "," : ""}\n`;
	}
	yield `${depth === 0 ? "" : "  "}]`;
}
function* recordPieces(record) {
	const entries = Object.entries(record).filter(([, value]) => value !== void 0);
	yield "{\n";
	for (const [index, [key, value]] of entries.entries()) {
		yield `  ${safeJson(key, "")}: `;
		if (Array.isArray(value) && value.length > 0) yield* listPieces(value, 1);
		else yield safeJson(value, "  ");
		yield index < entries.length - 1 ? ",\n" : "\n";
	}
	yield "}";
}
/**
* A record or a list as indented JSON that may stand in a log: the strings are what they are once it is parsed. In
* pieces, a few elements of a long list each, as the whole of a large report need not stand in memory.
*/
function* jsonPieces(value) {
	if (Array.isArray(value) && value.length > 0) yield* listPieces(value, 0);
	else if (Array.isArray(value) || Object.keys(value).length === 0) yield safeJson(value, "");
	else yield* recordPieces(value);
	yield "\n";
}
function jsonText(value) {
	return [...jsonPieces(value)].join("");
}

// src/report/replace-file.ts
/** What stands where a file is to be written; null: nothing. @throws Error in words when it is not a regular file. */
async function standing(place) {
	await refuseLinks(place, ".");
	const there = await lstat(place).catch((error) => {
		if (error.code === "ENOENT") return null;
		throw error;
	});
	if (there?.isDirectory()) throw new Error("it is a folder");
	if (there?.isSymbolicLink()) throw new Error("it is a link, and nothing is written through one");
	if (there !== null && !there.isFile()) throw new Error("it is not a regular file");
	return there;
}
/** Finds out whether a file can be written there, without doing so. @throws Error that says why not. */
async function checkReplaceable(file) {
	const place = resolve(file);
	if (await standing(place) !== null) await access(place, constants$1.W_OK);
	await access(dirname(place), constants$1.W_OK);
}
/**
* Writes a file beside its place and moves it there: nobody reads half of it, and no link leads it elsewhere, neither
* the file nor a folder of the path below the current directory, which may have come with a commit.
*
* @throws Error that says why not; what stood there is then as it was.
*/
async function replaceFile(file, text) {
	const place = resolve(file);
	const there = await standing(place);
	const beside = join(dirname(place), `.file-checkouts-${randomUUID()}`);
	try {
		await using handle = await open(beside, "wx");
		if (there !== null) await handle.chmod(there.mode & 511);
		await handle.writeFile(text);
	} catch (error) {
		await rm(beside, { force: true });
		throw error;
	}
	await rename(beside, place).catch(async (error) => {
		await rm(beside, { force: true });
		throw error;
	});
}

// src/report/files.ts
/** The files that a report is kept in: `--report`, `--html`, `--junit`, `--dotenv`. */
function refusal(file, option, error) {
	return new Problem("usage", `the file ${file} cannot be written: ${messageOf(error)}`, `Check ${option}.`);
}
/**
* A report that could not be written is found out before anything is filed, not after. What is made from it may fail.
*
* @throws Problem('usage') for a place where no file can be.
*/
async function checkReportPlace(file) {
	if (file === void 0) return;
	await checkReplaceable(file).catch((error) => {
		throw refusal(file, "--report", error);
	});
}
/** Writes a JSON report to the file that `--report` names. @returns what could not be written, a Problem each. */
async function writeReport(report, file) {
	return file === void 0 ? [] : written(file, "--report", () => jsonPieces(report));
}
async function written(file, option, text) {
	try {
		await replaceFile(file, await text());
		return [];
	} catch (error) {
		return [refusal(file, option, error)];
	}
}
/**
* Writes every file that was asked for, the JSON report first: one that cannot be written, or made, does not keep the
* others from it, nor changes the verdict (design §10). Never throws.
*
* @returns what could not be written, a Problem each.
*/
async function writeReportFiles(report, files, links) {
	const problems = await writeReport(report, files.report);
	const texts = {
		html: async () => (await import("./html.mjs")).htmlReport(report, links),
		junit: async () => (await import("./junit.mjs")).junitReport(report),
		dotenv: async () => (await import("./dotenv.mjs")).dotenvReport(report, files.report ?? "")
	};
	for (const kind of [
		"html",
		"junit",
		"dotenv"
	]) {
		const file = files[kind];
		if (file !== void 0) problems.push(...await written(file, `--${kind}`, texts[kind]));
	}
	return problems;
}
/** The report with a notice of each file that could not be written, for all that is shown after the files. */
function withNotices(report, problems) {
	const notices = problems.map((why) => reportNotice({
		code: "notWritten",
		why
	}));
	return {
		...report,
		notices: [...report.notices, ...notices]
	};
}
/** What a notice says of a file that could not be written, in the words of the door. */
function noticeOf({ message, remedy }, door) {
	return `${message}. ${atDoor(door, remedy)}`;
}

// src/report/links.ts
/** A path that is long enough to be an attack on the size of a page is no link. */
const longestLink = 1e3;
function linksOf(event) {
	return {
		host: event.host,
		repository: event.repository.url
	};
}
function page({ host, repository }, rest) {
	if (repository === null) return null;
	return host === "gitlab" ? `${repository}/-/${rest}` : `${repository}/${rest}`;
}
/** The page of a file as a commit has it; null when there is none to point to. Safe inside a quoted attribute. */
function fileUrl(links, head, path) {
	if (path.length > longestLink) return null;
	return page(links, `blob/${head}/${path.toWellFormed().split("/").map(encodeURIComponent).join("/").replaceAll("'", "%27")}`);
}
function commitUrl(links, oid) {
	return page(links, `commit/${oid}`);
}
function compareUrl(links, base, head) {
	return page(links, `compare/${base}...${head}`);
}

// src/git/empty-tree.ts
/** OIDs of the empty tree, which Git knows without having it. */
const emptyTree = {
	sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
	sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
};
/** True for the empty tree, from which a first import is compared; a host has no page for it. */
function isEmptyTree(oid) {
	return oid === emptyTree.sha1 || oid === emptyTree.sha256;
}

// src/sentences/range-rule.ts
/** How the range of a run was chosen, by the `rule` of the report (design §3). */
const sentences = {
	explicit: "base and head as given",
	paths: "the given paths, as they are at head",
	ledger: "base: where the record of the ledger ends",
	push: "base: where the push began",
	"first-push": "base: merge base with the default branch (first push of this branch)",
	"branch-deleted": "the branch was deleted",
	tag: "a tag was pushed",
	proposal: "base: merge base with the target branch; planned only",
	"skipped-pusher": "a push of an account that the mapping skips",
	"merge-base": "base: merge base, as the base commit cannot be found"
};
/** The same for people. A rule of a later version is shown as it is. */
function rangeRuleText(rule) {
	return sentences[rule] ?? rule;
}

// src/uses/made-objects.ts
/** What is delivered as it is, and never compiled. */
const asItIs = [
	"*SRC",
	"*IFS",
	"*REMOTE",
	"*PIPE"
];
/**
* The objects among the requests that the mapping makes of a file. A source that is delivered as it is makes none: what
* it passes on, it passes on as an include.
*
* @param fields of each request, as the mapping fills them.
*/
function madeObjects(fields) {
	return fields.flatMap(({ objn = "", objt: written }) => {
		const objt = written?.toUpperCase() ?? null;
		if (asItIs.includes(objt)) return [];
		return {
			objn,
			objt: objt === "*PF" || objt === "*LF" ? "*FILE" : objt
		};
	});
}
/** What an extension says of an object whose type the mapping leaves open. */
const byExtension = [
	[/\.(pf|lf|dspf|prtf|icff|pf38|lf38|dspf38|prtf38|table|view|index|alias)$/i, "*FILE"],
	[/\.(bnd|binder|ilesrvpgm)$/i, "*SRVPGM"],
	[/\.bnddir$/i, "*BNDDIR"],
	[/\.module\.[^./]+$|\.(c|cpp)$/i, "*MODULE"],
	[/\.pgm\.[^./]+$|\.(ilepgm|clle|clp|clp38|rpg|sqlrpg|cbl)$/i, "*PGM"]
];
/** The type of a made object as the mapping says it, else as the extension does; null: it may be any. */
function typeOf(path, { objt }) {
	return objt ?? byExtension.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
/** The type of the object that a file makes which the mapping leaves out; null: its extension says none. */
function typeLeftOut(path) {
	return /\.(sql|ddl)$/i.test(path) ? "*FILE" : typeOf(path, {
		objn: "",
		objt: null
	});
}
/** True for a file that makes nothing but files; what the mapping leaves out is what its extension says. */
function isOnlyFile(path, objects) {
	return (objects.length > 0 ? objects : [{
		objn: "",
		objt: null
	}]).every((object) => typeOf(path, object) === "*FILE");
}
/** True when one of the objects is, or may be, of one of these types. */
function makes(path, objects, types) {
	return objects.some((object) => {
		const type = typeOf(path, object);
		return type === null || types.includes(type);
	});
}
/** True for the source that says what a service program exports. */
function isBinderSource(path) {
	return /\.(bnd|binder)$/i.test(path);
}
/** True for a source that is compiled by itself, as far as its extension says; an include is not. */
function compiles(path) {
	return typeOf(path, {
		objn: "",
		objt: null
	}) !== null || /\.(sql)?(rpgle|cblle|rpgmod)$|\.sqlc(pp)?$/i.test(path);
}
/** What no source names: documents, pictures, settings, scripts and everything of a tool. */
const noSource = /(^|\/)(\.|(readme|license|makefile|rules\.mk)$)|\.(md|markdown|mk|json|ya?ml|toml|xml|html?|css|[cm]?[jt]sx?|png|jpe?g|gif|svg|ico|webp|pdf|docx?|xlsx?|zip|jar|savf|sh|bat|cmd|ps1|py|java|php|lock|log|csv)$/i;
/**
* True for a file whose change can affect others: one that makes a file or a module, or says what a service program
* exports, or makes no object and may be an include. A program, a command or a document affects nobody.
*/
function canBeUsed(path, objects) {
	if (objects.every(({ objt }) => objt === null) && noSource.test(path)) return false;
	return objects.length === 0 || isBinderSource(path) || makes(path, objects, ["*FILE", "*MODULE"]);
}

// src/uses/reach.ts
/** How far a change reaches, along the uses that are known so far. */
/** What the user of a file has of its effect; null: nothing. */
function passedOn({ path, effect }, edge, objectsOf) {
	const objects = objectsOf(path);
	const mayMake = (type) => makes(path, objects.length > 0 ? objects : [{
		objn: "",
		objt: null
	}], [type]);
	if (edge.kind === "include") {
		if (effect === "bound") return objects.length === 0 ? "bound" : null;
		return effect === "compiled" ? "compiled" : null;
	}
	if (edge.kind === "file") return effect === "compiled" && mayMake("*FILE") ? "compiled" : null;
	if (effect === "exports") return edge.byObject ? "bound" : "exports";
	return mayMake(effect === "compiled" ? "*MODULE" : "*BNDDIR") ? "bound" : null;
}
function compare(one, other) {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
/**
* Every file that the starts reach, the nearest first, each with the shortest ways from at most `most` of them. The
* same for every order of starts and edges.
*
* @param usersOf the edges to the users of a path.
*/
function reach(starts, usersOf, objectsOf, most) {
	const reached = [];
	const known = /* @__PURE__ */ new Map();
	const isNew = ({ path, effect, source }) => {
		const key = `${effect} ${path}`;
		const sources = known.get(key) ?? /* @__PURE__ */ new Set();
		known.set(key, sources);
		if (sources.size >= most || sources.has(source)) return false;
		sources.add(source);
		return true;
	};
	let level = starts.map((start) => ({
		...start,
		source: start.path,
		before: null,
		use: "include",
		ambiguous: false
	}));
	while (level.length > 0) {
		const next = [];
		for (const step of level.toSorted(byWay).filter(isNew)) {
			reached.push(step);
			for (const edge of usersOf(step.path)) {
				const effect = passedOn(step, edge, objectsOf);
				if (effect !== null) next.push(stepTo(edge, effect, step));
			}
		}
		level = next;
	}
	return reached;
}
function stepTo({ user, kind, ambiguous }, effect, before) {
	return {
		path: user,
		effect,
		source: before.source,
		before,
		use: effect === "compiled" ? kind : "bind",
		ambiguous: ambiguous || before.ambiguous
	};
}
/** Ways of one length: by the changed file first, so that the same ones are left out where there are too many. */
function byWay(one, other) {
	return compare(one.source, other.source) || compare(one.path, other.path) || compare(one.effect, other.effect) || compare(one.before?.path ?? "", other.before?.path ?? "") || compare(one.before?.effect ?? "", other.before?.effect ?? "") || compare(one.use, other.use) || Number(one.ambiguous) - Number(other.ambiguous);
}

// src/uses/affected.ts
/** How many changed files are told of an affected one. */
const mostCauses$1 = 10;
/**
* Everything that a push affects, through as many steps as there are, sorted by path; the same for every order of the
* input. Files that the push itself changed are not in it. Nothing is sought where nothing that can be used has changed.
*
* @param seek is asked once a round, about all files whose users have to be known next; each file once.
*/
async function findAffected(changed, objectsOf, seek) {
	let search = {
		changed,
		users: /* @__PURE__ */ new Map(),
		sought: /* @__PURE__ */ new Set()
	};
	for (;;) {
		const paths = nextRound(search, objectsOf);
		if (paths.length === 0) return affectedBy(search, objectsOf);
		const edges = await seek(paths);
		if ("unknown" in edges) return edges;
		search = withUsers(search, paths, edges);
	}
}
/** The files whose users have to be known next, sorted. */
function nextRound({ changed, users, sought }, objectsOf) {
	const next = reach(startsOf(changed), (path) => users.get(path) ?? [], objectsOf, 1).filter(({ path, effect }) => !sought.has(path) && isSought(path, effect, objectsOf));
	return [...new Set(next.map(({ path }) => path))].toSorted();
}
function isSought(path, effect, objectsOf) {
	const objects = objectsOf(path);
	if (effect === "bound" && objects.length > 0) return makes(path, objects, ["*BNDDIR"]);
	return effect === "exports" || canBeUsed(path, objects);
}
function withUsers(search, paths, edges) {
	const found = Map.groupBy(edges, ({ used }) => used);
	const users = new Map(search.users);
	for (const path of paths) users.set(path, found.get(path) ?? []);
	return {
		...search,
		users,
		sought: /* @__PURE__ */ new Set([...search.sought, ...paths])
	};
}
function startsOf(changed) {
	return changed.flatMap(({ path }) => {
		const compiled = {
			path,
			effect: "compiled"
		};
		return isBinderSource(path) ? [compiled, {
			path,
			effect: "exports"
		}] : [compiled];
	});
}
function affectedBy({ changed, users }, objectsOf) {
	const own = new Set(changed.map(({ path }) => path));
	const steps = [false, true].flatMap((deleted) => {
		const starts = startsOf(changed.filter((file) => file.deleted === deleted));
		return reach(starts, (path) => users.get(path) ?? [], objectsOf, 10).filter((step) => !own.has(step.path) && (reasonOf(step, objectsOf) !== null || isUnmade(step, users, objectsOf))).map((step) => ({
			...step,
			deleted
		}));
	});
	return [...Map.groupBy(steps, ({ path }) => path)].map(([path, all]) => affectedFile(path, all, objectsOf)).toSorted((one, other) => one.path < other.path ? -1 : 1);
}
/** What a step asks for; null: its file makes no object that it could ask for. */
function reasonOf({ path, effect }, objectsOf) {
	const objects = objectsOf(path);
	if (effect === "compiled") return objects.length > 0 ? "*RECOMPILE" : null;
	return makes(path, objects, ["*PGM", "*SRVPGM"]) ? "*UPDATE" : null;
}
/** True for what compiles, and of which the mapping makes nothing: no other source includes it. */
function isUnmade({ path, effect }, users, objectsOf) {
	return effect === "compiled" && objectsOf(path).length === 0 && users.get(path)?.length === 0 && compiles(path);
}
function affectedFile(path, steps, objectsOf) {
	const onlyReported = steps.every(({ deleted }) => deleted);
	const recompiled = (onlyReported ? steps : steps.filter(({ deleted }) => !deleted)).some((step) => reasonOf(step, objectsOf) === "*RECOMPILE");
	const causes = [...Map.groupBy(steps, ({ source }) => source).values()].flatMap((ways) => ways.find(({ effect }) => effect === "compiled") ?? ways[0] ?? []).slice(0, 10);
	return {
		path,
		reason: recompiled || objectsOf(path).length === 0 ? "*RECOMPILE" : "*UPDATE",
		because: causes.map((step) => ({
			path: step.source,
			use: step.use,
			via: viaOf(step),
			deleted: step.deleted
		})),
		onlyReported,
		ambiguous: causes.some(({ ambiguous }) => ambiguous)
	};
}
function viaOf(step) {
	const via = [];
	for (let on = step.before; on !== null && on.before !== null; on = on.before) via.push(on.path);
	return via;
}

// src/report/dependents.ts
/** What a push affects beside what it changes, as reports show it (design §13). */
/** The dependents of a report; `request`: where the request that compiles it stands among the rows. */
function reportDependents(rows, requests) {
	const places = Map.groupBy(requests.keys(), (n) => keyOf(requests[n]));
	return rows.map(({ path, identity, objt, reason, because, ambiguous, leftOut, request }) => {
		const { appl = null, lvl = null, objn = null } = identity ?? {};
		return {
			path,
			appl,
			lvl,
			objn,
			objt,
			reason,
			because: because.map(({ deleted, ...cause }) => ({
				...cause,
				...deleted ? { deleted } : {}
			})),
			...ambiguous ? { ambiguous } : {},
			...leftOut === null ? {} : { leftOut },
			request: request === null ? null : placeOf(request, places, requests)
		};
	});
}
function keyOf({ appl, lvl, objn }) {
	return `${appl} ${lvl} ${objn}`;
}
function placeOf(asked, places, requests) {
	const { identity } = asked;
	const isSame = (n) => {
		const { appl, lvl, objn, objt, reason } = requests[n];
		return reason === asked.reason && mayBeSame({
			appl,
			lvl,
			objn,
			rpth: identity.rpth,
			type: objt
		}, identity);
	};
	return places.get(keyOf(identity))?.find(isSame) ?? null;
}
const mostCauses = 3;
/** So many files are named on the way to one, beside the first and the last. */
const mostBetween = 2;
/** Why a dependent is affected: `uses CUSTL1, which uses CUST`. */
function whyAffected({ because, ambiguous, leftOut }) {
	const ways = because.slice(0, mostCauses).map(wayTo);
	const rest = because.length - mostCauses;
	const more = rest > 0 ? [`and ${counted(rest, "other changed file")}${because.length < 10 ? "" : " or more"}`] : [];
	const doubt = ambiguous === true ? " (more than one file has that name)" : "";
	const out = leftOut === void 0 ? "" : `; the mapping leaves it out (${leftOut})`;
	return `${[...ways, ...more].join("; ")}${doubt}${out}`;
}
function wayTo({ path, via, use, deleted }) {
	const [first = "", ...others] = [...via, path].map(shortName);
	const skipped = others.length - 1 - mostBetween;
	const named = skipped > 1 ? [...others.slice(0, mostBetween), `${skipped} others on the way to ${others.at(-1)}`] : others;
	const verb = use === "bind" ? "binds" : "uses";
	const end = deleted === true ? ", which was deleted" : "";
	return `${verb} ${[first, ...named.map((name) => `which uses ${name}`)].join(", ")}${end}`;
}
/** A file as people call it: its name up to the first dot, without a text behind a hyphen. */
function shortName(path) {
	return path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)\..*$/, "").replace(/^([\w$#@]{1,10})-.*/, "$1");
}
/** The object, or the file where the mapping makes none of it. */
function dependentName({ path, appl, lvl, objn, objt }) {
	return objn === null ? path : `${appl}/${lvl} ${objn}${objt === null ? "" : ` ${objt}`}`;
}
/** How many there are: `3 objects, 1 file that the mapping leaves out`. */
function countAffected(dependents) {
	const objects = dependents.filter(({ objn }) => objn !== null).length;
	const files = dependents.length - objects;
	const leftOut = files === 0 ? [] : [`${counted(files, "file")} that the mapping leaves out`];
	return [...objects === 0 ? [] : [counted(objects, "object")], ...leftOut].join(", ");
}
function dependentRequest({ request }, { requests }) {
	return (request === null ? null : requests[request]) ?? null;
}
function dependentState(dependent, report) {
	return dependentRequest(dependent, report)?.outcome ?? "not requested";
}

// src/report/escape-markdown.ts
/** The longest text of a cell or line, in characters before escaping; a name or message may be of any length. */
const longest = 600;
const entity = (char) => `&#${char.charCodeAt(0)};`;
function withoutMarkup(text) {
	return escapeText(shorten(text, longest)).replace(/[&<>"'\\`*_{}[\]()#+!|~$@%^:=-]|(?<=^\d+|\bwww)\./gi, entity);
}
/**
* Text for a line or a table cell: no markup, no mention, no link, no line of its own; shortened when it is very long.
* The hosts look for `@name`, `#1`, `!1` and the like in what is shown, where an entity does not hide them: a
* zero-width blank behind the sign does.
*/
function escapeMarkdown(text) {
	return withoutMarkup(text).replace(/&#(?:33|35|36|37|38|64|94|126);(?=\w)|(?<=\bGH)&#45;(?=\d)/gi, "$&&#8203;");
}
/** A name as code: to be copied as it is, and no host looks for anything in it. */
function markdownCode(text) {
	return `<code>${withoutMarkup(text)}</code>`;
}

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

// src/report/plan-words.ts
/** What a plan says of a request beside the object: target, project, RFP, and who holds the object now (design §16). */
/** Of so many holders of one object each is named; the rest is counted. */
const mostHolders = 3;
/** Application and level. */
function targetText({ appl, lvl }) {
	return `${appl}/${lvl}`;
}
/** The project that the request is booked on, as it is sent; empty: none. */
function projectName({ fields: { proj, task, stsk } = {} }) {
	if (proj === void 0) return "";
	return [
		proj,
		task === void 0 ? "" : ` task ${task}`,
		stsk === void 0 ? "" : ` subtask ${stsk}`
	].join("");
}
/** The same in words. */
function projectText(request) {
	const name = projectName(request);
	if (name === "") return "no project";
	return name === "*BRANCH" ? "project of the branch" : `project ${name}`;
}
/** The RFP that the request will be in; empty where the plan does not say it. */
function rfpText({ rfpMode, joins = null, action }) {
	if (rfpMode === void 0) return "";
	if (action === "withdraw") return joins === null ? "no RFP" : `out of RFP ${joins}`;
	if (rfpMode === "per-branch") return joins === null ? "the branch's RFP" : `RFP ${joins}, if it is open`;
	if (joins !== null) return `RFP ${joins}`;
	return rfpMode === "none" || action === "none" ? "no RFP" : "a new RFP";
}
/** Who holds the object, as far as the ledger knows: a sentence each, those first that filing would meet. */
function heldTexts(request, report) {
	const { heldBy = [], reason } = request;
	const sorted = heldBy.toSorted((one, other) => Number(goesOn(one, reason)) - Number(goesOn(other, reason)));
	const texts = sorted.slice(0, mostHolders).map((one) => heldText(one, request, report));
	const more = sorted.length - mostHolders;
	return more > 0 ? [...texts, `and by ${more} more, see the JSON report`] : texts;
}
function heldText(held, request, { range, notices }) {
	const { objectId, reason, path, verified } = held;
	const other = [...reason === request.reason ? [] : [`as ${reason}`], ...path === request.path || path === request.previousPath ? [] : [`for ${path}`]];
	const isTold = verified || notices.some(({ code }) => code === "ledgerNotVerified");
	const who = [
		`#${objectId} of ${branchText(held, range?.repo ?? null)}`,
		...held.account === null && held.user === null ? [] : [held.account ?? held.user ?? ""],
		since(held),
		...other,
		...isTold ? [] : ["not verified"]
	].join(", ");
	return goesOn(held, request.reason) ? `goes on with ${who}, which is merged here; it stays booked on that branch` : `held by ${who}`;
}
function branchText({ repo, branch, gone }, own) {
	const name = repo === own ? branch : `${repo} ${branch}`;
	return gone === true ? `${name} (a branch that is gone)` : name;
}
function since({ at, commit }) {
	return at === null ? `since ${commit.slice(0, 12)}` : `since ${at.slice(0, 16).replace("T", " ")} UTC`;
}
/** What a plan would do with a request; of one that is kept back, why in a word. */
function plannedText(request) {
	const { outcome, action } = request;
	if (outcome !== "planned") return outcome;
	const doing = action === "none" ? "unchanged" : action ?? "create";
	return isHeld(request) ? `${doing}, held` : doing;
}
/**
* True for a request that somebody has to look at: not settled, held by another branch, with a warning, or withdrawn and
* still to be deleted at the service.
*/
function needsReader(request) {
	const { warnings, remedy, heldBy = [] } = request;
	return !isSettled(request) || remedy !== null || warnings.length > 0 || heldBy.length > 0;
}
/** Where the requests of a plan go: what all of a group have in common. */
function planGroups(rows) {
	const waysOf = (row) => [projectText(row), rfpText(row)].filter((text) => text !== "");
	const keyOf = (row) => JSON.stringify([targetText(row), ...waysOf(row)]);
	return [...Map.groupBy(rows.filter(({ outcome }) => outcome === "planned"), keyOf).values()].flatMap((of) => {
		const [first] = of;
		return first === void 0 ? [] : [{
			target: targetText(first),
			ways: waysOf(first),
			counts: countsOf(of)
		}];
	});
}
function countsOf(rows) {
	const held = rows.filter(isHeld).length;
	const words = [...Map.groupBy(rows, ({ action }) => action === "none" ? "unchanged" : action ?? "create")].map(([name, of]) => `${of.length} ${name}`).join(", ");
	return held === 0 ? words : `${words}; ${counted(held, "object")} held by another branch`;
}

// src/report/markdown-plan.ts
/** A plan of more requests than this is folded: what needs a reader stays in sight. */
const mostOpen = 25;
/** So many groups are named before the rest is counted. */
const mostGroups = 12;
/**
* The requests of a plan for a reviewer: where they go, then a row each, what somebody has to look at first.
*
* @param most bytes of all rows; the rest is counted.
*/
function planTable(report, fileCell, most) {
	const rows = inReadingOrder(report.requests);
	const columns = columnsOf(rows);
	const lineOf = (request) => rowOf$1(request, report, columns, fileCell);
	const seen = rows.length > mostOpen ? rows.filter(needsReader).slice(0, mostOpen) : rows;
	const folded = rows.slice(seen.length);
	const shown = tableOf(columns, seen.map(lineOf), most);
	const lines = [
		...groupLines(rows),
		"",
		...seen.length === 0 ? [] : shown
	];
	if (folded.length === 0) return lines;
	const which = seen.length === 0 ? counted(folded.length, "request") : `the other ${counted(folded.length, "request")}`;
	const table = tableOf(columns, folded.map(lineOf), most - sizeOf(shown));
	return [
		...lines,
		"",
		`<details><summary>${which}</summary>`,
		"",
		...table,
		"",
		"</details>"
	];
}
function sizeOf(lines) {
	return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
/** What cannot be filed, what is held, what has a warning, then the rest as it is filed. */
function inReadingOrder(requests) {
	return worstFirst(requests).toSorted((one, other) => Number(needsReader(other)) - Number(needsReader(one)));
}
/** Where the requests go: what all of a group have in common stands once. */
function groupLines(rows) {
	const groups = planGroups(rows);
	const lines = groups.slice(0, mostGroups).map(({ target, ways, counts }) => {
		return `- ${[`**${escapeMarkdown(target)}**`, ...ways.map(escapeMarkdown)].join(", ")}: ${counts}`;
	});
	return groups.length > mostGroups ? [...lines, `- and ${groups.length - mostGroups} more targets`] : lines;
}
function columnsOf(rows) {
	const differ = (textOf) => new Set(rows.map(textOf)).size > 1;
	return {
		hasTarget: differ(targetText),
		hasProject: differ(projectName),
		hasRfp: differ(rfpText),
		hasNumber: rows.some(({ objectId }) => objectId !== null)
	};
}
function tableOf(columns, rows, most) {
	const heads = cellsOf(columns, {
		planned: "planned",
		reason: "reason",
		object: "object",
		attribute: "attribute",
		target: "target",
		project: "project",
		rfp: "RFP",
		number: "request",
		file: "file",
		said: ""
	});
	return [
		`| ${heads.join(" | ")} |`,
		`| ${heads.map(() => "---").join(" | ")} |`,
		...within(most, rows, (left) => ["", `and ${left} more, see the JSON report`])
	];
}
function cellsOf({ hasTarget, hasProject, hasRfp, hasNumber }, cells) {
	return [
		cells.planned,
		cells.reason,
		...hasTarget ? [cells.target] : [],
		...[cells.object, cells.attribute],
		...hasProject ? [cells.project] : [],
		...hasRfp ? [cells.rfp] : [],
		...hasNumber ? [cells.number] : [],
		...[cells.file, cells.said]
	];
}
function rowOf$1(request, report, columns, fileCell) {
	const { reason, attr, objectId, msg, remedy, warnings } = request;
	const said = [
		...heldTexts(request, report),
		msg ?? "",
		remedy ?? "",
		...warnings
	].filter((text) => text !== "");
	const doing = plannedText(request);
	return `| ${cellsOf(columns, {
		planned: needsReader(request) ? `**${doing}**` : doing,
		reason: escapeMarkdown(reason),
		target: escapeMarkdown(targetText(request)),
		object: markdownCode(typedName(request)),
		attribute: attr === null ? "" : escapeMarkdown(attr),
		project: escapeMarkdown(projectName(request)),
		rfp: escapeMarkdown(rfpText(request)),
		number: objectId === null ? "" : `#${objectId}`,
		file: fileCell(request),
		said: said.map(escapeMarkdown).join(" – ")
	}).join(" | ")} |`;
}

// src/report/mermaid.ts
/** A picture of more requests than this is no help. */
const mostDrawn = 20;
const longestLabel = 60;
/**
* A label as Mermaid takes it, in quotes: letters, digits and a few plain signs as they are, all else as a character
* code, so that no name can end the label, the fence or start a directive.
*/
function label(text) {
	const characters = Array.from(text.toWellFormed());
	return `"${(characters.slice(0, longestLabel).join("") + (characters.length > longestLabel ? "..." : "")).replace(/[^A-Za-z0-9 ./*_-]/gu, (character) => `#${character.codePointAt(0)};`)}"`;
}
function requestLabel(request) {
	const { objectId, outcome, action } = request;
	const reason = request.reason === "*MIGRATE" ? "" : ` ${request.reason}`;
	const number = objectId === null ? "" : ` #${objectId}`;
	return `${outcome === "planned" ? action === "none" ? "unchanged" : action ?? "planned" : outcome}${reason}${number} ${objectText(request)}`;
}
function rfpLabel({ rfp, outcome }) {
	if (rfp) return `RFP ${rfp}`;
	return outcome === "planned" ? null : "no RFP";
}
/**
* A picture of RFP, request and file for a small run, as the lines of a Mermaid block; none for a large run or one
* without requests.
*/
function mermaidPicture(report) {
	const { requests } = report;
	if (requests.length === 0 || requests.length > mostDrawn) return [];
	const rfps = [...new Set(requests.map(rfpLabel).filter((text) => text !== null))];
	const nodes = rfps.map((text, n) => `  p${n}([${label(text)}])`);
	const rows = requests.flatMap((request, n) => {
		const rfp = rfpLabel(request);
		const from = rfp === null ? [] : [`  p${rfps.indexOf(rfp)} --> r${n}`];
		return [
			`  r${n}[${label(requestLabel(request))}]`,
			`  f${n}[/${label(request.path)}/]`,
			...from,
			`  r${n} --> f${n}`
		];
	});
	return [
		"```mermaid",
		"flowchart LR",
		...nodes,
		...rows,
		"```"
	];
}
/**
* A graph of what a small push affects, changed files first, as the lines of a Mermaid block; none for a large one. What
* is itself affected and affects others stands in it once.
*/
function mermaidAffected({ dependents }) {
	if (dependents.length === 0 || dependents.length > mostDrawn) return [];
	const nodes = new Map(dependents.map(({ path }, n) => [path, `a${n}`]));
	const used = dependents.flatMap(({ because }) => because.flatMap(({ path, via }) => [path, ...via]));
	const files = [...new Set(used)].filter((path) => !nodes.has(path));
	if (files.length > mostDrawn) return [];
	for (const [n, path] of files.entries()) nodes.set(path, `c${n}`);
	const arrows = dependents.flatMap(({ because }, n) => because.map(({ path, via }) => [path, ...via.toReversed()].map((file) => nodes.get(file)).concat(`a${n}`))).flatMap((way) => way.slice(1).map((node, at) => `  ${way[at]} --> ${node}`));
	return [
		...["```mermaid", "flowchart LR"],
		...files.map((path, n) => `  c${n}[/${label(path)}/]`),
		...dependents.map((one, n) => `  a${n}[${label(`${one.reason} ${dependentName(one)}`)}]`),
		...new Set(arrows),
		"```"
	];
}

// src/report/markdown.ts
/** A job summary may have 1 MiB (over it the upload fails): each part stops well before that and counts the rest. */
const mostBytes = {
	error: 5e4,
	rows: 68e4,
	affected: 6e4,
	leftOut: 15e4,
	notices: 5e4
};
function linked(url, text) {
	return url === null ? text : `<a href="${url}">${text}</a>`;
}
function fileCell(request, report, links) {
	const text = markdownCode(request.path);
	const head = report.range?.head;
	const there = request.reason !== "*DELETE" && request.outcome !== "withdrawn" && request.pathBase64 === void 0;
	return linked(head && there ? fileUrl(links, head, request.path) : null, text);
}
function rowOf(request, report, links) {
	const said = [
		request.msg ?? "",
		request.remedy ?? "",
		...request.warnings
	].filter((text) => text !== "").join(" – ");
	const quiet = request.outcome === "created" || request.outcome === "updated" ? request.warnings.join(" – ") : said;
	return `| ${[
		request.outcome,
		escapeMarkdown(request.reason),
		markdownCode(objectText(request)),
		request.objectId === null ? "" : String(request.objectId),
		request.rfp ? String(request.rfp) : "",
		fileCell(request, report, links),
		escapeMarkdown(quiet)
	].join(" | ")} |`;
}
function requestLines$1(report, links) {
	if (!report.requests.some(({ outcome }) => outcome === "planned")) return table(report, links);
	return planTable(report, (request) => fileCell(request, report, links), mostBytes.rows);
}
function table(report, links) {
	const lines = worstFirst(report.requests).map((request) => rowOf(request, report, links));
	return [
		"| outcome | reason | object | request | RFP | file | |",
		"| --- | --- | --- | --- | --- | --- | --- |",
		...within(mostBytes.rows, lines, (left) => ["", `and ${left} more, see the JSON report`])
	];
}
/** What was compared: the two commits of a push, or the one that was looked at. */
function rangeLine(report, links) {
	const { range } = report;
	if (range === null) return "";
	const { base, head } = range;
	const name = escapeMarkdown(`${range.repo ?? ""} ${range.branch ?? ""}`.trim());
	if (head === null) return `${name} (${rangeRuleText(range.rule)})`;
	const commit = linked(commitUrl(links, head), head.slice(0, 12));
	const real = base !== null && report.requests.length > 0 && !isEmptyTree(base);
	const span = base === null ? "" : `${base.slice(0, 12)}...${head.slice(0, 12)}`;
	return `${name} at ${commit}${base === null ? "" : `, compared ${real ? linked(compareUrl(links, base, head), span) : span}`} (${rangeRuleText(range.rule)})`;
}
function runLine({ run, mapping, tool }) {
	const who = run.actor === null ? "" : ` by ${markdownCode(run.actor)}`;
	const name = run.id === null ? "" : linked(run.url, `run ${escapeMarkdown(run.id)}`);
	const used = mapping === null ? "no mapping file" : `mapping ${markdownCode(mapping.path)}`;
	return [
		`${name}${who}`.trim(),
		used,
		`file-checkouts ${escapeMarkdown(tool)}`
	].filter((part) => part !== "").join(" · ");
}
/** A message may have a line for each thing that is wrong, as the mapping's does. */
function errorLines(error) {
	const lines = error.message.split("\n").map((line) => `**${escapeMarkdown(line.trimEnd()) || " "}**  `);
	return [
		...within(mostBytes.error, lines, (left) => [`and ${left} more lines, see the JSON report`]),
		"",
		escapeMarkdown(error.remedy),
		""
	];
}
function affected(report) {
	const { dependents } = report;
	if (dependents.length === 0) return [];
	const lines = dependents.map((one) => {
		return `- ${`${markdownCode(dependentName(one))} (${escapeMarkdown(one.reason)}, ${dependentState(one, report)})`}: ${escapeMarkdown(whyAffected(one))}`;
	});
	const shown = within(mostBytes.affected, lines, (left) => [`- and ${left} more, see the JSON report`]);
	const graph = mermaidAffected(report);
	return [
		"",
		`<details${dependents.length > 20 ? "" : " open"}><summary>affected: ${countAffected(dependents)}</summary>`,
		"",
		...shown,
		...graph.length === 0 ? [] : ["", ...graph],
		"",
		"</details>"
	];
}
function leftOut(report) {
	if (report.leftOut.length === 0) return [];
	const lines = [...Map.groupBy(report.leftOut, (entry) => entry.why)].map(([why, entries]) => {
		const names = entries.slice(0, 5).map((entry) => markdownCode(entry.path));
		const more = entries.length > 5 ? `, and ${entries.length - 5} more` : "";
		return `- ${escapeMarkdown(why)} (${entries.length}): ${names.join(", ")}${more}`;
	});
	const shown = within(mostBytes.leftOut, lines, (left) => [`- and ${left} more reasons, see the JSON report`]);
	return [
		"",
		`<details><summary>${report.leftOut.length} left out</summary>`,
		"",
		...shown,
		"",
		"</details>"
	];
}
function notices(report) {
	const lines = report.notices.map(({ message }) => `- ${escapeMarkdown(message)}`);
	return within(mostBytes.notices, lines, (left) => [`- and ${left} more notes, see the JSON report`]);
}
/** The report as Markdown, for a job summary or a comment: worst first, under 1 MiB. */
function markdownReport(report, links) {
	const counts = Object.entries(report.counts).filter(([name, count]) => count > 0 && name !== "leftOut");
	const lines = [
		"### file-checkouts",
		"",
		rangeLine(report, links),
		""
	];
	if (report.error !== null) lines.push(...errorLines(report.error));
	if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, "");
	if (counts.length > 0) lines.push(counts.map(([name, count]) => `${count} ${name}`).join(", "), "");
	if (report.requests.length > 0) lines.push(...requestLines$1(report, links));
	lines.push(...affected(report));
	const picture = mermaidPicture(report);
	if (picture.length > 0) lines.push("", "<details><summary>Picture</summary>", "", ...picture, "", "</details>");
	lines.push(...leftOut(report), "", ...notices(report), "", runLine(report));
	return `${lines.join("\n").trimEnd()}\n`;
}

// src/report/run-annotations.ts
function requestMessage(request) {
	const { outcome, reason, msg, remedy } = request;
	const said = [msg, remedy].filter((text) => text !== null && text !== "").join(" – ");
	return `${outcome}: ${reason} ${objectText(request)}${said === "" ? "" : `: ${said}`}`;
}
const noRule = "left out: no rule of the mapping matches it (unmapped: error).";
/**
* True where each file that no rule reaches gets a note of its own, so that no other has to say why the run is red: of
* many, one note for all of them names the first.
*/
function stopIsAtFiles({ error, leftOut, requests }) {
	const failed = requests.filter((request) => !isSettled(request)).length;
	return error?.code === "unmapped" && leftOut.filter(isUnmapped).length + failed <= 10;
}
function heldMessage(request, report) {
	return `${objectText(request)} is ${heldTexts(request, report).join("; ")}: filing it now would be a conflict`;
}
/**
* Notes at the files of a run: an error for each request that was not filed and for files that no rule reaches when that
* makes the run fail, a warning for what was filed with one, and for a ledger that cannot be used.
*/
function runAnnotations(report) {
	const at = (level, file, message) => {
		return {
			level,
			file,
			line: null,
			column: null,
			message
		};
	};
	const requests = report.requests.flatMap((request) => [
		...isSettled(request) ? [] : [at("error", request.path, requestMessage(request))],
		...isHeld(request) ? [at("warning", request.path, heldMessage(request, report))] : [],
		...request.warnings.map((warning) => at("warning", request.path, warning))
	]);
	const unmapped = stopIsAtFiles(report) ? report.leftOut.filter(isUnmapped) : [];
	const lost = report.notices.filter(({ code }) => code === "ledgerUnusable" || code === "endNotWritten");
	return [
		...requests,
		...unmapped.map(({ path }) => at("error", path, `${noRule} ${report.error?.remedy ?? ""}`)),
		...lost.map(({ message }) => at("warning", null, message))
	];
}

// src/report/text.ts
/** How many left-out files of one reason are named before the rest is counted. */
const namedPerReason = 10;
function doing(request) {
	if (request.outcome !== "planned") return request.outcome;
	return request.action === "none" ? "unchanged" : `${request.action ?? "create"} (planned)`;
}
/** One line per request: outcome, reason, object, request number and RFP, file; then what the service said of it. */
function requestLines(request) {
	const number = request.objectId === null ? "" : ` #${request.objectId}`;
	const rfp = request.rfp ? ` RFP ${request.rfp}` : "";
	const from = request.previousPath === null ? "" : ` (was ${request.previousPath})`;
	const lines = [`${doing(request).padEnd(12)} ${request.reason.padEnd(9)} ${objectText(request)}${attribute(request)}${number}${rfp}  ${request.path}${from}`];
	if (!(isSettled(request) && request.outcome !== "withdrawn") && request.msg) lines.push(`             ${request.msg}`);
	if (request.remedy) lines.push(`             -> ${request.remedy}`);
	for (const warning of request.warnings) lines.push(`             warning: ${warning}`);
	return lines.map(escapeText);
}
/** In a plan, beside the type of the object; without a type that is known it stands in its place. */
function attribute({ outcome, objt, attr }) {
	return outcome === "planned" && objt !== null && attr !== null ? ` ${attr}` : "";
}
/** The line of a request with what a plan knows of it: who holds the object and, where that differs, where it goes. */
function rowLines(request, report, groups) {
	const [line = "", ...said] = requestLines(request);
	const where = (request.action === "create" && groups > 1 ? [projectText(request), rfpText(request)] : []).filter((text) => text !== "").join(", ");
	return [
		line,
		...[...where === "" ? [] : [where], ...heldTexts(request, report)].map((text) => escapeText(`             ${text}`)),
		...said
	];
}
/** A run of more requests than this is not listed whole, nor so many that need a reader. */
const mostRows = 50;
/** A line or more per request; of many requests those that need a reader, and how many others there are. */
function requestsLines(report, rest) {
	const { requests } = report;
	const groups = planGroups(requests);
	const where = groups.map(({ target, ways, counts }) => escapeText(`${[target, ...ways].join(", ")}: ${counts}`));
	const linesOf = (rows) => rows.flatMap((row) => rowLines(row, report, groups.length));
	if (requests.length <= mostRows) return [...where, ...linesOf(requests)];
	const needing = worstFirst(requests).filter(needsReader);
	const shown = needing.slice(0, mostRows);
	const others = requests.length - shown.length;
	const needed = needing.length - shown.length;
	const ofThem = needed === 0 ? "" : `, ${needed} of them with something to read`;
	return [
		...where,
		...linesOf(shown),
		`and ${counted(others, "more request")}${ofThem}: ${escapeText(rest)}`
	];
}
function headLines(report) {
	const { range } = report;
	if (range === null) return [];
	const short = (oid) => oid === null ? "nothing" : oid.slice(0, 12);
	const span = range.head === null ? "" : ` ${short(range.base)}..${short(range.head)}`;
	return [escapeText(`${range.repo ?? ""} ${range.branch ?? ""}${span} (${rangeRuleText(range.rule)})`.trim())];
}
function countLine(report) {
	const text = Object.entries(report.counts).filter(([name, count]) => count > 0 && name !== "leftOut").map(([name, count]) => `${count} ${name}`).join(", ");
	return `${text === "" ? "no requests" : text}; ${report.counts.leftOut} left out`;
}
function leftOutLines(report) {
	const byReason = Map.groupBy(report.leftOut, (entry) => entry.why);
	const lines = [];
	for (const [why, entries] of byReason) {
		lines.push(`left out (${entries.length}): ${why}`);
		lines.push(...entries.slice(0, namedPerReason).map((entry) => `  ${entry.path}`));
		if (entries.length > namedPerReason) lines.push(`  and ${entries.length - namedPerReason} more`);
	}
	return lines.map(escapeText);
}
/** How many dependents are named before the rest is counted. */
const mostDependents = 50;
function dependentLines(report) {
	const { dependents } = report;
	const lines = dependents.slice(0, mostDependents).map((one) => {
		return `  ${one.reason} ${dependentName(one)} (${dependentState(one, report)}): ${whyAffected(one)}`;
	});
	const rest = dependents.length - mostDependents;
	const more = rest > 0 ? [`  and ${rest} more`] : [];
	return dependents.length === 0 ? [] : [
		`affected: ${countAffected(dependents)}`,
		...lines,
		...more
	].map(escapeText);
}
/** The parts of the report for people; every line is safe for a log. @param rest where all of a large one is. */
function textParts(report, rest) {
	const main = [...headLines(report), ...requestsLines(report, rest)];
	if (report.nothingToFile !== null) main.push(escapeText(`nothing to file: ${report.nothingToFile}`));
	else if (report.error === null || report.requests.length > 0) main.push(countLine(report));
	const end = report.notices.map(({ message }) => `note: ${escapeText(message)}`);
	if (report.error !== null) {
		end.push(...report.error.message.split("\n").map((line) => `error: ${escapeText(line)}`));
		end.push(`       -> ${escapeText(report.error.remedy)}`);
	}
	return {
		main,
		affected: dependentLines(report),
		leftOut: leftOutLines(report),
		end
	};
}
/** The report for people as one text: the range, a line per request, counts, and what was left out by reason. */
function textReport(report) {
	const { main, affected, leftOut, end } = textParts(report, restIn(void 0));
	return `${[
		...main,
		...affected,
		...leftOut,
		...end
	].join("\n")}\n`;
}
/** Where the rest of a large run is. @param file the JSON report; undefined: none is written. */
function restIn(file) {
	return file === void 0 ? "--format json, or --report FILE, has all" : `all are in ${file}`;
}
/**
* Prints the report to a log that can fold, the list of left-out files folded.
*
* @param rest where all of a large one is, as `restIn` says it.
*/
function printReport(report, log, rest) {
	const { main, affected, leftOut, end } = textParts(report, rest);
	const print = (lines) => {
		for (let at = 0; at < lines.length; at += 500) log.info(lines.slice(at, at + 500).join("\n"));
	};
	print(main);
	if (affected.length > 0) {
		log.group(`affected: ${countAffected(report.dependents)}`);
		print(affected);
		log.endGroup();
	}
	if (leftOut.length > 0) {
		log.group(`left out: ${counted(report.counts.leftOut, "file")}`);
		print(leftOut);
		log.endGroup();
	}
	print(end);
}

export { actionOutputs, annotate, becauseText, canBeUsed, checkReportPlace, commitUrl, compareUrl, countRows, dependentName, dependentRequest, emptyTree, endGroup, error, escapeMarkdown, fileUrl, filed, findAffected, getInput, gitPath, heldOutcomes, heldTexts, howSealed, info, isBinderSource, isEmptyTree, isHeld, isOnlyFile, isSettled, isUnmapped, jsonPieces, jsonText, linksOf, madeObjects, makes, markdownCode, markdownReport, mayPush, noticeOf, objectText, pathKey, printReport, projectName, reportDependents, reportLeftOuts, reportNotice, reportRequest, require_tunnel, restIn, rfpText, runAnnotations, setOutput, setSecret, settledOutcomes, startGroup, stopIsAtFiles, summary, textPath, textReport, typeLeftOut, typeOf, typedName, unsendableName, warning, whyAffected, withNotices, within, worstFirst, writeReport, writeReportFiles };