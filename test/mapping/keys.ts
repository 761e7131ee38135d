import * as z from 'zod/mini';
import { mappingSchema } from '../../src/mapping/schema.ts';

interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
}

const whole = z.toJSONSchema(mappingSchema) as Part;
const keysOf = (part: Part | undefined) => Object.keys(part?.properties ?? {});
const rule = whole.properties?.rules?.items;

/** The keys of a mapping: at the top, in a rule, and so on. */
export const keys = {
  top: keysOf(whole),
  rule: keysOf(rule),
  match: keysOf(rule?.properties?.match),
  pipe: keysOf(whole.properties?.pipe),
  attach: keysOf(whole.properties?.attach),
};
