import { inject } from 'vitest';

/** The parties that every test server has, with their keys: what the sandbox begins with. */
export const { main, customer, stranger, delegate, restrictedDelegate } = inject('parties');
