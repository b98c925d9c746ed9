/**
 * How a key begins that stands for a purchase, not for a request: its response is never deleted, since the same purchase
 * is paid once, however late it is asked for again.
 */
export const keptForEver = 'purpose_';
