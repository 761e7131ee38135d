import { neverBackwards } from './backwards-cases.ts';

neverBackwards('off');
