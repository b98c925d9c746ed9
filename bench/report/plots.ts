import type { Curve } from '../bench.ts';
import { plot } from './svg.ts';

/** The plots by name: functions that draw their curves. */
export const plots: Record<string, (curves: readonly Curve[]) => string> = {
  throughput: (curves) =>
    plot(curves, { title: 'Payments per second', x: 'connections (TPC-B: clients)', y: 'per second' }),
  latency: (curves) =>
    plot(curves, { title: 'Latency of POST /payments', x: 'connections', y: 'milliseconds' }),
  growth: (curves) =>
    plot(curves, {
      title: 'Payments per second as the number of payments grows',
      x: 'payments in the database',
      y: 'per second',
    }),
};
