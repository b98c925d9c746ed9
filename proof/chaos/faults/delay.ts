import { remoteFault } from '../fault.ts';

export const delay = remoteFault({
  name: 'delay',
  what: 'the network delays everything by 20 to 200 ms in each direction, for 3 s',
  hold_ms: [3_000, 3_000],
  inject: async ({ proxy }, random) => {
    proxy.change({ delay_ms: random.between(20, 200) });
    return async () => proxy.change('clear');
  },
});
