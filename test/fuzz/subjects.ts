/** The subjects of `npm run fuzz`, in the order in which they are played. */
import { craftedSources } from './crafted.ts';
import { events } from './events.ts';
import { mapping } from './mapping.ts';
import { multipart } from './multipart.ts';
import { names } from './names.ts';
import { replies } from './replies.ts';
import type { Subject } from './subject.ts';
import { suites } from './suites.ts';

export const subjects: readonly Subject[] = [mapping, names, events, replies, multipart, craftedSources, suites];
