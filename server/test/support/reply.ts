/** An answer to a request, as a client sees it. */
export type Reply = { status: number; headers: Headers; text: string };
