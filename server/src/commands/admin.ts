import { runAdmin } from './run-admin.ts';

/** `npm run admin`: what the operator does by hand. */
process.exitCode = await runAdmin(process.argv.slice(2));
