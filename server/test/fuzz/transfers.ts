import { deposit } from '../support/deposits.ts';
import { resource } from '../support/http.ts';
import { withdraw } from '../support/moves.ts';
import type { TestServer } from '../support/server.ts';

/** Creates the target of an operation on a transfer that can succeed only once; null for any other operation. */
export async function freshTransfer(server: TestServer, operation: string): Promise<{ trf: string } | null> {
  switch (operation) {
    case 'cancelTransfer':
      return { trf: resource(await withdraw(server)).id };
    case 'simulateSettleTransfer':
    case 'simulateFailTransfer':
      return { trf: resource(await deposit(server)).id };
    case 'simulateReturnTransfer': {
      const { id } = resource(await deposit(server));
      await server.post(`/simulations/transfers/${id}/settle`);
      return { trf: id };
    }
    default:
      return null;
  }
}
