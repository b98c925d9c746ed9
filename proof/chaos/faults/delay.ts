import { remoteFault } from '../fault.ts';

export const delay = remoteFault({
  name: 'delay',
  what: 'everything 20 to 200 ms late, each way, for 3 s',
  hold_ms: [3_000, 3_000],
  strike: async ({ proxy }, random) => {
    proxy.change({ delay_ms: random.between(20, 200) });
    return async () => proxy.change('clear');
  },
});
