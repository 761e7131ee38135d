/** What the schemas of `report` and `status` are built of; `about` is the description in the shipped JSON Schema. */
import * as z from 'zod/mini';

/** Returns the schema with a description. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, about: string): Schema =>
  schema.check(z.describe(about));

/** Returns the schema of an integer from 0. */
export const natural = () => z.int().check(z.minimum(0));

/** Returns the described schema of a string. */
export const text = (about: string) => described(z.string(), about);
/** Returns the described schema of a string or null. */
export const textOrNull = (about: string) => described(z.nullable(z.string()), about);
/** Returns the described schema of an integer from 0. */
export const whole = (about: string) => described(natural(), about);
/** Returns the described schema of an integer from 0, or null. */
export const wholeOrNull = (about: string) => described(z.nullable(natural()), about);
/** Returns the described schema of a boolean. */
export const truth = (about: string) => described(z.boolean(), about);
/** Returns the described schema of a boolean or null. */
export const truthOrNull = (about: string) => described(z.nullable(z.boolean()), about);
/** Returns the described schema of an array. */
export const list = <Item extends z.ZodMiniType>(item: Item, about: string) => described(z.array(item), about);
