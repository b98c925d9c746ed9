import * as fc from 'fast-check';

/**
 * The seed of all random inputs. It is the same in every run, so that what a test finds comes from the change that it
 * tests; PURSER_FUZZ_SEED sets another.
 */
fc.configureGlobal({ seed: Number(process.env['PURSER_FUZZ_SEED'] ?? 1) });
