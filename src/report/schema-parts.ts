/** What the schemas of `report` and `status` are built of; `about` is the description in the shipped JSON Schema. */
import * as z from 'zod/mini';

/** Returns the schema with a description. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, about: string): Schema =>
  schema.check(z.describe(about));

/** Returns the schema of an integer from 0. */
export const natural = () => z.int().check(z.minimum(0));

// Described schemas: of a string, an integer from 0 (`whole`), a boolean (`truth`), of one of these or null, and of an array.
export const text = (about: string) => described(z.string(), about);
export const textOrNull = (about: string) => described(z.nullable(z.string()), about);
export const whole = (about: string) => described(natural(), about);
export const wholeOrNull = (about: string) => described(z.nullable(natural()), about);
export const truth = (about: string) => described(z.boolean(), about);
export const truthOrNull = (about: string) => described(z.nullable(z.boolean()), about);
export const list = <Item extends z.ZodMiniType>(item: Item, about: string) => described(z.array(item), about);
