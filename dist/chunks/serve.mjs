import { r as messageOf, t as Problem } from "./errors.mjs";
import { a as json, i as withDigests, n as startService, o as Refusal, r as digestOf, t as demoSite } from "./demo.mjs";
import { n as messages, r as readInteger } from "./replies.mjs";
import { A as base64, C as _lte, D as globalRegistry, E as _regex, F as BIGINT_FORMAT_RANGES, H as GlobError, I as NUMBER_FORMAT_RANGES, L as assignProp, M as integer, N as number$1, O as base64Charset, P as safeParse, R as getEnumValues, S as _gte, T as _minLength, a as inOrder, b as string, d as array, f as boolean, g as optional, i as findingsOf, j as base64url, k as base64urlCharset, l as _enum, m as int, n as Lines, o as problemOf, p as describe, r as messageFor, s as unknownKeyFinding, t as readYaml, v as refine, w as _maxLength, x as union, y as strictObject, z as compileGlob } from "./read-yaml.mjs";
import { n as shorten, t as nearest } from "./near.mjs";
import { STATUS_CODES } from "node:http";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

// node_modules/zod/v4/core/to-json-schema.js
function assignProps(target, ...sources) {
	for (const source of sources) for (const key of Reflect.ownKeys(source)) if (Object.prototype.propertyIsEnumerable.call(source, key)) assignProp(target, key, source[key]);
	return target;
}
function initializeContext(params) {
	let target = params?.target ?? "draft-2020-12";
	if (target === "draft-4") target = "draft-04";
	if (target === "draft-7") target = "draft-07";
	return {
		processors: params.processors ?? {},
		metadataRegistry: params?.metadata ?? globalRegistry,
		target,
		unrepresentable: params?.unrepresentable ?? "throw",
		override: params?.override ?? (() => {}),
		io: params?.io ?? "output",
		counter: 0,
		seen: /* @__PURE__ */ new Map(),
		sharedDefsExtractedFor: void 0,
		sharedEmitDoneFor: void 0,
		cycles: params?.cycles ?? "ref",
		reused: params?.reused ?? "inline",
		intersections: [],
		deferred: [],
		external: params?.external ?? void 0
	};
}
/**
* Applies the `unrepresentable` setting at a site that has no JSON Schema equivalent. Throws
* `message` unless the setting (or the handler's return value) says otherwise. Returns `true` if a
* custom JSON Schema was written into `json`, in which case the caller must not write its own.
*/
function handleUnrepresentable(schema, ctx, json, params, message) {
	const result = typeof ctx.unrepresentable === "function" ? ctx.unrepresentable({
		zodSchema: schema,
		path: params.path,
		message
	}) : ctx.unrepresentable;
	if (result === "any") return false;
	if (result === void 0 || result === "throw") throw new Error(message);
	Object.assign(json, result);
	return true;
}
function processSchema(schema, ctx, _params = {
	path: [],
	schemaPath: []
}) {
	var _a;
	const def = schema._zod.def;
	const seen = ctx.seen.get(schema);
	if (seen) {
		seen.count++;
		if (_params.schemaPath.includes(schema)) seen.cycle = _params.path;
		return seen.schema;
	}
	const result = {
		schema: {},
		count: 1,
		cycle: void 0,
		path: _params.path
	};
	ctx.seen.set(schema, result);
	ctx.sharedDefsExtractedFor = void 0;
	ctx.sharedEmitDoneFor = void 0;
	const overrideSchema = schema._zod.toJSONSchema?.();
	if (overrideSchema) result.schema = overrideSchema;
	else {
		const params = {
			..._params,
			schemaPath: [..._params.schemaPath, schema],
			path: _params.path
		};
		if (schema._zod.processJSONSchema) schema._zod.processJSONSchema(ctx, result.schema, params);
		else {
			const _json = result.schema;
			const processor = ctx.processors[def.type];
			if (!processor) throw new Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
			processor(schema, ctx, _json, params);
		}
		const parent = schema._zod.parent;
		if (parent) {
			if (!result.ref) result.ref = parent;
			processSchema(parent, ctx, params);
			ctx.seen.get(parent).isParent = true;
		}
	}
	const meta = ctx.metadataRegistry.get(schema);
	if (meta) assignProps(result.schema, meta);
	if (ctx.io === "input" && isTransforming(schema)) {
		delete result.schema.examples;
		delete result.schema.default;
	}
	if (ctx.io === "input" && "_prefault" in result.schema) (_a = result.schema).default ?? (_a.default = result.schema._prefault);
	delete result.schema._prefault;
	return ctx.seen.get(schema).schema;
}
function encodeJSONPointerSegment(segment) {
	return segment.replace(/~/g, "~0").replace(/\//g, "~1");
}
function extractDefs(ctx, schema) {
	const root = ctx.seen.get(schema);
	if (!root) throw new Error("Unprocessed schema. This is a bug in Zod.");
	if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external) return;
	const idToSchema = /* @__PURE__ */ new Map();
	for (const entry of ctx.seen.entries()) {
		const id = ctx.metadataRegistry.get(entry[0])?.id;
		if (id) {
			const existing = idToSchema.get(id);
			if (existing && existing !== entry[0]) throw new Error(`Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);
			idToSchema.set(id, entry[0]);
		}
	}
	const makeURI = (entry) => {
		const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
		if (ctx.external) {
			const externalId = ctx.external.registry.get(entry[0])?.id;
			const uriGenerator = ctx.external.uri ?? ((id) => id);
			if (externalId) return { ref: uriGenerator(externalId) };
			const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
			entry[1].defId = id;
			return {
				defId: id,
				ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}`
			};
		}
		const uriPrefix = `#`;
		const defUriPrefix = `${uriPrefix}/${defsSegment}/`;
		if (entry[1] === root && !entry[1].schema.id) return { ref: uriPrefix };
		const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
		return {
			defId,
			ref: defUriPrefix + encodeJSONPointerSegment(defId)
		};
	};
	const extractToDef = (entry) => {
		if (entry[1].schema.$ref) return;
		const seen = entry[1];
		const { ref, defId } = makeURI(entry);
		seen.def = { ...seen.schema };
		if (defId) seen.defId = defId;
		const schema = seen.schema;
		for (const key in schema) delete schema[key];
		schema.$ref = ref;
	};
	if (ctx.cycles === "throw") for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (seen.cycle) throw new Error(`Cycle detected: #/${seen.cycle?.join("/")}/<root>

Set the \`cycles\` parameter to \`"ref"\` to resolve cyclical schemas with defs.`);
	}
	for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (schema === entry[0]) {
			extractToDef(entry);
			continue;
		}
		if (ctx.external) {
			const ext = ctx.external.registry.get(entry[0])?.id;
			if (schema !== entry[0] && ext) {
				extractToDef(entry);
				continue;
			}
		}
		if (ctx.metadataRegistry.get(entry[0])?.id) {
			extractToDef(entry);
			continue;
		}
		if (seen.cycle) {
			extractToDef(entry);
			continue;
		}
		if (seen.count > 1) {
			if (ctx.reused === "ref") extractToDef(entry);
		}
	}
	if (ctx.external) ctx.sharedDefsExtractedFor = ctx.external;
}
/** Rewrites `anyOf: [{type: "a"}, {type: "b"}]` to `type: ["a", "b"]`, which every JSON Schema draft treats as equivalent and most consumers render far better for the nullable case. Only branches that are a bare type assertion qualify — anything carrying a constraint, `$ref`, `const` or metadata is left alone. Runs after `flattenRef`, so a branch an override decorated or `$defs` extraction turned into a `$ref` is no longer bare and correctly stays in `anyOf`. `oneOf` is excluded: `integer` and `number` overlap, so "exactly one" and "at least one" are not the same there. OpenAPI 3.0 is excluded: its `type` must be a single string. */
function compactTypeUnion(schema) {
	const options = schema.anyOf;
	if (!Array.isArray(options) || options.length === 0 || schema.type !== void 0) return;
	const types = [];
	for (const option of options) {
		if (!option || typeof option !== "object") return;
		compactTypeUnion(option);
		const keys = Object.keys(option);
		if (keys.length !== 1 || keys[0] !== "type") return;
		const type = option.type;
		for (const member of Array.isArray(type) ? type : [type]) {
			if (typeof member !== "string") return;
			if (!types.includes(member)) types.push(member);
		}
	}
	delete schema.anyOf;
	schema.type = types.length === 1 ? types[0] : types;
}
/** Keywords `foldIntersection` knows how to combine. Anything else — `$ref`, `patternProperties`,
* an annotation like `description` — makes a member unfoldable, so a constraint this does not
* understand leaves the `allOf` alone instead of being silently dropped or misattributed. */
const FOLDABLE_KEYS = /* @__PURE__ */ new Set([
	"type",
	"properties",
	"required",
	"additionalProperties"
]);
const UNION_KEYS = ["oneOf", "anyOf"];
/** A member's constraint on a key it does not declare itself. A `catchall` states one; `false`, an absent `additionalProperties`, and the empty schema a loose object emits state nothing. */
function undeclaredConstraint(member) {
	const extra = member.additionalProperties;
	if (extra === void 0 || extra === false || typeof extra !== "object" || extra === null) return null;
	return Object.keys(extra).length ? extra : null;
}
/** Combines object members into the single object they describe together, or returns `null` if any of them carries a keyword outside {@link FOLDABLE_KEYS}. */
function foldObjects(members) {
	const objects = [];
	for (const member of members) {
		if (typeof member !== "object" || member.type !== "object") return null;
		for (const key in member) if (!FOLDABLE_KEYS.has(key)) return null;
		objects.push(member);
	}
	const properties = {};
	const required = /* @__PURE__ */ new Set();
	for (const object of objects) {
		for (const key in object.properties) {
			if (Object.prototype.hasOwnProperty.call(properties, key)) continue;
			const parts = [];
			for (const other of objects) {
				const part = other.properties?.[key] ?? undeclaredConstraint(other);
				if (part === null || part === void 0) continue;
				if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part))) parts.push(part);
			}
			const merged = parts.length === 1 ? parts[0] : foldObjects(parts) ?? { allOf: parts };
			assignProp(properties, key, merged);
		}
		for (const key of object.required ?? []) required.add(key);
	}
	const folded = {
		type: "object",
		properties
	};
	if (required.size) folded.required = [...required];
	if (objects.every((object) => object.additionalProperties === false)) folded.additionalProperties = false;
	else {
		const constraints = [];
		for (const object of objects) {
			const constraint = undeclaredConstraint(object);
			if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint))) constraints.push(constraint);
		}
		if (constraints.length === 1) folded.additionalProperties = constraints[0];
		else if (constraints.length > 1) folded.additionalProperties = { allOf: constraints };
	}
	return folded;
}
/** `additionalProperties` in an `allOf` member sees only that member's own `properties`, so two
* closed object members reject each other's keys and the schema validates nothing. Zod's parser
* pools the key sets instead — `handleIntersectionResults` reports a key as unrecognized only when
* *every* side rejects it — so the emitted schema has to pool them too, and folding the members
* into one object is the encoding that says so on every target.
*
* This runs from `finalize`, after `extractDefs`, which is what keeps it clear of the `$ref`
* machinery: a member extracted into `$defs` is already a `$ref` by now and declines to fold, so it
* keeps its reference and its own closedness rather than being inlined as a stale copy. */
function foldIntersection(json) {
	const allOf = json.allOf;
	if (!Array.isArray(allOf) || allOf.length < 2) return;
	for (const key of FOLDABLE_KEYS) if (key in json) return;
	const unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k])));
	let folded = null;
	if (!unions.length) folded = foldObjects(allOf);
	else {
		const union = unions[0];
		const keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
		if (Object.keys(union).length !== 1) return;
		const rest = allOf.filter((m) => m !== union);
		const branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
		if (branches.some((b) => !b)) return;
		folded = { [keyword]: branches };
	}
	if (!folded) return;
	delete json.allOf;
	assignProps(json, folded);
}
function finalize(ctx, schema) {
	const root = ctx.seen.get(schema);
	if (!root) throw new Error("Unprocessed schema. This is a bug in Zod.");
	const flattenRef = (zodSchema) => {
		const seen = ctx.seen.get(zodSchema);
		if (seen.ref === null) return;
		const schema = seen.def ?? seen.schema;
		const _cached = { ...schema };
		const ref = seen.ref;
		seen.ref = null;
		if (ref) {
			flattenRef(ref);
			const refSeen = ctx.seen.get(ref);
			const refSchema = refSeen.schema;
			if (refSchema.$ref && (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")) {
				schema.allOf = schema.allOf ?? [];
				schema.allOf.push(refSchema);
			} else assignProps(schema, refSchema);
			assignProps(schema, _cached);
			if (zodSchema._zod.parent === ref) for (const key in schema) {
				if (key === "$ref" || key === "allOf") continue;
				if (!(key in _cached)) delete schema[key];
			}
			if (refSchema.$ref && refSeen.def) for (const key in schema) {
				if (key === "$ref" || key === "allOf") continue;
				if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key])) delete schema[key];
			}
		}
		const parent = zodSchema._zod.parent;
		if (parent && parent !== ref) {
			flattenRef(parent);
			const parentSeen = ctx.seen.get(parent);
			if (parentSeen?.schema.$ref) {
				schema.$ref = parentSeen.schema.$ref;
				if (parentSeen.def) for (const key in schema) {
					if (key === "$ref" || key === "allOf") continue;
					if (key in parentSeen.def && JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])) delete schema[key];
				}
			}
		}
		ctx.override({
			zodSchema,
			jsonSchema: schema,
			path: seen.path ?? []
		});
	};
	if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
		for (const entry of [...ctx.seen.entries()].reverse()) flattenRef(entry[0]);
		if (ctx.target !== "openapi-3.0") for (const entry of ctx.seen.entries()) compactTypeUnion(entry[1].def ?? entry[1].schema);
		for (const rewrite of ctx.deferred) rewrite();
		if (ctx.intersections.length) {
			const carriers = /* @__PURE__ */ new Map();
			for (const seen of ctx.seen.values()) for (const json of [seen.schema, seen.def]) {
				const allOf = json?.allOf;
				if (!Array.isArray(allOf)) continue;
				const existing = carriers.get(allOf);
				if (existing) existing.push(json);
				else carriers.set(allOf, [json]);
			}
			for (const allOf of ctx.intersections) for (const json of carriers.get(allOf) ?? []) foldIntersection(json);
		}
	}
	const result = {};
	if (ctx.target === "draft-2020-12") result.$schema = "https://json-schema.org/draft/2020-12/schema";
	else if (ctx.target === "draft-07") result.$schema = "http://json-schema.org/draft-07/schema#";
	else if (ctx.target === "draft-04") result.$schema = "http://json-schema.org/draft-04/schema#";
	else if (ctx.target === "openapi-3.0") {}
	if (ctx.external?.uri) {
		const id = ctx.external.registry.get(schema)?.id;
		if (!id) throw new Error("Schema is missing an `id` property");
		result.$id = ctx.external.uri(id);
	}
	assignProps(result, root.defId ? root.schema : root.def ?? root.schema);
	const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
	if (rootMetaId !== void 0 && result.id === rootMetaId) delete result.id;
	const defs = ctx.external?.defs ?? {};
	if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (seen.def && seen.defId) {
			if (seen.def.id === seen.defId) delete seen.def.id;
			assignProp(defs, seen.defId, seen.def);
		}
	}
	if (ctx.external) ctx.sharedEmitDoneFor = ctx.external;
	if (ctx.external) {} else if (Object.keys(defs).length > 0) {
		if (ctx.target === "draft-2020-12") result.$defs = defs;
		else result.definitions = defs;
	}
	try {
		const finalized = JSON.parse(JSON.stringify(result));
		Object.defineProperty(finalized, "~standard", {
			value: {
				...schema["~standard"],
				jsonSchema: {
					input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
					output: createStandardJSONSchemaMethod(schema, "output", ctx.processors)
				}
			},
			enumerable: false,
			writable: false
		});
		return finalized;
	} catch (_err) {
		throw new Error("Error converting schema to JSON.");
	}
}
function isTransforming(_schema, _ctx) {
	const ctx = _ctx ?? { seen: /* @__PURE__ */ new Set() };
	if (ctx.seen.has(_schema)) return false;
	ctx.seen.add(_schema);
	const def = _schema._zod.def;
	if (def.type === "transform") return true;
	if (def.type === "array") return isTransforming(def.element, ctx);
	if (def.type === "set") return isTransforming(def.valueType, ctx);
	if (def.type === "lazy") return isTransforming(def.getter(), ctx);
	if (def.type === "promise" || def.type === "optional" || def.type === "nonoptional" || def.type === "nullable" || def.type === "readonly" || def.type === "default" || def.type === "prefault" || def.type === "catch") return isTransforming(def.innerType, ctx);
	if (def.type === "intersection") return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
	if (def.type === "record" || def.type === "map") return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
	if (def.type === "pipe") {
		if (_schema._zod.traits.has("$ZodCodec")) return true;
		return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
	}
	if (def.type === "object") {
		for (const key in def.shape) if (isTransforming(def.shape[key], ctx)) return true;
		return false;
	}
	if (def.type === "union") {
		for (const option of def.options) if (isTransforming(option, ctx)) return true;
		return false;
	}
	if (def.type === "tuple") {
		for (const item of def.items) if (isTransforming(item, ctx)) return true;
		if (def.rest && isTransforming(def.rest, ctx)) return true;
		return false;
	}
	return false;
}
const createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
	const { libraryOptions, target } = params ?? {};
	const ctx = initializeContext({
		...libraryOptions ?? {},
		target,
		io,
		processors
	});
	processSchema(schema, ctx);
	extractDefs(ctx, schema);
	return finalize(ctx, schema);
};

// node_modules/zod/v4/core/json-schema-processors.js
const narrowMin = (agg, key, value) => {
	if (agg[key] === void 0 || value > agg[key]) agg[key] = value;
};
const narrowMax = (agg, key, value) => {
	if (agg[key] === void 0 || value < agg[key]) agg[key] = value;
};
const narrowBoth = (agg, value) => {
	narrowMin(agg, "minimum", value);
	narrowMax(agg, "maximum", value);
};
const addDivisor = (agg, value) => {
	agg.multipleOf ?? (agg.multipleOf = []);
	if (!agg.multipleOf.includes(value)) agg.multipleOf.push(value);
};
const addPattern = (agg, pattern) => {
	agg.patterns ?? (agg.patterns = /* @__PURE__ */ new Set());
	agg.patterns.add(pattern);
};
const intersectMime = (agg, mime) => {
	agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
};
const setFormat = (agg, format) => {
	agg.format = format;
	if (format.includes("int")) agg.isInt = true;
};
const minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum);
const maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum);
const formatContributor = (ranges) => (agg, def) => {
	setFormat(agg, def.format);
	const [minimum, maximum] = ranges[def.format];
	narrowMin(agg, "minimum", minimum);
	narrowMax(agg, "maximum", maximum);
};
const contributors = {
	greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
	less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
	multiple_of: (agg, def) => addDivisor(agg, def.value),
	number_format: formatContributor(NUMBER_FORMAT_RANGES),
	bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
	min_length: minContributor,
	max_length: maxContributor,
	length_equals: (agg, def) => narrowBoth(agg, def.length),
	min_size: minContributor,
	max_size: maxContributor,
	size_equals: (agg, def) => narrowBoth(agg, def.size),
	string_format: (agg, def) => {
		setFormat(agg, def.format);
		if (def.pattern) addPattern(agg, def.pattern);
		if (def.format === "base64" || def.format === "base64url") agg.contentEncoding = def.format;
		if (def.local || def.precision === -1) agg.laxFormat = true;
	},
	mime_type: (agg, def) => intersectMime(agg, def.mime)
};
function aggregateChecks(schema) {
	const agg = {};
	const def = schema._zod.def;
	const list = schema._zod.traits.has("$ZodCheck") ? [schema, ...def.checks ?? []] : def.checks ?? [];
	for (const ch of list) contributors[ch._zod.def.check]?.(agg, ch._zod.def);
	const bag = schema._zod.bag;
	if (bag.minimum !== void 0) narrowMin(agg, "minimum", bag.minimum);
	if (bag.exclusiveMinimum !== void 0) narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
	if (bag.maximum !== void 0) narrowMax(agg, "maximum", bag.maximum);
	if (bag.exclusiveMaximum !== void 0) narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
	if (bag.multipleOf !== void 0) addDivisor(agg, bag.multipleOf);
	if (bag.format !== void 0) {
		agg.format ?? (agg.format = bag.format);
		if (bag.format.includes("int")) agg.isInt = true;
	}
	if (bag.mime) intersectMime(agg, bag.mime);
	for (const pattern of bag.patterns ?? []) addPattern(agg, pattern);
	return agg;
}
const formatMap = {
	guid: "uuid",
	url: "uri",
	datetime: "date-time",
	json_string: "json-string",
	regex: ""
};
const exactPatterns = /* @__PURE__ */ new Map([[base64Charset, base64], [base64urlCharset, base64url]]);
const exactPattern = (p) => exactPatterns.get(p) ?? p;
const stringProcessor = (schema, ctx, _json, _params) => {
	const json = _json;
	json.type = "string";
	const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minLength = minimum;
	if (typeof maximum === "number") json.maxLength = maximum;
	if (format) {
		json.format = formatMap[format] ?? format;
		if (json.format === "") delete json.format;
		if (format === "time" || laxFormat) delete json.format;
	}
	if (contentEncoding) json.contentEncoding = contentEncoding;
	if (patterns && patterns.size > 0) {
		const patternList = [...patterns].map(exactPattern);
		if (patternList.length === 1) json.pattern = patternList[0].source;
		else if (patternList.length > 1) json.allOf = [...patternList.map((regex) => ({
			...ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0" ? { type: "string" } : {},
			pattern: regex.source
		}))];
	}
};
const numberProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
	json.type = isInt ? "integer" : "number";
	const exMin = typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
	const exMax = typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
	const legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
	if (exMin) {
		if (legacy) {
			json.minimum = exclusiveMinimum;
			json.exclusiveMinimum = true;
		} else json.exclusiveMinimum = exclusiveMinimum;
	} else if (typeof minimum === "number") json.minimum = minimum;
	if (exMax) {
		if (legacy) {
			json.maximum = exclusiveMaximum;
			json.exclusiveMaximum = true;
		} else json.exclusiveMaximum = exclusiveMaximum;
	} else if (typeof maximum === "number") json.maximum = maximum;
	if (multipleOf) {
		const divisors = /* @__PURE__ */ new Set();
		for (const divisor of multipleOf) if (Number.isFinite(divisor) && divisor !== 0) divisors.add(Math.abs(divisor));
		else handleUnrepresentable(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
		const [first, ...rest] = divisors;
		if (first !== void 0) json.multipleOf = first;
		if (rest.length) json.allOf = [...json.allOf ?? [], ...rest.map((m) => ({ multipleOf: m }))];
	}
};
const booleanProcessor = (_schema, _ctx, json, _params) => {
	json.type = "boolean";
};
const bigintProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "BigInt cannot be represented in JSON Schema");
};
const symbolProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Symbols cannot be represented in JSON Schema");
};
const nullProcessor = (_schema, ctx, json, _params) => {
	if (ctx.target === "openapi-3.0") {
		json.type = "string";
		json.nullable = true;
		json.enum = [null];
	} else json.type = "null";
};
const undefinedProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Undefined cannot be represented in JSON Schema");
};
const voidProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Void cannot be represented in JSON Schema");
};
const neverProcessor = (_schema, _ctx, json, _params) => {
	json.not = {};
};
const anyProcessor = (_schema, _ctx, _json, _params) => {};
const unknownProcessor = (_schema, _ctx, _json, _params) => {};
const dateProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Date cannot be represented in JSON Schema");
};
const enumProcessor = (schema, _ctx, json, _params) => {
	const def = schema._zod.def;
	const values = getEnumValues(def.entries);
	if (values.length === 0) {
		json.not = {};
		return;
	}
	if (values.every((v) => typeof v === "number")) json.type = "number";
	if (values.every((v) => typeof v === "string")) json.type = "string";
	json.enum = values;
};
const literalProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	if (def.values.length === 0) {
		json.not = {};
		return;
	}
	const vals = [];
	for (const val of def.values) if (val === void 0) {
		if (handleUnrepresentable(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema")) return;
	} else if (typeof val === "bigint") {
		if (handleUnrepresentable(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema")) return;
		vals.push(Number(val));
	} else vals.push(val);
	if (vals.length === 0) {} else if (vals.length === 1) {
		const val = vals[0];
		json.type = val === null ? "null" : typeof val;
		if (ctx.target === "draft-04" || ctx.target === "openapi-3.0") json.enum = [val];
		else json.const = val;
	} else {
		if (vals.every((v) => typeof v === "number")) json.type = "number";
		if (vals.every((v) => typeof v === "string")) json.type = "string";
		if (vals.every((v) => typeof v === "boolean")) json.type = "boolean";
		if (vals.every((v) => v === null)) json.type = "null";
		json.enum = vals;
	}
};
const nanProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "NaN cannot be represented in JSON Schema");
};
const templateLiteralProcessor = (schema, _ctx, json, _params) => {
	const _json = json;
	const pattern = schema._zod.pattern;
	if (!pattern) throw new Error("Pattern not found in template literal");
	_json.type = "string";
	_json.pattern = pattern.source;
};
const fileProcessor = (schema, _ctx, json, _params) => {
	const _json = json;
	_json.type = "string";
	_json.format = "binary";
	_json.contentEncoding = "binary";
	const { minimum, maximum, mime } = aggregateChecks(schema);
	if (minimum !== void 0) _json.minLength = minimum;
	if (maximum !== void 0) _json.maxLength = maximum;
	if (!mime) return;
	if (mime.length === 0) _json.not = {};
	else if (mime.length === 1) _json.contentMediaType = mime[0];
	else _json.anyOf = mime.map((m) => ({ contentMediaType: m }));
};
const successProcessor = (_schema, _ctx, json, _params) => {
	json.type = "boolean";
};
const customProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
const functionProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Function types cannot be represented in JSON Schema");
};
const transformProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
const mapProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Map cannot be represented in JSON Schema");
};
const setProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Set cannot be represented in JSON Schema");
};
const arrayProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	const { minimum, maximum } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minItems = minimum;
	if (typeof maximum === "number") json.maxItems = maximum;
	json.type = "array";
	json.items = processSchema(def.element, ctx, {
		...params,
		path: [...params.path, "items"]
	});
};
function inputOptin(schema) {
	const def = schema._zod.def;
	if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) return inputOptin(def.out);
	if (def.type === "catch") return inputOptin(def.innerType);
	return schema._zod.optin;
}
const objectProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	const shape = def.shape;
	if (Object.getOwnPropertySymbols(shape).length && handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) return;
	json.type = "object";
	json.properties = {};
	for (const key in shape) assignProp(json.properties, key, processSchema(shape[key], ctx, {
		...params,
		path: [
			...params.path,
			"properties",
			key
		]
	}));
	const requiredKeys = [];
	for (const key of Object.keys(shape)) {
		const field = def.shape[key];
		if (ctx.io === "input" ? inputOptin(field) === void 0 : field._zod.optout === void 0) requiredKeys.push(key);
	}
	if (requiredKeys.length > 0) json.required = requiredKeys;
	if (def.catchall?._zod.def.type === "never") json.additionalProperties = false;
	else if (!def.catchall) {
		if (ctx.io === "output") json.additionalProperties = false;
	} else if (def.catchall) json.additionalProperties = processSchema(def.catchall, ctx, {
		...params,
		path: [...params.path, "additionalProperties"]
	});
};
const unionProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const isExclusive = def.inclusive === false;
	const options = def.options.map((x, i) => processSchema(x, ctx, {
		...params,
		path: [
			...params.path,
			isExclusive ? "oneOf" : "anyOf",
			i
		]
	}));
	if (isExclusive) json.oneOf = options;
	else json.anyOf = options;
};
const intersectionProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const a = processSchema(def.left, ctx, {
		...params,
		path: [
			...params.path,
			"allOf",
			0
		]
	});
	const b = processSchema(def.right, ctx, {
		...params,
		path: [
			...params.path,
			"allOf",
			1
		]
	});
	const isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1;
	const allOf = [...isSimpleIntersection(a) ? a.allOf : [a], ...isSimpleIntersection(b) ? b.allOf : [b]];
	json.allOf = allOf;
	ctx.intersections.push(allOf);
};
const tupleProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	json.type = "array";
	const prefixPath = ctx.target === "draft-2020-12" ? "prefixItems" : "items";
	const restPath = ctx.target === "draft-2020-12" ? "items" : ctx.target === "openapi-3.0" ? "items" : "additionalItems";
	const prefixItems = def.items.map((x, i) => processSchema(x, ctx, {
		...params,
		path: [
			...params.path,
			prefixPath,
			i
		]
	}));
	const rest = def.rest ? processSchema(def.rest, ctx, {
		...params,
		path: [
			...params.path,
			restPath,
			...ctx.target === "openapi-3.0" ? [def.items.length] : []
		]
	}) : null;
	let minItems = def.items.length;
	while (minItems > 0) {
		const item = def.items[minItems - 1];
		if (!(ctx.io === "input" ? inputOptin(item) !== void 0 : item._zod.optout === "optional")) break;
		minItems--;
	}
	const maxItems = def.items.length;
	const isClosed = !def.rest;
	if (ctx.target === "draft-2020-12") {
		json.prefixItems = prefixItems;
		if (isClosed) json.items = false;
		else if (rest) json.items = rest;
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	} else if (ctx.target === "openapi-3.0") {
		json.items = { anyOf: prefixItems };
		if (rest) json.items.anyOf.push(rest);
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	} else {
		json.items = prefixItems;
		if (isClosed) json.additionalItems = false;
		else if (rest) json.additionalItems = rest;
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	}
	const { minimum, maximum } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minItems = minimum;
	if (typeof maximum === "number") json.maxItems = maximum;
};
/** JSON object keys are always strings, so a numeric record key schema is re-expressed over the
* numeric-string form the record parser matches. Deferred to `finalize`, after the flatten: a key
* behind a wrapper only carries its own `type` before then, and a union key only has its branches.
*
* A numeric bound cannot apply to a property name, so `minimum` and its siblings are dropped rather
* than carried over: keeping them beside `type: "string"` reproduces the match-nothing schema this
* exists to fix. A key that carries one therefore emits wider than the record parses — `z.record(z.number().min(5), V)`
* accepts `"3"` — which is the deliberate trade, since throwing on it would reject an ordinary schema
* outright. */
function stringifyKeyNames(bySchema, json, visited) {
	if (json.$ref) {
		if (visited.has(json)) return json;
		visited.add(json);
		const def = bySchema.get(json)?.def;
		if (!def) return json;
		const inlined = stringifyKeyNames(bySchema, def, visited);
		return inlined === def ? json : inlined;
	}
	for (const keyword of ["anyOf", "oneOf"]) {
		const branches = json[keyword];
		if (!Array.isArray(branches)) continue;
		const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
		if (mapped.some((branch, i) => branch !== branches[i])) json = {
			...json,
			[keyword]: mapped
		};
	}
	const types = Array.isArray(json.type) ? json.type : [json.type];
	const numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer");
	const values = json.enum ?? (json.const !== void 0 ? [json.const] : void 0);
	if (!numericType && !values?.some((v) => typeof v === "number")) return json;
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
	if (rest.enum) rest.enum = rest.enum.map((v) => typeof v === "number" ? String(v) : v);
	else if (typeof rest.const === "number") rest.const = String(rest.const);
	if (!numericType) return rest;
	rest.type = "string";
	if (!values) rest.pattern = (types.includes("number") ? number$1 : integer).source;
	return rest;
}
/** Every record of one conversion, so the carriers are found in a single pass rather than once per record. */
const pendingRecords = /* @__PURE__ */ new WeakMap();
function rewriteKeyNames(ctx) {
	const bySchema = /* @__PURE__ */ new Map();
	for (const entry of ctx.seen.values()) if (entry.def && !bySchema.has(entry.schema)) bySchema.set(entry.schema, entry);
	const rewrites = /* @__PURE__ */ new Map();
	for (const record of pendingRecords.get(ctx) ?? []) {
		const seen = ctx.seen.get(record);
		const names = (seen?.def ?? seen?.schema)?.propertyNames;
		if (!names || names === true || rewrites.has(names)) continue;
		const rewritten = stringifyKeyNames(bySchema, names, /* @__PURE__ */ new Set());
		if (rewritten !== names) rewrites.set(names, rewritten);
	}
	if (!rewrites.size) return;
	for (const entry of ctx.seen.values()) for (const carrier of [entry.schema, entry.def]) {
		const rewritten = carrier && rewrites.get(carrier.propertyNames);
		if (rewritten) carrier.propertyNames = rewritten;
	}
}
const recordProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	json.type = "object";
	const keyType = def.keyType;
	const patterns = aggregateChecks(keyType).patterns;
	if (def.mode === "loose" && patterns && patterns.size > 0) {
		const valueSchema = processSchema(def.valueType, ctx, {
			...params,
			path: [
				...params.path,
				"patternProperties",
				"*"
			]
		});
		json.patternProperties = {};
		for (const pattern of patterns) assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
	} else {
		if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
			json.propertyNames = processSchema(def.keyType, ctx, {
				...params,
				path: [...params.path, "propertyNames"]
			});
			let pending = pendingRecords.get(ctx);
			if (!pending) {
				pending = [];
				pendingRecords.set(ctx, pending);
				ctx.deferred.push(() => rewriteKeyNames(ctx));
			}
			pending.push(schema);
		}
		json.additionalProperties = processSchema(def.valueType, ctx, {
			...params,
			path: [...params.path, "additionalProperties"]
		});
	}
	const keyValues = keyType._zod.values;
	const omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== void 0;
	if (keyValues && !def.partial && !omittableOnInput) {
		const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
		if (validKeyValues.length > 0) json.required = validKeyValues.map(String);
	}
};
const nullableProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const inner = processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	if (ctx.target === "openapi-3.0") {
		seen.ref = def.innerType;
		json.nullable = true;
	} else json.anyOf = [inner, { type: "null" }];
};
const nonoptionalProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
/** Round-trips a default value through JSON so the emitted schema is guaranteed to be valid JSON.
* A BigInt has no reliable encoding, so it goes through `unrepresentable` like any other
* unrepresentable value. Returns a sentinel when the caller must not write a default of its own. */
const UNREPRESENTABLE_DEFAULT = Symbol();
function serializeDefaultValue(value, schema, ctx, json, params) {
	let unrepresentable = false;
	const serialized = JSON.stringify(value, (_, val) => {
		if (typeof val !== "bigint") return val;
		unrepresentable = true;
		return null;
	});
	if (!unrepresentable) return JSON.parse(serialized);
	handleUnrepresentable(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
	return UNREPRESENTABLE_DEFAULT;
}
const defaultProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
	if (value !== UNREPRESENTABLE_DEFAULT) json.default = value;
};
const prefaultProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	if (ctx.io !== "input") return;
	const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
	if (value !== UNREPRESENTABLE_DEFAULT) json._prefault = value;
};
const catchProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	let catchValue;
	try {
		catchValue = def.catchValue(void 0);
	} catch {
		handleUnrepresentable(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
		return;
	}
	json.default = catchValue;
};
const pipeProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	const inIsTransform = def.in._zod.traits.has("$ZodTransform");
	const innerType = ctx.io === "input" ? inIsTransform ? def.out : def.in : def.out;
	processSchema(innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = innerType;
};
const readonlyProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	json.readOnly = true;
};
const promiseProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
const optionalProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
const lazyProcessor = (schema, ctx, _json, params) => {
	const innerType = schema._zod.innerType;
	processSchema(innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = innerType;
};
const allProcessors = {
	string: stringProcessor,
	number: numberProcessor,
	boolean: booleanProcessor,
	bigint: bigintProcessor,
	symbol: symbolProcessor,
	null: nullProcessor,
	undefined: undefinedProcessor,
	void: voidProcessor,
	never: neverProcessor,
	any: anyProcessor,
	unknown: unknownProcessor,
	date: dateProcessor,
	enum: enumProcessor,
	literal: literalProcessor,
	nan: nanProcessor,
	template_literal: templateLiteralProcessor,
	file: fileProcessor,
	success: successProcessor,
	custom: customProcessor,
	function: functionProcessor,
	transform: transformProcessor,
	map: mapProcessor,
	set: setProcessor,
	array: arrayProcessor,
	object: objectProcessor,
	union: unionProcessor,
	intersection: intersectionProcessor,
	tuple: tupleProcessor,
	record: recordProcessor,
	nullable: nullableProcessor,
	nonoptional: nonoptionalProcessor,
	default: defaultProcessor,
	prefault: prefaultProcessor,
	catch: catchProcessor,
	pipe: pipeProcessor,
	readonly: readonlyProcessor,
	promise: promiseProcessor,
	optional: optionalProcessor,
	lazy: lazyProcessor
};
function toJSONSchema(input, params) {
	if ("_idmap" in input) {
		const registry = input;
		const ctx = initializeContext({
			...params,
			processors: allProcessors
		});
		const defs = {};
		for (const entry of registry._idmap.entries()) {
			const [_, schema] = entry;
			processSchema(schema, ctx);
		}
		const schemas = {};
		ctx.external = {
			registry,
			uri: params?.uri,
			defs
		};
		for (const entry of registry._idmap.entries()) {
			const [key, schema] = entry;
			extractDefs(ctx, schema);
			assignProp(schemas, key, finalize(ctx, schema));
		}
		if (Object.keys(defs).length > 0) schemas.__shared = { [ctx.target === "draft-2020-12" ? "$defs" : "definitions"]: defs };
		return { schemas };
	}
	const ctx = initializeContext({
		...params,
		processors: allProcessors
	});
	processSchema(input, ctx);
	extractDefs(ctx, input);
	return finalize(ctx, input);
}

// src/yaml/read-checked.ts
/** A file of ours (YAML or JSON) to its content, or to everything that is wrong with it, each at its place. */
/**
* Reads the text of a file; a byte order mark and CRLF do not matter.
* @param file its name as the user gave it, for messages
* @throws Problem usage with all that is wrong, in the order of the file, each as
*   `FILE:LINE:COLUMN: what was found; what would be right` with the line and a caret below
*/
function readChecked(text, file, shape) {
	const refuse = (problems) => new Problem("usage", messageFor(file, problems), shape.remedy);
	const atTop = (found, right) => refuse([{
		line: 1,
		column: 1,
		found,
		right
	}]);
	if (text.length > shape.mostCharacters) throw atTop(`a file of ${text.length} characters`, `at most ${shape.mostCharacters}`);
	const source = text.replace(/^\uFEFF/, "");
	const lines = new Lines(source);
	const yaml = readYaml(source, lines, shape.mostValues);
	if (yaml.value === void 0 && yaml.problems.length > 0) throw refuse(yaml.problems);
	if (yaml.value === null) throw atTop("an empty file", `at least ${shape.least}`);
	const parsed = safeParse(shape.schema, yaml.value);
	const unknownKey = (path) => unknownKeyFinding(path, keysAt(shape.schema, path.slice(0, -1)));
	const findings = [...(parsed.error?.issues ?? []).flatMap((issue) => findingsOf(issue, yaml.value, unknownKey)), ...shape.findings(yaml.value)];
	const problems = inOrder(yaml.problems, findings.map((finding) => problemOf(finding, yaml, lines)));
	if (!parsed.success || problems.length > 0) throw refuse(problems);
	return parsed.data;
}
/** The keys that may stand in the map at a path. */
function keysAt(schema, path) {
	let here = [toJSONSchema(schema)];
	for (const key of path) here = withOptions(here).flatMap((part) => {
		const inner = typeof key === "number" ? part.items : part.properties?.[key];
		return inner === void 0 ? [] : [inner];
	});
	return withOptions(here).flatMap((part) => Object.keys(part.properties ?? {}));
}
function withOptions(parts) {
	return parts.flatMap((part) => [part, ...withOptions(part.anyOf ?? [])]);
}

// src/service/file-records.ts
/** The whole file as a record. */
function topOf(value) {
	return {
		path: [],
		fields: isRecord(value) ? value : {}
	};
}
/** The records of a file that is one list. */
function recordsIn(value) {
	return recordsAmong(elements(value, []));
}
/** The records of the list under a name; what is no record is left out. */
function recordsOf(record, name) {
	return recordsAmong(valuesOf(record, name));
}
/** The elements of the list under a name. */
function valuesOf({ path, fields }, name) {
	return elements(fields[name], [...path, name]);
}
function elements(value, path) {
	return Array.isArray(value) ? value.map((element, index) => ({
		path: [...path, index],
		value: element
	})) : [];
}
function recordsAmong(values) {
	return values.flatMap(({ path, value }) => isRecord(value) ? [{
		path,
		fields: value
	}] : []);
}
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/service/mangle.ts
/** What can become of a body; the length of the answer always fits the body that is sent. */
const mangledBodies = [
	"malformed",
	"truncated",
	"empty",
	"html",
	"noRtn"
];
const htmlPage = "<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n";
/**
* The answer with its body mangled: `malformed` whole but not JSON, `truncated` its first half, `empty` no byte, `html`
* a page in its place, `noRtn` JSON without `rtn`.
*/
function mangle(answer, as) {
	switch (as) {
		case "malformed": return {
			...answer,
			body: answer.body.replace(":", "=")
		};
		case "truncated": return {
			...answer,
			body: answer.body.slice(0, answer.body.length / 2)
		};
		case "empty": return {
			...answer,
			body: ""
		};
		case "html": return {
			...answer,
			headers: {
				...answer.headers,
				"content-type": "text/html; charset=utf-8"
			},
			body: htmlPage
		};
		case "noRtn": {
			const { rtn: _, ...rest } = fieldsOf(answer);
			return {
				...answer,
				body: JSON.stringify(rest)
			};
		}
	}
}
/** The answer with another `rtn.sev`. */
function withSeverity(answer, sev) {
	const fields = fieldsOf(answer);
	const rtn = typeof fields.rtn === "object" ? fields.rtn : {};
	return {
		...answer,
		body: JSON.stringify({
			...fields,
			rtn: {
				...rtn,
				sev
			}
		})
	};
}
/** The answer of which half the body is sent, and then the connection is cut. */
function cutMidBody(answer) {
	return {
		...answer,
		cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2)
	};
}
/** The service's own answers are all JSON objects. */
function fieldsOf(answer) {
	return JSON.parse(answer.body);
}

// src/service/faults.ts
/**
* The faults file of `serve --faults FILE`: bad days that the service plays, as YAML or JSON. docs/service.md describes
* its keys; play-faults.ts plays them.
*/
/** A whole number; the error is what would be right. */
const whole = (error, least, most = Number.MAX_SAFE_INTEGER) => int({ error }).check(_gte(least, { error }), _lte(most, { error }));
const count = optional(whole("a whole number from 1 on", 1));
const oneOf = (values) => optional(_enum(values, { error: `one of ${values.map((value) => `\`${value}\``).join(", ")}` }));
const retryAfterError = "whole seconds, or an HTTP date as \"Fri, 21 Nov 2025 04:28:00 GMT\"";
const isHttpDate = (date) => new Date(date).toUTCString() === date;
const retryAfter = union([whole(retryAfterError, 0), string().check(refine(isHttpDate, { error: retryAfterError }))], { error: retryAfterError });
const sevError = "a severity that the interface does not know: not 10, 20 or 30";
const isUnknownSeverity = (sev) => ![
	10,
	20,
	30
].includes(readInteger(sev) ?? 0);
const sev = union([string(), int()], { error: sevError }).check(refine(isUnknownSeverity, { error: sevError }));
const nameError = "the name of an object (text; in quotes, if it looks like a number)";
const faultSchema = strictObject({
	method: oneOf(["POST", "PATCH"]),
	objn: optional(string({ error: nameError }).check(_minLength(1, { error: nameError }))),
	call: count,
	nth: count,
	from: count,
	every: count,
	times: count,
	delay: optional(whole("whole milliseconds, 600000 at most", 0, 6e5)),
	status: optional(whole("a status from 400 to 599", 400, 599)),
	retryAfter: optional(retryAfter),
	body: oneOf(mangledBodies),
	sev: optional(sev),
	refuse: optional(string({ error: "the message of the refusal (text)" })),
	existingObjectId: count,
	cut: oneOf([
		"before",
		"after",
		"midBody"
	]),
	when: oneOf(["before", "after"])
}, { error: "a fault: for which calls it is, and what happens to them" });
const faultsSchema = array(faultSchema, { error: "a list of faults" });
/** Keys that exclude each other: of each row, the first with any of the others. */
const exclusions = [
	["nth", "call"],
	[
		"from",
		"call",
		"nth"
	],
	[
		"every",
		"call",
		"nth"
	],
	[
		"sev",
		"status",
		"body"
	],
	[
		"refuse",
		"status",
		"body",
		"sev"
	],
	[
		"cut",
		"status",
		"body",
		"sev",
		"refuse"
	],
	[
		"when",
		"cut",
		"refuse"
	]
];
/** Keys that say nothing without another. */
const companions = [["retryAfter", "status"], ["existingObjectId", "refuse"]];
const effects = [
	"delay",
	"status",
	"body",
	"sev",
	"refuse",
	"cut"
];
/** What the keys of a fault must agree on. */
function findingsOfFault({ path, fields }) {
	const has = (key) => Object.hasOwn(fields, key);
	const findings = exclusions.flatMap(([key, ...others]) => {
		const met = has(key) ? others.filter(has).map((other) => `\`${other}\``) : [];
		if (met.length === 0) return [];
		const these = met.join(" and ");
		return [{
			path: [...path, key],
			atKey: true,
			found: `\`${key}\` beside ${these}`,
			right: `leave out \`${key}\`, or ${these}`
		}];
	});
	for (const [key, other] of companions) {
		if (!has(key) || has(other)) continue;
		const found = `\`${key}\` without \`${other}\``;
		findings.push({
			path: [...path, key],
			atKey: true,
			found,
			right: `expected \`${other}\` too`
		});
	}
	if (fields.when === "after" && typeof fields.status === "number" && fields.status < 500) {
		const right = "expected `before`, as a status below 500 says that nothing was done";
		findings.push({
			path: [...path, "when"],
			found: `\`after\` with status ${fields.status}`,
			right
		});
	}
	if (Object.keys(fields).every((key) => Object.hasOwn(faultSchema.shape, key)) && !effects.some(has)) {
		const right = `expected one of ${effects.map((key) => `\`${key}\``).join(", ")}`;
		findings.push({
			path,
			found: "a fault of which nothing comes",
			right
		});
	}
	return findings;
}
/**
* Reads the text of a faults file.
* @param file its name, for messages
* @throws Problem usage with all that is wrong, in the order of the file, each as
*   `FILE:LINE:COLUMN: what was found; what would be right` with the line and a caret below
*/
function readFaults(text, file) {
	return readChecked(text, file, {
		schema: faultsSchema,
		findings: (value) => recordsIn(value).flatMap(findingsOfFault),
		least: "a list of faults, `[]` for none",
		remedy: `Correct ${file}, or start without --faults.`,
		mostCharacters: 1048576,
		mostValues: 5e4
	});
}

// src/service/site.ts
/**
* A site: the installation that the service plays. Users, applications, levels, attributes, Git repositories, projects
* and what is installed. The interface names these records without showing them (§2.7, last line), so their shape is
* ours; the names of what is in them are the interface's. One schema gives the types, checks site files, and is the
* JSON Schema of them (site-schema.ts); every leaf carries the words for "what would be right".
*/
/** Text of 1 to 256 characters. */
function words(error) {
	return string({ error }).check(_minLength(1, { error }), _maxLength(256, { error: `${error}, 256 at most` }));
}
const number = (error) => int({ error }).check(_gte(0, { error }));
const list = (item, error) => array(item, { error });
const filled = (item, error) => list(item, error).check(_minLength(1, { error }));
/** A field that may be left out. */
function open(leaf, about) {
	return optional(leaf).check(describe(about));
}
const flag = (about) => open(boolean({ error: "`true` or `false`" }), about);
const id = (what) => words(`${what} (text; in quotes, if it looks like a number or begins with \`*\`)`);
const levelNumber = number("a level number from 0 on");
const codeError = "a code, 37 or 31, or `{ code, appl, lvl }`";
const code = number(codeError);
/** A security code (37: update own requests, 31: another user's), everywhere or for one application or level. */
const codeSchema = union([code, strictObject({
	code: code.check(describe("37 or 31.")),
	appl: open(id("an application"), "Only for this application."),
	lvl: open(levelNumber, "Only for this level.")
}, { error: codeError })], { error: codeError });
const tokenError = "a token: 1 to 256 visible ASCII characters";
const token = string({ error: tokenError }).check(_regex(/^[!-~]{1,256}$/, { error: tokenError }));
const digestError = "64 hexadecimal digits, the SHA-256 of a token";
const digest = string({ error: digestError }).check(_regex(/^[0-9a-fA-F]{64}$/, { error: digestError }));
const userSchema = strictObject({
	user: id("a user").check(describe("The user of the security facility.")),
	token: open(token, "The token in clear; once the file is read, only its SHA-256 is kept."),
	tokenSha256: open(digest, "In place of `token`: its SHA-256, in hexadecimal."),
	addRequest: flag("May run the add-request command. Default: false."),
	codes: open(list(codeSchema, "a list of codes"), "Security codes for updates: 37 for own requests, 31 for those of others (§4.2). Default: none."),
	authorizeProjects: flag("A project that is not authorized yet is authorized by this user. Default: false.")
}, { error: "a user: `user`, and what they may" });
const template = (what) => words(`${what}; \`<user>\`, \`<level>\` and \`<appl>\` stand for their values`);
const levelSchema = strictObject({
	lvl: levelNumber.check(describe("The level number.")),
	checkOuts: flag("The level permits check-outs. Default: true."),
	follows: open(levelNumber, "The level below, which this one follows."),
	distribution: flag("A distribution level. Default: false."),
	folb: open(template("a naming template"), "Naming template of the library of objects. Default: <user><level>."),
	fslb: open(template("a naming template"), "Naming template of the library of sources. Default: <user><level>."),
	ifs: open(template("a naming template that starts with `/`"), "Naming template of the IFS directory of objects and sources. Default: / and the template of the library.")
}, { error: "a level: `lvl`, and what it is" });
const attributeSchema = strictObject({
	attr: id("an attribute code").check(describe("The attribute code.")),
	objt: id("an object type").check(describe("The object type, as *PGM.")),
	source: _enum([
		"member",
		"ifs",
		"none"
	], { error: "one of `member`, `ifs`, `none`" }).check(describe("Where the source is: a member of a source file, a file in the IFS, or nowhere.")),
	fsfl: open(id("a source file"), "The source file of the members."),
	srca: open(id("a source type"), "The source type of the members."),
	target: open(words("a directory that starts with `/`"), "The fixed target directory in the IFS."),
	levels: open(list(levelNumber, "a list of level numbers"), "The levels it is defined for. Default: all.")
}, { error: "an attribute: `attr`, `objt`, `source`" });
const applicationSchema = strictObject({
	appl: id("an application").check(describe("The application.")),
	levels: filled(levelSchema, "a list of at least one level").check(describe("Its levels.")),
	attributes: list(attributeSchema, "a list of attributes").check(describe("The attributes defined for it."))
}, { error: "an application: `appl`, `levels`, `attributes`" });
const glob = words("a pattern (text; in quotes, if it begins with `*`)");
const mappingSchema = strictObject({
	gpath: open(string({ error: "a pattern of directories" }), "Pattern of the directory. Default: any."),
	gfile: open(glob, "Pattern of the file name. Default: any."),
	attr: id("an attribute code").check(describe("The attribute of such files.")),
	objt: open(id("an object type"), "Their object type. Default: that of the attribute.")
}, { error: "a mapping: `gpath`, `gfile`, `attr`" });
const linkSchema = strictObject({
	branch: words("a branch").check(describe("The branch.")),
	proj: id("a project").check(describe("What proj *BRANCH stands for.")),
	task: open(number("a task number from 0 on"), "The task. Default: none."),
	stsk: open(number("a subtask number from 0 on"), "The subtask. Default: none.")
}, { error: "a link: `branch` and `proj`" });
const repositorySchema = strictObject({
	repo: id("a repository").check(describe("The ID of the Git repository.")),
	attributes: open(list(mappingSchema, "a list of mappings"), "The attribute mapping: the first entry that fits a file gives its attribute; case is ignored."),
	branches: open(list(linkSchema, "a list of links"), "Branches that are linked to a project.")
}, { error: "a repository: `repo`, and its mapping and links" });
const textOf = (what) => string({ error: `the description of the ${what}` });
const subtaskSchema = strictObject({
	stsk: number("a subtask number from 0 on").check(describe("The subtask number.")),
	text: open(textOf("subtask"), "Its description."),
	active: flag("Default: true.")
}, { error: "a subtask: `stsk` and `text`" });
const taskSchema = strictObject({
	task: number("a task number from 0 on").check(describe("The task number.")),
	text: textOf("task").check(describe("Its description, which rfpd *TASK takes.")),
	active: flag("Default: true."),
	subtasks: open(list(subtaskSchema, "a list of subtasks"), "Its subtasks.")
}, { error: "a task: `task` and `text`" });
const projectSchema = strictObject({
	proj: id("a project").check(describe("The project.")),
	text: textOf("project").check(describe("Its description, which rfpd *TASK takes.")),
	open: flag("Default: true."),
	authorized: open(list(id("an application"), "a list of applications"), "Applications it is authorized for. Default: none."),
	tasks: open(list(taskSchema, "a list of tasks"), "Its tasks.")
}, { error: "a project: `proj` and `text`" });
const installedSchema = strictObject({
	appl: id("an application").check(describe("The application.")),
	lvl: levelNumber.check(describe("The level.")),
	objn: id("an object name").check(describe("The object name.")),
	objt: id("an object type").check(describe("The object type.")),
	attr: id("an attribute code").check(describe("The attribute it was installed with.")),
	srca: open(id("a source type"), "The source type of its member."),
	srcd: open(string({ error: "the text of its member" }), "The text of its member.")
}, { error: "an installed object: `appl`, `lvl`, `objn`, `objt`, `attr`" });
const referencedSchema = strictObject({
	objn: id("an object name").check(describe("The object name.")),
	objt: id("an object type").check(describe("The object type."))
}, { error: "an object: `objn` and `objt`" });
const pipelineSchema = strictObject({ pipe: id("a pipeline server").check(describe("The ID of the pipeline server.")) }, { error: "a pipeline server: `pipe`" });
/** What a site file may hold. Flags left out: users may nothing; levels permit check-outs; projects, tasks and subtasks are open. */
const siteSchema = strictObject({
	jobUser: open(id("a user"), "The job's user, who gets the requests of the earlier variant (§9). Default: QTMHHTTP."),
	users: filled(userSchema, "a list of at least one user").check(describe("Users and their tokens.")),
	applications: filled(applicationSchema, "a list of at least one application").check(describe("Applications with their levels and attributes.")),
	repositories: open(list(repositorySchema, "a list of repositories"), "Git repositories."),
	projects: open(list(projectSchema, "a list of projects"), "Projects with their tasks."),
	installed: open(list(installedSchema, "a list of installed objects"), "The installation history, from which types and attributes are derived."),
	crossReference: open(list(referencedSchema, "a list of objects"), "The cross-reference: types of objects that are not in the history."),
	pipelines: open(list(pipelineSchema, "a list of pipeline servers"), "Pipeline servers.")
}, { error: "a site: `users`, `applications` and what else there is" });

// src/service/site-levels.ts
/** What the levels of an application must agree on: who follows whom, and the placeholders of naming templates. */
const placeholders = [
	"user",
	"level",
	"appl"
];
/** Findings about the levels of one application. */
function levelFindings(levels) {
	return levels.flatMap((level) => [...followsFindings(level, levels), ...templateFindings(level)]);
}
function followsFindings({ path, fields }, levels) {
	const { lvl, follows } = fields;
	if (typeof follows !== "number") return [];
	const others = levels.map((level) => level.fields.lvl).filter((other) => other !== lvl);
	const at = [...path, "follows"];
	if (!others.includes(follows)) {
		const right = others.length === 0 ? "expected no `follows`, as there is one level" : `expected one of ${others.join(", ")}`;
		return [{
			path: at,
			found: `\`${follows}\`, which is not another level of the application`,
			right
		}];
	}
	if (!endsIn(levels, follows, lvl)) return [];
	return [{
		path: at,
		found: `levels that follow each other in a ring`,
		right: "expected a lowest level without `follows`"
	}];
}
/** Whether one comes from a level, going down, to another. */
function endsIn(levels, from, to) {
	const passed = /* @__PURE__ */ new Set();
	let current = from;
	while (current !== void 0 && !passed.has(current)) {
		if (current === to) return true;
		passed.add(current);
		const below = current;
		current = levels.find(({ fields }) => fields.lvl === below)?.fields.follows;
	}
	return false;
}
function templateFindings({ path, fields }) {
	return [
		"folb",
		"fslb",
		"ifs"
	].flatMap((name) => {
		const template = fields[name];
		if (typeof template !== "string") return [];
		const at = [...path, name];
		const findings = [...template.matchAll(/<([^<>]*)>/g)].map((match) => match[1] ?? "").filter((word) => !placeholders.includes(word)).map((word) => {
			const near = nearest(word, placeholders);
			const right = near === null ? "expected `<user>`, `<level>` or `<appl>`" : `did you mean \`<${near}>\`?`;
			return {
				path: at,
				found: `the placeholder \`<${shorten(word)}>\``,
				right
			};
		});
		if (name !== "ifs" || template.startsWith("/")) return findings;
		return [...findings, {
			path: at,
			found: "a relative directory",
			right: "expected one that starts with `/`"
		}];
	});
}

// src/service/site-patterns.ts
/** What the patterns of a repository's attribute mapping must be: those of a mapping file. */
/** Findings about `gpath` and `gfile` of one entry. */
function patternFindings({ path, fields }) {
	return ["gpath", "gfile"].flatMap((name) => {
		const pattern = fields[name];
		if (typeof pattern !== "string") return [];
		const at = [...path, name];
		if (name === "gfile" && pattern.includes("/")) return [{
			path: at,
			found: "a directory in the pattern of a file name",
			right: "expected it in `gpath`"
		}];
		const wrong = wrongWith(pattern);
		return wrong === null ? [] : [{
			path: at,
			found: wrong.found,
			right: wrong.right
		}];
	});
}
function wrongWith(pattern) {
	try {
		compileGlob(pattern, true);
		return null;
	} catch (error) {
		if (error instanceof GlobError) return error;
		throw error;
	}
}

// src/service/site-tokens.ts
/** Findings about the tokens of all users: one each, and no token twice. */
function tokenFindings(users) {
	const owners = /* @__PURE__ */ new Map();
	return users.flatMap(({ path, fields }) => {
		const { user, token, tokenSha256 } = fields;
		if (token !== void 0 && tokenSha256 !== void 0) return [{
			path: [...path, "tokenSha256"],
			atKey: true,
			found: "`token` and `tokenSha256`",
			right: "one of the two"
		}];
		const name = token === void 0 ? "tokenSha256" : "token";
		const value = fields[name];
		if (typeof value !== "string") return [];
		const digest = name === "token" ? digestOf(value).toString("hex") : value.toLowerCase();
		const owner = owners.get(digest);
		if (owner === void 0) owners.set(digest, user ?? "");
		else return [{
			path: [...path, name],
			atKey: true,
			found: `the token of user \`${String(owner)}\` again`,
			right: "each user their own token"
		}];
		return [];
	});
}

// src/service/site-checks.ts
/** What a site file must agree on within itself; the schema checks the shapes, this the names. Pure. */
/** Everything that does not agree in a site, whatever else is wrong with it: names used twice, names that nothing defines. */
function siteFindings(value) {
	const site = topOf(value);
	const applications = recordsOf(site, "applications");
	const projects = recordsOf(site, "projects");
	const repositories = recordsOf(site, "repositories");
	return [
		...twice(recordsOf(site, "users"), "user", "user"),
		...twice(applications, "appl", "application"),
		...twice(repositories, "repo", "repository"),
		...twice(projects, "proj", "project"),
		...twice(recordsOf(site, "pipelines"), "pipe", "pipeline server"),
		...tokenFindings(recordsOf(site, "users")),
		...recordsOf(site, "users").flatMap((user) => codeFindings(user, applications)),
		...applications.flatMap(applicationFindings),
		...projects.flatMap((project) => projectFindings(project, applications)),
		...repositories.flatMap((repository) => repositoryFindings(repository, applications, projects)),
		...recordsOf(site, "installed").flatMap((object) => installedFindings(object, applications))
	];
}
function codeFindings(user, applications) {
	const codes = valuesOf(user, "codes").flatMap(({ path, value }) => typeof value === "number" ? [{
		path,
		code: value
	}] : []);
	const narrow = recordsOf(user, "codes");
	return [
		...[...codes, ...narrow.map(({ path, fields }) => ({
			path: [...path, "code"],
			code: fields.code
		}))].flatMap(({ path, code }) => typeof code !== "number" || code === 37 || code === 31 ? [] : [{
			path,
			found: `the code ${code}`,
			right: "expected 37 (own requests) or 31 (those of others)"
		}]),
		...narrow.flatMap((record) => unknownName(record, "appl", namesIn(applications, "appl"), "an application")),
		...narrow.flatMap((record) => {
			const meant = applications.filter(({ fields }) => (record.fields.appl ?? fields.appl) === fields.appl);
			return meant.length === 0 ? [] : unknownName(record, "lvl", levelsOf(meant), "a level");
		})
	];
}
function applicationFindings(application) {
	const attributes = recordsOf(application, "attributes");
	const levels = levelsOf([application]);
	return [
		...twice(recordsOf(application, "levels"), "lvl", "level"),
		...twice(attributes, "attr", "attribute"),
		...levelFindings(recordsOf(application, "levels")),
		...attributes.flatMap((attribute) => valuesOf(attribute, "levels").flatMap(({ path, value }) => unknownValue(path, value, levels, "a level"))),
		...attributes.flatMap(({ path, fields }) => fields.source === "member" && fields.fsfl === void 0 ? [{
			path,
			found: "no `fsfl`",
			right: "expected `fsfl`: the source file, since `source` is `member`"
		}] : []),
		...attributes.flatMap(({ path, fields }) => typeof fields.target === "string" && !fields.target.startsWith("/") ? [{
			path: [...path, "target"],
			found: "a relative directory",
			right: "expected one that starts with `/`"
		}] : [])
	];
}
function projectFindings(project, applications) {
	const known = namesIn(applications, "appl");
	const tasks = recordsOf(project, "tasks");
	return [
		...valuesOf(project, "authorized").flatMap(({ path, value }) => unknownValue(path, value, known, "an application")),
		...twice(tasks, "task", "task"),
		...tasks.flatMap((task) => twice(recordsOf(task, "subtasks"), "stsk", "subtask"))
	];
}
function repositoryFindings(repository, applications, projects) {
	const attributes = applications.flatMap((application) => namesIn(recordsOf(application, "attributes"), "attr"));
	const links = recordsOf(repository, "branches");
	return [
		...recordsOf(repository, "attributes").flatMap((entry) => unknownName(entry, "attr", attributes, "an attribute")),
		...recordsOf(repository, "attributes").flatMap(patternFindings),
		...twice(links, "branch", "branch"),
		...links.flatMap((link) => unknownName(link, "proj", namesIn(projects, "proj"), "a project")),
		...links.flatMap((link) => linkFindings(link, projects))
	];
}
function linkFindings(link, projects) {
	const { task, stsk, proj } = link.fields;
	const project = projects.find(({ fields }) => fields.proj === proj);
	if (project === void 0) return [];
	const tasks = recordsOf(project, "tasks");
	const found = tasks.find(({ fields }) => fields.task === task);
	if (task) return found ? subtaskFindings(link, found) : unknownName(link, "task", namesIn(tasks, "task"), "a task");
	return stsk ? [{
		path: [...link.path, "stsk"],
		found: "a subtask without a task",
		right: "expected `task` too"
	}] : [];
}
function subtaskFindings(link, task) {
	if (!link.fields.stsk) return [];
	return unknownName(link, "stsk", namesIn(recordsOf(task, "subtasks"), "stsk"), "a subtask");
}
function installedFindings(object, applications) {
	const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
	if (!application) return unknownName(object, "appl", namesIn(applications, "appl"), "an application");
	return [...unknownName(object, "lvl", levelsOf([application]), "a level"), ...unknownName(object, "attr", namesIn(recordsOf(application, "attributes"), "attr"), "an attribute")];
}
function levelsOf(applications) {
	return applications.flatMap((application) => namesIn(recordsOf(application, "levels"), "lvl"));
}
function namesIn(records, field) {
	return records.map(({ fields }) => fields[field]).filter(isName);
}
function isName(value) {
	return typeof value === "string" || typeof value === "number";
}
/** A field that names what is not among the known; nothing when it is not sent, or not even a name. */
function unknownName(record, field, known, what) {
	return unknownValue([...record.path, field], record.fields[field], known, what);
}
function unknownValue(path, value, known, what) {
	if (!isName(value) || known.includes(value)) return [];
	const names = [...new Set(known.filter((name) => typeof name === typeof value).map(String))];
	const found = `${what} that is not defined, \`${shorten(String(value))}\``;
	const near = typeof value === "string" && value.length > 2 ? nearest(value, names) : null;
	if (near !== null) return [{
		path,
		found,
		right: `did you mean \`${near}\`?`
	}];
	const some = names.slice(0, 10).join(", ");
	return [{
		path,
		found,
		right: some === "" ? "expected one that is defined; there is none" : `expected one of ${some}`
	}];
}
/** Records that carry a name which an earlier one has. */
function twice(records, field, what) {
	const seen = /* @__PURE__ */ new Set();
	return records.flatMap((record) => {
		const name = record.fields[field];
		if (!isName(name)) return [];
		const path = [...record.path, field];
		if (seen.has(name)) return [{
			path,
			found: `${what} \`${shorten(String(name))}\` a second time`,
			right: "each once"
		}];
		seen.add(name);
		return [];
	});
}

// src/service/load-site.ts
/** Reading a site file: YAML or JSON, with everything that is wrong at its line and column. */
/**
* Reads the text of a site file.
* @param file its name, for messages
* @returns the site, with the SHA-256 of tokens in their place
* @throws Problem usage with all that is wrong, in the order of the file, each as
*   `FILE:LINE:COLUMN: what was found; what would be right` with the line and a caret below
*/
function readSite(text, file) {
	const site = readChecked(text, file, {
		schema: siteSchema,
		findings: siteFindings,
		least: "`users` and `applications`",
		remedy: `Correct ${file}, or start with --demo.`,
		mostCharacters: 4194304,
		mostValues: 5e5
	});
	return withDigests(site);
}

// src/service/play-faults.ts
/** Playing scripted faults: which are due for a call, and what they make of it. */
/** The faults as the hook of one service; the counting starts anew with each. */
function interfereFrom(faults) {
	const entries = faults.map((fault) => ({
		fault,
		met: 0,
		played: 0
	}));
	const due = /* @__PURE__ */ new WeakMap();
	let calls = 0;
	return async (moment, method, call) => {
		if (moment === "before-work") {
			calls += 1;
			due.set(call, meet(entries, calls, method, call.objn));
		}
		for (const entry of due.get(call) ?? []) {
			const { fault } = entry;
			if (momentOf(fault) !== moment || entry.played >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
			entry.played += 1;
			if (fault.delay !== void 0) await setTimeout(fault.delay, void 0, { ref: false });
			const ending = endingOf(fault, call.answer ?? createdAnswer);
			if (ending !== null) return ending;
		}
		return null;
	};
}
/** Counts a call for every fault that it can be for, and gives those whose turn it is. */
function meet(entries, calls, method, objn) {
	const meant = entries.filter(({ fault }) => isMeant(fault, method, objn));
	for (const entry of meant) entry.met += 1;
	return meant.filter(({ fault, met }) => isTurn(fault, calls, met));
}
function isMeant(fault, method, objn) {
	if (fault.method !== void 0 && fault.method !== method) return false;
	return fault.objn === void 0 || fault.objn.toUpperCase() === objn?.toUpperCase();
}
/** `met`: the number of the call among those that the fault can be for. */
function isTurn({ call, nth, from, every = 1 }, calls, met) {
	if (call !== void 0) return call === calls;
	if (nth !== void 0) return nth === met;
	const first = from ?? every;
	return met >= first && (met - first) % every === 0;
}
function momentOf({ when, cut, refuse, status, body, sev }) {
	if (when !== void 0) return when === "before" ? "before-work" : "before-answer";
	if (cut !== void 0) return cut === "before" ? "before-work" : "before-answer";
	if (refuse !== void 0 || status !== void 0) return "before-work";
	return body !== void 0 || sev !== void 0 ? "before-answer" : "before-work";
}
/** How a fault ends the call; null when it does not, as a mere delay. */
function endingOf(fault, answer) {
	const { status, body, sev, refuse, cut } = fault;
	if (cut !== void 0) return cut === "midBody" ? cutMidBody(answer) : "cut";
	if (refuse !== void 0) return new Refusal(refuse, fault.existingObjectId ?? null);
	if (sev !== void 0) return withSeverity(answer, sev);
	if (status === void 0) return body === void 0 ? null : mangle(answer, body);
	const own = statusAnswer(status, fault.retryAfter);
	return body === void 0 ? own : mangle(own, body);
}
function statusAnswer(status, retryAfter) {
	const headers = retryAfter === void 0 ? {} : { "retry-after": String(retryAfter) };
	return json(status, { error: STATUS_CODES[status] ?? "Unknown Error" }, headers);
}
/** Stands in for the answer of a call whose work was not done. */
const createdAnswer = json(200, {
	rtn: {
		sev: "10",
		msg: messages.created
	},
	request: {}
});

// src/commands/serve.ts
async function chooseSite(options) {
	if (options.demo === true && options.site !== void 0) throw new Problem("usage", "--demo and --site exclude each other", "Give one of them.");
	if (options.demo === true) return demoSite;
	if (options.site === void 0) throw new Problem("usage", "serve needs to know the installation", "Give --site FILE, or --demo to try it.");
	return readSite(await readText("site", options.site), options.site);
}
async function readText(name, file) {
	return readFile(file, "utf8").catch((error) => {
		throw new Problem("usage", `the ${name} file ${file} cannot be read: ${messageOf(error)}`, `Check --${name}.`);
	});
}
/** `serve`: runs the object-request service until the signal is aborted. Prints its address once it listens. */
async function serve(options, output, signal) {
	const site = await chooseSite(options);
	const faults = options.faults === void 0 ? null : readFaults(await readText("faults", options.faults), options.faults);
	const service = await startService({
		site,
		db: options.db ?? ":memory:",
		port: options.port ?? 8642,
		refusalStatus: options["refusal-status"] === 422 ? 422 : 200,
		variant: options.variant ?? "later",
		quotedNumbers: options["quoted-numbers"] === true,
		...faults === null ? {} : { interfere: interfereFrom(faults) }
	});
	output.out(`object-request service listening on ${service.url}\n`);
	if (options.demo === true) output.out("demo site: tokens demo-token, demo-lead-token, demo-viewer-token\n");
	if (faults !== null) output.out(`faults to play: ${faults.length}, from ${options.faults}\n`);
	await new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener("abort", () => resolve(), { once: true });
	});
	await service.close();
	return 0;
}

export { serve };