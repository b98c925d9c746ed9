import { evictOldest } from '../lib/evict-oldest.ts';

/** The rule of a token bucket, which holds up to `burst` tokens and gains `perSecond`. */
export type Rate = { perSecond: number; burst: number };

/** The rate-limit status of a bucket, as response headers show it. */
export type RateLimitStatus = {
  allowed: boolean;
  limit: number;
  remaining: number;
  fullIn_s: number;
  retryIn_s: number;
};

type Bucket = { tokens: number; at_ms: number };

const maxBuckets = 50_000;

/**
 * Creates a rate limiter with one token bucket per key, in memory. The returned function takes a token if one is left; a
 * `cost` of -1 gives one back.
 * When there are `maxBuckets` keys, the oldest tenth is evicted.
 */
export function createRateLimiter(
  rate: Rate,
): (key: string, now_ms: number, cost?: 1 | -1) => RateLimitStatus {
  const buckets = new Map<string, Bucket>();
  return (key, now_ms, cost = 1) => {
    const known = buckets.get(key);
    const bucket = known ?? { tokens: rate.burst, at_ms: now_ms };
    bucket.tokens = Math.min(
      rate.burst,
      bucket.tokens + (Math.max(0, now_ms - bucket.at_ms) / 1000) * rate.perSecond,
    );
    bucket.at_ms = now_ms;
    const allowed = bucket.tokens >= cost;
    if (allowed) bucket.tokens -= cost;
    if (!known) {
      if (buckets.size >= maxBuckets) evictOldest(buckets, maxBuckets * 0.9);
      buckets.set(key, bucket);
    }
    return {
      allowed,
      limit: rate.burst,
      remaining: Math.floor(bucket.tokens),
      fullIn_s: Math.ceil((rate.burst - bucket.tokens) / rate.perSecond),
      retryIn_s: allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / rate.perSecond)),
    };
  };
}

/** Returns the status as headers: those of the IETF draft, and the older X-RateLimit headers. */
export function rateHeaders(rate: Rate, status: RateLimitStatus, now_ms: number): Record<string, string> {
  const { limit, remaining, fullIn_s } = status;
  // In lower case, as the framework sends them: it need not convert each name of each response.
  return {
    'ratelimit-policy': `"default";q=${limit};w=${Math.ceil(rate.burst / rate.perSecond)}`,
    ratelimit: `"default";r=${remaining};t=${fullIn_s}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(now_ms / 1000) + fullIn_s),
  };
}
