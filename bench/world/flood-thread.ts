import { workerData } from 'node:worker_threads';
import { anonymousWays, startFlood, waysOf } from '../../proof/support/load/hostile.ts';
import type { Flood } from './flood.ts';

// The body of the thread that `startFloodThread` starts.
const { port, main, wayName } = workerData as Flood;
const way = [...waysOf({ main }), ...anonymousWays()].find(({ name }) => name === wayName);
if (!way) throw new Error(`There is no way ${wayName}`);
startFlood(port, way);
