import { remoteFault } from '../fault.ts';

export const trickle = remoteFault({
  name: 'trickle',
  what: 'everything byte by byte, each way, for 3 s',
  hold_ms: [3_000, 3_000],
  strike: async ({ proxy }) => {
    proxy.change('trickling');
    return async () => proxy.change('clear');
  },
});
