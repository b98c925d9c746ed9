import { isUniqueViolation } from '../../db/failures.ts';

/**
 * Runs a transaction, and once more if a row that it inserted was inserted by another one meanwhile, such as a wallet that
 * both opened on demand: the second time it finds the row. The engine's queue does the same for its batches.
 */
export async function retryOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return run();
  }
}
