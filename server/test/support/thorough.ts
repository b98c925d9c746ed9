/** Whether this is `npm run test:thorough`, where tests with random inputs try more of them. */
export const isThorough = process.env['PURSER_TEST_THOROUGH'] !== undefined;
