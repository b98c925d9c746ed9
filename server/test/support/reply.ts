/** A response as a client sees it. */
export type Reply = { status: number; headers: Headers; text: string };
