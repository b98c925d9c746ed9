export type { Call, PageCall, RequestOptions, WithResponse } from './client.ts';
export {
  AbortedError,
  APIError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type Fault,
  NotFoundError,
  OutcomeUnknownError,
  PermissionError,
  PurserError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UsageError,
  ValidationError,
} from './errors.ts';
export type * from './generated/api.ts';
export { format, money, type Money } from './money.ts';
export { Page } from './page.ts';
export { Purser, type PurserOptions } from './purser.ts';
export { type StreamArgs, type StreamOptions } from './stream.ts';
export { SignatureError, type WebhookEvent } from './webhooks.ts';
