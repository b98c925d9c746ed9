import { remoteFault } from '../fault.ts';

export const trickle = remoteFault({
  name: 'trickle',
  what: 'the network carries everything byte by byte in each direction, for 3 s',
  hold_ms: [3_000, 3_000],
  inject: async ({ proxy }) => {
    proxy.change('trickling');
    return async () => proxy.change('clear');
  },
});
