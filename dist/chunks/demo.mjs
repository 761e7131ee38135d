import { __commonJSMin, __require } from "./rolldown-runtime.mjs";
import { Problem, defaultOf, messageOf, nearest, readRegularFile, shorten, version } from "./start.mjs";
import { isRecord, messages, readInteger } from "./replies.mjs";
import { GlobError, _enum, _gte, _maxLength, _minLength, _regex, array, boolean, compileGlob, createField, createFields, describe, int, literal, optional, specialsInstead, strictObject, string, union, updateFields, withDefaults } from "./schemas.mjs";
import { matchGlob } from "./match.mjs";
import { messageFor, readChecked } from "./read-checked.mjs";
import { nativeCharacters, nativeNameProblem } from "./native-names.mjs";
import { BadCall, Refusal, comparableName, comparableType, isInFileSystem, isObjectType, isPathType, maxReferenceCharacters, mostCharacters, parsePayload, readCreate, readObjectId, readUpdate, refuseProblems, shown, unknownFields, withoutBlanks } from "./object-types.mjs";
import { STATUS_CODES, createServer } from "node:http";
import { once } from "node:events";
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

// src/service/records.ts
function columns(type, ...names) {
	return Object.fromEntries(names.map((name) => [name, type]));
}
/** Columns of a stored request, in the order of the interface; numbers are whole, text is never null. */
const requestColumns = {
	...columns("integer", "objectId"),
	...columns("text", "appl"),
	...columns("integer", "lvl"),
	...columns("text", "objn", "objt", "attr", "rpth", "target", "srcn", "srca", "srcd", "rsn", "status", "lock", "user"),
	...columns("text", "folb", "fslb", "fsfl", "copy", "copied", "repositoryType", "repo", "branch", "gpath", "gfile", "proj"),
	...columns("integer", "task", "stsk"),
	...columns("text", "arfp"),
	...columns("integer", "rfp"),
	...columns("text", "rfpd"),
	...columns("integer", "csqo"),
	...columns("text", "data", "dmbr", "rpgm", "rjrn", "rcst", "rtrg", "rlfm", "dir", "vref", "pipe", "pipa", "tkey"),
	...columns("text", "createdBy", "createdAt", "changedAt")
};
/** `request` of the answer to a create, with what OpenAPI says of each: the values actually used (interface §2.7). */
const usedFields = {
	objectId: "Request number.",
	objt: "Object type used.",
	attr: "Attribute used.",
	rfp: "RFP number; 0 when not assigned.",
	rfpd: "RFP description used.",
	proj: "Project assigned.",
	task: "Task number; 0 when assigned directly to the project.",
	stsk: "Subtask number; 0 when assigned directly to the project or task.",
	folb: "Library or IFS path holding the object.",
	fslb: "Library or IFS path holding the source.",
	fsfl: "Source file holding the member."
};
/** `request` of the answer to an update: the values stored (interface §2.7). */
const storedFields = {
	objectId: "Request number.",
	objt: "Object type.",
	attr: "Attribute after update.",
	srcn: "Source name after update.",
	srca: "Source type after update.",
	srcd: "Source description after update.",
	user: "Assigned programmer.",
	csqo: "Compile subsequence.",
	arfp: "Assign-RFP value applied by the update.",
	rfp: "RFP number after update; 0 when not assigned.",
	lock: "*YES when locked, *NO when unlocked.",
	gpath: "Git path after update.",
	gfile: "Git file name after update."
};

// src/service/database.ts
/** The service's SQLite database: opening it, and one transaction per call. Several services may share a file. */
/** How long a start waits for another process that holds the file, in milliseconds. */
const startPatience = 5e3;
/** How long a call does. Nothing else is answered meanwhile, so it is short. */
const callPatience = 250;
/** Numbers start apart, so that a request number is not taken for an RFP number by accident; none is used twice. */
const tables = `
  create table requests (${Object.entries(requestColumns).map(([name, type]) => name === "objectId" ? "\"objectId\" integer primary key autoincrement" : `"${name}" ${type} not null`).join(", ")}, "lockKey" text not null);
  create unique index locks on requests ("lockKey") where "lock" = '*YES';
  create table rfps ("rfp" integer primary key autoincrement, "appl" text not null, "lvl" integer not null,
    "user" text not null, "rfpd" text not null, "creq" text not null, "areq" text not null, "sreq" text not null);
  create index requestsOfRfp on requests ("rfp");
  create table attachments ("objectId" integer not null, "kind" text not null, "filename" text not null,
    "place" text not null, "sha256" text not null, "bytes" blob not null, primary key ("objectId", "place"));
  create table transactions ("n" integer primary key autoincrement, "at" text not null, "method" text not null,
    "vref" text, "user" text not null, "objectId" integer, "sev" integer not null, "msg" text not null);
  create table notifications ("n" integer primary key autoincrement, "at" text not null, "pipe" text not null,
    "tkey" text not null, "rfp" integer not null, "objectId" integer not null, "what" text not null);
  create table authorizations ("proj" text not null, "appl" text not null, primary key ("proj", "appl"));
  insert into sqlite_sequence ("name", "seq") values ('requests', 10000), ('rfps', 100);
`;
/** SQLite's mark of what program a file belongs to. */
const fileMark = 1717792627;
/** Tells the tables apart from those of any other version, so that a file of another version is not misread. */
const tablesVersion = createHash("sha256").update(tables).digest().readUInt16BE() + 1;
/**
* Opens a database file, or one in memory (`:memory:`), and makes its tables when it is new. A file of another program
* is left as it is. A committed transaction survives a kill: the journal is a WAL that is synced at every commit.
* @throws Problem usage when the file cannot be read and written, or is not of this version of the service
*/
function openDatabase(file) {
	let database;
	try {
		database = new DatabaseSync(file, { timeout: startPatience });
		setUp(database, file);
		return database;
	} catch (error) {
		database?.close();
		if (error instanceof Problem) throw error;
		const message = `The service's database ${file} cannot be used: ${messageOf(error)}.`;
		throw new Problem("usage", message, "Name a file that can be written, in an existing folder that can be written too, or :memory:.", { cause: error });
	}
}
function setUp(database, file) {
	useWal(database, file);
	database.exec("pragma synchronous = full; pragma trusted_schema = off");
	inTransaction(database, () => {
		if (isNew(database, file)) database.exec(tables);
		database.exec(`pragma user_version = ${tablesVersion}; pragma application_id = ${fileMark}`);
	});
	database.exec(`pragma busy_timeout = ${callPatience}`);
}
/** Switches a file of ours to a WAL. SQLite does not wait for another process that does so at the same time: it fails. */
function useWal(database, file) {
	const end = Date.now() + startPatience;
	while (true) try {
		inSnapshot(database, () => isNew(database, file));
		database.exec("pragma journal_mode = wal");
		return;
	} catch (error) {
		if (!isBusy(error) || Date.now() > end) throw error;
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
	}
}
/** Runs the work in one transaction that holds the write lock from its start; an error undoes all of it. */
function inTransaction(database, work) {
	database.exec("begin immediate");
	try {
		const result = work();
		database.exec("commit");
		return result;
	} catch (error) {
		if (database.isTransaction) database.exec("rollback");
		throw error;
	}
}
function inSnapshot(database, read) {
	database.exec("begin");
	try {
		return read();
	} finally {
		database.exec("commit");
	}
}
/** True when an error says that another process holds the database (SQLITE_BUSY or SQLITE_LOCKED, also its finer codes). */
function isBusy(error) {
	if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return false;
	const primary = error.errcode & 255;
	return primary === 5 || primary === 6;
}
/** Whether a file is new; needs a transaction. Throws Problem usage when it is neither new nor of these tables. */
function isNew(database, file) {
	const version = numberOf(database, "user_version");
	if (numberOf(database, "application_id") === fileMark) {
		if (version === tablesVersion) return false;
		const message = `The service's database ${file} was made by another version of this program, with other tables.`;
		throw new Problem("usage", message, "Name a new file; the old one can still be used with the version that made it.");
	}
	const isEmpty = database.prepare("select 1 from sqlite_schema").get() === void 0;
	if (version === 0 && isEmpty) return true;
	throw new Problem("usage", `The file ${file} is a database of another program.`, "Name a file that does not exist yet, or one that serve made.");
}
function numberOf(database, pragma) {
	return Number(Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0]);
}

// src/service/answer.ts
/** The outcome of a call that was carried out; warnings make it sev 20 and follow the message. */
function done$1(msg, request, warnings) {
	const sev = warnings.length > 0 ? 20 : 10;
	const { objectId } = request;
	return {
		sev,
		msg: [msg, ...warnings].join("; "),
		objectId,
		existingObjectId: null,
		request,
		badStatus: null
	};
}
/** The outcome of a call that was refused; anything but a Refusal or a BadCall is a bug and is thrown on. */
function refused$1(error, objectId = null) {
	const outcome = {
		sev: 30,
		objectId,
		existingObjectId: null,
		request: null,
		badStatus: null
	};
	if (error instanceof Refusal) return {
		...outcome,
		msg: error.message,
		existingObjectId: error.existingObjectId
	};
	if (error instanceof BadCall) return {
		...outcome,
		msg: error.message,
		badStatus: error.status
	};
	throw error;
}
function answerOf(outcome, style) {
	const { sev, msg, existingObjectId, request, badStatus } = outcome;
	const styled = (values) => style.quotedNumbers ? quoted$2(values) : values;
	const rtn = styled({
		sev: String(sev),
		msg,
		...existingObjectId === null ? {} : { existingObjectId }
	});
	const body = request === null || style.variant === "earlier" ? { rtn } : {
		rtn,
		request: styled(request)
	};
	return json(badStatus ?? (sev === 30 ? style.refusalStatus : 200), body);
}
function quoted$2(values) {
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
function json(status, body, headers = {}) {
	return {
		status,
		headers: {
			"content-type": "application/json; charset=utf-8",
			...headers
		},
		body: JSON.stringify(body)
	};
}
/** A refusal by HTTP status, as 401 or 404; it has `rtn` too (interface §2.7). */
function refusalAnswer(status, msg, headers = {}) {
	return json(status, { rtn: {
		sev: "30",
		msg
	} }, headers);
}
/** `request` of an answer about a request: the values of these fields. */
function valuesOf(fields, request) {
	const names = Object.keys(fields);
	return Object.fromEntries(names.map((name) => [name, request[name]]));
}

// src/service/content-headers.ts
const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^\s;]*))/g;
/**
* Reads a Content-Type or Content-Disposition. In quoted values a backslash escapes only a quote or a backslash, since
* form encoders write other backslashes as they are. The first of equal names counts.
*/
function readHeader(text) {
	const parameters = /* @__PURE__ */ new Map();
	for (const [, name = "", quoted, plain = ""] of text.matchAll(parameter)) {
		const value = quoted === void 0 ? plain : quoted.replace(/\\(["\\])/g, "$1");
		const key = name.toLowerCase();
		if (!parameters.has(key)) parameters.set(key, value);
	}
	return {
		value: (text.split(";")[0] ?? "").trim().toLowerCase(),
		parameters
	};
}
/** The file name of a part: `filename*` in UTF-8 (RFC 8187) before `filename`; undefined when there is neither. */
function fileNameOf(disposition) {
	const extended = /^utf-8'[^']*'(.*)$/i.exec(disposition.parameters.get("filename*") ?? "")?.[1];
	if (extended !== void 0) try {
		return decodeURIComponent(extended);
	} catch {}
	return disposition.parameters.get("filename");
}

// node_modules/@fastify/busboy/deps/streamsearch/sbmh.js
var require_sbmh = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Copyright Brian White. All rights reserved.
	*
	* @see https://github.com/mscdex/streamsearch
	*
	* Permission is hereby granted, free of charge, to any person obtaining a copy
	* of this software and associated documentation files (the "Software"), to
	* deal in the Software without restriction, including without limitation the
	* rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
	* sell copies of the Software, and to permit persons to whom the Software is
	* furnished to do so, subject to the following conditions:
	*
	* The above copyright notice and this permission notice shall be included in
	* all copies or substantial portions of the Software.
	*
	* THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
	* IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
	* FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
	* AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
	* LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
	* FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
	* IN THE SOFTWARE.
	*
	* Based heavily on the Streaming Boyer-Moore-Horspool C++ implementation
	* by Hongli Lai at: https://github.com/FooBarWidget/boyer-moore-horspool
	*/
	const { EventEmitter } = __require("node:events");
	const { inherits } = __require("node:util");
	function SBMH(needle) {
		if (typeof needle === "string") needle = Buffer.from(needle);
		if (!Buffer.isBuffer(needle)) throw new TypeError("The needle has to be a String or a Buffer.");
		const needleLength = needle.length;
		const needleLastCharIndex = needleLength - 1;
		if (needleLength === 0) throw new Error("The needle cannot be an empty String/Buffer.");
		if (needleLength > 256) throw new Error("The needle cannot have a length bigger than 256.");
		this.maxMatches = Infinity;
		this.matches = 0;
		this._occ = (/* @__PURE__ */ new Uint16Array(256)).fill(needleLength);
		this._lookbehind_size = 0;
		this._needle = needle;
		this._bufpos = 0;
		this._lookbehind = Buffer.alloc(needleLastCharIndex);
		for (var i = 0; i < needleLastCharIndex; ++i) this._occ[needle[i]] = needleLastCharIndex - i;
	}
	inherits(SBMH, EventEmitter);
	SBMH.prototype.reset = function() {
		this._lookbehind_size = 0;
		this.matches = 0;
		this._bufpos = 0;
	};
	SBMH.prototype.push = function(chunk, pos) {
		if (!Buffer.isBuffer(chunk)) chunk = Buffer.from(chunk, "binary");
		const chlen = chunk.length;
		this._bufpos = pos || 0;
		let r;
		while (r !== chlen && this.matches < this.maxMatches) r = this._sbmh_feed(chunk);
		return r;
	};
	SBMH.prototype._sbmh_feed = function(data) {
		const len = data.length;
		const needle = this._needle;
		const needleLength = needle.length;
		const needleLastCharIndex = needleLength - 1;
		const needleLastChar = needle[needleLastCharIndex];
		let pos = -this._lookbehind_size;
		let ch;
		if (pos < 0) {
			while (pos < 0 && pos <= len - needleLength) {
				ch = data[pos + needleLastCharIndex];
				if (ch === needleLastChar && this._sbmh_memcmp(data, pos, needleLastCharIndex)) {
					this._lookbehind_size = 0;
					++this.matches;
					this.emit("info", true);
					return this._bufpos = pos + needleLength;
				}
				pos += this._occ[ch];
			}
			while (pos < 0 && !this._sbmh_memcmp(data, pos, len - pos)) ++pos;
			if (pos >= 0) {
				this.emit("info", false, this._lookbehind, 0, this._lookbehind_size);
				this._lookbehind_size = 0;
			} else {
				const bytesToCutOff = this._lookbehind_size + pos;
				if (bytesToCutOff > 0) this.emit("info", false, this._lookbehind, 0, bytesToCutOff);
				this._lookbehind_size -= bytesToCutOff;
				this._lookbehind.copy(this._lookbehind, 0, bytesToCutOff, this._lookbehind_size);
				data.copy(this._lookbehind, this._lookbehind_size);
				this._lookbehind_size += len;
				this._bufpos = len;
				return len;
			}
		}
		pos = data.indexOf(needle, pos + this._bufpos);
		if (pos !== -1) {
			++this.matches;
			if (pos === 0) this.emit("info", true);
			else this.emit("info", true, data, this._bufpos, pos);
			return this._bufpos = pos + needleLength;
		}
		pos = len - needleLastCharIndex;
		if (pos < 0) pos = 0;
		while (pos !== len && (data[pos] !== needle[0] || Buffer.compare(data.subarray(pos + 1, len), needle.subarray(1, len - pos)) !== 0)) ++pos;
		if (pos !== len) {
			data.copy(this._lookbehind, 0, pos, len);
			this._lookbehind_size = len - pos;
		}
		if (pos !== 0) this.emit("info", false, data, this._bufpos, pos);
		this._bufpos = len;
		return len;
	};
	SBMH.prototype._sbmh_lookup_char = function(data, pos) {
		return pos < 0 ? this._lookbehind[this._lookbehind_size + pos] : data[pos];
	};
	SBMH.prototype._sbmh_memcmp = function(data, pos, len) {
		for (var i = 0; i < len; ++i) if (this._sbmh_lookup_char(data, pos + i) !== this._needle[i]) return false;
		return true;
	};
	module.exports = SBMH;
}));

// node_modules/@fastify/busboy/deps/dicer/lib/PartStream.js
var require_PartStream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const inherits = __require("node:util").inherits;
	const ReadableStream = __require("node:stream").Readable;
	function PartStream(opts) {
		ReadableStream.call(this, opts);
	}
	inherits(PartStream, ReadableStream);
	PartStream.prototype._read = function(n) {};
	module.exports = PartStream;
}));

// node_modules/@fastify/busboy/lib/utils/getLimit.js
var require_getLimit = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = function getLimit(limits, name, defaultLimit) {
		if (!limits || limits[name] === void 0 || limits[name] === null) return defaultLimit;
		if (typeof limits[name] !== "number" || isNaN(limits[name])) throw new TypeError("Limit " + name + " is not a valid number");
		return limits[name];
	};
}));

// node_modules/@fastify/busboy/deps/dicer/lib/HeaderParser.js
var require_HeaderParser = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const EventEmitter = __require("node:events").EventEmitter;
	const inherits = __require("node:util").inherits;
	const getLimit = require_getLimit();
	const B_DCRLF = Buffer.from("\r\n\r\n");
	const S_DCRLF = "\r\n\r\n";
	function HeaderParser(cfg) {
		EventEmitter.call(this);
		cfg = cfg || {};
		this.nread = 0;
		this.maxed = false;
		this.dropped = 0;
		this.npairs = 0;
		this.maxHeaderPairs = getLimit(cfg, "maxHeaderPairs", 2e3);
		this.maxHeaderSize = getLimit(cfg, "maxHeaderSize", 81920);
		this.buffer = "";
		this.header = Object.create(null);
		this.finished = false;
		this.tail = "";
	}
	inherits(HeaderParser, EventEmitter);
	HeaderParser.prototype.push = function(data) {
		if (!Buffer.isBuffer(data)) data = Buffer.from(data, "binary");
		let end = data.length;
		let appendEnd = data.length;
		let found = false;
		let splitTail = 0;
		const tail = this.tail;
		for (let i = tail.length; i > 0; --i) if (tail.endsWith(S_DCRLF.slice(0, i))) {
			let matched = data.length >= 4 - i;
			for (let j = i; matched && j < 4; ++j) matched = data[j - i] === S_DCRLF.charCodeAt(j);
			if (matched) {
				end = 4 - i;
				appendEnd = 0;
				splitTail = i;
				found = true;
				break;
			}
		}
		if (!found) {
			const pos = data.indexOf(B_DCRLF);
			if (pos !== -1) {
				end = pos + B_DCRLF.length;
				appendEnd = pos;
				found = true;
			}
		}
		if (!found) this.tail = data.length >= 3 ? data.toString("binary", data.length - 3) : (tail + data.toString("binary")).slice(-3);
		else this.tail = "";
		if (appendEnd !== 0 && !this.maxed) {
			const remaining = this.maxHeaderSize - this.nread;
			if (appendEnd >= remaining) {
				this.buffer += data.toString("binary", 0, remaining);
				this.nread = this.maxHeaderSize;
				this.maxed = true;
				this.dropped = appendEnd - remaining;
			} else {
				this.buffer += data.toString("binary", 0, appendEnd);
				this.nread += appendEnd;
			}
		} else this.dropped += appendEnd;
		if (found) {
			const buffered = splitTail - this.dropped;
			if (buffered > 0) this.buffer = this.buffer.slice(0, this.buffer.length - buffered);
			this._finish();
			return end;
		}
	};
	HeaderParser.prototype.reset = function() {
		this.finished = false;
		this.nread = this.npairs = 0;
		this.maxed = false;
		this.buffer = "";
		this.header = Object.create(null);
		this.tail = "";
		this.dropped = 0;
	};
	HeaderParser.prototype._finish = function() {
		if (this.buffer) this._parseHeader();
		const header = this.header;
		this.header = Object.create(null);
		this.buffer = "";
		this.tail = "";
		this.finished = true;
		this.nread = this.npairs = 0;
		this.maxed = false;
		this.dropped = 0;
		this.emit("header", header);
	};
	HeaderParser.prototype._parseHeader = function() {
		if (this.npairs === this.maxHeaderPairs) return;
		const buffer = this.buffer;
		let h;
		let lineStart = 0;
		while (lineStart < buffer.length) {
			let lineEnd = buffer.indexOf("\r\n", lineStart);
			if (lineEnd === -1) lineEnd = buffer.length;
			if (lineEnd === lineStart) {
				lineStart = lineEnd + 2;
				continue;
			}
			const line = buffer.slice(lineStart, lineEnd);
			if (line.includes("\r") || line.includes("\n")) return;
			if ((buffer[lineStart] === "	" || buffer[lineStart] === " ") && h) {
				this.header[h][this.header[h].length - 1] += buffer.slice(lineStart, lineEnd);
				lineStart = lineEnd + 2;
				continue;
			}
			const posColon = buffer.indexOf(":", lineStart);
			if (posColon === -1 || posColon === lineStart || posColon > lineEnd) return;
			h = buffer.slice(lineStart, posColon).toLowerCase();
			let valueStart = posColon + 1;
			if (buffer[valueStart] === " " || buffer[valueStart] === "	") ++valueStart;
			(this.header[h] || (this.header[h] = [])).push(buffer.slice(valueStart, lineEnd));
			if (++this.npairs === this.maxHeaderPairs) break;
			lineStart = lineEnd + 2;
		}
	};
	module.exports = HeaderParser;
}));

// node_modules/@fastify/busboy/deps/dicer/lib/Dicer.js
var require_Dicer = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const WritableStream = __require("node:stream").Writable;
	const inherits = __require("node:util").inherits;
	const StreamSearch = require_sbmh();
	const PartStream = require_PartStream();
	const HeaderParser = require_HeaderParser();
	const DASH = 45;
	const B_ONEDASH = Buffer.from("-");
	const B_CRLF = Buffer.from("\r\n");
	const EMPTY_FN = function() {};
	function Dicer(cfg) {
		if (!(this instanceof Dicer)) return new Dicer(cfg);
		WritableStream.call(this, cfg);
		if (!cfg || !cfg.headerFirst && typeof cfg.boundary !== "string") throw new TypeError("Boundary required");
		if (typeof cfg.boundary === "string") this.setBoundary(cfg.boundary);
		else this._bparser = void 0;
		this._headerFirst = cfg.headerFirst;
		this._dashes = 0;
		this._parts = 0;
		this._finished = false;
		this._realFinish = false;
		this._isPreamble = true;
		this._justMatched = false;
		this._firstWrite = true;
		this._inHeader = true;
		this._part = void 0;
		this._cb = void 0;
		this._ignoreData = false;
		this._partOpts = { highWaterMark: cfg.partHwm };
		this._pause = false;
		const self = this;
		this._hparser = new HeaderParser(cfg);
		this._hparser.on("header", function(header) {
			self._inHeader = false;
			self._part.emit("header", header);
		});
	}
	inherits(Dicer, WritableStream);
	Dicer.prototype.emit = function(ev) {
		if (ev === "finish" && !this._realFinish) {
			if (!this._finished) {
				const self = this;
				process.nextTick(function() {
					self.emit("error", /* @__PURE__ */ new Error("Unexpected end of multipart data"));
					if (self._part && !self._ignoreData) {
						const type = self._isPreamble ? "Preamble" : "Part";
						self._part.emit("error", /* @__PURE__ */ new Error(type + " terminated early due to unexpected end of multipart data"));
						self._part.push(null);
						process.nextTick(function() {
							self._realFinish = true;
							self.emit("finish");
							self._realFinish = false;
						});
						return;
					}
					self._realFinish = true;
					self.emit("finish");
					self._realFinish = false;
				});
			}
		} else WritableStream.prototype.emit.apply(this, arguments);
	};
	Dicer.prototype._write = function(data, encoding, cb) {
		if (!this._hparser && !this._bparser) return cb();
		if (this._headerFirst && this._isPreamble) {
			if (!this._part) {
				this._part = new PartStream(this._partOpts);
				if (this.listenerCount("preamble") !== 0) this.emit("preamble", this._part);
				else this._ignore();
			}
			const r = this._hparser.push(data);
			if (!this._inHeader && r !== void 0 && r < data.length) data = data.slice(r);
			else return cb();
		}
		if (this._firstWrite) {
			this._bparser.push(B_CRLF);
			this._firstWrite = false;
		}
		this._bparser.push(data);
		if (this._pause) this._cb = cb;
		else cb();
	};
	Dicer.prototype.reset = function() {
		this._part = void 0;
		this._bparser = void 0;
		this._hparser = void 0;
	};
	Dicer.prototype.setBoundary = function(boundary) {
		const self = this;
		this._bparser = new StreamSearch("\r\n--" + boundary);
		this._bparser.on("info", function(isMatch, data, start, end) {
			self._oninfo(isMatch, data, start, end);
		});
	};
	Dicer.prototype._ignore = function() {
		if (this._part && !this._ignoreData) {
			this._ignoreData = true;
			this._part.on("error", EMPTY_FN);
			this._part.resume();
		}
	};
	Dicer.prototype._oninfo = function(isMatch, data, start, end) {
		let buf;
		const self = this;
		let i = 0;
		let r;
		let shouldWriteMore = true;
		if (!this._part && this._justMatched && data) {
			while (this._dashes < 2 && start + i < end) if (data[start + i] === DASH) {
				++i;
				++this._dashes;
			} else {
				if (this._dashes) buf = B_ONEDASH;
				this._dashes = 0;
				break;
			}
			if (this._dashes === 2) {
				if (start + i < end && this.listenerCount("trailer") !== 0) this.emit("trailer", data.slice(start + i, end));
				this.reset();
				this._finished = true;
				if (self._parts === 0) {
					self._realFinish = true;
					self.emit("finish");
					self._realFinish = false;
				}
			}
			if (this._dashes) return;
		}
		if (this._justMatched) this._justMatched = false;
		if (!this._part) {
			this._part = new PartStream(this._partOpts);
			this._part._read = function(n) {
				self._unpause();
			};
			if (this._isPreamble && this.listenerCount("preamble") !== 0) this.emit("preamble", this._part);
			else if (this._isPreamble !== true && this.listenerCount("part") !== 0) this.emit("part", this._part);
			else this._ignore();
			if (!this._isPreamble) this._inHeader = true;
		}
		if (data && start < end && !this._ignoreData) {
			if (this._isPreamble || !this._inHeader) {
				if (buf) shouldWriteMore = this._part.push(buf);
				shouldWriteMore = this._part.push(data.slice(start, end));
				if (!shouldWriteMore) this._pause = true;
			} else if (!this._isPreamble && this._inHeader) {
				if (buf) this._hparser.push(buf);
				r = this._hparser.push(data.slice(start, end));
				if (!this._inHeader && r !== void 0 && r < end) this._oninfo(false, data, start + r, end);
			}
		}
		if (isMatch) {
			this._hparser.reset();
			if (this._isPreamble) this._isPreamble = false;
			else if (start !== end && !this._inHeader) {
				++this._parts;
				this._part.on("end", function() {
					if (--self._parts === 0) {
						if (self._finished) {
							self._realFinish = true;
							self.emit("finish");
							self._realFinish = false;
						} else self._unpause();
					}
				});
			}
			this._part.push(null);
			this._part = void 0;
			this._ignoreData = false;
			this._justMatched = true;
			this._dashes = 0;
		}
	};
	Dicer.prototype._unpause = function() {
		if (!this._pause) return;
		this._pause = false;
		if (this._cb) {
			const cb = this._cb;
			this._cb = void 0;
			cb();
		}
	};
	module.exports = Dicer;
}));

// node_modules/@fastify/busboy/lib/utils/decodeText.js
var require_decodeText = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	const utf8Decoder = new TextDecoder("utf-8");
	const textDecoders = /* @__PURE__ */ new Map([["utf-8", utf8Decoder], ["utf8", utf8Decoder]]);
	function getDecoder(charset) {
		let lc;
		while (true) switch (charset) {
			case "utf-8":
			case "utf8": return decoders.utf8;
			case "latin1":
			case "ascii":
			case "us-ascii":
			case "iso-8859-1":
			case "iso8859-1":
			case "iso88591":
			case "iso_8859-1":
			case "windows-1252":
			case "iso_8859-1:1987":
			case "cp1252":
			case "x-cp1252": return decoders.latin1;
			case "utf16le":
			case "utf-16le":
			case "ucs2":
			case "ucs-2": return decoders.utf16le;
			case "base64": return decoders.base64;
			default:
				if (lc === void 0) {
					lc = true;
					charset = charset.toLowerCase();
					continue;
				}
				return decoders.other.bind(charset);
		}
	}
	function isAscii(data) {
		for (var i = 0, len = data.length; i < len; ++i) if (data.charCodeAt(i) > 127) return false;
		return true;
	}
	const decoders = {
		utf8: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") {
				if (isAscii(data)) return data;
				data = Buffer.from(data, sourceEncoding);
			}
			return data.utf8Slice(0, data.length);
		},
		latin1: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") return data;
			return data.latin1Slice(0, data.length);
		},
		utf16le: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") data = Buffer.from(data, sourceEncoding);
			return data.ucs2Slice(0, data.length);
		},
		base64: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") data = Buffer.from(data, sourceEncoding);
			return data.base64Slice(0, data.length);
		},
		other: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") data = Buffer.from(data, sourceEncoding);
			if (textDecoders.has(this$1.toString())) try {
				return textDecoders.get(this$1).decode(data);
			} catch {}
			return typeof data === "string" ? data : data.toString();
		}
	};
	function decodeText(text, sourceEncoding, destEncoding) {
		if (text) return getDecoder(destEncoding)(text, sourceEncoding);
		return text;
	}
	module.exports = decodeText;
}));

// node_modules/@fastify/busboy/lib/utils/parseParams.js
var require_parseParams = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const decodeText = require_decodeText();
	const RE_ENCODED = /%[a-fA-F0-9][a-fA-F0-9]/g;
	const EncodedLookup = {
		"%00": "\0",
		"%01": "",
		"%02": "",
		"%03": "",
		"%04": "",
		"%05": "",
		"%06": "",
		"%07": "\x07",
		"%08": "\b",
		"%09": "	",
		"%0a": "\n",
		"%0A": "\n",
		"%0b": "\v",
		"%0B": "\v",
		"%0c": "\f",
		"%0C": "\f",
		"%0d": "\r",
		"%0D": "\r",
		"%0e": "",
		"%0E": "",
		"%0f": "",
		"%0F": "",
		"%10": "",
		"%11": "",
		"%12": "",
		"%13": "",
		"%14": "",
		"%15": "",
		"%16": "",
		"%17": "",
		"%18": "",
		"%19": "",
		"%1a": "",
		"%1A": "",
		"%1b": "\x1B",
		"%1B": "\x1B",
		"%1c": "",
		"%1C": "",
		"%1d": "",
		"%1D": "",
		"%1e": "",
		"%1E": "",
		"%1f": "",
		"%1F": "",
		"%20": " ",
		"%21": "!",
		"%22": "\"",
		"%23": "#",
		"%24": "$",
		"%25": "%",
		"%26": "&",
		"%27": "'",
		"%28": "(",
		"%29": ")",
		"%2a": "*",
		"%2A": "*",
		"%2b": "+",
		"%2B": "+",
		"%2c": ",",
		"%2C": ",",
		"%2d": "-",
		"%2D": "-",
		"%2e": ".",
		"%2E": ".",
		"%2f": "/",
		"%2F": "/",
		"%30": "0",
		"%31": "1",
		"%32": "2",
		"%33": "3",
		"%34": "4",
		"%35": "5",
		"%36": "6",
		"%37": "7",
		"%38": "8",
		"%39": "9",
		"%3a": ":",
		"%3A": ":",
		"%3b": ";",
		"%3B": ";",
		"%3c": "<",
		"%3C": "<",
		"%3d": "=",
		"%3D": "=",
		"%3e": ">",
		"%3E": ">",
		"%3f": "?",
		"%3F": "?",
		"%40": "@",
		"%41": "A",
		"%42": "B",
		"%43": "C",
		"%44": "D",
		"%45": "E",
		"%46": "F",
		"%47": "G",
		"%48": "H",
		"%49": "I",
		"%4a": "J",
		"%4A": "J",
		"%4b": "K",
		"%4B": "K",
		"%4c": "L",
		"%4C": "L",
		"%4d": "M",
		"%4D": "M",
		"%4e": "N",
		"%4E": "N",
		"%4f": "O",
		"%4F": "O",
		"%50": "P",
		"%51": "Q",
		"%52": "R",
		"%53": "S",
		"%54": "T",
		"%55": "U",
		"%56": "V",
		"%57": "W",
		"%58": "X",
		"%59": "Y",
		"%5a": "Z",
		"%5A": "Z",
		"%5b": "[",
		"%5B": "[",
		"%5c": "\\",
		"%5C": "\\",
		"%5d": "]",
		"%5D": "]",
		"%5e": "^",
		"%5E": "^",
		"%5f": "_",
		"%5F": "_",
		"%60": "`",
		"%61": "a",
		"%62": "b",
		"%63": "c",
		"%64": "d",
		"%65": "e",
		"%66": "f",
		"%67": "g",
		"%68": "h",
		"%69": "i",
		"%6a": "j",
		"%6A": "j",
		"%6b": "k",
		"%6B": "k",
		"%6c": "l",
		"%6C": "l",
		"%6d": "m",
		"%6D": "m",
		"%6e": "n",
		"%6E": "n",
		"%6f": "o",
		"%6F": "o",
		"%70": "p",
		"%71": "q",
		"%72": "r",
		"%73": "s",
		"%74": "t",
		"%75": "u",
		"%76": "v",
		"%77": "w",
		"%78": "x",
		"%79": "y",
		"%7a": "z",
		"%7A": "z",
		"%7b": "{",
		"%7B": "{",
		"%7c": "|",
		"%7C": "|",
		"%7d": "}",
		"%7D": "}",
		"%7e": "~",
		"%7E": "~",
		"%7f": "",
		"%7F": "",
		"%80": "",
		"%81": "",
		"%82": "",
		"%83": "",
		"%84": "",
		"%85": "",
		"%86": "",
		"%87": "",
		"%88": "",
		"%89": "",
		"%8a": "",
		"%8A": "",
		"%8b": "",
		"%8B": "",
		"%8c": "",
		"%8C": "",
		"%8d": "",
		"%8D": "",
		"%8e": "",
		"%8E": "",
		"%8f": "",
		"%8F": "",
		"%90": "",
		"%91": "",
		"%92": "",
		"%93": "",
		"%94": "",
		"%95": "",
		"%96": "",
		"%97": "",
		"%98": "",
		"%99": "",
		"%9a": "",
		"%9A": "",
		"%9b": "",
		"%9B": "",
		"%9c": "",
		"%9C": "",
		"%9d": "",
		"%9D": "",
		"%9e": "",
		"%9E": "",
		"%9f": "",
		"%9F": "",
		"%a0": "\xA0",
		"%A0": "\xA0",
		"%a1": "¡",
		"%A1": "¡",
		"%a2": "¢",
		"%A2": "¢",
		"%a3": "£",
		"%A3": "£",
		"%a4": "¤",
		"%A4": "¤",
		"%a5": "¥",
		"%A5": "¥",
		"%a6": "¦",
		"%A6": "¦",
		"%a7": "§",
		"%A7": "§",
		"%a8": "¨",
		"%A8": "¨",
		"%a9": "©",
		"%A9": "©",
		"%aa": "ª",
		"%Aa": "ª",
		"%aA": "ª",
		"%AA": "ª",
		"%ab": "«",
		"%Ab": "«",
		"%aB": "«",
		"%AB": "«",
		"%ac": "¬",
		"%Ac": "¬",
		"%aC": "¬",
		"%AC": "¬",
		"%ad": "­",
		"%Ad": "­",
		"%aD": "­",
		"%AD": "­",
		"%ae": "®",
		"%Ae": "®",
		"%aE": "®",
		"%AE": "®",
		"%af": "¯",
		"%Af": "¯",
		"%aF": "¯",
		"%AF": "¯",
		"%b0": "°",
		"%B0": "°",
		"%b1": "±",
		"%B1": "±",
		"%b2": "²",
		"%B2": "²",
		"%b3": "³",
		"%B3": "³",
		"%b4": "´",
		"%B4": "´",
		"%b5": "µ",
		"%B5": "µ",
		"%b6": "¶",
		"%B6": "¶",
		"%b7": "·",
		"%B7": "·",
		"%b8": "¸",
		"%B8": "¸",
		"%b9": "¹",
		"%B9": "¹",
		"%ba": "º",
		"%Ba": "º",
		"%bA": "º",
		"%BA": "º",
		"%bb": "»",
		"%Bb": "»",
		"%bB": "»",
		"%BB": "»",
		"%bc": "¼",
		"%Bc": "¼",
		"%bC": "¼",
		"%BC": "¼",
		"%bd": "½",
		"%Bd": "½",
		"%bD": "½",
		"%BD": "½",
		"%be": "¾",
		"%Be": "¾",
		"%bE": "¾",
		"%BE": "¾",
		"%bf": "¿",
		"%Bf": "¿",
		"%bF": "¿",
		"%BF": "¿",
		"%c0": "À",
		"%C0": "À",
		"%c1": "Á",
		"%C1": "Á",
		"%c2": "Â",
		"%C2": "Â",
		"%c3": "Ã",
		"%C3": "Ã",
		"%c4": "Ä",
		"%C4": "Ä",
		"%c5": "Å",
		"%C5": "Å",
		"%c6": "Æ",
		"%C6": "Æ",
		"%c7": "Ç",
		"%C7": "Ç",
		"%c8": "È",
		"%C8": "È",
		"%c9": "É",
		"%C9": "É",
		"%ca": "Ê",
		"%Ca": "Ê",
		"%cA": "Ê",
		"%CA": "Ê",
		"%cb": "Ë",
		"%Cb": "Ë",
		"%cB": "Ë",
		"%CB": "Ë",
		"%cc": "Ì",
		"%Cc": "Ì",
		"%cC": "Ì",
		"%CC": "Ì",
		"%cd": "Í",
		"%Cd": "Í",
		"%cD": "Í",
		"%CD": "Í",
		"%ce": "Î",
		"%Ce": "Î",
		"%cE": "Î",
		"%CE": "Î",
		"%cf": "Ï",
		"%Cf": "Ï",
		"%cF": "Ï",
		"%CF": "Ï",
		"%d0": "Ð",
		"%D0": "Ð",
		"%d1": "Ñ",
		"%D1": "Ñ",
		"%d2": "Ò",
		"%D2": "Ò",
		"%d3": "Ó",
		"%D3": "Ó",
		"%d4": "Ô",
		"%D4": "Ô",
		"%d5": "Õ",
		"%D5": "Õ",
		"%d6": "Ö",
		"%D6": "Ö",
		"%d7": "×",
		"%D7": "×",
		"%d8": "Ø",
		"%D8": "Ø",
		"%d9": "Ù",
		"%D9": "Ù",
		"%da": "Ú",
		"%Da": "Ú",
		"%dA": "Ú",
		"%DA": "Ú",
		"%db": "Û",
		"%Db": "Û",
		"%dB": "Û",
		"%DB": "Û",
		"%dc": "Ü",
		"%Dc": "Ü",
		"%dC": "Ü",
		"%DC": "Ü",
		"%dd": "Ý",
		"%Dd": "Ý",
		"%dD": "Ý",
		"%DD": "Ý",
		"%de": "Þ",
		"%De": "Þ",
		"%dE": "Þ",
		"%DE": "Þ",
		"%df": "ß",
		"%Df": "ß",
		"%dF": "ß",
		"%DF": "ß",
		"%e0": "à",
		"%E0": "à",
		"%e1": "á",
		"%E1": "á",
		"%e2": "â",
		"%E2": "â",
		"%e3": "ã",
		"%E3": "ã",
		"%e4": "ä",
		"%E4": "ä",
		"%e5": "å",
		"%E5": "å",
		"%e6": "æ",
		"%E6": "æ",
		"%e7": "ç",
		"%E7": "ç",
		"%e8": "è",
		"%E8": "è",
		"%e9": "é",
		"%E9": "é",
		"%ea": "ê",
		"%Ea": "ê",
		"%eA": "ê",
		"%EA": "ê",
		"%eb": "ë",
		"%Eb": "ë",
		"%eB": "ë",
		"%EB": "ë",
		"%ec": "ì",
		"%Ec": "ì",
		"%eC": "ì",
		"%EC": "ì",
		"%ed": "í",
		"%Ed": "í",
		"%eD": "í",
		"%ED": "í",
		"%ee": "î",
		"%Ee": "î",
		"%eE": "î",
		"%EE": "î",
		"%ef": "ï",
		"%Ef": "ï",
		"%eF": "ï",
		"%EF": "ï",
		"%f0": "ð",
		"%F0": "ð",
		"%f1": "ñ",
		"%F1": "ñ",
		"%f2": "ò",
		"%F2": "ò",
		"%f3": "ó",
		"%F3": "ó",
		"%f4": "ô",
		"%F4": "ô",
		"%f5": "õ",
		"%F5": "õ",
		"%f6": "ö",
		"%F6": "ö",
		"%f7": "÷",
		"%F7": "÷",
		"%f8": "ø",
		"%F8": "ø",
		"%f9": "ù",
		"%F9": "ù",
		"%fa": "ú",
		"%Fa": "ú",
		"%fA": "ú",
		"%FA": "ú",
		"%fb": "û",
		"%Fb": "û",
		"%fB": "û",
		"%FB": "û",
		"%fc": "ü",
		"%Fc": "ü",
		"%fC": "ü",
		"%FC": "ü",
		"%fd": "ý",
		"%Fd": "ý",
		"%fD": "ý",
		"%FD": "ý",
		"%fe": "þ",
		"%Fe": "þ",
		"%fE": "þ",
		"%FE": "þ",
		"%ff": "ÿ",
		"%Ff": "ÿ",
		"%fF": "ÿ",
		"%FF": "ÿ"
	};
	function encodedReplacer(match) {
		return EncodedLookup[match];
	}
	function decodeUtf8Text(text) {
		for (var i = 0, len = text.length; i < len; ++i) if (text.charCodeAt(i) > 127) return decodeText(text, "binary", "utf8");
		return text;
	}
	const STATE_KEY = 0;
	const STATE_VALUE = 1;
	const STATE_CHARSET = 2;
	const STATE_LANG = 3;
	function parseFormDataDisposition(str) {
		if (!str.startsWith("form-data; name=\"")) return;
		let valueStart = 17;
		let valueEnd = str.indexOf("\"", valueStart);
		if (valueEnd === -1 || str.indexOf("\\", valueStart) !== -1) return;
		const res = ["form-data", ["name", decodeUtf8Text(str.slice(valueStart, valueEnd))]];
		let pos = valueEnd + 1;
		while (pos < str.length && str[pos] !== ";") ++pos;
		if (pos === str.length) return res;
		++pos;
		while (str[pos] === " " || str[pos] === "	") ++pos;
		if (!str.startsWith("filename=\"", pos)) return;
		valueStart = pos + 10;
		valueEnd = str.indexOf("\"", valueStart);
		if (valueEnd === -1 || str.indexOf("\\", valueStart) !== -1) return;
		res.push(["filename", decodeUtf8Text(str.slice(valueStart, valueEnd))]);
		return res;
	}
	function parseParams(str) {
		if (str.indexOf(";") === -1) return [decodeUtf8Text(str)];
		const fastFormData = parseFormDataDisposition(str);
		if (fastFormData !== void 0) return fastFormData;
		const res = [];
		let state = STATE_KEY;
		let charset = "";
		let inquote = false;
		let escaping = false;
		let p = 0;
		let tmp = "";
		const len = str.length;
		for (var i = 0; i < len; ++i) {
			const char = str[i];
			if (char === "\\" && inquote) {
				if (escaping) escaping = false;
				else {
					escaping = true;
					continue;
				}
			} else if (char === "\"") {
				if (!escaping) {
					if (inquote) {
						inquote = false;
						state = STATE_KEY;
						while (i + 1 < len && str[i + 1] !== ";") ++i;
					} else inquote = true;
					continue;
				} else escaping = false;
			} else {
				if (escaping && inquote) tmp += "\\";
				escaping = false;
				if ((state === STATE_CHARSET || state === STATE_LANG) && char === "'") {
					if (state === STATE_CHARSET) {
						state = STATE_LANG;
						charset = tmp.substring(1);
					} else state = STATE_VALUE;
					tmp = "";
					continue;
				} else if (state === STATE_KEY && (char === "*" || char === "=") && res.length) {
					state = char === "*" ? STATE_CHARSET : STATE_VALUE;
					res[p] = [tmp, void 0];
					tmp = "";
					continue;
				} else if (!inquote && char === ";") {
					state = STATE_KEY;
					if (charset) {
						if (tmp.length) tmp = decodeText(tmp.replace(RE_ENCODED, encodedReplacer), "binary", charset);
						charset = "";
					} else if (tmp.length) tmp = decodeUtf8Text(tmp);
					if (res[p] === void 0) res[p] = tmp;
					else res[p][1] = tmp;
					tmp = "";
					++p;
					continue;
				} else if (!inquote && (char === " " || char === "	")) continue;
			}
			tmp += char;
		}
		if (charset && tmp.length) tmp = decodeText(tmp.replace(RE_ENCODED, encodedReplacer), "binary", charset);
		else if (tmp) tmp = decodeUtf8Text(tmp);
		if (res[p] === void 0) {
			if (tmp) res[p] = tmp;
		} else res[p][1] = tmp;
		return res;
	}
	module.exports = parseParams;
}));

// node_modules/@fastify/busboy/lib/utils/basename.js
var require_basename = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = function basename(path) {
		if (typeof path !== "string") return "";
		for (var i = path.length - 1; i >= 0; --i) switch (path.charCodeAt(i)) {
			case 47:
			case 92:
				path = path.slice(i + 1);
				return path === ".." || path === "." ? "" : path;
		}
		return path === ".." || path === "." ? "" : path;
	};
}));

// node_modules/@fastify/busboy/lib/types/multipart.js
var require_multipart = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { Readable } = __require("node:stream");
	const { inherits } = __require("node:util");
	const Dicer = require_Dicer();
	const parseParams = require_parseParams();
	const decodeText = require_decodeText();
	const basename = require_basename();
	const getLimit = require_getLimit();
	const RE_BOUNDARY = /^boundary$/i;
	const RE_FIELD = /^form-data$/i;
	const RE_CHARSET = /^charset$/i;
	const RE_FILENAME = /^filename$/i;
	const RE_NAME = /^name$/i;
	Multipart.detect = /^multipart\/form-data/i;
	function Multipart(boy, cfg) {
		let i;
		let len;
		const self = this;
		let boundary;
		const limits = cfg.limits;
		const isPartAFile = cfg.isPartAFile || ((fieldName, contentType, fileName) => contentType === "application/octet-stream" || fileName !== void 0);
		const parsedConType = cfg.parsedConType || [];
		const defCharset = cfg.defCharset || "utf8";
		const preservePath = cfg.preservePath;
		const fileOpts = { highWaterMark: cfg.fileHwm };
		for (i = 0, len = parsedConType.length; i < len; ++i) if (Array.isArray(parsedConType[i]) && RE_BOUNDARY.test(parsedConType[i][0])) {
			boundary = parsedConType[i][1];
			break;
		}
		function checkFinished() {
			if (nends === 0 && finished && !boy._done) {
				finished = false;
				self.end();
			}
		}
		if (typeof boundary !== "string") throw new Error("Multipart: Boundary not found");
		const fieldSizeLimit = getLimit(limits, "fieldSize", 1048576);
		const fileSizeLimit = getLimit(limits, "fileSize", Infinity);
		const filesLimit = getLimit(limits, "files", Infinity);
		const fieldsLimit = getLimit(limits, "fields", Infinity);
		const partsLimit = getLimit(limits, "parts", Infinity);
		const headerPairsLimit = getLimit(limits, "headerPairs", 2e3);
		const headerSizeLimit = getLimit(limits, "headerSize", 81920);
		let nfiles = 0;
		let nfields = 0;
		let nends = 0;
		let curFile;
		let curField;
		let finished = false;
		this._needDrain = false;
		this._pause = false;
		this._cb = void 0;
		this._nparts = 0;
		this._boy = boy;
		const parserCfg = {
			boundary,
			maxHeaderPairs: headerPairsLimit,
			maxHeaderSize: headerSizeLimit,
			partHwm: fileOpts.highWaterMark,
			highWaterMark: cfg.highWaterMark
		};
		this.parser = new Dicer(parserCfg);
		this.parser.on("drain", function() {
			self._needDrain = false;
			if (self._cb && !self._pause) {
				const cb = self._cb;
				self._cb = void 0;
				cb();
			}
		}).on("part", function onPart(part) {
			if (++self._nparts > partsLimit) {
				self.parser.removeListener("part", onPart);
				self.parser.on("part", skipPart);
				boy.hitPartsLimit = true;
				boy.emit("partsLimit");
				return skipPart(part);
			}
			if (curField) {
				const field = curField;
				field.emit("end");
				field.removeAllListeners("end");
			}
			part.on("header", function(header) {
				let contype;
				let fieldname;
				let parsed;
				let charset;
				let encoding;
				let filename;
				let nsize = 0;
				if (header["content-type"]) {
					const contentType = header["content-type"][0];
					if (contentType.length !== 0 && contentType.indexOf(";") === -1 && contentType.indexOf(" ") === -1 && contentType.indexOf("	") === -1) contype = contentType.toLowerCase();
					else {
						parsed = parseParams(contentType);
						if (parsed[0]) {
							contype = parsed[0].toLowerCase();
							for (i = 0, len = parsed.length; i < len; ++i) if (RE_CHARSET.test(parsed[i][0])) {
								charset = parsed[i][1].toLowerCase();
								break;
							}
						}
					}
				}
				if (contype === void 0) contype = "text/plain";
				if (charset === void 0) charset = defCharset;
				if (header["content-disposition"]) {
					parsed = parseParams(header["content-disposition"][0]);
					if (!RE_FIELD.test(parsed[0])) return skipPart(part);
					for (i = 0, len = parsed.length; i < len; ++i) if (RE_NAME.test(parsed[i][0])) {
						fieldname = parsed[i][1];
						if (hasBareLineBreak(fieldname)) return skipPart(part);
					} else if (RE_FILENAME.test(parsed[i][0])) {
						filename = parsed[i][1];
						if (hasBareLineBreak(filename)) return skipPart(part);
						if (!preservePath) filename = basename(filename);
					}
				} else return skipPart(part);
				if (header["content-transfer-encoding"]) encoding = header["content-transfer-encoding"][0].toLowerCase();
				else encoding = "7bit";
				let onData, onEnd;
				if (isPartAFile(fieldname, contype, filename)) {
					if (nfiles === filesLimit) {
						if (!boy.hitFilesLimit) {
							boy.hitFilesLimit = true;
							boy.emit("filesLimit");
						}
						return skipPart(part);
					}
					++nfiles;
					if (boy.listenerCount("file") === 0) {
						self.parser._ignore();
						return;
					}
					++nends;
					const file = new FileStream(fileOpts);
					curFile = file;
					file.on("end", function() {
						--nends;
						self._pause = false;
						checkFinished();
						if (self._cb && !self._needDrain) {
							const cb = self._cb;
							self._cb = void 0;
							cb();
						}
					});
					file._read = function(n) {
						if (!self._pause) return;
						self._pause = false;
						if (self._cb && !self._needDrain) {
							const cb = self._cb;
							self._cb = void 0;
							cb();
						}
					};
					boy.emit("file", fieldname, file, filename, encoding, contype);
					onData = function(data) {
						if ((nsize += data.length) > fileSizeLimit) {
							const extralen = fileSizeLimit - nsize + data.length;
							if (extralen > 0) file.push(data.slice(0, extralen));
							file.truncated = true;
							file.bytesRead = fileSizeLimit;
							part.removeAllListeners("data");
							file.emit("limit");
							return;
						} else if (!file.push(data)) self._pause = true;
						file.bytesRead = nsize;
					};
					onEnd = function() {
						curFile = void 0;
						file.push(null);
					};
				} else {
					if (nfields === fieldsLimit) {
						if (!boy.hitFieldsLimit) {
							boy.hitFieldsLimit = true;
							boy.emit("fieldsLimit");
						}
						return skipPart(part);
					}
					++nfields;
					++nends;
					let buffer = "";
					let truncated = false;
					curField = part;
					onData = function(data) {
						if ((nsize += data.length) > fieldSizeLimit) {
							const extralen = fieldSizeLimit - (nsize - data.length);
							buffer += data.toString("binary", 0, extralen);
							truncated = true;
							part.removeAllListeners("data");
						} else buffer += data.toString("binary");
					};
					onEnd = function() {
						curField = void 0;
						if (buffer.length) buffer = decodeText(buffer, "binary", charset);
						boy.emit("field", fieldname, buffer, false, truncated, encoding, contype);
						--nends;
						checkFinished();
					};
				}
				part._readableState.sync = false;
				part.on("data", onData);
				part.on("end", onEnd);
			}).on("error", function(err) {
				if (curFile) curFile.emit("error", err);
			});
		}).on("error", function(err) {
			boy.emit("error", err);
		}).on("finish", function() {
			finished = true;
			checkFinished();
		});
	}
	Multipart.prototype.write = function(chunk, cb) {
		if (!this.parser.writable) {
			cb();
			return;
		}
		const r = this.parser.write(chunk);
		if (r && !this._pause) cb();
		else {
			this._needDrain = !r;
			this._cb = cb;
		}
	};
	Multipart.prototype.end = function() {
		const self = this;
		if (self.parser.writable) self.parser.end();
		else if (!self._boy._done) process.nextTick(function() {
			self._boy._done = true;
			self._boy.emit("finish");
		});
	};
	function skipPart(part) {
		part.on("error", () => {});
		part.resume();
	}
	function hasBareLineBreak(value) {
		return typeof value === "string" && (value.includes("\r") || value.includes("\n"));
	}
	function FileStream(opts) {
		Readable.call(this, opts);
		this.bytesRead = 0;
		this.truncated = false;
	}
	inherits(FileStream, Readable);
	FileStream.prototype._read = function(n) {};
	module.exports = Multipart;
}));

// node_modules/@fastify/busboy/lib/utils/Decoder.js
var require_Decoder = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RE_PLUS = /\+/g;
	const HEX = [
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0
	];
	function Decoder() {
		this.buffer = void 0;
	}
	Decoder.prototype.write = function(str) {
		str = str.replace(RE_PLUS, " ");
		let res = "";
		let i = 0;
		let p = 0;
		const len = str.length;
		for (; i < len; ++i) if (this.buffer !== void 0) {
			if (!HEX[str.charCodeAt(i)]) {
				res += "%" + this.buffer;
				this.buffer = void 0;
				--i;
			} else {
				this.buffer += str[i];
				++p;
				if (this.buffer.length === 2) {
					res += String.fromCharCode(parseInt(this.buffer, 16));
					this.buffer = void 0;
				}
			}
		} else if (str[i] === "%") {
			if (i > p) {
				res += str.substring(p, i);
				p = i;
			}
			this.buffer = "";
			++p;
		}
		if (p < len && this.buffer === void 0) res += str.substring(p);
		return res;
	};
	Decoder.prototype.end = function() {
		const res = this.buffer === void 0 ? "" : "%" + this.buffer;
		this.buffer = void 0;
		return res;
	};
	Decoder.prototype.reset = function() {
		this.buffer = void 0;
	};
	module.exports = Decoder;
}));

// node_modules/@fastify/busboy/lib/types/urlencoded.js
var require_urlencoded = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const Decoder = require_Decoder();
	const decodeText = require_decodeText();
	const getLimit = require_getLimit();
	const RE_CHARSET = /^charset$/i;
	UrlEncoded.detect = /^application\/x-www-form-urlencoded/i;
	function UrlEncoded(boy, cfg) {
		const limits = cfg.limits;
		const parsedConType = cfg.parsedConType;
		this.boy = boy;
		this.fieldSizeLimit = getLimit(limits, "fieldSize", 1048576);
		this.fieldNameSizeLimit = getLimit(limits, "fieldNameSize", 100);
		this.fieldsLimit = getLimit(limits, "fields", Infinity);
		let charset;
		for (var i = 0, len = parsedConType.length; i < len; ++i) if (Array.isArray(parsedConType[i]) && RE_CHARSET.test(parsedConType[i][0])) {
			charset = parsedConType[i][1].toLowerCase();
			break;
		}
		if (charset === void 0) charset = cfg.defCharset || "utf8";
		this.decoder = new Decoder();
		this.charset = charset;
		this._fields = 0;
		this._state = "key";
		this._checkingBytes = true;
		this._bytesKey = 0;
		this._bytesVal = 0;
		this._key = "";
		this._val = "";
		this._keyTrunc = false;
		this._valTrunc = false;
		this._hitLimit = false;
	}
	UrlEncoded.prototype.write = function(data, cb) {
		if (this._fields === this.fieldsLimit) {
			if (!this.boy.hitFieldsLimit) {
				this.boy.hitFieldsLimit = true;
				this.boy.emit("fieldsLimit");
			}
			return cb();
		}
		let idxeq;
		let idxamp;
		let i;
		let p = 0;
		const len = data.length;
		while (p < len) if (this._state === "key") {
			idxeq = idxamp = void 0;
			for (i = p; i < len; ++i) {
				if (!this._checkingBytes) ++p;
				if (data[i] === 61) {
					idxeq = i;
					break;
				} else if (data[i] === 38) {
					idxamp = i;
					break;
				}
				if (this._checkingBytes && this._bytesKey === this.fieldNameSizeLimit) {
					this._hitLimit = true;
					break;
				} else if (this._checkingBytes) ++this._bytesKey;
			}
			if (idxeq !== void 0) {
				if (idxeq > p) this._key += this.decoder.write(data.toString("binary", p, idxeq));
				this._endKey();
				this._state = "val";
				this._hitLimit = false;
				this._checkingBytes = true;
				this._val = "";
				this._bytesVal = 0;
				this._valTrunc = false;
				this.decoder.reset();
				p = idxeq + 1;
			} else if (idxamp !== void 0) {
				++this._fields;
				if (idxamp > p) this._key += this.decoder.write(data.toString("binary", p, idxamp));
				this._endKey();
				const key = this._key;
				const keyTrunc = this._keyTrunc;
				this._hitLimit = false;
				this._checkingBytes = true;
				this._key = "";
				this._bytesKey = 0;
				this._keyTrunc = false;
				this.decoder.reset();
				if (key.length) this.boy.emit("field", decodeText(key, "binary", this.charset), "", keyTrunc, false);
				p = idxamp + 1;
				if (this._fields === this.fieldsLimit) return cb();
			} else if (this._hitLimit) {
				if (i > p) this._key += this.decoder.write(data.toString("binary", p, i));
				p = i;
				if ((this._bytesKey = this._key.length) >= this.fieldNameSizeLimit) {
					this._key = this._key.substring(0, this.fieldNameSizeLimit);
					this._checkingBytes = false;
					this._keyTrunc = true;
				}
			} else {
				if (p < len) this._key += this.decoder.write(data.toString("binary", p));
				p = len;
			}
		} else {
			idxamp = void 0;
			for (i = p; i < len; ++i) {
				if (!this._checkingBytes) ++p;
				if (data[i] === 38) {
					idxamp = i;
					break;
				}
				if (this._checkingBytes && this._bytesVal === this.fieldSizeLimit) {
					this._hitLimit = true;
					break;
				} else if (this._checkingBytes) ++this._bytesVal;
			}
			if (idxamp !== void 0) {
				++this._fields;
				if (idxamp > p) this._val += this.decoder.write(data.toString("binary", p, idxamp));
				this._endVal();
				this.boy.emit("field", decodeText(this._key, "binary", this.charset), decodeText(this._val, "binary", this.charset), this._keyTrunc, this._valTrunc);
				this._state = "key";
				this._hitLimit = false;
				this._checkingBytes = true;
				this._key = "";
				this._bytesKey = 0;
				this._keyTrunc = false;
				this.decoder.reset();
				p = idxamp + 1;
				if (this._fields === this.fieldsLimit) return cb();
			} else if (this._hitLimit) {
				if (i > p) this._val += this.decoder.write(data.toString("binary", p, i));
				p = i;
				if ((this._bytesVal = this._val.length) >= this.fieldSizeLimit) {
					this._val = this._val.substring(0, this.fieldSizeLimit);
					this._checkingBytes = false;
					this._valTrunc = true;
				}
			} else {
				if (p < len) this._val += this.decoder.write(data.toString("binary", p));
				p = len;
			}
		}
		cb();
	};
	UrlEncoded.prototype.end = function() {
		if (this.boy._done) return;
		if (this._state === "key") {
			this._endKey();
			if (this._key.length > 0) this.boy.emit("field", decodeText(this._key, "binary", this.charset), "", this._keyTrunc, false);
		} else {
			this._endVal();
			this.boy.emit("field", decodeText(this._key, "binary", this.charset), decodeText(this._val, "binary", this.charset), this._keyTrunc, this._valTrunc);
		}
		this.boy._done = true;
		this.boy.emit("finish");
	};
	UrlEncoded.prototype._endKey = function() {
		this._key += this.decoder.end();
		if (this._key.length > this.fieldNameSizeLimit) {
			this._key = this._key.substring(0, this.fieldNameSizeLimit);
			this._keyTrunc = true;
		}
	};
	UrlEncoded.prototype._endVal = function() {
		this._val += this.decoder.end();
		if (this._val.length > this.fieldSizeLimit) {
			this._val = this._val.substring(0, this.fieldSizeLimit);
			this._valTrunc = true;
		}
	};
	module.exports = UrlEncoded;
}));

// node_modules/@fastify/busboy/index.js
var require_busboy = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const WritableStream = __require("node:stream").Writable;
	const { inherits } = __require("node:util");
	const Dicer = require_Dicer();
	const MultipartParser = require_multipart();
	const UrlencodedParser = require_urlencoded();
	const parseParams = require_parseParams();
	function Busboy(opts) {
		if (!(this instanceof Busboy)) return new Busboy(opts);
		if (typeof opts !== "object") throw new TypeError("Busboy expected an options-Object.");
		if (typeof opts.headers !== "object") throw new TypeError("Busboy expected an options-Object with headers-attribute.");
		if (typeof opts.headers["content-type"] !== "string") throw new TypeError("Missing Content-Type-header.");
		const { headers, ...streamOptions } = opts;
		this.opts = {
			autoDestroy: false,
			...streamOptions
		};
		WritableStream.call(this, this.opts);
		this._done = false;
		this._parser = this.getParserByHeaders(headers);
		this._finished = false;
	}
	inherits(Busboy, WritableStream);
	Busboy.prototype.emit = function(ev) {
		if (ev === "finish") {
			if (!this._done) {
				this._parser?.end();
				return;
			} else if (this._finished) return;
			this._finished = true;
		}
		WritableStream.prototype.emit.apply(this, arguments);
	};
	Busboy.prototype.getParserByHeaders = function(headers) {
		const parsed = parseParams(headers["content-type"]);
		const cfg = {
			defCharset: this.opts.defCharset,
			fileHwm: this.opts.fileHwm,
			headers,
			highWaterMark: this.opts.highWaterMark,
			isPartAFile: this.opts.isPartAFile,
			limits: this.opts.limits,
			parsedConType: parsed,
			preservePath: this.opts.preservePath
		};
		if (MultipartParser.detect.test(parsed[0])) return new MultipartParser(this, cfg);
		if (UrlencodedParser.detect.test(parsed[0])) return new UrlencodedParser(this, cfg);
		throw new Error("Unsupported Content-Type.");
	};
	Busboy.prototype._write = function(chunk, encoding, cb) {
		this._parser.write(chunk, cb);
	};
	module.exports = Busboy;
	module.exports.default = Busboy;
	module.exports.Busboy = Busboy;
	module.exports.Dicer = Dicer;
}));

// src/service/multipart.ts
var import_busboy = require_busboy();
/** More parts than any call needs; the interface speaks of two. */
const maxParts = 20;
/** The JSON text and the files of a multipart body. Throws BadCall 400 for any other body. */
async function readMultipart(body, boundary) {
	if (!boundary || boundary.length > 70) throw new BadCall(400, "The Content-Type multipart/mixed needs a boundary of 1 to 70 characters");
	if (delimiters(body, boundary) > 21) throw new BadCall(400, `The body has more than ${maxParts} parts`);
	const parts = [];
	for (const raw of await split(body, boundary)) {
		const part = named(raw);
		const { name, filename, type } = part;
		parts.push(part);
		if (name !== "payload" && filename.trim() === "") throw new BadCall(400, "A file part has no file name");
		if (name === "payload" && !["", "application/json"].includes(readHeader(type).value)) throw new BadCall(400, "The part named payload is not of type application/json");
	}
	const [payload, another] = parts.filter(({ name }) => name === "payload");
	if (!payload || another) throw new BadCall(400, `The body has ${payload ? "more than one part" : "no part"} named payload`);
	return {
		payload: payload.bytes,
		files: parts.filter((part) => part !== payload)
	};
}
function delimiters(body, boundary) {
	const delimiter = Buffer.from(`--${boundary}`);
	let count = 0;
	let at = body.indexOf(delimiter);
	while (at !== -1 && count <= 21) {
		if (at === 0 || body[at - 1] === 10) count += 1;
		at = body.indexOf(delimiter, at + 1);
	}
	return count;
}
function named({ headers, bytes }) {
	const header = (name) => Buffer.from(headers[name]?.[0] ?? "", "latin1").toString("utf8");
	const disposition = readHeader(header("content-disposition"));
	if (!/^(|binary|8bit|7bit)$/i.test(header("content-transfer-encoding").trim())) throw new BadCall(400, "A part has a Content-Transfer-Encoding; parts are taken as they are");
	return {
		name: disposition.parameters.get("name") ?? "",
		filename: fileNameOf(disposition) ?? "",
		type: header("content-type"),
		bytes
	};
}
function split(body, boundary) {
	return new Promise((resolve, reject) => {
		const parts = [];
		const dicer = new import_busboy.Dicer({
			boundary,
			maxHeaderPairs: 50
		});
		dicer.on("part", (part) => {
			part.on("error", () => {});
			parts.push(collect(part));
		});
		dicer.on("error", () => reject(new BadCall(400, "The multipart body ends before its closing boundary")));
		dicer.on("finish", () => resolve(Promise.all(parts)));
		dicer.end(body);
	});
}
function collect(part) {
	return new Promise((resolve) => {
		const chunks = [];
		let headers = {};
		part.on("header", (read) => {
			headers = read;
		});
		part.on("data", (chunk) => chunks.push(chunk));
		part.on("end", () => resolve({
			headers,
			bytes: Buffer.concat(chunks)
		}));
	});
}

// src/service/body.ts
/** Most bytes of JSON in a call; all fields of an object request fit many times over. */
const maxPayloadBytes = 1048576;
/** Receives the whole body of a call. Throws BadCall 413 as soon as it is, or says it is, larger than `maxBytes`. */
async function receive(request, maxBytes) {
	const tooLarge = new BadCall(413, `The body is larger than ${maxBytes} bytes`);
	if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
	const chunks = [];
	let size = 0;
	return new Promise((resolve, reject) => {
		request.on("data", (chunk) => {
			size += chunk.length;
			if (size <= maxBytes) chunks.push(chunk);
			else {
				chunks.length = 0;
				reject(tooLarge);
			}
		});
		request.on("end", () => resolve(Buffer.concat(chunks)));
		request.on("error", reject);
	});
}
/** Receives a call and reads it by its Content-Type; what is no call comes back as `bad`. */
async function receiveBody(request, maxBytes) {
	try {
		return await readBody(request.headers, await receive(request, maxBytes));
	} catch (error) {
		if (error instanceof BadCall) return {
			payload: {},
			files: [],
			bad: error
		};
		throw error;
	}
}
/** Reads a received body by its Content-Type. Throws BadCall 400, 413 or 415. */
async function readBody(headers, body) {
	if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") throw new BadCall(415, "The body has a Content-Encoding; send it as it is");
	const type = readHeader(headers["content-type"] ?? "");
	if (type.value === "multipart/mixed") {
		const { payload, files } = await readMultipart(body, type.parameters.get("boundary"));
		return {
			payload: readPayload(payload),
			files
		};
	}
	const charset = type.parameters.get("charset") ?? "utf-8";
	if (type.value !== "application/json" || !/^utf-?8$/i.test(charset)) throw new BadCall(415, "The Content-Type must be application/json in UTF-8, or multipart/mixed");
	return {
		payload: readPayload(body),
		files: []
	};
}
function readPayload(bytes) {
	if (bytes.length > maxPayloadBytes) throw new BadCall(413, `The JSON is larger than ${maxPayloadBytes} bytes`);
	return parsePayload(bytes);
}

// src/service/broken-calls.ts
/** Calls that Node gives up on before they are whole: too slow, too long in the head, or no HTTP. They get `rtn` too. */
/** By the code of Node's error; anything else is no HTTP. */
const broken = {
	ERR_HTTP_REQUEST_TIMEOUT: [408, "The call took too long to come"],
	HPE_HEADER_OVERFLOW: [431, "The headers are too long"],
	HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The chunk extensions are too long"]
};
/** Answers such calls with `rtn`, unless an answer to them has begun, and closes their connection. */
function answerBrokenCalls(server) {
	const latest = /* @__PURE__ */ new WeakMap();
	server.on("request", (request, response) => latest.set(request.socket, response));
	server.on("clientError", (error, socket) => {
		const response = latest.get(socket);
		if (response?.headersSent === true && !response.writableEnded || !socket.writable || error.code === "ECONNRESET") {
			socket.destroy();
			return;
		}
		const [status, msg] = broken[error.code ?? ""] ?? [400, "The call is not HTTP"];
		const { headers, body } = refusalAnswer(status, msg, status === 408 ? { "retry-after": "1" } : {});
		const head = Object.entries({
			...headers,
			"content-length": Buffer.byteLength(body),
			connection: "close"
		}).map(([name, value]) => `${name}: ${value}\r\n`).join("");
		socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
	});
}

// src/service/places.ts
/** Where the source, the object and the file of a request are: texts like `member LIB/FILE(MEMBER)`, for people to read. */
/** Object type of attributes with a source and no object: the interface has such (§2.1 folb), but shows no code. */
const sourceOnlyType = "*SRC";
/** The source in the from-library: a member or, for an attribute with its source in the IFS, a file. */
function sourcePlace({ fslb, fsfl, srcn }, { source }) {
	return source === "member" ? `member ${fslb}/${fsfl}(${srcn})` : ifsPlace(fslb, srcn);
}
/** A file as copied for the request that is linked to Git. */
function gitPlace({ gpath, gfile }) {
	return `git ${gpath === "" ? gfile : `${withoutEnd(gpath)}/${gfile}`}`;
}
/** The object itself: a file in `folb`, or an object of that library. */
function objectPlace({ objn, objt, folb }) {
	return isPathType(objt) ? ifsPlace(folb, objn) : `object ${folb}/${objn}`;
}
/** The directory to which the object goes: the attribute's, with `rpth` after it (interface §2.1); empty without one. */
function targetDirectory(attribute, rpth) {
	return attribute.target === void 0 ? "" : withoutEnd(attribute.target) + withoutEnd(rpth);
}
/** The key under which locks meet: application, level, object, type, relative path. */
function lockKey({ appl, lvl, objn, objt, rpth }) {
	return JSON.stringify([
		appl,
		lvl,
		comparableName(objn, objt),
		comparableType(objt),
		withoutEnd(rpth)
	]);
}
function ifsPlace(directory, name) {
	return `ifs ${withoutEnd(directory)}/${name}`;
}
function withoutEnd(path) {
	return path.replace(/\/+$/, "");
}

// src/service/attachments.ts
/** Places for a create: only under rsn *MIGRATE and copy *NO, by every rule of §4.3 that takes the file. */
function placeOnCreate(request, attribute, parts) {
	const { rsn, copy, dir, gfile, repositoryType } = request;
	const considered = rsn === "*MIGRATE" && copy === "*NO" && dir !== "*YES";
	return place(parts, (part) => {
		if (!considered) return [];
		const isGitFile = repositoryType === "*GIT" && isNamed(part, gfile);
		return [...namedPlaces(request, attribute, part), ...isGitFile ? [inGit(request, part)] : []];
	});
}
/**
* Places for an update: in the from-library of the request, for a file that is named like `srcn` or `gfile`; if the call
* names neither, for any file that is not JSON. A Git copy is renewed with it.
*/
function placeOnUpdate(request, attribute, parts, by) {
	return place(parts, (part) => {
		if (request.rsn !== "*MIGRATE" || !attribute || request.dir === "*YES") return [];
		if (!isMeant(request, attribute, part, by)) return [];
		const inLibrary = fromLibraryPlaces(request, attribute, part);
		return by.hasGitCopy ? [...inLibrary, inGit(request, part)] : inLibrary;
	});
}
function isMeant(request, attribute, part, by) {
	if (isSource(request, attribute, part) || isNamed(part, request.gfile)) return true;
	if (by.gfile !== void 0) return isNamed(part, by.gfile);
	return by.srcn === void 0 && !/^application\/json\b/i.test(part.type);
}
/** Each file goes to all its places that no earlier file of the call has; a file without a place gets a warning. */
function place(parts, placesOf) {
	const byPlace = /* @__PURE__ */ new Map();
	const warnings = [];
	for (const part of parts) {
		const free = placesOf(part).filter((placed) => !byPlace.has(placed.place));
		for (const placed of free) byPlace.set(placed.place, placed);
		if (free.length === 0) warnings.push(`attachment ${shown(part.filename)} not used`);
	}
	return {
		placed: [...byPlace.values()],
		warnings
	};
}
/** Object and source each to their own place; both, where the file is named like both. */
function namedPlaces(request, attribute, part) {
	return [...isPathType(request.objt) && isNamed(part, request.objn) ? [asObject(request, part)] : [], ...isSource(request, attribute, part) ? [asSource(request, attribute, part)] : []];
}
/** A file that is named like neither object nor source is the source, where there is one. */
function fromLibraryPlaces(request, attribute, part) {
	const named = namedPlaces(request, attribute, part);
	if (named.length > 0) return named;
	if (attribute.source === "none") return [asObject(request, part)];
	const isBoth = isPathType(request.objt) && request.objn === request.srcn;
	return [asSource(request, attribute, part), ...isBoth ? [asObject(request, part)] : []];
}
function isSource(request, attribute, part) {
	return attribute.source !== "none" && isNamed(part, request.srcn, attribute.source === "member");
}
function asObject(request, { bytes }) {
	return {
		kind: "object",
		place: objectPlace(request),
		filename: request.objn,
		bytes
	};
}
function asSource(request, attribute, part) {
	const filename = attribute.source === "member" ? part.filename : request.srcn;
	return {
		kind: "source",
		place: sourcePlace(request, attribute),
		filename,
		bytes: part.bytes
	};
}
function inGit(request, { bytes }) {
	return {
		kind: "git",
		place: gitPlace(request),
		filename: request.gfile,
		bytes
	};
}
/** Part name or file name, as sent or with the escapes that form encoders write: quote, line breaks, and a backslash at its end. */
function isNamed(part, name, ignoreCase = false) {
	if (name === "") return false;
	const fold = (text) => withoutBlanks(ignoreCase ? text.toUpperCase() : text);
	return [part.name, part.filename].some((sent) => {
		const plain = sent.replace(/%(22|0D|0A|5C)/gi, (encoded) => decodeURIComponent(encoded));
		return fold(sent) === fold(name) || fold(plain) === fold(name);
	});
}

// src/service/git-mapping.ts
/** The attribute mapping of a Git repository: which attribute a file gets (interface §2.2, 2). */
/** The first entry of the mapping that matches a file, whatever its case; `gpath` is empty at the root. */
function mappedFile({ attributes }, gpath, gfile) {
	return attributes?.find((entry) => (entry.gpath === void 0 || reaches(withoutEnds(entry.gpath), withoutEnds(gpath))) && (entry.gfile === void 0 || reaches(entry.gfile, gfile)));
}
/** A site file has only right patterns (site-repositories.ts); a site made by a program may have others. */
function reaches(pattern, text) {
	const glob = patternOf(pattern);
	return glob instanceof GlobError ? pattern === text : matchGlob(glob, text) !== null;
}
/** A pattern as it is matched, or what is wrong with it. */
function patternOf(pattern) {
	try {
		return compileGlob(pattern, true);
	} catch (error) {
		if (error instanceof GlobError) return error;
		throw error;
	}
}
/** A directory, or a pattern of it, without the slashes at its ends. */
function withoutEnds(path) {
	return path.replace(/^\/+|\/+$/g, "");
}

// src/service/targets.ts
/** Finding the site's records that a call names. Unknown ones are refused. */
/** The record that a call names. Throws Refusal that says `what` is not known. */
function known(items, what, isIt) {
	const found = items?.find(isIt);
	if (found === void 0) throw new Refusal(`${what} is not known`);
	return found;
}
/** The target of a create: the level must permit check-outs (interface §2.1, lvl). Throws Refusal. */
function checkOutTarget(site, appl, lvl) {
	const application = known(site.applications, `Application ${shown(appl)}`, (one) => one.appl === appl);
	const level = known(application.levels, `Level ${lvl} of application ${shown(appl)}`, (one) => one.lvl === lvl);
	if (level.checkOuts === false) throw new Refusal(`Level ${lvl} of application ${appl} does not permit check-outs`);
	return {
		application,
		level
	};
}
/** The attribute of that code, defined for the application and level. Throws Refusal. */
function attributeOf(site, appl, lvl, attr) {
	const attribute = findAttribute(site, appl, lvl, attr);
	if (attribute) return attribute;
	throw new Refusal(`Attribute ${shown(attr)} is not defined for application ${appl} and level ${lvl}`);
}
/** The same, or undefined when the site has none (any more). */
function findAttribute(site, appl, lvl, attr) {
	return site.applications.find((candidate) => candidate.appl === appl)?.attributes.find((candidate) => candidate.attr === attr && (candidate.levels === void 0 || candidate.levels.includes(lvl)));
}
/** The levels above one, nearest first: those that follow it, and those that follow them. */
function levelsAbove({ levels }, lvl) {
	const passed = [lvl];
	for (const below of passed) {
		const next = levels.find(({ follows }) => follows === below);
		if (next && !passed.includes(next.lvl)) passed.push(next.lvl);
	}
	return passed.slice(1);
}
/** Throws Refusal for a request that locks its target object while another one than `objectId` holds that lock. */
function refuseLocked(records, request, objectId = 0) {
	const holder = request.lock === "*YES" ? records.lockHolder(request, objectId) : null;
	if (holder !== null) throw new Refusal(messages.targetLocked, holder);
}
/** A user of the security facility. Throws Refusal. */
function userOf(site, user) {
	return known(site.users, `User ${shown(user)}`, (one) => one.user === user);
}
/** Whether a user holds a security code for an application and level (interface §4.2: 37 and 31). */
function holdsCode(user, code, appl, lvl) {
	return (user.codes ?? []).some((held) => {
		if (typeof held === "number") return held === code;
		return held.code === code && (held.appl ?? appl) === appl && (held.lvl ?? lvl) === lvl;
	});
}

// src/service/derive.ts
/**
* Attribute: as sent, else by the Git mapping; a request that is not linked to Git also by installation history.
* Type: as sent, else by the Git mapping, installation history, the cross-reference, in this order.
* @throws Refusal with the interface's own messages "Attribute missing" and "Object Type missing" (§7)
*/
function derive(site, target, fields, repository) {
	const { appl } = target.application;
	const { lvl } = target.level;
	const objn = fields.objn ?? "";
	const mapped = repository && fields.gfile ? mappedFile(repository, fields.gpath ?? "", fields.gfile) : null;
	const history = installationHistory(site, target, objn, fields.objt).filter((object) => (fields.attr ?? object.attr) === object.attr);
	const linked = repository !== null && fields.branch !== void 0;
	const attr = fields.attr ?? mapped?.attr ?? (linked ? void 0 : theOnly(history, "attr"));
	if (attr === void 0) throw new Refusal(messages.attributeMissing);
	const attribute = attributeOf(site, appl, lvl, attr);
	const mappedType = mapped && (mapped.objt ?? findAttribute(site, appl, lvl, mapped.attr)?.objt);
	const crossReferenced = (site.crossReference ?? []).filter((entry) => isSame(entry, objn)).map((entry) => entry.objt);
	const given = fields.objt ?? mappedType ?? theOnly(history, "objt") ?? single(crossReferenced);
	if (given === void 0) throw new Refusal(messages.objectTypeMissing);
	const objt = given.toUpperCase();
	checkObject(site, objn, objt);
	const same = installationHistory(site, target, objn, objt);
	return {
		attribute,
		objt,
		installed: same.find((object) => object.lvl === lvl),
		installedAbove: same.find((object) => object.lvl !== lvl)
	};
}
/** Throws Refusal for an unknown type, and for a name that is too long for the type. */
function checkObject(site, objn, objt) {
	if (!isObjectType(site, objt)) throw new Refusal(`objt is ${shown(objt)}; there is no such object type`);
	const most = mostCharacters(objt);
	if (objn.length > most) throw new Refusal(`objn is ${shown(objn)}; the name of a ${shown(objt)} has ${most} characters at most`);
}
/** Objects of that name, and type if it is known: at the target level, then above it, nearest first. */
function installationHistory(site, { application, level }, objn, objt) {
	const order = [level.lvl, ...levelsAbove(application, level.lvl)];
	return (site.installed ?? []).filter(({ appl, lvl }) => appl === application.appl && order.includes(lvl)).filter((object) => isSame(object, objn, objt)).sort((a, b) => order.indexOf(a.lvl) - order.indexOf(b.lvl));
}
function installedAs(site, { appl, lvl, objn, objt }) {
	return site.installed?.find((object) => object.appl === appl && object.lvl === lvl && isSame(object, objn, objt));
}
/** Whether the site's object has that name, and that type if it is known. */
function isSame(object, objn, objt = object.objt) {
	return comparableName(object.objn, object.objt) === comparableName(objn, object.objt) && comparableType(object.objt) === comparableType(objt);
}
/** The value that all objects of the nearest level share, if they do. */
function theOnly(history, field) {
	return single(history.filter((object) => object.lvl === history[0]?.lvl).map((object) => object[field]));
}
function single(values) {
	return new Set(values).size === 1 ? values[0] : void 0;
}

// src/service/file-kinds.ts
/** Physical and logical files (interface §2.5, data *NONE). */
/** Object type, source type, attribute code, or the source type of the attribute: each may begin with PF or LF. */
function isOfKind(kind, { objt, srca, attr }, attribute) {
	return [
		objt.replace(/^\*/, ""),
		srca,
		attr,
		attribute?.srca
	].some((code) => code?.toUpperCase().startsWith(kind));
}
/** Throws Refusal for a logical file that replaces a physical one and copies data; `request` is as it will be stored. */
function checkLogicalFile(site, request, attribute) {
	const { appl, lvl, objt, rsn, data } = request;
	if (comparableType(objt) !== "*FILE" || rsn !== "*MIGRATE" || data === "*NONE") return;
	const installed = installedAs(site, request);
	if (installed === void 0 || !isOfKind("LF", request, attribute)) return;
	if (isOfKind("PF", installed, findAttribute(site, appl, lvl, installed.attr))) throw new Refusal("data must be *NONE for a logical file that replaces a physical file");
}

// src/service/installation.ts
/** Whether an object is there to be compiled or bound anew (interface §2.3). */
/**
* A *RECOMPILE or *UPDATE needs the object at its level or above: the site lists it, or a request has migrated it there.
* Such a request counts in every state, as the object is on its way; one that has deleted it there ends that.
* @throws Refusal when the object is nowhere, unless the site says that it does not list all that is installed
*/
function checkInstalled({ site, records }, { application }, draft) {
	const { objn, objt, lvl, rsn } = draft;
	if (site.allInstalled === false || rsn !== "*RECOMPILE" && rsn !== "*UPDATE") return;
	if ([lvl, ...levelsAbove(application, lvl)].some((level) => {
		const at = {
			...draft,
			lvl: level
		};
		const last = records.lastToMove(at);
		return last === null ? installedAs(site, at) !== void 0 : last === "*MIGRATE";
	})) return;
	const object = `${shown(objn)} ${shown(objt)}`;
	throw new Refusal(`${object} is not installed at level ${lvl} or above, so rsn ${rsn} has nothing to work on`);
}

// src/service/locations.ts
/** From-libraries and the rest as sent, else by the level's naming template and the attribute. Throws Refusal for what is no path. */
function locations(found) {
	const { fields, derived } = found;
	const { attribute, objt } = derived;
	const sourceInIfs = attribute.source === "ifs";
	const objectInIfs = isPathType(objt) || sourceInIfs && isSourceOnly(derived);
	const { folb, fslb } = libraries(found);
	const { rpth = "" } = fields;
	if (fields.folb !== void 0 && objectInIfs) checkPath("folb", folb);
	if (fields.fslb !== void 0 && sourceInIfs) checkPath("fslb", fslb);
	if (fields.rpth !== void 0) checkPath("rpth", rpth);
	const hasSource = attribute.source !== "none";
	return {
		folb,
		fslb,
		fsfl: hasSource ? fields.fsfl ?? attribute.fsfl ?? "" : "",
		srcn: hasSource ? fields.srcn ?? fields.objn ?? "" : "",
		rpth,
		target: targetDirectory(attribute, rpth)
	};
}
/** Both from-libraries; for an attribute with source only they are one, which either field names. */
function libraries(found) {
	const { fields, derived, variant } = found;
	const forSource = () => defaultName(found, "fslb", derived.attribute.source === "ifs");
	if (isSourceOnly(derived)) {
		const one = fields.folb ?? fields.fslb ?? forSource();
		return {
			folb: one,
			fslb: fields.fslb ?? one
		};
	}
	const folb = fields.folb ?? defaultName(found, "folb", isPathType(derived.objt));
	return {
		folb,
		fslb: fields.fslb ?? (variant === "earlier" ? folb : forSource())
	};
}
function isSourceOnly({ attribute }) {
	return attribute.objt === "*SRC" && attribute.source !== "none";
}
/** Type and text of the source member; both are ignored where the source is none or a file in the IFS. */
function memberTexts({ fields, derived }, imported) {
	const { attribute, installed, installedAbove } = derived;
	if (attribute.source !== "member") return {
		srca: "",
		srcd: ""
	};
	const existing = fields.srcd ?? installed?.srcd ?? "";
	const above = imported ? installedAbove?.srcd ?? "" : "";
	return {
		srca: fields.srca ?? installed?.srca ?? attribute.srca ?? "",
		srcd: existing === "" ? above : existing
	};
}
function defaultName({ target, user, variant }, which, inIfs) {
	if (variant === "earlier") return user;
	const { level, application } = target;
	const template = level[which] ?? "<user><level>";
	const name = (inIfs && level.ifs ? level.ifs : template).replaceAll("<user>", user).replaceAll("<level>", String(level.lvl)).replaceAll("<appl>", application.appl);
	return inIfs && !name.startsWith("/") ? `/${name}` : name;
}
function checkPath(field, path) {
	if (!path.startsWith("/")) throw new Refusal(`${field} is an IFS path; it must start with /`);
	if (path.split("/").some((part) => part === ".." || part === ".")) throw new Refusal(`${field} must not hold the directories . or ..`);
}

// src/service/name-rules.ts
/** The names of a create; libraries and source file only as sent, since the site gives the others. Throws Refusal. */
function checkCreateNames(site, fields, { objn, objt, srcn, source }) {
	if (!isInFileSystem(objt)) checkName(site, "objn", objn);
	if (source !== "member") return;
	checkName(site, "srcn", srcn);
	for (const name of [
		"fsfl",
		"folb",
		"fslb"
	]) {
		const sent = fields[name];
		if (sent !== void 0 && !sent.startsWith("/")) checkName(site, name, sent);
	}
}
/** One name; case does not count on the system. Throws Refusal. */
function checkName({ nativeNames }, field, name) {
	const problem = nativeNames === true ? nativeNameProblem(withoutBlanks(name).toUpperCase()) : null;
	if (problem === null) return;
	const rule = problem === "tooLong" ? `a name of the system has ${10} characters at most` : `a name of the system holds no characters but ${nativeCharacters}`;
	throw new Refusal(`${field} is ${shown(name)}; ${rule}`);
}

// src/service/pipeline.ts
/** The request that goes into the RFP of the primary one: named by the pipeline ID, not locked. Throws Refusal. */
function pipeRequest(site, fields, primary) {
	const { pipe, pipa, tkey } = fields;
	if (pipe === void 0 && pipa === void 0 && tkey === void 0) return null;
	if (pipe === void 0 || pipa === void 0 || tkey === void 0) throw new Refusal("pipe, pipa and tkey must be given together");
	if (primary.arfp === "*NO") throw new Refusal("pipe, pipa and tkey need an RFP; arfp is *NO");
	known(site.pipelines, `Pipeline server ${shown(pipe)}`, (one) => one.pipe === pipe);
	const attribute = attributeOf(site, primary.appl, primary.lvl, pipa);
	if (attribute.objt !== "*PIPE") throw new Refusal(`Attribute ${attribute.attr} is not defined for *PIPE objects`);
	return {
		...primary,
		...blank("rpth", "target", "dir", "srcn", "srca", "srcd", "fsfl", "copied", "vref"),
		...blank("repositoryType", "repo", "branch", "gpath", "gfile"),
		objn: pipe,
		objt: "*PIPE",
		attr: pipa,
		lock: "*NO",
		copy: "*NO",
		rsn: "*MIGRATE",
		csqo: 0
	};
}
function blank(...names) {
	return Object.fromEntries(names.map((name) => [name, ""]));
}

// src/service/project.ts
/** Checks what the call names, or takes all three from the branch under *BRANCH (not in the earlier variant, §9). Throws Refusal. */
function assignment(context, fields, repository) {
	const { site, records, caller, variant } = context;
	const wanted = fields.proj === "*BRANCH" && variant === "later" ? linkedToBranch(fields, repository) : fields;
	if (wanted.proj === void 0) {
		if (wanted.task || wanted.stsk) throw new Refusal("proj is required when task or stsk is given");
		return {
			proj: "",
			task: 0,
			stsk: 0,
			text: "",
			authorizes: false
		};
	}
	const { proj, task = 0, stsk = 0 } = wanted;
	const project = known(site.projects, `Project ${shown(proj)}`, (one) => one.proj === proj);
	if (project.open === false) throw new Refusal(`Project ${proj} is not open`);
	const text = workText(project, task, stsk);
	const appl = fields.appl ?? "";
	const authorized = project.authorized?.includes(appl) || records.authorized(proj, appl);
	if (!authorized && !caller.authorizeProjects) throw new Refusal(`Project ${proj} is not authorized for application ${appl}`);
	return {
		proj,
		task,
		stsk,
		text,
		authorizes: !authorized
	};
}
function linkedToBranch({ branch }, repository) {
	if (!repository || branch === void 0) throw new Refusal("repo and branch are required when proj is *BRANCH");
	const link = repository.branches?.find((candidate) => candidate.branch === branch);
	if (link) return link;
	throw new Refusal(`Branch ${shown(branch)} of repository ${repository.repo} is not linked to a project`);
}
/** The description of the task, or of the project without one (interface §2.1, rfpd *TASK). */
function workText({ proj, text, tasks }, task, stsk) {
	if (task === 0) {
		if (stsk !== 0) throw new Refusal(`Subtask ${stsk} needs a task`);
		return text;
	}
	const aboutTask = `Task ${task} of project ${proj}`;
	const found = known(tasks, aboutTask, (one) => one.task === task);
	if (found.active === false) throw new Refusal(`${aboutTask} is not active`);
	if (stsk !== 0) {
		const aboutSubtask = `Subtask ${stsk} of task ${task} of project ${proj}`;
		if (known(found.subtasks, aboutSubtask, (one) => one.stsk === stsk).active === false) throw new Refusal(`${aboutSubtask} is not active`);
	}
	return found.text;
}

// src/service/rfp.ts
/** The RFP of a create, by `arfp`. Throws Refusal. */
function rfpOfCreate(context, fields, user, work) {
	const { appl = "", lvl = 0, arfp = "*NO", creq = "*YES", areq = "*YES", sreq = "*YES" } = fields;
	if (arfp === "*NO") return { do: "keep" };
	if (arfp === "*YES") return join(context.records, fields.rfp, appl, lvl);
	const rfpd = description$1(fields, work, context.variant);
	return findOrMake(context.records, arfp, {
		appl,
		lvl,
		user,
		rfpd,
		creq,
		areq,
		sreq
	});
}
/** What an update does to the RFP of a request, by `arfp` (the table of §3). `request` is as it will be stored. */
function rfpOfUpdate(records, fields, request) {
	const assigned = request.rfp !== 0;
	const arfp = fields.arfp ?? "*SAME";
	if (arfp === "*NO" && assigned) return { do: "leave" };
	if (arfp === "*SAME" || arfp === "*NO") return { do: "keep" };
	if (assigned && arfp !== "*NEW") return { do: "keep" };
	const { appl, lvl, user } = request;
	if (arfp === "*YES") return join(records, fields.rfp, appl, lvl);
	return findOrMake(records, arfp, {
		appl,
		lvl,
		user,
		rfpd: fields.rfpd ?? request.objn,
		creq: "*YES",
		areq: "*YES",
		sreq: "*YES"
	});
}
function join(records, rfp, appl, lvl) {
	if (!rfp) throw new Refusal("rfp is required when arfp is *YES");
	const found = records.rfp(rfp);
	if (!found) throw new Refusal(`RFP ${rfp} is not known`);
	if (found.appl !== appl || found.lvl !== lvl) throw new Refusal(`RFP ${rfp} is for application ${found.appl} and level ${found.lvl}`);
	if (!found.open) throw new Refusal(`RFP ${rfp} is not open`);
	return {
		do: "join",
		rfp: found
	};
}
/** *AUTO takes an open RFP like the one that is wanted before it makes one; *NEW makes one in any case. */
function findOrMake(records, arfp, wanted) {
	const found = arfp === "*AUTO" ? records.openRfp(wanted) : null;
	return found ? {
		do: "join",
		rfp: found
	} : {
		do: "make",
		rfp: wanted
	};
}
/** The earlier variant has no *TASK (§9): there a description left out is the object's name, as on update. */
function description$1(fields, work, variant) {
	if (variant === "earlier") return fields.rfpd ?? fields.objn ?? "";
	const rfpd = fields.rfpd ?? "*TASK";
	if (rfpd !== "*TASK") return rfpd;
	if (work.proj === "") throw new Refusal("rfpd *TASK requires proj");
	return work.text;
}

// src/service/unused.ts
/** Fields whose use depends on the attribute and the type, which may be derived later. */
const decidedByAttribute = /* @__PURE__ */ new Set([
	"srcn",
	"srca",
	"srcd",
	"fsfl",
	"dir"
]);
/** Known from the fields of a create alone. */
function unusedByFields(fields, variant) {
	const { arfp = "*NO", rsn = "*MIGRATE", repo, branch, attr, objt } = fields;
	const unused = /* @__PURE__ */ new Map();
	const add = (why, ...names) => {
		for (const name of names) unused.set(name, why);
	};
	if (arfp !== "*YES") add(`arfp is ${arfp}`, "rfp");
	if (arfp === "*NO" || arfp === "*YES") add(`arfp is ${arfp}`, "rfpd");
	if (arfp === "*NO") add("arfp is *NO", "creq", "areq", "sreq");
	if (rsn !== "*MIGRATE") add(`rsn is ${rsn}`, "copy");
	if (variant === "later" && fields.proj === "*BRANCH") add("proj is *BRANCH", "task", "stsk");
	if (repo === void 0) add("repo is not sent", "gpath", "gfile");
	else if (branch === void 0 && attr !== void 0 && objt !== void 0) add("branch is not sent", "repo", "gpath", "gfile");
	return unused;
}
/** Known from the attribute and the object type of a create. */
function unusedByAttribute({ attribute, objt }) {
	const unused = new Map(sourceFields(attribute));
	if (attribute.source === "none") unused.set("fsfl", `attribute ${attribute.attr} has no source`);
	if (objt !== "*IFS") unused.set("dir", `the object is a ${objt}`);
	return unused;
}
/** Known from the RFP that a create joins: creq, areq and sreq are those of the create that made it. */
function unusedByRfp(fields, change) {
	if (change.do !== "join") return /* @__PURE__ */ new Map();
	const { rfp } = change;
	const differing = [
		"creq",
		"areq",
		"sreq"
	].filter((name) => (fields[name] ?? rfp[name]) !== rfp[name]);
	return new Map(differing.map((name) => [name, `RFP ${rfp.rfp} was there before, with ${rfp[name]}`]));
}
/** Known from the stored request and its attribute. */
function unusedOnUpdate(fields, stored, attribute) {
	const unused = new Map(attribute === void 0 ? [] : sourceFields(attribute));
	const { arfp = "*SAME" } = fields;
	if (!followsGit(stored)) {
		const why = stored.repositoryType === "*GIT" ? `rsn is ${stored.rsn}` : "the request is not linked to Git";
		for (const name of ["gpath", "gfile"]) unused.set(name, why);
	}
	if (!hasSequence(stored)) unused.set("csqo", `the object is a ${stored.objt}`);
	const isIn = stored.rfp !== 0 && arfp !== "*NEW";
	if (arfp !== "*YES" || isIn) unused.set("rfp", arfp === "*YES" ? inRfp(stored) : `arfp is ${arfp}`);
	if (!["*AUTO", "*NEW"].includes(arfp) || isIn) unused.set("rfpd", arfp === "*AUTO" ? inRfp(stored) : `arfp is ${arfp}`);
	return unused;
}
/** gpath and gfile of an update count for requests linked to Git that are modified or deleted (interface §2.6). */
function followsGit({ repositoryType, rsn }) {
	return repositoryType === "*GIT" && (rsn === "*MIGRATE" || rsn === "*DELETE");
}
/** csqo of an update counts for these types of objects (interface §2.6). */
function hasSequence({ objt }) {
	return ![
		"*IFS",
		"*PIPE",
		"*REMOTE"
	].includes(objt);
}
/** Warnings for what was sent and is not used, unless it asks for nothing or for what holds `anyway`. */
function unusedFields(unused, payload, anyway) {
	const isSaid = (name) => {
		const value = payload[name];
		if (value === void 0 || value === null || value === "" || value === "*SAME") return false;
		const asked = nothing[name] === 0 ? readInteger(value) : value;
		return value !== anyway[name] && asked !== nothing[name];
	};
	return [...unused].filter(([name]) => isSaid(name)).map(([name, why]) => `${name} not used: ${why}`);
}
/** Values that ask for nothing. */
const nothing = {
	copy: "*NO",
	dir: "*NO",
	rfp: 0,
	task: 0,
	stsk: 0,
	csqo: 0
};
function sourceFields({ attr, source }) {
	if (source === "member") return [];
	const names = source === "none" ? [
		"srcn",
		"srca",
		"srcd"
	] : ["srca", "srcd"];
	const why = source === "none" ? `attribute ${attr} has no source` : `the source of attribute ${attr} is in the IFS`;
	return names.map((name) => [name, why]);
}
function inRfp({ rfp }) {
	return `the request is in RFP ${rfp}`;
}

// src/service/create.ts
/** The decision about a create (interface §2.1 to §2.5, §4.1, §9): what will be stored, or why not. Changes nothing. */
/** Decides about a create. Throws Refusal with the message of the first rule that is broken. */
function decideCreate(context, read, parts) {
	const { site, records, caller, variant } = context;
	if (!caller.addRequest) throw new Refusal("User not authorized to add Request");
	const unused = unusedByFields(read.values, variant);
	const fields = completeFields(read, unused, variant);
	const target = checkOutTarget(site, fields.appl ?? "", fields.lvl ?? 0);
	const user = userOfCreate(context, fields);
	const { repo, branch } = fields;
	if (branch !== void 0 && repo === void 0) throw new Refusal("repo is required when branch is set");
	const isIt = (one) => one.repo === repo;
	const repository = repo === void 0 ? null : known(site.repositories, `Repository ${shown(repo)}`, isIt);
	const derived = derive(site, target, fields, repository);
	if (fields.rsn === "*UPDATE" && derived.objt !== "*PGM" && derived.objt !== "*SRVPGM") throw new Refusal(`rsn *UPDATE is for programs and service programs, not for ${shown(derived.objt)}`);
	const unusedHere = new Map([...unused, ...unusedByAttribute(derived)]);
	refuseProblems(read, unusedHere);
	if (fields.srcn === "*OBJ" && !unusedHere.has("srcn")) throw new Refusal("srcn is *OBJ, which only an update knows; left out, it is the object name");
	const work = assignment(context, fields, repository);
	const rfp = rfpOfCreate(context, fields, user, work);
	const { draft, placement } = drafted({
		fields,
		target,
		derived,
		user,
		variant
	}, work, parts, records);
	checkCreateNames(site, fields, {
		...draft,
		source: derived.attribute.source
	});
	checkInstalled(context, target, draft);
	checkLogicalFile(site, draft, derived.attribute);
	const pipe = pipeRequest(site, fields, draft);
	refuseLocked(records, draft);
	return {
		draft,
		rfp,
		/** The *PIPE request to generate, if any. */
		pipe,
		/** Project to authorize for the draft's application, or null. */
		authorize: work.authorizes ? work.proj : null,
		files: placement.placed,
		warnings: [
			...unknownFields(read.unknown),
			...unusedFields(new Map([...unusedHere, ...unusedByRfp(fields, rfp)]), read.sent, {}),
			...placement.warnings
		]
	};
}
function completeFields(read, unused, variant) {
	const isOpen = (name) => unused.has(name) || decidedByAttribute.has(name);
	if ([...read.problems.keys()].some((name) => !isOpen(name))) refuseProblems(read, unused);
	const fields = read.values;
	const missing = [
		"appl",
		"lvl",
		"objn"
	].filter((name) => fields[name] === void 0);
	if (missing.length > 0) throw new Refusal(missing.map((name) => `${name} is required`).join("; "));
	if (variant === "earlier") {
		if (fields.attr === void 0) throw new Refusal(messages.attributeMissing);
		if (fields.objt === void 0) throw new Refusal(messages.objectTypeMissing);
	}
	checkDataOptions(fields);
	return fields;
}
/** `data` and `dmbr` take a name or one of their special values (interface §2.5). */
function checkDataOptions(fields) {
	for (const name of ["data", "dmbr"]) {
		const field = createField(name);
		const value = fields[name] ?? "";
		const specials = field && specialsInstead(field, value);
		if (specials) throw new Refusal(`${name} is ${shown(value)}; allowed are ${specials.join(", ")} or a name`);
	}
}
/** The place that `copy` *YES fills (interface §2.1 copy): empty where the object is in no environment, or the place taken. */
function copied(draft, derived, records) {
	const { attribute, installed, installedAbove } = derived;
	if (draft.copy !== "*YES" || !(installed ?? installedAbove)) return "";
	const place = attribute.source === "none" ? objectPlace(draft) : sourcePlace(draft, attribute);
	return records.isFilled(place) ? "" : place;
}
function userOfCreate({ site, caller, variant }, fields) {
	if (fields.user !== void 0) return userOf(site, fields.user).user;
	return variant === "earlier" ? site.jobUser ?? "QTMHHTTP" : caller.user;
}
function drafted(found, work, parts, records) {
	const { fields, target, derived, user } = found;
	const { attribute, objt } = derived;
	const { proj, task, stsk } = work;
	const sent = withDefaults(fields);
	const basis = {
		...sent,
		...locations(found),
		appl: target.application.appl,
		lvl: target.level.lvl,
		objt,
		attr: attribute.attr,
		user,
		copy: sent.rsn === "*MIGRATE" ? sent.copy : "*NO",
		repositoryType: fields.repo !== void 0 && fields.branch !== void 0 ? "*GIT" : "",
		proj,
		task,
		stsk,
		dir: objt === "*IFS" ? fields.dir ?? "*NO" : ""
	};
	const placement = placeOnCreate(basis, attribute, parts);
	const imported = placement.placed.some((file) => file.kind !== "object") || basis.copy === "*YES";
	const described = {
		...basis,
		...memberTexts(found, imported)
	};
	return {
		draft: {
			...described,
			copied: copied(described, derived, records)
		},
		placement
	};
}

// src/service/update.ts
/** Decides about an update of a request by its number. Throws Refusal with the message of the first rule that is broken. */
function decideUpdate(context, objectId, read, parts) {
	const { site, records } = context;
	const stored = updatable(context, objectId);
	const fields = read.values;
	if (read.problems.has("attr")) refuseProblems(read);
	const attribute = (fields.attr === void 0 ? findAttribute : attributeOf)(site, stored.appl, stored.lvl, fields.attr ?? stored.attr);
	const unused = unusedOnUpdate(fields, stored, attribute);
	refuseProblems(read, unused);
	if (fields.user !== void 0) userOf(site, fields.user);
	const request = changed(stored, fields, attribute);
	if (fields.srcn !== void 0 && attribute?.source === "member") checkName(site, "srcn", request.srcn);
	if (fields.attr !== void 0 || fields.srca !== void 0) checkLogicalFile(site, request, attribute);
	refuseLocked(records, request, objectId);
	const hasGitCopy = records.hasGitCopy(objectId);
	const placement = placeOnUpdate(request, attribute, parts, {
		...fields,
		hasGitCopy
	});
	const rfp = rfpOfUpdate(records, fields, request);
	return {
		/** The request as it will be, but for its RFP and status. */
		request,
		rfp,
		/** `arfp` as it was applied: *SAME where nothing happened. */
		arfp: rfp.do === "keep" ? "*SAME" : fields.arfp ?? "*SAME",
		files: placement.placed,
		warnings: [
			...unknownFields(read.unknown),
			...unusedFields(unused, read.sent, stored),
			...attribute === void 0 ? [lostAttribute(stored)] : [],
			...placement.warnings
		]
	};
}
/** The request, if it exists and this caller may update it now (interface §4.2, preconditions). */
function updatable({ caller, records }, objectId) {
	if (!caller.addRequest) throw new Refusal(messages.notAuthorizedToUpdate);
	const stored = records.request(objectId);
	if (!stored) throw new Refusal(messages.requestNotFound);
	const code = stored.user === caller.user ? 37 : 31;
	if (!holdsCode(caller, code, stored.appl, stored.lvl)) throw new Refusal(messages.notAuthorizedToUpdate);
	if (stored.status !== "00" && stored.status !== "01") throw new Refusal(messages.notOpen);
	return stored;
}
function changed(stored, fields, attribute) {
	const hasSource = attribute !== void 0 && attribute.source !== "none";
	const hasMember = attribute?.source === "member";
	const isInGit = followsGit(stored);
	const srcn = fields.srcn === "*OBJ" ? stored.objn : fields.srcn ?? stored.srcn;
	return {
		...stored,
		attr: fields.attr ?? stored.attr,
		target: attribute === void 0 ? stored.target : targetDirectory(attribute, stored.rpth),
		srcn: hasSource ? srcn : stored.srcn,
		srca: hasMember ? fields.srca ?? stored.srca : stored.srca,
		srcd: hasMember ? fields.srcd ?? stored.srcd : stored.srcd,
		user: fields.user ?? stored.user,
		csqo: hasSequence(stored) && fields.csqo ? fields.csqo : stored.csqo,
		lock: fields.lock ?? stored.lock,
		gpath: isInGit ? fields.gpath ?? stored.gpath : stored.gpath,
		gfile: isInGit ? fields.gfile ?? stored.gfile : stored.gfile
	};
}
/** A service that is started with another site may have requests whose attribute that site does not define. */
function lostAttribute({ attr, appl, lvl }) {
	return `attribute ${attr} is not defined any more for application ${appl} and level ${lvl}, so the source stays as it is`;
}

// src/service/calls.ts
/** One call of the interface from its body to its outcome, as one transaction with its line in the log. */
/** Carries out a call, or refuses it; either is logged. */
function handleCall(service, method, caller, body) {
	const { site, store, variant } = service;
	const { user } = caller;
	const at = service.now().toISOString();
	const objectId = method === "PATCH" ? readObjectId(body.payload) : null;
	return store.whole(() => {
		let outcome;
		try {
			if (body.bad) throw body.bad;
			outcome = (method === "POST" ? create : update)({
				site,
				records: store,
				caller,
				variant
			}, store, body, at);
		} catch (error) {
			outcome = refused$1(error, objectId);
		}
		const { sev, msg } = outcome;
		store.log({
			at,
			method,
			vref: vrefOf(body.payload),
			user,
			objectId: outcome.objectId,
			sev,
			msg
		});
		return outcome;
	});
}
/** The name of the object that a call is about, if it is known: sent, or of the request that it names. */
function objectOf(store, { payload }) {
	if (typeof payload.objn === "string") return payload.objn;
	const objectId = readObjectId(payload);
	return objectId === null ? null : store.request(objectId)?.objn ?? null;
}
function create(context, store, { payload, files }, at) {
	const plan = decideCreate(context, readCreate(payload, context.variant), files);
	const { draft, pipe, warnings } = plan;
	if (plan.authorize !== null) store.authorize(plan.authorize, draft.appl);
	const made = {
		...enter(store, plan.rfp),
		createdBy: context.caller.user,
		createdAt: at,
		changedAt: at
	};
	const request = add(store, {
		...draft,
		...made
	});
	const { rfp, objn } = request;
	for (const file of plan.files) store.putFile(request.objectId, file);
	store.tellPipelines(request, "request assigned", at);
	if (pipe && !store.pipesOf(rfp).some((known) => known.pipe === pipe.pipe && known.tkey === pipe.tkey)) store.notify({
		...add(store, {
			...pipe,
			...made
		}),
		at,
		what: "pipeline assigned"
	});
	const msg = context.variant === "later" ? messages.created : `Request created for ${objn} into RFP ${rfp}`;
	return done$1(msg, valuesOf(usedFields, request), warnings);
}
function update(context, store, { payload, files }, at) {
	const objectId = readObjectId(payload);
	if (objectId === null) throw new BadCall(400, messages.objectIdRequired);
	const plan = decideUpdate(context, objectId, readUpdate(payload), files);
	const isKept = plan.rfp.do === "keep";
	if (!isKept) store.tellPipelines(plan.request, "request removed", at);
	const assigned = isKept ? {} : {
		...enter(store, plan.rfp),
		arfp: plan.arfp
	};
	const request = {
		...plan.request,
		...assigned,
		changedAt: at
	};
	store.replaceRequest(request);
	store.moveGitCopy(objectId, gitPlace(request), request.gfile);
	for (const file of plan.files) store.putFile(objectId, file);
	store.tellPipelines(request, isKept ? "request updated" : "request assigned", at);
	return done$1(messages.updated, valuesOf(storedFields, {
		...request,
		arfp: plan.arfp
	}), plan.warnings);
}
/** The status follows the RFP: 00 is open, 01 assigned (interface §3). */
function enter(store, change) {
	if (change.do === "keep" || change.do === "leave") return {
		rfp: 0,
		rfpd: "",
		status: "00"
	};
	return {
		rfp: change.do === "join" ? change.rfp.rfp : store.addRfp(change.rfp),
		rfpd: change.rfp.rfpd,
		status: "01"
	};
}
function add(store, request) {
	return {
		objectId: store.addRequest(request),
		...request
	};
}
function vrefOf({ vref }) {
	if (typeof vref !== "string" || !vref.isWellFormed()) return null;
	return withoutBlanks(vref).slice(0, maxReferenceCharacters);
}

// src/service/openapi-fields.ts
/** The fields of a call, and the rules between them, as schemas of OpenAPI 3.1 (interface §2.1, §2.6). Pure. */
function ref(name) {
	return { $ref: `#/components/schemas/${name}` };
}
/** What several fields share. A number may be quoted (§2.1, last paragraph); digits as far as readInteger takes them. */
const fieldSchemas = {
	NotSent: {
		description: "Counts as not sent.",
		type: ["string", "null"],
		pattern: "^ *$"
	},
	Unchanged: {
		description: "Leaves the stored value as it is.",
		type: ["string", "null"],
		pattern: "^(?:\\*SAME)? *$"
	},
	WholeNumber: {
		description: "A whole number from 0 on, plain or quoted.",
		anyOf: [{
			type: "integer",
			minimum: 0,
			maximum: Number.MAX_SAFE_INTEGER
		}, {
			type: "string",
			pattern: "^\\s*\\d{1,15}\\s*$"
		}]
	},
	PositiveNumber: {
		description: "A whole number above 0, plain or quoted.",
		anyOf: [{
			type: "integer",
			minimum: 1,
			maximum: Number.MAX_SAFE_INTEGER
		}, {
			type: "string",
			pattern: "^\\s*(?=\\d{1,15}\\s*$)0*[1-9]\\d*\\s*$"
		}]
	}
};
/** Where the earlier variant means something else by a field (§9). */
const earlier = {
	objt: {
		about: "Object type code.",
		required: true
	},
	attr: {
		about: "Attribute code that sets behaviour and target locations.",
		required: true
	},
	user: {
		about: "Developer assigned to the request.",
		default: "the job's current user"
	},
	proj: { about: "Project for the request." },
	rfpd: {
		about: "Description for a new RFP, or for searching one.",
		default: ""
	}
};
const earlierFields = createFields.filter(({ laterOnly }) => !laterOnly).map((field) => ({
	...field,
	...earlier[field.name]
}));
/** The body of a create (§2.1), without the rules between its fields; other fields are ignored, with a warning. */
function createBody(variant) {
	return body(variant === "later" ? createFields : earlierFields, "WholeNumber", "NotSent");
}
/** The body of an update (§2.6); what is omitted or *SAME stays as it is stored. */
function updateBody() {
	return body(updateFields, "PositiveNumber", "Unchanged");
}
/** A body of these fields: what a number is that must be sent, and what stands for a number that is not. */
function body(fields, number, nothing) {
	const schemaOf = (field) => {
		if (field.type === "integer") return field.required ? ref(number) : { anyOf: [ref("WholeNumber"), ref(nothing)] };
		if (field.required) return {
			type: "string",
			pattern: "[^ ]"
		};
		return field.values ? { anyOf: [{ enum: [...field.values] }, ref("NotSent")] } : text(field);
	};
	return {
		type: "object",
		required: fields.filter(({ required }) => required).map(({ name }) => name),
		properties: Object.fromEntries(fields.map((field) => [field.name, {
			...described(field),
			...schemaOf(field)
		}]))
	};
}
/** A default that is a value of the field stands as one; any other is said in words. */
function described({ about, default: byDefault, laterOnly }) {
	const description = laterOnly ? `${about} Not in the earlier variant of the interface.` : about;
	if (!byDefault) return { description };
	if (byDefault.startsWith("*")) return {
		description,
		default: byDefault
	};
	return { description: `${description} Default: ${byDefault}.` };
}
function text({ special }) {
	const type = ["string", "null"];
	if (special === void 0) return { type };
	return {
		type,
		pattern: `^(?:$|[^*]|\\*(?:${special.map((value) => value.slice(1)).join("|")})$)`
	};
}
/** The rules of a variant: a call of one kind must also be of another. */
function createRules(variant) {
	return variant === "earlier" ? commonRules : [...laterRules, ...commonRules];
}
const given = (name) => ({
	required: [name],
	properties: { [name]: { not: ref("NotSent") } }
});
const oneOf = (name, ...values) => ({
	required: [name],
	properties: { [name]: { enum: values } }
});
const all = (...parts) => ({ allOf: parts });
const rule = (description, when, then) => ({
	description,
	if: when,
	then
});
const laterRules = [
	rule("branch needs repo (§2.1).", given("branch"), given("repo")),
	rule("proj *BRANCH needs repo and branch (§2.2, 4).", oneOf("proj", "*BRANCH"), all(given("repo"), given("branch"))),
	rule("arfp *AUTO and *NEW without rfpd, or with rfpd *TASK, need proj (§2.1, rfpd).", all(oneOf("arfp", "*AUTO", "*NEW"), { not: {
		required: ["rfpd"],
		properties: { rfpd: { not: { enum: [
			"*TASK",
			"",
			null
		] } } }
	} }), given("proj"))
];
const commonRules = [rule("arfp *YES needs the number in rfp (§2.4).", oneOf("arfp", "*YES"), {
	required: ["rfp"],
	properties: { rfp: ref("PositiveNumber") }
}), rule("pipe, pipa and tkey go together, and need an RFP (§2.1, §6).", { anyOf: [
	given("pipe"),
	given("pipa"),
	given("tkey")
] }, all(given("pipe"), given("pipa"), given("tkey"), oneOf("arfp", "*YES", "*AUTO", "*NEW")))];

// src/service/openapi-answers.ts
/** What the service answers, as schemas and responses of OpenAPI 3.1 (interface §2.7, §4, §7, §9). Pure. */
/** Schemas of answers by name; the earlier variant answers `rtn` only, and knows no update. */
function answerSchemas(variant) {
	const later = {
		Created: done("A create", "The values actually used.", usedFields),
		Updated: done("An update", "The values stored.", storedFields)
	};
	return {
		AnsweredNumber: {
			description: "A whole number, plain or quoted.",
			anyOf: [{
				type: "integer",
				minimum: 0
			}, {
				type: "string",
				pattern: "^\\d{1,15}$"
			}]
		},
		...variant === "later" ? later : { Created: done("A create", "", null) },
		Refused: refused
	};
}
function done(what, aboutRequest, fields) {
	const description = `${what} that was carried out.`;
	const rtn = record$1({
		sev: {
			description: "10: processed; 20: processed, with warnings in msg.",
			enum: ["10", "20"]
		},
		msg: { type: "string" }
	});
	if (fields === null) return {
		description,
		...record$1({ rtn })
	};
	const described = Object.entries(fields).map(([name, about]) => [name, {
		description: about,
		...typeOf(name)
	}]);
	return {
		description,
		...record$1({
			rtn,
			request: {
				description: aboutRequest,
				...record$1(Object.fromEntries(described))
			}
		})
	};
}
function typeOf(name) {
	return requestColumns[name] === "integer" ? ref("AnsweredNumber") : { type: "string" };
}
/** An object in which all of these fields are there. */
function record$1(properties) {
	return {
		type: "object",
		required: Object.keys(properties),
		properties
	};
}
const { created: _created, updated: _updated, ...refusals } = messages;
const refused = {
	description: "A call that was not carried out.",
	...record$1({ rtn: {
		type: "object",
		required: ["sev", "msg"],
		properties: {
			sev: {
				description: "30: not processed, because of errors.",
				const: "30"
			},
			msg: {
				type: "string",
				examples: Object.values(refusals)
			},
			existingObjectId: {
				description: "The request that already holds a lock on the target object, when that is why.",
				...ref("AnsweredNumber")
			}
		}
	} })
};
/** Responses of one method by HTTP status; the interface shows 400 and 401 only, the others are this service's. */
function responses(method) {
	const carriedOut = ref(method === "POST" ? "Created" : "Updated");
	const noCall = method === "POST" ? "A body that is no call" : "A body that is no call, or objectId missing or 0";
	const retryAfter = { "Retry-After": {
		description: "Seconds.",
		required: true,
		schema: { type: "string" }
	} };
	return {
		200: response("Carried out (sev 10 or 20) or refused (sev 30): the body says which.", { oneOf: [carriedOut, ref("Refused")] }),
		400: response(`${noCall}.`),
		401: {
			...response("The token is missing or not valid."),
			headers: { "WWW-Authenticate": {
				required: true,
				schema: { const: "Bearer" }
			} }
		},
		408: response("The call took too long to come."),
		413: response("The body is too large."),
		415: response("The body is of another type, or compressed."),
		422: response("Refused (sev 30), where the service is set to say so by the HTTP status too."),
		500: response("The service failed."),
		503: {
			...response("The service cannot do it now."),
			headers: retryAfter
		}
	};
}
function response(description, schema = ref("Refused")) {
	return {
		description,
		content: { "application/json": { schema } }
	};
}

// src/service/openapi.ts
/** The interface as an OpenAPI 3.1 document, made from the tables that the service itself reads. Pure. */
const description = `Creates and updates object requests (check-outs). The body of an answer decides, whatever its HTTP
status: \`rtn.sev\` is 10 (done), 20 (done, with warnings) or 30 (refused). What the interface leaves open, and what the
service of file-checkouts does there, is in the table of docs/service.md.`;
const program = {
	summary: "An object, with nothing left to derive",
	value: {
		appl: "ORD",
		lvl: 10,
		objn: "ORD200",
		objt: "*PGM",
		attr: "RPGLE"
	}
};
const fromGit = {
	summary: "A file of a Git repository; attribute, type and project are derived",
	value: {
		appl: "ORD",
		lvl: 10,
		objn: "ORD300",
		repo: "ORDERS",
		branch: "main",
		gpath: "QRPGLESRC",
		gfile: "ORD300.PGM.RPGLE",
		proj: "*BRANCH",
		arfp: "*NEW",
		vref: "4711.1"
	}
};
const quoted$1 = {
	summary: "Quoted numbers, and a reason",
	value: {
		appl: "ORD",
		lvl: "50",
		objn: "ORD100",
		objt: "*PGM",
		attr: "RPGLE",
		rsn: "*DELETE"
	}
};
function createExamples(variant) {
	return variant === "earlier" ? {
		program,
		quoted: quoted$1
	} : {
		program,
		fromGit,
		quoted: quoted$1
	};
}
/** Bodies of an update by name; of the second request above, which has the number 10002. */
const updateExamples = {
	moved: {
		summary: "The file was moved",
		value: {
			objectId: 10002,
			gpath: "orders/QRPGLESRC",
			gfile: "ORD300.PGM.RPGLE"
		}
	},
	withdrawn: {
		summary: "Out of its RFP, and the object unlocked",
		value: {
			objectId: 10002,
			arfp: "*NO",
			lock: "*NO"
		}
	}
};
const anyServer = {
	url: "{base_url}",
	description: "The base address of the service.",
	variables: { base_url: { default: "http://127.0.0.1:8642" } }
};
/**
* The document of interface §4.1, §4.2 and what they refer to. Schemas of calls take what the service takes: every type,
* value list and rule between fields of §2; lengths and names are not in it. `url` has no trailing slash.
*/
function openApiDocument(variant = defaultOf("variant"), server = anyServer) {
	const later = variant === "later";
	const token = {
		type: "http",
		scheme: "bearer",
		description: "Token of a user of the security facility (§5)."
	};
	return {
		openapi: "3.1.1",
		info: {
			title: "Object requests",
			version,
			description,
			license: {
				name: "MIT",
				identifier: "MIT"
			}
		},
		servers: [server],
		security: [{ token: [] }],
		paths: { "/object-request": {
			post: createOperation(variant),
			...later ? { patch: updateOperation } : {}
		} },
		components: {
			securitySchemes: { token },
			schemas: {
				CreateRequest: {
					...createBody(variant),
					allOf: createRules(variant)
				},
				...later ? { UpdateRequest: updateBody() } : {},
				...fieldSchemas,
				...answerSchemas(variant)
			}
		}
	};
}
function createOperation(variant) {
	return {
		operationId: "createObjectRequest",
		summary: "Create an object request",
		description: "The owner of the token needs authority for the add-request command (§4.1).",
		requestBody: requestBody("CreateRequest", createExamples(variant), "Considered only with rsn *MIGRATE and copy *NO; named like objn (*IFS, *REMOTE), srcn or gfile."),
		responses: responses("POST")
	};
}
const updateOperation = {
	operationId: "updateObjectRequest",
	summary: "Update an object request; only the fields sent change",
	description: "The request must be in status 00 or 01. The owner of the token needs security code 37 for own requests, 31 for those of others (§4.2).",
	requestBody: requestBody("UpdateRequest", updateExamples, "Named like srcn or gfile; when the call names neither, any file part that is not JSON is used."),
	responses: responses("PATCH")
};
/** JSON alone, or with a file in `multipart/mixed` (§4.3); the file's part has a name of its own. */
function requestBody(schema, examples, aboutFile) {
	const file = {
		description: `The file, byte for byte; its part needs a file name. ${aboutFile}`,
		type: "string",
		contentMediaType: "application/octet-stream"
	};
	const parts = {
		type: "object",
		required: ["payload"],
		properties: { payload: ref(schema) },
		additionalProperties: file
	};
	return {
		required: true,
		content: {
			"application/json": {
				schema: ref(schema),
				examples
			},
			"multipart/mixed": {
				schema: parts,
				encoding: { payload: { contentType: "application/json" } }
			}
		}
	};
}

// src/service/page/files.ts
/** Beside this file, or beside the chunk that it is part of: the build puts them there (rolldown.config.ts). */
const folder = new URL("./browser/", import.meta.url);
/** The files of the page by name, as they are served; each is UTF-8. */
const pageFiles = new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));

// src/service/page/columns.ts
/** The tables of the page: which fields of which records, and what the fields mean. */
/** The tables in the order of the page; the newest record comes first until somebody sorts. */
const pageTables = [
	{
		rows: "requests",
		title: "Object requests",
		short: "Requests",
		key: ["objectId"],
		hint: "A number leads to all of a request, and to buttons that move it on, complete it or delete it.",
		columns: [...[
			"objectId",
			"objn",
			"objt",
			"rpth",
			"gpath",
			"gfile",
			"status",
			"lock",
			"rsn",
			"appl",
			"lvl",
			"attr"
		], ...[
			"user",
			"rfp",
			"proj",
			"task",
			"stsk",
			"repo",
			"branch",
			"vref"
		]]
	},
	{
		rows: "rfps",
		title: "RFPs with their requests",
		short: "RFPs",
		key: ["rfp"],
		columns: [
			"rfp",
			"rfpd",
			"requests",
			"open",
			"appl",
			"lvl",
			"user",
			"creq",
			"areq",
			"sreq"
		]
	},
	{
		rows: "attachments",
		title: "Attached sources",
		short: "Sources",
		key: ["objectId", "place"],
		columns: [
			"objectId",
			"filename",
			"place",
			"bytes",
			"sha256"
		]
	},
	{
		rows: "transactions",
		title: "Transactions",
		short: "Transactions",
		key: ["n"],
		columns: [
			"n",
			"vref",
			"at",
			"method",
			"user",
			"objectId",
			"sev",
			"msg"
		]
	},
	{
		rows: "notifications",
		title: "Notifications of pipeline servers",
		short: "Notifications",
		key: ["n"],
		columns: [
			"n",
			"at",
			"pipe",
			"tkey",
			"rfp",
			"objectId",
			"what"
		]
	}
];
/** Columns that are no field of a create request (interface §2.1), or mean another thing here. */
const otherColumns = {
	objectId: "Request number.",
	status: "00 is open, 01 assigned to an RFP, a higher one has moved on, 90 is completed.",
	lock: "Whether the request is locked.",
	rfp: "RFP number; empty: none.",
	rfpd: "Description of the RFP.",
	user: "User of the service.",
	proj: "Project.",
	requests: "Requests of the RFP.",
	open: "Whether the RFP takes further requests.",
	filename: "Name of the attached file.",
	place: "Where the file went.",
	bytes: "Length.",
	sha256: "SHA-256 of the bytes as they came.",
	n: "Number in the log.",
	at: "Time (UTC).",
	method: "POST creates, PATCH updates.",
	sev: "10 success, 20 with a warning, 30 refused.",
	msg: "What the service said.",
	what: "What happened."
};
/** What a column means, as a sentence; empty when its name says it. */
function aboutColumn(name) {
	return otherColumns[name] ?? createFields.find((field) => field.name === name)?.about ?? "";
}

// src/service/page/skeleton.ts
/** The page without its data: everything in it is ours, what comes from outside is set as text by the script. */
function attribute(text) {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
function heading({ key }, column) {
	const order = column === key[0] ? " aria-sort=\"descending\"" : "";
	const about = aboutColumn(column);
	return `<th scope="col" data-field="${column}"${order}><button type="button"${about === "" ? "" : ` title="${attribute(about)}"`}>${column}</button></th>`;
}
function section(table) {
	const { rows, title, key, columns, hint } = table;
	return `<section id="${rows}" aria-labelledby="${rows}-title">
<h2 id="${rows}-title">${title}</h2>
${hint === void 0 ? "" : `<p class="about">${hint}</p>`}
<div class="scroll" tabindex="0" role="group" aria-labelledby="${rows}-title">
<table data-rows="${rows}" data-key="${key.join(" ")}">
<caption>${title}: <span class="count"></span></caption>
<thead><tr>${columns.map((column) => heading(table, column)).join("\n")}</tr></thead>
<tbody></tbody>
</table>
</div>
<p class="none" hidden></p>
<button type="button" class="more" hidden></button>
</section>`;
}
function navigation() {
	return `<nav aria-label="Tables"><ul>${pageTables.map(({ rows, short }) => `<li><a href="#${rows}">${short} <span class="count" data-count="${rows}"></span></a></li>`).join("\n")}</ul></nav>`;
}
/** The page as HTML; addresses in it are relative, and all of its own origin. */
function pageSkeleton() {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Object requests</title>
<link rel="icon" href="page/icon.svg">
<link rel="stylesheet" href="page/page.css">
<script type="module" src="page/main.js"><\/script>
</head>
<body>
<a class="skip" href="#requests">Skip to the object requests</a>
<header>
<h1>Object requests</h1>
<form class="tools" role="search">
<label for="search">Search all fields</label>
<input type="search" id="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
<button type="button" id="pause" aria-pressed="false">Pause refresh</button>
<span><span id="state" role="status">Reading...</span> <span id="seen"></span></span>
<span id="said" class="unseen" role="status"></span>
</form>
${navigation()}
<noscript><p>The tables need JavaScript. <a href="inspect.json">The same as JSON</a></p></noscript>
</header>
<div class="columns">
<main>
${pageTables.map(section).join("\n")}
</main>
<aside id="details" aria-labelledby="details-title" hidden>
<div class="top"><h2 id="details-title" tabindex="-1"></h2><button type="button">Close</button></div>
<div class="later" role="group" aria-labelledby="later-title" hidden>
<p id="later-title" class="about">What happens to it later:</p>
<button type="button" data-play="move">Move on</button>
<button type="button" data-play="complete">Complete</button>
<button type="button" data-play="delete" aria-haspopup="dialog">Delete...</button>
</div>
<p class="came" role="status"></p>
<div class="body"></div>
</aside>
</div>
<dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-about">
<h2 id="confirm-title"></h2>
<p id="confirm-about"></p>
<p class="alike"></p>
<p>Its lock and its attached files go with it, and its number is never used again.</p>
<div class="choices"><button type="button" data-answer="keep" autofocus>Keep it</button>
<button type="button" data-answer="delete">Delete it</button></div>
</dialog>
</body>
</html>
`;
}

// src/service/page/views.ts
/** What is shown to people on the same machine: the page, its files, the data as JSON, attached files as text. */
/** No browser guesses another type or keeps an answer, and no page of another site embeds it. */
const careful = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cross-origin-resource-policy": "same-origin",
	"cache-control": "no-store"
};
/** Only the page's own files and data, no inline script or style, and no text is ever made into markup. */
const pagePolicy = [
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"require-trusted-types-for 'script'; trusted-types 'none'"
].join("; ");
const textPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
const types = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	svg: "image/svg+xml"
};
function viewAt(path) {
	if (path === "/") return () => page(pageSkeleton(), "text/html; charset=utf-8");
	if (path === "/inspect.json") return inspection;
	const file = pageFiles.get(path.replace(/^\/page\//, ""));
	if (file !== void 0 && path.startsWith("/page/")) return () => page(file, types[path.split(".").at(-1) ?? ""] ?? "");
	const attachment = /^\/inspect\/requests\/(\d{1,15})\/attachments\/([0-9a-f]{64})$/.exec(path);
	if (attachment === null) return null;
	const [, objectId, sha256 = ""] = attachment;
	return (store) => attachedText(store, Number(objectId), sha256);
}
function page(body, type) {
	return {
		status: 200,
		headers: {
			"content-type": type,
			"content-security-policy": pagePolicy,
			...careful
		},
		body
	};
}
/** Everything as JSON, or 304 when nothing was written since the ETag that the caller knows. */
function inspection(store, known) {
	const etag = `"${store.version()}"`;
	const headers = {
		etag,
		...careful
	};
	return known === etag ? {
		status: 304,
		headers,
		body: ""
	} : json(200, store.inspect(), headers);
}
/** An attached file, byte for byte, as text whatever it holds. */
function attachedText(store, objectId, sha256) {
	const file = store.files(objectId).find(({ bytes }) => createHash("sha256").update(bytes).digest("hex") === sha256);
	if (!file) return json(404, { error: "There is no such attachment" }, careful);
	return {
		status: 200,
		headers: {
			"content-type": "text/plain; charset=utf-8",
			"content-security-policy": textPolicy,
			...careful
		},
		body: "",
		bytes: file.bytes
	};
}

// src/service/play-later.ts
/** Playing what happens to a request later, for tests, rehearsals and people. */
const laterSchema = union([strictObject({ delete: literal(true) }), strictObject({
	status: string().check(_regex(/^\d\d$/)),
	lock: optional(_enum(["*YES", "*NO"]))
})]);
/**
* Deletes a request, or sets its status; a status past 01 gives the lock up unless `lock` says otherwise. Returns false
* when there is no such request. Throws BadCall 400 for any other content.
*/
function playLater(store, objectId, content, at) {
	const later = laterSchema.safeParse(content);
	if (!later.success) throw new BadCall(400, "Send { \"status\": \"nn\" }, with \"lock\" if wanted, or { \"delete\": true }");
	const { data } = later;
	return store.whole(() => {
		const request = store.request(objectId);
		if (!request) return false;
		if ("delete" in data) {
			store.tellPipelines(request, "request deleted", at);
			store.deleteRequest(objectId);
		} else {
			const movedOn = data.status !== "00" && data.status !== "01";
			const lock = data.lock ?? (movedOn ? "*NO" : request.lock);
			if (lock === "*YES" && store.lockHolder(request, objectId) !== null) throw new BadCall(400, "Another request holds the lock on the target object");
			store.replaceRequest({
				...request,
				status: data.status,
				lock
			});
			if (data.status !== request.status) store.tellPipelines(request, `request status ${data.status}`, at);
		}
		return true;
	});
}

// src/service/same-machine.ts
/**
* True for a caller on the same machine that is no page of another site: neither one that gives its own name (Origin), nor
* one that had its name resolved to this machine (Host).
*/
function isLocal({ socket, headers }) {
	const peer = socket.remoteAddress ?? "";
	const host = (headers.host ?? "").replace(/:\d+$/, "");
	return /^(127\.|::1$|::ffff:127\.)/.test(peer) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host) && (headers.origin === void 0 || headers.origin === `http://${headers.host}`);
}
/**
* True for a call that may change something: of a program, or of the page itself. A browser says of each call which page it
* comes from (Sec-Fetch-Site); no page can say otherwise, and a program says nothing.
*/
function isOwnCall({ headers }) {
	const site = headers["sec-fetch-site"];
	return site === void 0 || site === "same-origin";
}

// src/service/server.ts
/** The service over HTTP: paths, methods, tokens, answers. */
const resource = "/object-request";
/** An HTTP server that does not listen yet. */
function createServiceServer(options) {
	const { requestTimeoutMs } = options;
	const timing = {
		requestTimeout: requestTimeoutMs,
		headersTimeout: Math.min(requestTimeoutMs, 2e4),
		connectionsCheckingInterval: Math.min(Math.ceil(requestTimeoutMs / 2), 1e4),
		keepAliveTimeout: 3e4
	};
	const server = createServer(timing, (request, response) => {
		respond(options, request, response).catch((error) => {
			if (request.socket.destroyed || response.headersSent) return;
			return send(request, response, failure(error));
		});
	});
	answerBrokenCalls(server);
	return server;
}
/** Another process that holds the database passes; what is neither that nor a bad call is a bug, or a disk that is full. */
function failure(error) {
	if (error instanceof BadCall) return refusalAnswer(error.status, error.message);
	if (isBusy(error)) return refusalAnswer(503, "The database is held by another process", { "retry-after": "1" });
	return refusalAnswer(500, `The service failed: ${messageOf(error)}`);
}
/** The path of a request target; one that came through a proxy may be a whole address (RFC 9112 §3.2.2). */
function pathOf(target) {
	return (/^https?:\/\//i.test(target) ? URL.parse(target) : null)?.pathname ?? target.split("?")[0] ?? "/";
}
async function respond(options, request, response) {
	const path = pathOf(request.url ?? "/");
	const answer = path === resource ? await answerCall(options, request) : await answerView(options, path, request);
	if (answer === "cut") request.socket.destroy();
	else await send(request, response, answer);
}
/** Sends the answer at once, but ends only when the body of the call is read: closing on unread bytes loses the answer. */
async function send(request, response, answer) {
	const body = Buffer.from(answer.bytes ?? answer.body);
	response.writeHead(answer.status, {
		...answer.headers,
		"content-length": body.length
	});
	if (answer.cutAfter !== void 0) {
		response.write(body.subarray(0, answer.cutAfter), () => request.socket.destroy());
		return;
	}
	response.write(body);
	await readOff(request);
	response.end();
}
/** Reads what is left of a body and drops it; ends when there is no more, or no more can come. */
async function readOff(request) {
	if (request.complete || request.destroyed) return;
	await new Promise((resolve) => {
		request.once("end", resolve).once("close", resolve).resume();
	});
}
/** The one place that every call passes: token, body, faults before the work, the work, faults before the answer. */
async function answerCall(options, request) {
	const method = request.method ?? "";
	if (method !== "POST" && (method !== "PATCH" || options.variant === "earlier")) {
		const allow = options.variant === "earlier" ? "POST" : "POST, PATCH";
		return refusalAnswer(405, `${resource} does not know the method ${shown(method)}`, { allow });
	}
	const caller = options.authenticate(request.headers.authorization);
	if (!caller) return refusalAnswer(401, "Unauthorized: the token is missing or not valid", { "www-authenticate": "Bearer" });
	const body = await receiveBody(request, options.maxBodyBytes);
	const { interfere } = options;
	const answerOfEnding = (ending) => ending instanceof Refusal ? answerOf(refused$1(ending), options) : ending;
	if (interfere === null) return work(options, method, caller, body);
	const call = {
		objn: objectOf(options.store, body),
		answer: null
	};
	const early = await interfere("before-work", method, call);
	if (early !== null) return answerOfEnding(early);
	call.answer = work(options, method, caller, body);
	const late = await interfere("before-answer", method, call);
	return late === null ? call.answer : answerOfEnding(late);
}
function work(options, method, caller, body) {
	try {
		return answerOf(handleCall(options, method, caller, body), options);
	} catch (error) {
		if (method === "PATCH" && isBusy(error)) return answerOf(refused$1(new Refusal(messages.recordLocked)), options);
		throw error;
	}
}
async function answerView(options, path, request) {
	const { method = "", headers } = request;
	if (path === "/openapi.json") {
		if (method !== "GET") return onlyKnown("GET");
		return json(200, openApiDocument(options.variant, { url: `http://127.0.0.1:${request.socket.localPort}` }));
	}
	const later = /^\/inspect\/requests\/(\d{1,15})$/.exec(path);
	const view = viewAt(path);
	const wanted = view ? "GET" : "POST";
	if (!view && !later) return refusalAnswer(404, `There is nothing at this path; object requests are at ${resource}`, { link: `<${resource}>; rel="service"` });
	if (!isLocal(request)) return refusalAnswer(403, "Only for callers on the same machine");
	if (method !== wanted) return onlyKnown(wanted);
	if (view) return view(options.store, headers["if-none-match"]);
	if (!isOwnCall(request)) return refusalAnswer(403, "Only for programs on the same machine, and for the page itself");
	return answerLater(options, Number(later?.[1]), request);
}
function onlyKnown(method) {
	return refusalAnswer(405, `Only ${method} is known here`, { allow: method });
}
async function answerLater({ store, now }, objectId, request) {
	const content = parsePayload(await receive(request, 1e4));
	return playLater(store, objectId, content, now().toISOString()) ? json(200, { objectId }) : refusalAnswer(404, "There is no such request");
}

// src/service/store.ts
/** What the service remembers: reading for the rules and the views, writing for decided calls. */
const quoted = (names) => names.map((name) => `"${name}"`).join(", ");
const selected = quoted(Object.keys(requestColumns));
const open = `not exists (select 1 from requests q where q."rfp" = r."rfp" and q."status" not in ('00', '01'))`;
/** Reads and writes; only `whole` opens a transaction, so that a call is one whatever it writes. */
var Store = class {
	#database;
	#statements = /* @__PURE__ */ new Map();
	#opening = randomUUID();
	constructor(database) {
		this.#database = database;
	}
	whole(work) {
		return inTransaction(this.#database, work);
	}
	request(objectId) {
		return this.#row(`select ${selected} from requests where "objectId" = ?`, objectId);
	}
	/** The number of another request that holds the lock on this target object. */
	lockHolder(target, except) {
		return this.#row(`select "objectId" from requests where "lockKey" = ? and "lock" = '*YES' and "objectId" <> ?`, lockKey(target), except)?.objectId ?? null;
	}
	lastToMove(target) {
		return this.#row(`select "rsn" from requests where "lockKey" = ?
      and ("rsn" = '*MIGRATE' or "rsn" = '*DELETE' and "status" not in ('00', '01')) order by "objectId" desc limit 1`, lockKey(target))?.rsn ?? null;
	}
	rfp(rfp) {
		const row = this.#row(`select r.*, ${open} as "open" from rfps r where r."rfp" = ?`, rfp);
		return row && readRfp(row);
	}
	openRfp({ appl, lvl, user, rfpd }) {
		const sql = `select r.*, 1 as "open" from rfps r
      where r."appl" = ? and r."lvl" = ? and r."user" = ? and r."rfpd" = ? and ${open} order by r."rfp" desc limit 1`;
		const row = this.#row(sql, appl, lvl, user, rfpd);
		return row && readRfp(row);
	}
	/** True when the project was authorized for the application by an earlier call. */
	authorized(proj, appl) {
		return this.#row("select 1 from authorizations where \"proj\" = ? and \"appl\" = ?", proj, appl) !== null;
	}
	pipesOf(rfp) {
		return this.#rows(`select ${selected} from requests where "rfp" = ? and "objt" = '*PIPE'`, rfp);
	}
	/** True when an attachment or `copy` *YES put something in that place of a from-library. */
	isFilled(place) {
		return this.#row("select 1 from attachments where \"place\" = ?1 union all select 1 from requests where \"copied\" = ?1 limit 1", place) !== null;
	}
	authorize(proj, appl) {
		this.#run("insert or ignore into authorizations (\"proj\", \"appl\") values (?, ?)", proj, appl);
	}
	/** Stores a new request and gives its number. */
	addRequest(request) {
		return this.#insert("requests", columnsOf(request));
	}
	replaceRequest(request) {
		const columns = columnsOf(request);
		const sql = `update requests set ${Object.keys(columns).map((name) => `"${name}" = ?`).join(", ")} where "objectId" = ?`;
		this.#run(sql, ...Object.values(columns), request.objectId);
	}
	/** Deletes a request with its attachments; its number is never used again. */
	deleteRequest(objectId) {
		this.#run("delete from attachments where \"objectId\" = ?", objectId);
		this.#run("delete from requests where \"objectId\" = ?", objectId);
	}
	/** Makes an RFP and gives its number. */
	addRfp({ appl, lvl, user, rfpd, creq, areq, sreq }) {
		return this.#insert("rfps", {
			appl,
			lvl,
			user,
			rfpd,
			creq,
			areq,
			sreq
		});
	}
	hasGitCopy(objectId) {
		return this.#row(`select 1 from attachments where "objectId" = ? and "kind" = 'git'`, objectId) !== null;
	}
	/** The copy of the Git file is the request's own: it goes where the request says that the file is now. */
	moveGitCopy(objectId, place, filename) {
		this.#run(`update attachments set "place" = ?, "filename" = ? where "objectId" = ? and "kind" = 'git'`, place, filename, objectId);
	}
	/** Stores a file of a request; one in the same place is replaced. */
	putFile(objectId, { kind, filename, place, bytes }) {
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		this.#run(`insert into attachments ("objectId", "kind", "filename", "place", "sha256", "bytes")
      values (?, ?, ?, ?, ?, ?) on conflict ("objectId", "place") do update
      set "filename" = excluded."filename", "sha256" = excluded."sha256", "bytes" = excluded."bytes"`, objectId, kind, filename, place, sha256, bytes);
	}
	/** The files of a request, byte for byte. */
	files(objectId) {
		return this.#rows("select \"filename\", \"bytes\" from attachments where \"objectId\" = ? order by rowid", objectId).map((row) => ({ ...row }));
	}
	log({ at, method, vref, user, objectId, sev, msg }) {
		this.#insert("transactions", {
			at,
			method,
			vref,
			user,
			objectId,
			sev,
			msg
		});
	}
	notify({ at, pipe, tkey, rfp, objectId, what }) {
		this.#insert("notifications", {
			at,
			pipe,
			tkey,
			rfp,
			objectId,
			what
		});
	}
	/** Notifies every pipeline server job of the RFP that a request is in (interface §6). */
	tellPipelines({ rfp, objectId }, what, at) {
		if (rfp === 0) return;
		for (const { pipe, tkey } of this.pipesOf(rfp)) this.notify({
			at,
			pipe,
			tkey,
			rfp,
			objectId,
			what
		});
	}
	/** Reads everything; each table in the order in which its rows were made. */
	inspect() {
		return inSnapshot(this.#database, () => {
			const requests = this.#rows(`select ${selected} from requests order by "objectId"`);
			const byRfp = Map.groupBy(requests, ({ rfp }) => rfp);
			const numbersIn = (rfp) => (byRfp.get(rfp) ?? []).map(({ objectId }) => objectId);
			return {
				requests,
				rfps: this.#rows(`select r.*, ${open} as "open" from rfps r order by r."rfp"`).map((row) => ({
					...readRfp(row),
					requests: numbersIn(row.rfp)
				})),
				transactions: this.#rows("select * from transactions order by \"n\""),
				attachments: this.#rows(`select "objectId", "filename", "place", length("bytes") as "bytes", "sha256"
          from attachments order by rowid`),
				notifications: this.#rows("select * from notifications order by \"n\"")
			};
		});
	}
	/** Another text whenever anything was written since, by this process or another; never one of another opening. */
	version() {
		const row = this.#row(`select total_changes() as "own", (select "data_version" from pragma_data_version) as "others"`);
		return `${this.#opening}-${row?.own}-${row?.others}`;
	}
	#prepared(sql) {
		const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
		this.#statements.set(sql, known);
		return known;
	}
	#row(sql, ...values) {
		return this.#prepared(sql).get(...values) ?? null;
	}
	#rows(sql, ...values) {
		return this.#prepared(sql).all(...values);
	}
	/** Adds a row and gives its number. */
	#insert(table, columns) {
		const values = Object.values(columns);
		const places = values.map(() => "?").join(", ");
		return this.#run(`insert into ${table} (${quoted(Object.keys(columns))}) values (${places})`, ...values);
	}
	#run(sql, ...values) {
		return Number(this.#prepared(sql).run(...values).lastInsertRowid);
	}
};
function readRfp(row) {
	return {
		...row,
		open: row.open === 1
	};
}
/** The columns of a request without its number, in the order of the table. */
function columnsOf(request) {
	const { objectId: _, ...columns } = requestColumns;
	const names = Object.keys(columns);
	return {
		...Object.fromEntries(names.map((name) => [name, request[name]])),
		lockKey: lockKey(request)
	};
}

// src/service/tokens.ts
/** Who calls: bearer tokens (interface §5). Only digests of tokens are kept, and they are compared in constant time. */
/** The check of the tokens of a site's users: from the Authorization header to the owner of its token. */
function authenticator(site) {
	const known = withDigests(site).users.flatMap(({ tokenSha256, ...owner }) => tokenSha256 === void 0 ? [] : [{
		owner,
		digest: Buffer.from(tokenSha256, "hex")
	}]);
	return (authorization) => {
		const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1];
		if (token === void 0) return null;
		const digest = digestOf(token);
		return known.filter((candidate) => timingSafeEqual(candidate.digest, digest))[0]?.owner ?? null;
	};
}
/** The user of a site whose token this is; null: nobody's. */
function ownerOf(site, token) {
	return authenticator(site)(`Bearer ${token}`);
}
function digestOf(token) {
	return createHash("sha256").update(token).digest();
}
function withDigests(site) {
	const users = site.users.map(({ token, ...user }) => token === void 0 ? user : {
		...user,
		tokenSha256: digestOf(token).toString("hex")
	});
	return {
		...site,
		users
	};
}

// src/service/start.ts
/** Starting and stopping the object-request service. */
/** Starts the service on 127.0.0.1. Throws Problem usage when the database or the port cannot be used. */
async function startService(options) {
	const { site, db, port: wanted, ...switches } = options;
	const database = openDatabase(db);
	const store = new Store(database);
	const server = createServiceServer({
		variant: defaultOf("variant"),
		refusalStatus: defaultOf("refusal-status"),
		quotedNumbers: false,
		maxBodyBytes: 67108864,
		requestTimeoutMs: 12e4,
		interfere: null,
		now: () => /* @__PURE__ */ new Date(),
		...switches,
		site,
		store,
		authenticate: authenticator(site)
	});
	const port = await listen(server, wanted).catch((error) => {
		database.close();
		throw error;
	});
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		inspect: () => store.inspect(),
		inspectContent: (objectId) => store.files(objectId),
		close: async () => {
			await stop(server);
			if (database.isOpen) database.close();
		}
	};
}
async function listen(server, port) {
	try {
		server.listen(port, "127.0.0.1");
		await once(server, "listening");
	} catch (error) {
		const remedy = "Choose another port with --port, or 0 for any free one.";
		const message = `The service cannot listen on port ${port}: ${whyNot(error)}.`;
		throw new Problem("usage", message, remedy, { cause: error });
	}
	const address = server.address();
	return typeof address === "object" && address !== null ? address.port : port;
}
function whyNot(error) {
	const code = error instanceof Error && "code" in error ? error.code : null;
	if (code === "EADDRINUSE") return "another program listens there";
	if (code === "EACCES") return "this user may not listen there";
	if (code === "ERR_SOCKET_BAD_PORT") return "ports go up to 65535";
	return messageOf(error);
}
/** Closes idle connections at once, busy ones after their answer, or after half a second. */
async function stop(server) {
	if (!server.listening) return;
	const patience = setTimeout(() => server.closeAllConnections(), 500);
	server.prependListener("request", (_, response) => {
		response.shouldKeepAlive = false;
	});
	const closed = once(server, "close");
	server.close();
	server.closeIdleConnections();
	await closed;
	clearTimeout(patience);
}

// src/service/file-parts.ts
/** The parts of a site or faults file. */
/** A value of a file and its path. It may be wrong in any way: all that is wrong with a file is said at once. */
var Part = class Part {
	value;
	path;
	constructor(value, path = []) {
		this.value = value;
		this.path = path;
	}
	/** The fields of a record; none of any other value. */
	get fields() {
		return isRecord(this.value) ? this.value : {};
	}
	at(key, value = this.fields[key]) {
		return new Part(value, [...this.path, key]);
	}
	/** The elements of the list under a name, or of this list itself. */
	elements(name) {
		const list = name === void 0 ? this : this.at(name);
		return Array.isArray(list.value) ? list.value.map((value, index) => list.at(index, value)) : [];
	}
	/** The same, without what is no record. */
	records(name) {
		return this.elements(name).filter(({ value }) => isRecord(value));
	}
	wrong(found, right) {
		return {
			path: this.path,
			found,
			right
		};
	}
	wrongKey(found, right) {
		return {
			...this.wrong(found, right),
			atKey: true
		};
	}
};
function namesIn(records, field) {
	return records.map(({ fields }) => fields[field]).filter(isName);
}
function isName(value) {
	return typeof value === "string" || typeof value === "number";
}
/** A name that is not among the known; nothing when it is not sent, or not even a name. */
function unknownName(part, known, what) {
	const { value } = part;
	if (!isName(value) || known.includes(value)) return [];
	const names = [...new Set(known.filter((name) => typeof name === typeof value).map(String))];
	const found = `${what} that is not defined, \`${shorten(String(value))}\``;
	const near = typeof value === "string" && value.length > 2 ? nearest(value, names) : null;
	if (near !== null) return [part.wrong(found, `did you mean \`${near}\`?`)];
	const some = names.slice(0, 10).join(", ");
	return [part.wrong(found, some === "" ? "expected one that is defined; there is none" : `expected one of ${some}`)];
}
/** Records that carry a name which an earlier one has. */
function twice(records, field, what) {
	const seen = /* @__PURE__ */ new Set();
	return records.flatMap((record) => {
		const name = record.at(field);
		if (!isName(name.value)) return [];
		if (seen.has(name.value)) return [name.wrong(`${what} \`${shorten(String(name.value))}\` a second time`, "each once")];
		seen.add(name.value);
		return [];
	});
}

// src/service/site.ts
/**
* A site: the installation that the service plays. The interface names these records without showing them (§2.7, last
* line), so their shape is ours. One schema gives the types, checks site files, and is their JSON Schema; each leaf has
* the words for "what would be right".
*/
/** Text of 1 to 256 characters. */
const words = (error) => string({ error }).check(_minLength(1, { error }), _maxLength(256, { error: `${error}, 256 at most` }));
const whole = (error) => int({ error }).check(_gte(0, { error }));
const list = (item, error) => array(item, { error });
const filled = (item, error) => list(item, error).check(_minLength(1, { error }));
const record = (error, shape) => strictObject(shape, { error });
/** A field that must be there. */
const must = (about, leaf) => leaf.check(describe(about));
/** A field that may be left out. */
const may = (about, leaf) => optional(leaf).check(describe(about));
const flag = (about) => may(about, boolean({ error: "`true` or `false`" }));
const id = (what) => words(`${what} (text; in quotes, if it looks like a number or begins with \`*\`)`);
const application = id("an application");
const attributeCode = id("an attribute code");
const objectName = id("an object name");
const objectType = id("an object type");
const project = id("a project");
const sourceType = id("a source type");
const user = id("a user");
const levelNumber = whole("a level number from 0 on");
const taskNumber = whole("a task number from 0 on");
const subtaskNumber = whole("a subtask number from 0 on");
const codeError = "a code, 37 or 31, or `{ code, appl, lvl }`";
const code = whole(codeError);
const narrowCode = record(codeError, {
	code: must("37 or 31.", code),
	appl: may("Only for this application.", application),
	lvl: may("Only for this level.", levelNumber)
});
/** A security code (37: update own requests, 31: another user's), everywhere or for one application or level. */
const anyCode = union([code, narrowCode], { error: codeError });
const tokenError = "a token: 1 to 256 visible ASCII characters";
const token = string({ error: tokenError }).check(_regex(/^[!-~]{1,256}$/, { error: tokenError }));
const digestError = "64 hexadecimal digits, the SHA-256 of a token";
const digest = string({ error: digestError }).check(_regex(/^[0-9a-fA-F]{64}$/, { error: digestError }));
const userSchema = record("a user: `user`, and what they may", {
	user: must("The user of the security facility.", user),
	token: may("The token in clear; once the file is read, only its SHA-256 is kept.", token),
	tokenSha256: may("In place of `token`: its SHA-256, in hexadecimal.", digest),
	addRequest: flag("May run the add-request command. Default: false."),
	codes: may("Security codes for updates: 37 for own requests, 31 for those of others (§4.2). Default: none.", list(anyCode, "a list of codes")),
	authorizeProjects: flag("A project that is not authorized yet is authorized by this user. Default: false.")
});
const templateOf = (what) => words(`${what}; \`<user>\`, \`<level>\` and \`<appl>\` stand for their values`);
const template = templateOf("a naming template");
const pathTemplate = templateOf("a naming template that starts with `/`");
const levelSchema = record("a level: `lvl`, and what it is", {
	lvl: must("The level number.", levelNumber),
	checkOuts: flag("The level permits check-outs. Default: true."),
	follows: may("The level below, which this one follows.", levelNumber),
	distribution: flag("A distribution level. Default: false."),
	folb: may("Naming template of the library of objects. Default: <user><level>.", template),
	fslb: may("Naming template of the library of sources. Default: <user><level>.", template),
	ifs: may("Naming template of the IFS directory of objects and sources. Default: / and the template of the library.", pathTemplate)
});
const attributeSchema = record("an attribute: `attr`, `objt`, `source`", {
	attr: must("The attribute code.", attributeCode),
	objt: must("The object type, as *PGM.", objectType),
	source: must("Where the source is: a member of a source file, a file in the IFS, or nowhere.", _enum([
		"member",
		"ifs",
		"none"
	], { error: "one of `member`, `ifs`, `none`" })),
	fsfl: may("The source file of the members.", id("a source file")),
	srca: may("The source type of the members.", sourceType),
	target: may("The fixed target directory in the IFS.", words("a directory that starts with `/`")),
	levels: may("The levels it is defined for. Default: all.", list(levelNumber, "a list of level numbers"))
});
const applicationSchema = record("an application: `appl`, `levels`, `attributes`", {
	appl: must("The application.", application),
	levels: must("Its levels.", filled(levelSchema, "a list of at least one level")),
	attributes: must("The attributes defined for it.", list(attributeSchema, "a list of attributes"))
});
const mappingSchema = record("a mapping: `gpath`, `gfile`, `attr`", {
	gpath: may("Pattern of the directory. Default: any.", string({ error: "a pattern of directories" })),
	gfile: may("Pattern of the file name. Default: any.", words("a pattern (text; in quotes, if it begins with `*`)")),
	attr: must("The attribute of such files.", attributeCode),
	objt: may("Their object type. Default: that of the attribute.", objectType)
});
const linkSchema = record("a link: `branch` and `proj`", {
	branch: must("The branch.", words("a branch")),
	proj: must("What proj *BRANCH stands for.", project),
	task: may("The task. Default: none.", taskNumber),
	stsk: may("The subtask. Default: none.", subtaskNumber)
});
const repositorySchema = record("a repository: `repo`, and its mapping and links", {
	repo: must("The ID of the Git repository.", id("a repository")),
	attributes: may("The attribute mapping: the first entry that fits a file gives its attribute; case is ignored.", list(mappingSchema, "a list of mappings")),
	branches: may("Branches that are linked to a project.", list(linkSchema, "a list of links"))
});
const textOf = (what) => string({ error: `the description of the ${what}` });
const subtaskSchema = record("a subtask: `stsk` and `text`", {
	stsk: must("The subtask number.", subtaskNumber),
	text: may("Its description.", textOf("subtask")),
	active: flag("Default: true.")
});
const taskSchema = record("a task: `task` and `text`", {
	task: must("The task number.", taskNumber),
	text: must("Its description, which rfpd *TASK takes.", textOf("task")),
	active: flag("Default: true."),
	subtasks: may("Its subtasks.", list(subtaskSchema, "a list of subtasks"))
});
const projectSchema = record("a project: `proj` and `text`", {
	proj: must("The project.", project),
	text: must("Its description, which rfpd *TASK takes.", textOf("project")),
	open: flag("Default: true."),
	authorized: may("Applications it is authorized for. Default: none.", list(application, "a list of applications")),
	tasks: may("Its tasks.", list(taskSchema, "a list of tasks"))
});
const installedSchema = record("an installed object: `appl`, `lvl`, `objn`, `objt`, `attr`", {
	appl: must("The application.", application),
	lvl: must("The level.", levelNumber),
	objn: must("The object name.", objectName),
	objt: must("The object type.", objectType),
	attr: must("The attribute it was installed with.", attributeCode),
	srca: may("The source type of its member.", sourceType),
	srcd: may("The text of its member.", string({ error: "the text of its member" }))
});
const referencedSchema = record("an object: `objn` and `objt`", {
	objn: must("The object name.", objectName),
	objt: must("The object type.", objectType)
});
const pipelineSchema = record("a pipeline server: `pipe`", { pipe: must("The ID of the pipeline server.", id("a pipeline server")) });
/** What a site file may hold. Flags left out: users may nothing; levels permit check-outs; projects, tasks and subtasks are open. */
const siteSchema = record("a site: `users`, `applications` and what else there is", {
	jobUser: may("The job's user, who gets the requests of the earlier variant (§9). Default: QTMHHTTP.", user),
	users: must("Users and their tokens.", filled(userSchema, "a list of at least one user")),
	applications: must("Applications with their levels and attributes.", filled(applicationSchema, "a list of at least one application")),
	repositories: may("Git repositories.", list(repositorySchema, "a list of repositories")),
	projects: may("Projects with their tasks.", list(projectSchema, "a list of projects")),
	installed: may("The installation history, from which types and attributes are derived.", list(installedSchema, "a list of installed objects")),
	allInstalled: flag("`installed`, with what requests bring, is all there is: a *RECOMPILE or *UPDATE of another object is refused. Default: true."),
	nativeNames: flag("Names of objects in libraries (files too), of members, source files and libraries must be names of the system: 10 characters at most, of A-Z 0-9 $ # @ _ and the period. Default: false."),
	crossReference: may("The cross-reference: types of objects that are not in the history.", list(referencedSchema, "a list of objects")),
	pipelines: may("Pipeline servers.", list(pipelineSchema, "a list of pipeline servers"))
});

// src/service/site-levels.ts
/** What the levels of an application must agree on: who follows whom, and the placeholders of naming templates. */
const placeholders = [
	"user",
	"level",
	"appl"
];
/** Findings about the levels of one application. */
function levelFindings(levels) {
	return levels.flatMap((level) => [
		...followsFindings(level, levels),
		...[
			"folb",
			"fslb",
			"ifs"
		].flatMap((name) => templateFindings(level.at(name))),
		...relativeDirectory(level.at("ifs"))
	]);
}
/** A directory that does not start with a slash. */
function relativeDirectory(directory) {
	const { value } = directory;
	if (typeof value !== "string" || value.startsWith("/")) return [];
	return [directory.wrong("a relative directory", "expected one that starts with `/`")];
}
function followsFindings(level, levels) {
	const { lvl, follows } = level.fields;
	if (typeof follows !== "number") return [];
	const others = levels.map(({ fields }) => fields.lvl).filter((other) => other !== lvl);
	if (!others.includes(follows)) {
		const right = others.length === 0 ? "expected no `follows`, as there is one level" : `expected one of ${others.join(", ")}`;
		return [level.at("follows").wrong(`\`${follows}\`, which is not another level of the application`, right)];
	}
	if (!endsIn(levels, follows, lvl)) return [];
	return [level.at("follows").wrong("levels that follow each other in a ring", "expected a lowest level without `follows`")];
}
/** Whether one comes from a level, going down, to another. */
function endsIn(levels, from, to) {
	const passed = [from];
	for (const current of passed) {
		const below = levels.find(({ fields }) => fields.lvl === current)?.fields.follows;
		if (below !== void 0 && !passed.includes(below)) passed.push(below);
	}
	return passed.includes(to);
}
function templateFindings(template) {
	if (typeof template.value !== "string") return [];
	return [...template.value.matchAll(/<([^<>]*)>/g).map(([, word = ""]) => word)].filter((word) => !placeholders.includes(word)).map((word) => {
		const near = nearest(word, placeholders);
		const right = near === null ? "expected `<user>`, `<level>` or `<appl>`" : `did you mean \`<${near}>\`?`;
		return template.wrong(`the placeholder \`<${shorten(word)}>\``, right);
	});
}

// src/service/site-repositories.ts
/** What the Git repositories of a site must agree on: patterns, attributes, and the projects that branches are linked to. */
/** Findings about one repository. */
function repositoryFindings(repository, applications, projects) {
	const attributes = applications.flatMap((application) => namesIn(application.records("attributes"), "attr"));
	const links = repository.records("branches");
	return [
		...repository.records("attributes").flatMap((entry) => [...unknownName(entry.at("attr"), attributes, "an attribute"), ...["gpath", "gfile"].flatMap((name) => patternFindings(entry.at(name), name))]),
		...twice(links, "branch", "branch"),
		...links.flatMap((link) => linkFindings(link, projects))
	];
}
/** The patterns are those of a mapping file. */
function patternFindings(pattern, name) {
	if (typeof pattern.value !== "string") return [];
	if (name === "gfile" && pattern.value.includes("/")) return [pattern.wrong("a directory in the pattern of a file name", "expected it in `gpath`")];
	const read = patternOf(pattern.value);
	return read instanceof GlobError ? [pattern.wrong(read.found, read.right)] : [];
}
function linkFindings(link, projects) {
	const { task, stsk, proj } = link.fields;
	const project = projects.find(({ fields }) => fields.proj === proj);
	if (!project) return unknownName(link.at("proj"), namesIn(projects, "proj"), "a project");
	const tasks = project.records("tasks");
	if (!task) return stsk ? [link.at("stsk").wrong("a subtask without a task", "expected `task` too")] : [];
	const found = tasks.find(({ fields }) => fields.task === task);
	if (!found) return unknownName(link.at("task"), namesIn(tasks, "task"), "a task");
	return stsk ? unknownName(link.at("stsk"), namesIn(found.records("subtasks"), "stsk"), "a subtask") : [];
}

// src/service/site-users.ts
/** Findings about the tokens of all users: one each, and no token twice. */
function tokenFindings(users) {
	const owners = /* @__PURE__ */ new Map();
	return users.flatMap((record) => {
		const { user, token, tokenSha256 } = record.fields;
		const ofDigest = record.at("tokenSha256");
		if (token !== void 0 && tokenSha256 !== void 0) return [ofDigest.wrongKey("`token` and `tokenSha256`", "one of the two")];
		const given = token === void 0 ? ofDigest : record.at("token");
		if (typeof given.value !== "string") return [];
		const digest = given === ofDigest ? given.value.toLowerCase() : digestOf(given.value).toString("hex");
		const owner = owners.get(digest);
		if (owner !== void 0) return [given.wrongKey(`the token of user \`${owner}\` again`, "each user their own token")];
		owners.set(digest, String(user ?? ""));
		return [];
	});
}
/** Findings about the codes of a user: 37 or 31, and for an application and level that there are. */
function codeFindings(user, applications) {
	return user.elements("codes").flatMap((held) => {
		const code = typeof held.value === "number" ? held : held.at("code");
		const isKnown = typeof code.value !== "number" || code.value === 37 || code.value === 31;
		const meant = applications.filter(({ fields }) => (held.fields.appl ?? fields.appl) === fields.appl);
		return [
			...isKnown ? [] : [code.wrong(`the code ${code.value}`, "expected 37 (own requests) or 31 (those of others)")],
			...unknownName(held.at("appl"), namesIn(applications, "appl"), "an application"),
			...meant.length === 0 ? [] : unknownName(held.at("lvl"), levelsOf(meant), "a level")
		];
	});
}
/** The level numbers of applications. */
function levelsOf(applications) {
	return applications.flatMap((application) => namesIn(application.records("levels"), "lvl"));
}

// src/service/load-site.ts
/** Reading a site file, YAML or JSON: the schema checks the shapes of its records, this what they must agree on. */
/**
* Reads the text of a site file; `file` is its name. Tokens in clear stay as they are, for who calls as one of its users.
* @throws Problem usage with all that is wrong, each as `FILE:LINE:COLUMN: what was found; what would be right`
*/
function readSiteWithTokens(text, file) {
	const { content } = readChecked(text, {
		schema: siteSchema,
		findings: siteFindings,
		least: "`users` and `applications`",
		refusal: (problems) => new Problem("usage", messageFor(file, problems), `Correct ${file}; docs/site.md has every key.`),
		mostCharacters: 4194304,
		mostValues: 5e5
	});
	return content;
}
/** The same, with the SHA-256 of each token in its place. @throws as it does */
function readSite(text, file) {
	return withDigests(readSiteWithTokens(text, file));
}
/** Everything that does not agree in a site, whatever else is wrong with it: names used twice, names that nothing defines. */
function siteFindings(value) {
	const site = new Part(value);
	const users = site.records("users");
	const applications = site.records("applications");
	const projects = site.records("projects");
	const repositories = site.records("repositories");
	return [
		...twice(users, "user", "user"),
		...twice(applications, "appl", "application"),
		...twice(repositories, "repo", "repository"),
		...twice(projects, "proj", "project"),
		...twice(site.records("pipelines"), "pipe", "pipeline server"),
		...tokenFindings(users),
		...users.flatMap((user) => codeFindings(user, applications)),
		...applications.flatMap(applicationFindings),
		...projects.flatMap((project) => projectFindings(project, applications)),
		...repositories.flatMap((repository) => repositoryFindings(repository, applications, projects)),
		...site.records("installed").flatMap((object) => installedFindings(object, applications))
	];
}
function applicationFindings(application) {
	const levels = application.records("levels");
	const attributes = application.records("attributes");
	return [
		...twice(levels, "lvl", "level"),
		...twice(attributes, "attr", "attribute"),
		...levelFindings(levels),
		...attributes.flatMap((attribute) => attributeFindings(attribute, levelsOf([application])))
	];
}
function attributeFindings(attribute, levels) {
	const { source, fsfl } = attribute.fields;
	const right = "expected `fsfl`: the source file, since `source` is `member`";
	return [
		...attribute.elements("levels").flatMap((level) => unknownName(level, levels, "a level")),
		...source === "member" && fsfl === void 0 ? [attribute.wrong("no `fsfl`", right)] : [],
		...relativeDirectory(attribute.at("target"))
	];
}
function projectFindings(project, applications) {
	const known = namesIn(applications, "appl");
	const tasks = project.records("tasks");
	return [
		...project.elements("authorized").flatMap((appl) => unknownName(appl, known, "an application")),
		...twice(tasks, "task", "task"),
		...tasks.flatMap((task) => twice(task.records("subtasks"), "stsk", "subtask"))
	];
}
function installedFindings(object, applications) {
	const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
	if (!application) return unknownName(object.at("appl"), namesIn(applications, "appl"), "an application");
	return [...unknownName(object.at("lvl"), levelsOf([application]), "a level"), ...unknownName(object.at("attr"), namesIn(application.records("attributes"), "attr"), "an attribute")];
}

// src/commands/read-named.ts
/** The text of the file that an option names. @throws Problem('usage') when it cannot be read */
async function readNamed(option, file) {
	return (await readRegularFile(file, ".").catch((error) => {
		throw new Problem("usage", `the ${option} file ${file} cannot be read: ${messageOf(error)}`, `Check --${option}.`);
	})).toString("utf8");
}

// src/service/demo.ts
const attributes = [
	{
		attr: "RPGLE",
		objt: "*PGM",
		source: "member",
		fsfl: "QRPGLESRC",
		srca: "RPGLE"
	},
	{
		attr: "SQLRPGLE",
		objt: "*MODULE",
		source: "member",
		fsfl: "QRPGLESRC",
		srca: "SQLRPGLE"
	},
	{
		attr: "CLLE",
		objt: "*PGM",
		source: "member",
		fsfl: "QCLSRC",
		srca: "CLLE"
	},
	{
		attr: "DSPF",
		objt: "*FILE",
		source: "member",
		fsfl: "QDDSSRC",
		srca: "DSPF"
	},
	{
		attr: "PF",
		objt: "*FILE",
		source: "member",
		fsfl: "QDDSSRC",
		srca: "PF"
	},
	{
		attr: "BND",
		objt: "*SRVPGM",
		source: "member",
		fsfl: "QSRVSRC",
		srca: "BND"
	},
	{
		attr: "DTAARA",
		objt: "*DTAARA",
		source: "none"
	},
	{
		attr: "WEBF",
		objt: "*IFS",
		source: "ifs",
		target: "/www"
	},
	{
		attr: "PIPE",
		objt: "*PIPE",
		source: "none"
	}
];
const demoSite = {
	users: [
		{
			user: "DEMO",
			token: "demo-token",
			addRequest: true,
			codes: [37]
		},
		{
			user: "LEAD",
			token: "demo-lead-token",
			addRequest: true,
			codes: [37, 31],
			authorizeProjects: true
		},
		{
			user: "VIEWER",
			token: "demo-viewer-token",
			addRequest: false,
			codes: []
		}
	],
	applications: [{
		appl: "ORD",
		levels: [
			{ lvl: 10 },
			{
				lvl: 50,
				follows: 10
			},
			{
				lvl: 90,
				follows: 50,
				checkOuts: false,
				distribution: true
			}
		],
		attributes
	}, {
		appl: "WEB",
		levels: [{ lvl: 10 }],
		attributes
	}],
	repositories: [{
		repo: "ORDERS",
		attributes: [
			{
				gpath: "QRPGLESRC",
				gfile: "*.PGM.RPGLE",
				attr: "RPGLE"
			},
			{
				gpath: "QRPGLESRC",
				gfile: "*.SQLRPGLE",
				attr: "SQLRPGLE"
			},
			{
				gpath: "QCLSRC",
				gfile: "*.CLLE",
				attr: "CLLE"
			},
			{
				gpath: "QDDSSRC",
				gfile: "*.DSPF",
				attr: "DSPF"
			},
			{
				gpath: "QDDSSRC",
				gfile: "*.PF",
				attr: "PF"
			},
			{
				gpath: "web/**",
				attr: "WEBF"
			}
		],
		branches: [{
			branch: "feature/search",
			proj: "CUST",
			task: 12,
			stsk: 1
		}, {
			branch: "main",
			proj: "CUST"
		}]
	}],
	projects: [
		{
			proj: "CUST",
			text: "Customer orders",
			authorized: ["ORD"],
			tasks: [{
				task: 12,
				text: "Search in orders",
				subtasks: [{
					stsk: 1,
					text: "Search screen"
				}]
			}, {
				task: 13,
				text: "Old printouts",
				active: false
			}]
		},
		{
			proj: "NEWP",
			text: "New project"
		},
		{
			proj: "OLD",
			text: "Old project",
			open: false,
			authorized: ["ORD"]
		}
	],
	installed: [{
		appl: "ORD",
		lvl: 50,
		objn: "ORD100",
		objt: "*PGM",
		attr: "RPGLE",
		srca: "RPGLE",
		srcd: "Order entry"
	}, {
		appl: "ORD",
		lvl: 50,
		objn: "CUST",
		objt: "*FILE",
		attr: "PF",
		srca: "PF",
		srcd: "Customer master"
	}],
	crossReference: [{
		objn: "PRT200",
		objt: "*FILE"
	}],
	pipelines: [{ pipe: "JENKINS1" }]
};

export { Part, demoSite, json, ownerOf, readNamed, readSite, readSiteWithTokens, startService };